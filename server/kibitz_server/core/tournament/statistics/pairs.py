"""Score and difference in Elo of two entrants, from the results of game pairs or of single games.

Both games of a pair begin from one opening, so they are not independent, and the pair is the sample. A result of a
pair is 0, 1/2, 1, 3/2 or 2 points of the first entrant; of a single game it is 0, 1/2 or 1 point.

The interval is that of the mean score, taken through the logistic curve. Normalised Elo is the mean score in standard
deviations of one game, as M. Van den Bergh defines it ("Normalized Elo"): it does not depend on how often openings are
drawn, and the number of games that a test needs follows from it.
"""

import math
from collections.abc import Sequence
from typing import Literal

from kibitz_server.core.value import value

PAIR_POINTS = (0, 0.5, 1, 1.5, 2)
"""Points of the first entrant in a game pair."""
GAME_POINTS = (0, 0.5, 1)
"""Its points in a game: lost, drawn, won."""
FEWEST_PAIRS = 10
"""Fewer pairs, or games of as many pairs, say too little about their variance to estimate anything."""
Z_95 = 1.96
"""Standard deviations of an interval of 95 %."""
ELO_OF_DEVIATION = 800 / math.log(10)
"""Normalised Elo of a mean score that is one standard deviation of a game above a half."""
MOST_COUNT = 10**12
"""The largest count of one result."""

Sample = Literal["pairs", "games"]


@value
class Difference:
    """A difference in Elo with its interval of 95 %.

    `low` or `high` is None where the interval has no end: the scores allow any difference on that side. `margin`, half
    the width of the interval, is None as well then.
    """

    elo: float
    low: float | None
    high: float | None
    margin: float | None


@value
class PairStatistics:
    """Estimates from the results of two entrants, from the view of the first. None means "not known yet".

    Args:
        sample: What was counted: game pairs or single games.
        counts: How often each result occurred, from the worst to the best.
        score: Mean score, from 0 to 1. None without a result.
        elo: Difference in Elo by the logistic curve.
        normalized: Difference in normalised Elo.
        superiority: Likelihood that the first entrant is the stronger one, from 0 to 1.
    """

    sample: Sample
    counts: tuple[int, ...]
    score: float | None = None
    elo: Difference | None = None
    normalized: Difference | None = None
    superiority: float | None = None

    @property
    def samples(self) -> int:
        """The number of pairs or of games."""
        return sum(self.counts)

    @property
    def games(self) -> int:
        """The number of games that were counted."""
        return self.samples * (2 if self.sample == "pairs" else 1)


def pair_statistics(counts: Sequence[int]) -> PairStatistics:
    """Return what counts of results say.

    Args:
        counts: Five counts of game pairs with 0, 1/2, 1, 3/2 and 2 points of the first entrant, or three counts of
            games that it lost, drew and won.

    Raises:
        ValueError: They are not five or three counts.
    """
    sample = sample_of(counts)
    total = sum(counts)
    if not total:
        return PairStatistics(sample, tuple(counts))
    shares = [count / total for count in counts]
    mean, variance = moments(shares)
    known = PairStatistics(sample, tuple(counts), mean)
    games_of_sample = 2 if sample == "pairs" else 1
    if total * games_of_sample < 2 * FEWEST_PAIRS or sum(count > 0 for count in counts) < 2:
        return known
    deviation = math.sqrt(variance)
    error = deviation / math.sqrt(total)
    width = Z_95 * error
    low, high = _elo(mean - width), _elo(mean + width)
    margin = (high - low) / 2 if low is not None and high is not None else None
    logistic = Difference(elo_of_score(mean), low, high, margin)
    scale = ELO_OF_DEVIATION / math.sqrt(games_of_sample)
    middle, half = scale * (mean - 0.5) / deviation, scale * Z_95 / math.sqrt(total)
    normalized = Difference(middle, middle - half, middle + half, half)
    superiority = math.erfc((0.5 - mean) / (error * math.sqrt(2))) / 2
    return PairStatistics(sample, tuple(counts), mean, logistic, normalized, superiority)


def sample_of(counts: Sequence[int]) -> Sample:
    """Return whether counts are those of game pairs or of games.

    Raises:
        ValueError: They are not five or three counts.
    """
    if len(counts) not in (len(PAIR_POINTS), len(GAME_POINTS)):
        raise ValueError("results are five counts of game pairs, or three counts of games: lost, drawn, won")
    if not all(0 <= count <= MOST_COUNT for count in counts):
        raise ValueError(f"a count of results is a whole number from 0 to {MOST_COUNT:,}")
    return "pairs" if len(counts) == len(PAIR_POINTS) else "games"


def moments(shares: Sequence[float]) -> tuple[float, float]:
    """Return mean and variance of the score of a sample.

    Args:
        shares: How likely each result is, from 0 points to all.
    """
    last = len(shares) - 1
    mean = sum(share * place for place, share in enumerate(shares)) / last
    return mean, sum(share * (place / last - mean) ** 2 for place, share in enumerate(shares))


def expected_score(elo: float) -> float:
    """Return the expected score, from 0 to 1, of an entrant that is stronger by a difference in Elo."""
    return float(1 / (1 + 10 ** (-elo / 400)))


def elo_of_score(score: float) -> float:
    """Return the difference in Elo that a mean score between 0 and 1 stands for."""
    return 400 * math.log10(score / (1 - score))


def _elo(score: float) -> float | None:
    return elo_of_score(score) if 0 < score < 1 else None
