"""Pairing of an arena: the pairs of free entrants, their sides, and when to pair them.

The caller pairs by `pairings`, one group after the other, so that it can do other work between two groups. The first
call imports NumPy and rustworkx, which takes about 60 ms: a thread calls `load` before that.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import field
from functools import cache
from importlib import import_module
from math import floor, inf
from typing import TYPE_CHECKING

from kibitz_server.core.value import value
from kibitz_server.core.values.clock import Fischer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

TICK_S = 3.0
"""Time between two looks at the entrants that wait."""
BETWEEN_GAMES_S = 3.0
"""Time between the end of a game and the moment from which its entrants wait for the next."""
CROWD = 100
"""Most entrants of a group. With more that wait, the arena pairs at once."""
MOST_LEFT = 20
"""Most entrants without an opponent that the next group takes. Without a bound it could take seconds."""
LEAST_WAIT_S, MOST_WAIT_S = 8.0, 50.0
TOP_FACTOR, BOTTOM_FACTOR = 2000, 300
"""Cost of a difference of one rank at the top and at the bottom."""
MOST_IN_A_ROW = 3
"""Most consecutive games with one side, and most games that an entrant has more of one side than of the other."""
EXPECTED_MOVES = 40
"""Moves of one side in a game, from which waiting times are computed."""


@value
class SideBalance:
    """Sides that an entrant had: games in a row and the surplus, positive for first, negative for second."""

    in_a_row: int = 0
    surplus: int = 0

    def after(self, moved_first: bool) -> "SideBalance":
        """Return the balance after one more game."""
        step = 1 if moved_first else -1
        return SideBalance(self.in_a_row + step if self.in_a_row * step > 0 else step, self.surplus + step)

    @property
    def may_be_first(self) -> bool:
        """Whether the entrant may move first in the next game."""
        return max(self.in_a_row, self.surplus) < MOST_IN_A_ROW

    @property
    def may_be_second(self) -> bool:
        """Whether the entrant may move second in the next game."""
        return min(self.in_a_row, self.surplus) > -MOST_IN_A_ROW


@value
class FreeEntrant:
    """An entrant that waits for a game. `rank` counts from 1 in the standings, `previous` is the last opponent."""

    number: int
    rank: int
    rating: int
    previous: int | None = None
    sides: SideBalance = field(default_factory=SideBalance)


def load() -> None:
    """Import what the pairing needs. A caller that must not wait for it does this in a thread, early."""
    for name in ("numpy", "rustworkx"):
        import_module(name)


def longest_wait_s(expected_s: float) -> float:
    """Return how long two entrants wait at most for better opponents, in an arena whose games take `expected_s`."""
    return min(max(expected_s / 10 + 6, LEAST_WAIT_S), MOST_WAIT_S)


def expected_game_s(control: Fischer) -> float:
    """Return the time that one side of a game is expected to have."""
    return control.base_s + EXPECTED_MOVES * control.increment_s


def due_at(since: Iterable[float], expected_s: float, next_free_at: float | None) -> float:
    """Return from when on the waiting entrants are to be paired; infinity while fewer than two wait.

    Args:
        since: When each of them began to wait, after the pause between games.
        expected_s: How long a game is expected to take.
        next_free_at: When another entrant may join them: now if one plays, the end of a pause; None if none can.
    """
    order = sorted(since)
    if len(order) < 2:
        return inf
    patience = order[1] + longest_wait_s(expected_s)
    due = patience if next_free_at is not None and next_free_at < patience else order[1]
    return min(due, order[CROWD]) if len(order) > CROWD else due


def next_tick(started_at: float, now: float) -> float:
    """Return the first time after `now` at which an arena that began at `started_at` looks for pairs."""
    return started_at + TICK_S * (floor((now - started_at) / TICK_S) + 1)


def pairings(
    waiting: Iterable[FreeEntrant], others: bool = True, forbidden: Iterable[tuple[int, int]] = ()
) -> Iterator[list[tuple[int, int]]]:
    """Pair the waiting entrants, one group of `CROWD` by rank at a time, and yield the pairs of each group.

    A pair has the number of the entrant that moves first, then that of the other. Each group has as many pairs as can
    be, and of these the cheapest. An entrant without an opponent in its group is in the next group as well.

    Args:
        waiting: The free entrants.
        others: Whether other entrants play or pause. If none does, two that wait may meet again.
        forbidden: Pairs that must not be made, by number.
    """
    order = sorted(waiting, key=lambda entrant: (entrant.rank, entrant.number))
    lone = len(order) == 2 and not others
    bottom = order[-1].rank if order else 0
    left: list[FreeEntrant] = []
    refused = frozenset((min(pair), max(pair)) for pair in forbidden)
    for start in range(0, len(order), CROWD):
        group = left[-MOST_LEFT:] + order[start : start + CROWD]
        pairs = [(group[one], group[two]) for one, two in _matching(group, bottom, lone, refused)]
        paired = {entrant.number for pair in pairs for entrant in pair}
        left = [entrant for entrant in group if entrant.number not in paired]
        yield [in_order(one, two) for one, two in sorted(pairs, key=lambda pair: pair[0].rank)]


def allowed(one: FreeEntrant, two: FreeEntrant, lone: bool = False) -> bool:
    """Return whether two entrants may meet; `lone` entrants, the only two, may meet again."""
    if not lone and (one.previous == two.number or two.previous == one.number):
        return False
    sides = one.sides, two.sides
    return any(first.may_be_first and second.may_be_second for first, second in (sides, sides[::-1]))


def pair_cost(one: FreeEntrant, two: FreeEntrant, bottom: int) -> int:
    """Return what a pair costs if the lowest rank of all that wait is `bottom`."""
    span = TOP_FACTOR - BOTTOM_FACTOR
    factor = BOTTOM_FACTOR + span * (bottom - min(one.rank, two.rank)) // bottom
    return abs(one.rank - two.rank) * factor + abs(one.rating - two.rating)


def in_order(one: FreeEntrant, two: FreeEntrant) -> tuple[int, int]:
    """Return the numbers of two entrants that may meet, first that of the one which moves first.

    It is the one that moved first less often, then less lately. If that is equal, the better rank moves first in
    half of the cases: else the first games of an arena would give all strong entrants the first move.
    """

    def wish(entrant: FreeEntrant, other: FreeEntrant) -> tuple[object, ...]:
        fits = entrant.sides.may_be_first and other.sides.may_be_second
        return not fits, entrant.sides.surplus, entrant.sides.in_a_row

    better, worse = sorted((one, two), key=lambda entrant: (entrant.rank, entrant.number))
    wishes = wish(better, worse), wish(worse, better)
    first = better if wishes[0] < wishes[1] or (wishes[0] == wishes[1] and better.rank % 4 in (1, 2)) else worse
    return first.number, (worse if first is better else better).number


def _matching(
    group: Sequence[FreeEntrant], bottom: int, lone: bool, refused: Collection[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Return the pairs of indices, lower first, of the cheapest among the largest matchings of a group.

    A group of 100 has 4,950 pairs: `allowed` and `pair_cost` of each would take 8 ms, arrays take 1 ms.
    """
    import numpy as np
    import rustworkx as rx

    columns = [(each.number, each.rank, each.rating, each.previous or 0) for each in group]
    number, rank, rating, previous = np.array(columns, dtype=np.int64).reshape(-1, 4).T
    first = np.array([each.sides.may_be_first for each in group], dtype=bool)
    second = np.array([each.sides.may_be_second for each in group], dtype=bool)
    one, two = _all_pairs(len(group))
    fits = first[one] & second[two] | second[one] & first[two]
    if not lone:
        fits &= (previous[one] != number[two]) & (previous[two] != number[one])
    places = {each.number: place for place, each in enumerate(group)}
    for low, high in refused:
        if low in places and high in places:
            pair = sorted((places[low], places[high]))
            fits &= (one != pair[0]) | (two != pair[1])
    one, two = one[fits], two[fits]
    span = TOP_FACTOR - BOTTOM_FACTOR
    factor = BOTTOM_FACTOR + span * (bottom - np.minimum(rank[one], rank[two])) // bottom
    cost = np.abs(rank[one] - rank[two]) * factor + np.abs(rating[one] - rating[two])
    graph: rx.PyGraph[int, int] = rx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(group)))
    graph.add_edges_from(list(zip(one.tolist(), two.tolist(), (-cost).tolist(), strict=True)))
    found = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sorted((min(pair), max(pair)) for pair in found)


@cache
def _all_pairs(size: int) -> "tuple[NDArray[np.intp], NDArray[np.intp]]":
    """Return the indices of all pairs of a group, as two arrays."""
    import numpy as np

    return np.triu_indices(size, 1)
