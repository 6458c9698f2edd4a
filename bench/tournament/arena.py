"""Pairing of arenas: how long 100 and 1,000 entrants take, and how long the event loop waits at most meanwhile.

`python -m bench.tournament.arena` prints the figures.
"""

import asyncio
import random
import statistics
import time
from typing import NamedTuple

from kibitz_server.core.tournament.formats.arena_pairing import FreeEntrant, SideBalance, load, pairings

ROUNDS = 20
"""Pairings of each size, of which the median counts."""


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


async def measure(size: int) -> ArenaFigures:
    """Pair crowds of a size, with a turn of the event loop between two groups."""
    load()
    list(pairings(crowd(size, 0)))
    totals, longest = [], 0.0
    for seed in range(1, ROUNDS + 1):
        waiting = crowd(size, seed)
        began = last = time.perf_counter()
        for _ in pairings(waiting):
            longest = max(longest, time.perf_counter() - last)
            await asyncio.sleep(0)
            last = time.perf_counter()
        totals.append(time.perf_counter() - began)
    return ArenaFigures(size, 1000 * statistics.median(totals), 1000 * longest)


async def main() -> None:
    """Print the figures of both sizes."""
    for size in (100, 1000):
        figures = await measure(size)
        print(f"{size:>5} entrants: {figures.pairing_ms:.1f} ms, at most {figures.longest_wait_ms:.1f} ms at a time")


if __name__ == "__main__":
    asyncio.run(main())
