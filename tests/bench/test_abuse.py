"""The benchmark of hostile clients runs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.io
@pytest.mark.timeout(180)
@pytest.mark.skipif(sys.platform != "linux", reason="the benchmark uses many loopback addresses and /proc")
@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="the server and its clients need a core each")
def test_the_benchmark_runs_with_small_numbers() -> None:
    """Hostile clients are answered or refused, and players and newcomers are measured beside them."""
    paths = ":".join(str(ROOT / name) for name in ("server", "protocol", "client", "."))
    attacks = ("list", "move", "hello", "bad messages")
    done = subprocess.run(
        [sys.executable, "-m", "bench.abuse", "--small", "--only", *attacks],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        timeout=150,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    rows = {attack: line for line in done.stdout.splitlines() for attack in attacks if line.startswith(f"{attack:<20}")}
    assert rows.keys() == set(attacks), done.stdout
    for attack in ("list", "move"):
        _, _, answered_a_second, *_ = rows[attack][20:].split()
        assert int(answered_a_second) > 0, done.stdout
