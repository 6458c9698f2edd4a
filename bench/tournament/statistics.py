"""Statistics of tournaments: log likelihood ratios of sequential tests, and rating lists."""

import random
import statistics
import time
from collections.abc import AsyncIterator, Callable
from functools import partial

from bench.engine.figures import Figure
from kibitz_server.core.tournament.statistics.rating_list import Encounter, rating_list
from kibitz_server.core.tournament.statistics.sprt import SequentialTest

RATIO_MS = 2.0
LIST_MS = 20.0
ENTRANTS = 30
SEED = 7


async def statistics_figures(*, small: bool = False) -> AsyncIterator[Figure]:
    """Yield each figure when it is measured.

    Args:
        small: Whether to measure a minimum, to show that it works.
    """
    times = 3 if small else 200
    yield ratios(times)
    for games in (2, 20):
        yield ratings(times, games)


def ratios(times: int) -> Figure:
    """Return the time of the ratio after one more pair: the median of the slowest counts."""
    rng = random.Random(SEED)
    test = SequentialTest(0, 10)
    slowest = 0.0
    which: tuple[int, ...] = ()
    for pairs in (1, 10, 100, 10_000):
        drawn = rng.choices(range(5), (5, 20, 50, 20, 5), k=pairs)
        counts = tuple(drawn.count(place) for place in range(5))
        taken = _median_ms(times, partial(test.ratio, counts))
        if taken > slowest:
            slowest, which = taken, counts
    detail = f"normalised Elo; the slowest of 4 counts, {list(which)}"
    return Figure("log likelihood ratio of a test", slowest, "ms", RATIO_MS, at_least=False, detail=detail)


def ratings(times: int, games: int) -> Figure:
    """Return the time of the rating list of a round robin."""
    rng = random.Random(SEED)
    entrants = range(1, ENTRANTS + 1)
    encounters = [
        Encounter(one, other, sum(rng.choice((0, 0.5, 1)) for _ in range(games)), games)
        for one in entrants
        for other in range(1, one)
    ]
    # The first list imports NumPy.
    rating_list(entrants, encounters)
    taken = _median_ms(times, lambda: rating_list(entrants, encounters))
    name = f"rating list of {ENTRANTS}, {games} games each against each"
    return Figure(name, taken, "ms", LIST_MS, at_least=False, detail=f"median of {times}")


def _median_ms(times: int, run: Callable[[], object]) -> float:
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        run()
        taken.append(time.perf_counter() - began)
    return 1_000 * statistics.median(taken)
