"""Swiss tournaments: the default tie-breaks, and the time in which a round is paired."""

import random
import time
from collections.abc import AsyncIterator

from bench.engine.figures import Figure, best_of
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


async def swiss_figures(*, small: bool = False) -> AsyncIterator[Figure]:
    """Yield each figure when it is measured.

    Args:
        small: Whether to measure a minimum, to show that it works.
    """
    yield tie_breaks(5 if small else 200)
    for entrants in (64,) if small else (64, 200):
        yield await rounds(entrants, 2 if small else ROUNDS[entrants])


def tie_breaks(times: int) -> Figure:
    """Return the time to rank 64 entrants after 7 rounds by the default tie-breaks."""
    table = _invented(64, 7)
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


def _invented(entrants: int, number: int) -> Crosstable:
    """Return a tournament in which entrants with about the same points meet, without a program that pairs."""
    rng = random.Random(SEED)
    table = crosstable([[] for _ in range(entrants)], range(2500, 2500 - entrants, -1), planned=number)
    for _ in range(number):
        order = sorted(range(1, entrants + 1), key=lambda one: (-table.points(one), rng.random()))
        pairs = tuple(zip(order[::2], order[1::2], strict=True))
        table = _played(table, SwissPairs(table.rounds + 1, pairs, None), rng)
    return table
