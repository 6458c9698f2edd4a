"""The benchmark of the server runs."""

import os
import shutil
import sys

import pytest

from tests.bench.running import run

ROWS = {
    "memory": ("idle connection after hello", "playing connection", "spectator"),
    "accept": ("connections accepted, with hello and welcome",),
    "moves": (
        "processor time of a move, 10 matches, in memory",
        "processor time of a move, 10 matches, durable",
        "moves/s, 10 matches, durable, over Colyseus",
        "moves/s, 10 matches, durable, over boardgame.io",
    ),
    "clock": ("processor time of a move with a Fischer clock",),
    "games": ("processor time of a move of Tic-tac-toe", "processor time of a move of Gomoku 19x19"),
    "fan-out": (
        "deliveries to 50 spectators, durable, over Colyseus",
        "deliveries to 50 spectators, durable, over a C server",
    ),
    "pace": ("added by durability at 100 moves/s", "p99 at 100 moves/s, all engine slots busy"),
    "lobby": ("50 followers of the lobby",),
}


@pytest.mark.io
@pytest.mark.nightly
@pytest.mark.timeout(300, func_only=True)
@pytest.mark.skipif(sys.platform != "linux", reason="the benchmark uses many loopback addresses and /proc")
@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="the server and the load generator need a core each")
@pytest.mark.skipif(shutil.which("cc") is None, reason="the load generator is compiled")
@pytest.mark.parametrize("section", ROWS)
def test_a_section_runs_with_small_numbers(section: str) -> None:
    """Each row has a value, or says why not. Goals may be missed, because the machine may be busy."""
    done = run("bench.server", "--small", "--only", section)
    lines = done.stdout.splitlines()
    for row in ROWS[section]:
        (found,) = (line for line in lines if line.startswith(row))
        assert " - " not in found[60:110] or "skipped: " in found, found
    assert done.returncode == any("MISSED" in line for line in lines), done.stderr
