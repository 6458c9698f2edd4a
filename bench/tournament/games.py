"""Games of engines: how fast an event plays them beside a loop over the pool, and what a server spends on each."""

import os
import statistics
import subprocess
import sys
from collections.abc import AsyncIterator
from functools import partial

from bench.engine.figures import Figure
from bench.server.processes import SERVE, ServerProcess, process
from bench.tournament.bare_loop import ALGORITHM, GAME, WARM_UP
from bench.tournament.held import Counted, hold

NODES = 200
SEED = 7
RATIO = 0.7
GAME_MS = 3.0
SHORT, LONG = 2, 22
"""Plies of the games from whose processor times that of a move is subtracted."""
event_server = partial(process, *SERVE, "--database", ":memory:", "--slots", "1", "--limits", "off")
"""The server of a duel: without limits, in memory, with one slot."""


async def games_figures(*, small: bool = False) -> AsyncIterator[Figure]:
    """Yield each figure when it is measured.

    Args:
        small: Whether to measure a minimum, to show that it works.
    """
    yield await duel(14, 1) if small else await duel(100, 5)
    yield await cost(10, 1) if small else await cost(150, 3)


async def duel(games: int, turns: int) -> Figure:
    """Return the speed of a match with one slot, over that of the same games in a loop over the pool."""
    ratios, speeds = [], []
    with event_server() as server:
        engines = (f"{ALGORITHM}:nodes={NODES}",) * 2
        for _ in range(turns):
            bare, plies = _bare(games)
            found = await hold(server.address, engines, format="match", game=GAME, games=games, seed=SEED, openings={})
            if sum(each.plies for each in found) != plies:
                return Figure("duel over a bare loop", None, goal=RATIO, detail="the games are not the same")
            speed = _speed(found)
            ratios.append(speed / bare)
            speeds.append((speed, bare))
    speed, bare = (statistics.median(each) for each in zip(*speeds, strict=True))
    detail = f"{NODES} nodes a move, one slot; {speed:.1f} to {bare:.1f} games/s, {plies / games:.0f} plies each"
    return Figure("duel over a bare loop", statistics.median(ratios), goal=RATIO, detail=detail)


def _bare(games: int) -> tuple[float, int]:
    """Return games/s and plies of the loop, which runs on the core of the servers."""
    core = min(os.sched_getaffinity(0))
    arguments = [sys.executable, "-m", "bench.tournament.bare_loop", *map(str, (games, NODES, SEED))]
    done = subprocess.run(
        arguments, capture_output=True, text=True, check=True, preexec_fn=lambda: os.sched_setaffinity(0, {core})
    )
    number, plies, seconds = done.stdout.split()
    return int(number) / float(seconds), int(plies)


def _speed(found: list[Counted]) -> float:
    return (len(found) - WARM_UP) / (found[-1].at - found[WARM_UP - 1].at)


async def cost(games: int, turns: int) -> Figure:
    """Return the server's processor time for a game without its moves: to start, count and publish it."""
    at: dict[int, list[float]] = {SHORT: [], LONG: []}
    with event_server() as server:
        for turn in range(turns + 1):
            for plies, times in at.items():
                taken = await _game_ms(server, games, plies)
                if turn:
                    times.append(taken)
    short, long = min(at[SHORT]), min(at[LONG])
    move = (long - short) / (LONG - SHORT)
    detail = f"games of {SHORT} and {LONG} plies take {short:.1f} and {long:.1f} ms, so a move takes {move:.2f} ms"
    name = "processor time to start, count and publish a game"
    return Figure(name, short - SHORT * move, "ms", GAME_MS, at_least=False, detail=detail)


async def _game_ms(server: ServerProcess, games: int, plies: int) -> float:
    before = server.processor_s
    rules = {"most_plies": plies}
    await hold(
        server.address, ("random", "random"), format="match", game=GAME, games=games, seed=SEED, adjudication=rules
    )
    return 1000 * (server.processor_s - before) / games
