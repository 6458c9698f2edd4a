"""Choice of the opening of the next game pair.

An opening is used again only when all others are used up: first by the two entrants of the pair, then in the event. Of
the openings left, the next one in the order of the event is used. Both games of a pair have the same opening, and so
has a game that replaces a void one.
"""

import hashlib
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from kibitz_server.core.tournament.values import OpeningOrder, OpeningSet

MOST_OPENINGS = 10_000
"""The largest number of openings of an event. The choice of one takes about a millisecond then."""


@lru_cache(maxsize=8)
def in_order(number: int, order: OpeningOrder, start: int, seed: int) -> tuple[int, ...]:
    """Return the numbers of all openings, from 1, in the order of an event.

    Args:
        number: How many openings there are.
        order: The order. A random one follows from the seed.
        start: The place in this order, from 1, at which the event begins. It goes on from the end to the begin.
        seed: The seed of the event.
    """
    numbers = list(range(1, number + 1))
    if order is OpeningOrder.RANDOM:
        numbers.sort(key=lambda number: hashlib.sha256(f"opening {seed} {number}".encode()).digest())
    return tuple(numbers[start - 1 :] + numbers[: start - 1])


def next_opening(openings: OpeningSet, seed: int, by_event: Mapping[int, int], by_pair: Mapping[int, int]) -> int:
    """Return the number of the opening that the next game pair begins with, from 1.

    Args:
        openings: The openings of the event. It has at least one.
        seed: The seed of the event.
        by_event: How many game pairs of the event began with each opening; 0 for those left out.
        by_pair: How many of these were between the two entrants.
    """
    numbers = in_order(len(openings.openings), openings.order, openings.start, seed)
    return min(numbers, key=lambda number: (by_pair.get(number, 0), by_event.get(number, 0)))


class OpeningUses:
    """How often an event has used each opening, in all and by each pair of entrants. An event adds each game pair."""

    def __init__(self) -> None:
        self.by_event: Counter[int] = Counter()
        self._by_pair: dict[tuple[int, int], Counter[int]] = {}

    def add(self, entrants: tuple[int, int], index: int) -> None:
        """Count the opening that a game pair of two entrants began with. Their order does not matter."""
        self.by_event[index] += 1
        self._by_pair.setdefault(_unordered(entrants), Counter())[index] += 1

    def by_pair(self, entrants: tuple[int, int]) -> Mapping[int, int]:
        """Return how often two entrants have begun with each opening."""
        return self._by_pair.get(_unordered(entrants), {})

    def next(self, openings: OpeningSet, seed: int, entrants: tuple[int, int]) -> int:
        """Return the number of the opening that the next game pair of two entrants begins with, from 1."""
        return next_opening(openings, seed, self.by_event, self.by_pair(entrants))


def _unordered(entrants: tuple[int, int]) -> tuple[int, int]:
    one, other = entrants
    return (one, other) if one <= other else (other, one)
