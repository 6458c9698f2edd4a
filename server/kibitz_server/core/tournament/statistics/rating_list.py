"""Rating list of many entrants from the results of their games, by the model of Bradley and Terry (1952).

A draw is half a win. The most likely ratings are found by Newton's method on all entrants at once; D. Hunter, "MM
algorithms for generalized Bradley-Terry models" (2004), has the conditions under which they exist. Errors are those of
the information matrix.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from kibitz_server.core.tournament.statistics.pairs import ELO_OF_DEVIATION, Z_95
from kibitz_server.core.value import value

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

PRIOR_DRAWS = 1.0
"""Draws of each entrant against the mean that are added to its results, so that a perfect score has a rating."""
MOST_PRIOR = 1000.0
ELO_OF_NATURAL = ELO_OF_DEVIATION / 2
"""Elo of one natural logarithm of strength."""
MOST_STEPS = 100
"""Bound of Newton's method, which takes fewer than ten steps, and of the halvings of a step."""
CLOSE = 1e-9
"""Largest change of a rating, in natural logarithms, at which it is found."""


@value
class Encounter:
    """Results of two entrants against each other: the points of the first from a number of games."""

    first: int
    second: int
    points: float
    games: int


@value
class ListedRating:
    """Place of an entrant in a rating list.

    `elo` is relative to the mean of the list, or to its anchor. `margin` is half the width of its interval of 95 %.
    Both are None for an entrant whose rating is not known yet: it has no games, or without a prior no finite rating.
    """

    entrant: int
    elo: float | None
    margin: float | None
    points: float
    games: int


def rating_list(
    entrants: Sequence[int],
    encounters: Iterable[Encounter],
    *,
    prior: float = PRIOR_DRAWS,
    anchor: tuple[int, float] | None = None,
) -> list[ListedRating]:
    """Return the ratings of all entrants, the strongest first and those not known last.

    Args:
        entrants: The number of each entrant.
        encounters: Their results; the same two entrants may meet several times.
        prior: Draws of each entrant against the mean that are added. With 0 only the largest group of entrants that are
            connected by wins and draws in both directions has ratings.
        anchor: An entrant and its rating; others are relative to it. None: the mean is 0.

    Raises:
        ValueError: An encounter or the anchor is that of an unknown entrant, or a number is impossible.
    """
    if not 0 <= prior <= MOST_PRIOR:
        raise ValueError(f"the prior is a number of draws from 0 to {MOST_PRIOR:g}")
    games = dict.fromkeys(entrants, 0)
    points = dict.fromkeys(entrants, 0.0)
    scored: dict[tuple[int, int], float] = {}
    for encounter in encounters:
        pair = (encounter.first, encounter.second)
        if pair[0] == pair[1] or not (pair[0] in games and pair[1] in games):
            raise ValueError(f"entrants {pair[0]} and {pair[1]} are not two entrants of the list")
        if not 0 <= encounter.points <= encounter.games:
            raise ValueError(f"{encounter.points:g} points of {encounter.games} games are impossible")
        if not encounter.games:
            continue
        lost = encounter.games - encounter.points
        for one, other, gained in ((*pair, encounter.points), (pair[1], pair[0], lost)):
            games[one] += encounter.games
            points[one] += gained
            scored[one, other] = scored.get((one, other), 0.0) + gained
    if anchor is not None and anchor[0] not in games:
        raise ValueError(f"the anchor, entrant {anchor[0]}, is not in the list")
    rated = [entrant for entrant in games if games[entrant]] if prior > 0 else _largest_group(games, scored)
    known: dict[int, tuple[float, float]] = {}
    if rated and (anchor is None or anchor[0] in rated):
        known = _rate(rated, scored, prior, anchor)
    listed = []
    for entrant in games:
        elo, margin = known.get(entrant, (None, None))
        listed.append(ListedRating(entrant, elo, margin, points[entrant], games[entrant]))
    return sorted(listed, key=lambda row: (row.elo is None, -(row.elo or 0.0), row.entrant))


def _rate(
    rated: Sequence[int], scored: Mapping[tuple[int, int], float], prior: float, anchor: tuple[int, float] | None
) -> dict[int, tuple[float, float]]:
    """Return the rating of each entrant and half its interval of 95 %.

    Ratings are natural logarithms of strengths. The prior draws are games against one more entrant, whose rating is 0
    here. The ratings are shifted to their mean or to the anchor afterwards, with the errors of that difference.
    """
    import numpy as np

    size = len(rated)
    place = {entrant: at for at, entrant in enumerate(rated)}
    points = np.zeros((size, size))
    for (one, other), gained in scored.items():
        if one in place and other in place:
            points[place[one], place[other]] += gained
    games = points + points.T

    def likelihood(ratings: "Floats") -> float:
        gaps = ratings[:, None] - ratings[None, :]
        won = np.sum(points * np.logaddexp(0, -gaps))
        drawn = np.sum(np.logaddexp(0, -ratings) + np.logaddexp(0, ratings)) * prior / 2
        return -float(won + drawn)

    # Without a prior only differences are known: a constant makes the sum of all steps 0.
    fixed = 0.0 if prior > 0 else 1 / size
    ratings, height = np.zeros(size), -math.inf
    for _ in range(MOST_STEPS):
        expected = 1 / (1 + np.exp(ratings[None, :] - ratings[:, None]))
        alone = 1 / (1 + np.exp(-ratings))
        weights = games * expected * (1 - expected)
        slope = np.sum(points - games * expected, axis=1) + prior * (0.5 - alone)
        information = np.diag(weights.sum(axis=1) + prior * alone * (1 - alone)) - weights + fixed
        step = np.linalg.solve(information, slope)
        if np.abs(step).max() < CLOSE:
            break
        # A whole step may go too far where a score is almost perfect.
        for _ in range(MOST_STEPS):
            found = likelihood(ratings + step)
            if found >= height:
                break
            step /= 2
        ratings, height = ratings + step, found
    covariance = np.linalg.inv(information)
    if anchor is None:
        origin, level = np.full(size, 1 / size), 0.0
    else:
        origin, level = np.zeros(size), anchor[1]
        origin[place[anchor[0]]] = 1
    zero, shared = origin @ ratings, covariance @ origin
    variances = np.diag(covariance) - 2 * shared + origin @ shared
    elos = level + (ratings - zero) * ELO_OF_NATURAL
    margins = Z_95 * ELO_OF_NATURAL * np.sqrt(np.maximum(variances, 0.0))
    return {entrant: (float(elos[at]), float(margins[at])) for entrant, at in place.items()}


def _largest_group(entrants: Iterable[int], scored: Mapping[tuple[int, int], float]) -> list[int]:
    """Return the largest group in which each entrant is connected to each other by points in both directions."""
    beaten: dict[int, set[int]] = {entrant: set() for entrant in entrants}
    beaten_by: dict[int, set[int]] = {entrant: set() for entrant in beaten}
    for (one, other), gained in scored.items():
        if gained > 0:
            beaten[one].add(other)
            beaten_by[other].add(one)
    left = set(beaten)
    best: set[int] = set()
    for entrant in beaten:
        if entrant in left:
            group = _reached(entrant, beaten) & _reached(entrant, beaten_by)
            left -= group
            best = max(best, group, key=len)
    return [entrant for entrant in beaten if entrant in best] if len(best) > 1 else []


def _reached(start: int, ways: Mapping[int, set[int]]) -> set[int]:
    reached, waiting = {start}, [start]
    while waiting:
        new = ways[waiting.pop()] - reached
        reached |= new
        waiting.extend(new)
    return reached
