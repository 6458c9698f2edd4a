"""Tie-breaks from the ratings of opponents (C.07, article 10), with the tables of FIDE's rating regulations (B.02).

They count games on the board only. If an entrant has no rating, no entrant has a value: the rules drop these tie-breaks
then.
"""

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from kibitz_server.core.tournament.crosstable import CellKind
from kibitz_server.core.tournament.tie_breaks.opponents import Values
from kibitz_server.core.tournament.tie_breaks.scores import Scores

_DIFFERENCES = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175, 184, 193,
    202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444, 470, 501, 538, 589,
    677, 800,
)  # fmt: skip
"""Rating difference for each percentage of points from 50 (8.1.1)."""
_BOUNDS = (
    4, 11, 18, 26, 33, 40, 47, 54, 62, 69, 77, 84, 92, 99, 107, 114, 122, 130, 138, 146, 154, 163, 171, 180, 189, 198,
    207, 216, 226, 236, 246, 257, 268, 279, 291, 303, 316, 329, 345, 358, 375, 392, 412, 433, 457, 485, 518, 560, 620,
    736,
)  # fmt: skip
"""Smallest rating difference for each expected percentage from 51 (8.1.2)."""
_FULL = 800


class RatedGame(NamedTuple):
    """Game against a rated opponent."""

    rating: int
    points: float


def average_rating(scores: Scores, low: int = 0, high: int = 0) -> Values:
    """Return the average ratings of the opponents (10.1).

    Args:
        scores: Scores of the tournament.
        low: How many of the lowest ratings are cut.
        high: How many of the highest ratings are cut.
    """
    values: list[float | None] = []
    for games in _games(scores):
        ratings = sorted(game.rating for game in games)[low:]
        values.append(_average(ratings[: max(0, len(ratings) - high)]))
    return values


def tournament_performance(scores: Scores) -> Values:
    """Return the average ratings of the opponents plus the difference that the points stand for (10.2).

    Args:
        scores: Scores of the tournament.
    """
    return [performance(games) for games in _games(scores)]


def perfect_performance(scores: Scores) -> Values:
    """Return the lowest ratings that would have expected the points (10.3).

    Args:
        scores: Scores of the tournament.
    """
    return [_perfect(games) for games in _games(scores)]


def average_performance(scores: Scores) -> Values:
    """Return the averages of the performance of the opponents (10.4).

    Args:
        scores: Scores of the tournament.
    """
    return _of_opponents(scores, tournament_performance(scores))


def average_perfect_performance(scores: Scores) -> Values:
    """Return the averages of the perfect performance of the opponents (10.5).

    Args:
        scores: Scores of the tournament.
    """
    return _of_opponents(scores, perfect_performance(scores))


def rating(scores: Scores) -> Values:
    """Return the ratings (10.6).

    Args:
        scores: Scores of the tournament.
    """
    ratings = scores.table.ratings
    return [None if None in ratings else float(own or 0) for own in ratings]


def performance(games: Sequence[RatedGame]) -> float | None:
    """Return the performance in some games; None if there are none.

    Args:
        games: The games against rated opponents.
    """
    average = _average([game.rating for game in games])
    if average is None:
        return None
    halves = round(2 * sum(game.points for game in games))
    percent = (100 * halves + len(games)) // (2 * len(games))
    return average + (_DIFFERENCES[percent - 50] if percent >= 50 else -_DIFFERENCES[50 - percent])


def _games(scores: Scores) -> list[list[RatedGame]]:
    ratings = scores.table.ratings
    if None in ratings:
        return [[] for _ in ratings]
    return [
        [RatedGame(ratings[cell.opponent - 1] or 0, cell.points) for cell in row if cell.kind is CellKind.PLAYED]
        for row in scores.table.rows
    ]


def _perfect(games: Sequence[RatedGame]) -> float | None:
    if not games:
        return None
    wanted = round(100 * sum(game.points for game in games))
    ratings = [game.rating for game in games]
    low, high = min(ratings) - _FULL, max(ratings) + _FULL
    if not wanted:
        return float(low)
    while low < high:
        middle = (low + high) // 2
        if sum(_expected(middle - other) for other in ratings) >= wanted:
            high = middle
        else:
            low = middle + 1
    return float(low)


def _expected(difference: int) -> int:
    """Return the expected percentage of points for a rating difference."""
    more = bisect_right(_BOUNDS, abs(difference))
    return 50 + more if difference > 0 else 50 - more


def _average(ratings: Sequence[int]) -> float | None:
    """Return the average to whole numbers, a half up; None of no ratings."""
    return float((2 * sum(ratings) + len(ratings)) // (2 * len(ratings))) if ratings else None


def _of_opponents(scores: Scores, values: Values) -> Values:
    averages: list[float | None] = []
    for row in scores.table.rows:
        met = [values[cell.opponent - 1] for cell in row if cell.kind is CellKind.PLAYED]
        averages.append(_average([int(value) for value in met if value is not None]))
    return averages
