"""Pairing of arenas: how long 100 and 1,000 entrants take, and how long the event loop waits at most meanwhile."""

import asyncio
import random
import statistics
import time
from collections.abc import AsyncIterator
from typing import NamedTuple

from bench.engine.figures import Figure
from kibitz_server.core.tournament.formats.arena_pairing import FreeEntrant, SideBalance, load, pairings

ROUNDS = 20
"""Pairings of each size, of which the median counts."""
PAIRING_MS = {100: 10.0, 1000: 60.0}
"""Goal for a pairing, by entrants."""
LONGEST_MS = 20.0


class ArenaFigures(NamedTuple):
    """Median milliseconds of a pairing, and the most between two turns of the event loop in any of them."""

    entrants: int
    pairing_ms: float
    longest_wait_ms: float


def crowd(size: int, seed: int) -> list[FreeEntrant]:
    """Return entrants in the middle of an arena, as they wait for their next games."""
    chance = random.Random(seed)
    order = chance.sample(range(1, size + 1), size)
    return [
        FreeEntrant(
            number,
            order[number - 1],
            round(chance.gauss(1500, 300)),
            chance.randint(1, size),
            SideBalance(chance.choice((-2, -1, 1, 2)), chance.randint(-2, 2)),
        )
        for number in range(1, size + 1)
    ]


async def arena_figures(*, small: bool = False) -> AsyncIterator[Figure]:
    """Yield each figure when it is measured.

    Args:
        small: Whether to measure a minimum, to show that it works.
    """
    for size, goal in PAIRING_MS.items():
        found = await measure(size, 2 if small else ROUNDS)
        detail = f"median of {2 if small else ROUNDS}"
        yield Figure(f"arena pairing of {size:,}", found.pairing_ms, "ms", goal, at_least=False, detail=detail)
        name = f"longest step of the event loop, arena pairing of {size:,}"
        yield Figure(name, found.longest_wait_ms, "ms", LONGEST_MS, at_least=False)


async def measure(size: int, rounds: int) -> ArenaFigures:
    """Pair crowds of a size, with a turn of the event loop between two groups."""
    load()
    list(pairings(crowd(size, 0)))
    totals, longest = [], 0.0
    for seed in range(1, rounds + 1):
        waiting = crowd(size, seed)
        began = last = time.perf_counter()
        for _ in pairings(waiting):
            longest = max(longest, time.perf_counter() - last)
            await asyncio.sleep(0)
            last = time.perf_counter()
        totals.append(time.perf_counter() - began)
    return ArenaFigures(size, 1000 * statistics.median(totals), 1000 * longest)
