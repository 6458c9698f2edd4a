"""Swiss tournaments: the default tie-breaks, the time in which a round is paired, and that of moves meanwhile."""

import asyncio
import contextlib
import os
import random
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from bench.engine.figures import Figure, best_of
from bench.server.lines import connect4_setup, write_connect4
from bench.server.load import load, middle, ratio
from bench.server.processes import SERVE, process
from bench.server.sections.latency import LINES, MEMORY, p99
from kibitz_server.core.tournament.crosstable import Cell, CellKind, Crosstable, bye, crosstable, played
from kibitz_server.core.tournament.tie_breaks.ranking import Placings
from kibitz_server.core.tournament.tie_breaks.table import default_tie_breaks
from kibitz_server.core.tournament.trf import Report, write_report
from kibitz_server.runtime.tournaments.swiss import SwissPairing, SwissPairs

SEED = 7
TIE_BREAKS_MS = 1.0
ROUND_S = {64: 1.0, 200: 5.0}
"""Goal for a round, by entrants."""
ROUNDS = {64: 7, 200: 9}
P99 = 1.2


async def swiss_figures(*, small: bool = False) -> AsyncIterator[Figure]:
    """Yield each figure when it is measured.

    Args:
        small: Whether to measure a minimum, to show that it works.
    """
    yield tie_breaks(5 if small else 200)
    for entrants in (64,) if small else (64, 200):
        yield await rounds(entrants, 2 if small else ROUNDS[entrants])
    yield await (moves_meanwhile(64, 1, 1.0) if small else moves_meanwhile(200, 3, 5.0))


def tie_breaks(times: int) -> Figure:
    """Return the time to rank 64 entrants after 7 rounds by the default tie-breaks."""
    table = _invented(64, 7, 7)
    order = default_tie_breaks("swiss")

    def run() -> float:
        began = time.perf_counter()
        Placings(table, order)
        return time.perf_counter() - began

    best = 1_000 * best_of(times, {"ranking": run})["ranking"]
    names = " ".join(one.name for one in order)
    return Figure("tie-breaks of 64 entrants after 7 rounds", best, "ms", TIE_BREAKS_MS, at_least=False, detail=names)


async def rounds(entrants: int, number: int) -> Figure:
    """Return the longest time in which a round of a tournament is paired, its child process included."""
    rng = random.Random(SEED)
    pairing = SwissPairing()
    table = crosstable([[] for _ in range(entrants)], range(2500, 2500 - entrants, -1), planned=number)
    taken = []
    for _ in range(number):
        report = write_report(Report("Swiss", tuple(map(str, range(entrants))), table, first_side=0))
        began = time.perf_counter()
        answer = await pairing.pair(report)
        taken.append(time.perf_counter() - began)
        if not isinstance(answer, SwissPairs):
            return Figure(f"Swiss round of {entrants}", None, "s", ROUND_S[entrants], detail=answer.message)
        table = _played(table, answer, rng)
    detail = f"the longest of {number}; the shortest took {min(taken):.2f} s"
    return Figure(f"Swiss round of {entrants}", max(taken), "s", ROUND_S[entrants], at_least=False, detail=detail)


async def moves_meanwhile(entrants: int, turns: int, seconds: float) -> Figure:
    """Return the p99 of moves while rounds are paired one after the other on the core of the server, over idle."""
    number = ROUNDS[entrants]
    report = write_report(
        Report("Swiss", tuple(map(str, range(entrants))), _invented(entrants, number - 1, number), first_side=0)
    )
    pairing, paired, cores = SwissPairing(), 0, os.sched_getaffinity(0)
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None))
        server = stack.enter_context(process(*SERVE, "--database", str(Path(folder, "bench.db")), "--limits", "off"))
        lines = write_connect4(Path(folder, "lines"), LINES)
        pace: dict[str, Any] = {
            "matches": 100,
            "seconds": seconds,
            "per_s": 100,
            "lines": lines,
            "setup": connect4_setup(),
        }
        moves = stack.enter_context(load("pace", server, **pace))
        moves.turn()
        quiet, busy = [], []
        os.sched_setaffinity(0, {min(cores)})  # the child processes inherit it, as those of the server do
        try:
            for _ in range(turns):
                quiet.append(moves.turn())
                turn = asyncio.create_task(asyncio.to_thread(moves.turn))
                while not turn.done():
                    paired += isinstance(await pairing.pair(report), SwissPairs)
                busy.append(await turn)
        finally:
            os.sched_setaffinity(0, cores)
    detail = f"{paired} rounds paired; {middle(quiet, p99):.2f} to {middle(busy, p99):.2f} ms"
    name = f"p99 of moves beside Swiss rounds of {entrants}, over idle"
    return Figure(name, ratio(busy, quiet, p99), "x", P99, at_least=False, detail=detail)


def _played(table: Crosstable, answer: SwissPairs, rng: random.Random) -> Crosstable:
    """Return a table with the results of a round, in which the better seed scores more often."""
    cells: dict[int, Cell] = {}
    for first, second in answer.pairs:
        better = rng.random() * (first + second) > first
        points = 0.5 if rng.random() < 0.3 else float(better)
        cells[first], cells[second] = played(second, 0, points), played(first, 1, 1.0 - points)
    if answer.bye is not None:
        cells[answer.bye] = bye(CellKind.ALLOCATED_BYE)
    rows = [(*row, cells[number]) for number, row in enumerate(table.rows, 1)]
    return crosstable(rows, table.ratings, planned=table.planned)


def _invented(entrants: int, number: int, planned: int) -> Crosstable:
    """Return a tournament in which entrants with about the same points meet, without a program that pairs."""
    rng = random.Random(SEED)
    table = crosstable([[] for _ in range(entrants)], range(2500, 2500 - entrants, -1), planned=planned)
    for _ in range(number):
        order = sorted(range(1, entrants + 1), key=lambda one: (-table.points(one), rng.random()))
        pairs = tuple(zip(order[::2], order[1::2], strict=True))
        table = _played(table, SwissPairs(table.rounds + 1, pairs, None), rng)
    return table
