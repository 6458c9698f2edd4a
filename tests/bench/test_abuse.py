"""The benchmark of hostile clients runs."""

import os
import sys

import pytest

from tests.bench.running import run


@pytest.mark.io
@pytest.mark.nightly
@pytest.mark.timeout(180, func_only=True)
@pytest.mark.skipif(sys.platform != "linux", reason="the benchmark uses many loopback addresses and /proc")
@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="the server and its clients need a core each")
def test_the_benchmark_runs_with_small_numbers() -> None:
    """Hostile clients are answered or refused, and players and newcomers are measured beside them."""
    attacks = ("list", "move", "hello", "bad messages")
    done = run("bench.abuse", "--small", "--only", *attacks, timeout_s=150)
    assert done.returncode == 0, done.stderr
    rows = {attack: line for line in done.stdout.splitlines() for attack in attacks if line.startswith(f"{attack:<20}")}
    assert rows.keys() == set(attacks), done.stdout
    for attack in ("list", "move"):
        _, _, answered_a_second, *_ = rows[attack][20:].split()
        assert int(answered_a_second) > 0, done.stdout
