"""The benchmark of the web page runs."""

import pytest

from tests.bench.running import run
from tests.programs import CHROMIUM

SECTIONS = (
    "first view, compressed",
    "all files, compressed",
    "first board of a match",
    "frame of a move to paint, 8x8",
    "own click to paint, 8x8",
    "live list",
    "replay",
    "heap after",
)


@pytest.mark.io
@pytest.mark.nightly
@pytest.mark.timeout(300, func_only=True)
def test_the_benchmark_runs_with_small_numbers() -> None:
    """Each subject has its line. The goals may be missed, because the machine may be busy."""
    CHROMIUM.required()
    done = run("bench.page", "--small")
    lines = done.stdout.splitlines()
    for name in SECTIONS:
        assert any(line.startswith(name) for line in lines), done.stdout + done.stderr
    assert done.returncode == any("MISSED" in line for line in lines)
