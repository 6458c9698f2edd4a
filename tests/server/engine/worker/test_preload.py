"""Tests of what the fork server does before it makes workers."""

import subprocess
import sys

import pytest

CODE = """
from kibitz_server.engine.worker import preload
from kibitz_server.games.reversi import patterns

patterns.read.cache_clear()  # importing `preload` has begun the searches that are recorded as compiled
preload.begin_search("{algorithm}", "{game}")
print(patterns.read.cache_info().currsize)
"""


def weights_read(algorithm: str, game: str) -> int:
    """Return how many files of weights of Reversi a process has read after it has begun a search."""
    code = CODE.format(algorithm=algorithm, game=game)
    return int(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)


@pytest.mark.io
@pytest.mark.timeout(120)
@pytest.mark.compiled
def test_the_first_search_reads_the_weights() -> None:
    """Workers share them then."""
    assert weights_read("alphabeta", "reversi") == 1


@pytest.mark.io
@pytest.mark.timeout(120)
def test_a_fault_in_the_rules_does_not_stop_the_fork_server() -> None:
    """The search that a client asks for reports it."""
    assert weights_read("alphabeta", "missing") == 0
