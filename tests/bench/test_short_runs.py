"""Short forms of benchmarks: each runs to its end, and each row has a value or says why not."""

import os
import sys
from collections.abc import Sequence
from typing import NamedTuple

import pytest

from tests.bench.running import run
from tests.programs import CHROMIUM, COMPILER, MOSQUITTO, Program


class Short(NamedTuple):
    """A short run.

    Args:
        module: The benchmark.
        arguments: What makes it short.
        rows: How the lines of some of its figures begin.
        needs: Programs without which it does not run.
    """

    module: str
    arguments: str
    rows: Sequence[str]
    needs: Sequence[Program] = ()


SHORT = {
    "abuse": Short("bench.abuse", "--small --only list move hello", ("list ", "move ", "hello ")),
    "cluster": Short(
        "bench.cluster",
        "--small",
        (
            "added to a search by a worker, median",
            "added to a search by a worker, p99",
            "of this, a call that does nothing",
            "of this, JSON",
            "cancel on a worker until the slot is free",
            "processor time of the server, unwatched search of 0.05 s on 2 workers",
            "searches/s of 0.05 s, 2 workers over one",
            "searches/s of the same work, 2 workers over one",
            "worker killed: a search later than without it",
            "worker frozen: a search later than without it",
            "worker goes on: until it is used again",
            "scheduler killed: a search later than without it",
            "server killed: until another server's search runs in its slot",
            "modules of Dask in a server without a cluster",
            "import of Dask in a server with a cluster",
            "fingerprints of all games",
        ),
    ),
    "feed": Short(
        "bench.feed",
        "--quick",
        ("goal: every state right after the restarts: met", "| 20 watchers over MQTT"),
        (MOSQUITTO,),
    ),
    "hidden": Short("bench.hidden", "--dry --only kuhn", ("kuhn: exploitability of cfr", "kuhn: level 10")),
    "page": Short(
        "bench.page",
        "--small",
        (
            "first view, compressed",
            "a match, compressed",
            "all files, compressed",
            "first board of a match",
            "frame of a move to paint, 8x8",
            "own click to paint, 8x8",
            "live list",
            "replay",
            "heap after",
        ),
        (CHROMIUM,),
    ),
    "server": Short(
        "bench.server",
        "--small",
        (
            "idle connection after hello",
            "playing connection",
            "spectator",
            "connections accepted, with hello and welcome",
            "processor time of a move, 10 matches, in memory",
            "processor time of a move, 10 matches, durable",
            "moves/s, 10 matches, durable, over Colyseus",
            "moves/s, 10 matches, durable, over boardgame.io",
            "processor time of a move with a Fischer clock",
            "processor time of a move of Tic-tac-toe",
            "processor time of a move of Gomoku 19x19",
            "deliveries to 50 spectators, durable, over Colyseus",
            "deliveries to 50 spectators, durable, over a C server",
            "added by durability at 100 moves/s",
            "p99 at 100 moves/s, all engine slots busy",
            "50 followers of the lobby",
        ),
        (COMPILER,),
    ),
    "strength": Short("bench.strength", "--quick --only kalah reversi", ("Kalah: exact margins", "reversi: depth")),
    "terminal": Short(
        "bench.terminal",
        "--small",
        ("first frame", "`kibitz lobby --json`", "a running clock, 80x24", "a move, 120x40"),
    ),
    "tournament": Short(
        "bench.tournament",
        "--small",
        (
            "duel over a bare loop",
            "processor time to start, count and publish a game",
            "log likelihood ratio of a test",
            "rating list of 30",
            "arena pairing of 1,000",
            "tie-breaks of 64",
            "Swiss round of 64",
            "p99 of moves beside Swiss rounds",
            "standings that a follower gets in a second",
            "p99 of moves beside an event with followers",
            "restore 50 events",
        ),
        (COMPILER,),
    ),
}
NO_CODE = ("abuse", "feed")
"""Short runs of these succeed whatever the figures are; the others report missed goals by their exit codes."""
COMPILED = ("hidden", "strength")


@pytest.mark.io
@pytest.mark.nightly
@pytest.mark.timeout(400, func_only=True)
@pytest.mark.skipif(sys.platform != "linux", reason="benchmarks use many loopback addresses and /proc")
@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="the server and its clients need a core each")
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.compiled] if name in COMPILED else []) for name in SHORT]
)
def test_a_benchmark_runs(name: str) -> None:
    """Goals may be missed, because the machine may be busy."""
    short = SHORT[name]
    for program in short.needs:
        program.required()
    done = run(short.module, *short.arguments.split(), timeout_s=350)
    lines = done.stdout.splitlines()
    for row in short.rows:
        found = next((line for line in lines if line.startswith(row)), None)
        assert found is not None, (row, done.stdout, done.stderr)
        assert " - " not in found[60:110] or "skipped: " in found, found
    assert done.returncode == (name not in NO_CODE and any("MISSED" in line for line in lines)), done.stderr


@pytest.mark.io
@pytest.mark.nightly
@pytest.mark.timeout(300, func_only=True)
@pytest.mark.skipif(sys.platform != "linux", reason="the benchmark reads memory from /proc")
def test_a_server_without_a_cluster_loads_nothing_of_dask() -> None:
    """Its start does not pay for clusters."""
    done = run("bench.cluster", "--small", "--only", "start")
    (modules,) = (line for line in done.stdout.splitlines() if line.startswith("modules of Dask"))
    assert " met " in modules, done.stdout
