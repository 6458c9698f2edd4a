"""Sequential probability ratio test of two Elo differences, from the results of pairs of games. No I/O.

Only `kibitz duel` counts its games here. All other statistics are those of the server.

A pair is one opening played from both sides, so its two games are not independent, and the pair is the sample. The log
likelihood ratio is the normal approximation of the generalised test, as derived by M. Van den Bergh ("A practical
introduction to the GSPRT") and used by Fishtest. The bounds are Wald's (1945).
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, Self

ALPHA = BETA = 0.05
"""Probabilities of accepting the second hypothesis when the first is true, and the reverse."""
PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Mean score of a pair of games."""
PRIOR = 0.5
"""Weight that each score has before the first pair: few pairs say little about the variance, and one says nothing."""

Z_95 = 1.96
"""Standard deviations of a 95 % confidence interval."""

Verdict = Literal["continue", "elo0", "elo1"]


@dataclass(frozen=True, slots=True)
class Sprt:
    """Hypotheses: the difference in Elo is `elo0`, or it is `elo1`."""

    elo0: float
    elo1: float

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse `0,10`.

        Raises:
            ValueError: The text is not two numbers in rising order.
        """
        parts = text.split(",")
        try:
            elo0, elo1 = (float(part) for part in parts)
        except ValueError:
            raise ValueError(f"{text!r} is not two Elo differences; write them like 0,10") from None
        if not (math.isfinite(elo0) and math.isfinite(elo1) and -2000 <= elo0 < elo1 <= 2000):
            raise ValueError(f"{text!r}: the first difference must be the smaller one, and both within 2000")
        return cls(elo0, elo1)

    @property
    def bounds(self) -> tuple[float, float]:
        """Log likelihood ratios at or below and at or above which the test ends."""
        return math.log(BETA / (1 - ALPHA)), math.log((1 - BETA) / ALPHA)

    def ratio(self, pairs: "PairCounts") -> float:
        """Return the log likelihood ratio of the second hypothesis over the first."""
        counts = [count + PRIOR for count in pairs.counts]
        total = sum(counts)
        mean = sum(score * count for score, count in zip(PAIR_SCORES, counts, strict=True)) / total
        spread = sum(count * (score - mean) ** 2 for score, count in zip(PAIR_SCORES, counts, strict=True)) / total
        score0, score1 = expected_score(self.elo0), expected_score(self.elo1)
        return pairs.total * (score1 - score0) * (2 * mean - score0 - score1) / (2 * spread)

    def verdict(self, pairs: "PairCounts") -> Verdict:
        """Return which hypothesis the pairs accept, if any."""
        if not pairs.total:
            return "continue"
        low, high = self.bounds
        ratio = self.ratio(pairs)
        return "elo0" if ratio <= low else "elo1" if ratio >= high else "continue"


@dataclass(slots=True)
class PairCounts:
    """How many pairs of games had each mean score."""

    counts: list[int] = field(default_factory=lambda: [0] * len(PAIR_SCORES))

    @property
    def total(self) -> int:
        """The number of complete pairs."""
        return sum(self.counts)

    def add(self, scores: Iterable[float]) -> None:
        """Add a pair by the scores of its two games: 1, 0.5 or 0 each."""
        self.counts[round(2 * sum(scores))] += 1


def expected_score(elo: float) -> float:
    """Return the expected score of a player with this advantage, by the logistic curve of Elo ratings."""
    return float(1 / (1 + 10 ** (-elo / 400)))


@dataclass(frozen=True, slots=True)
class EloDifference:
    """Estimated difference in Elo with its 95 % confidence interval. None: there is no bound on that side."""

    gap: float | None
    low: float | None
    high: float | None


def elo_difference(won: int, drawn: int, lost: int) -> EloDifference:
    """Estimate the difference in Elo from a score.

    The interval is Wilson's (1927) for the mean, with the variance that draws leave. Few draws say little about the
    rate of draws. So their share counts less in a short series: four draws alone prove no equality.
    """
    games = won + drawn + lost
    if not games:
        return EloDifference(None, None, None)
    mean = (won + drawn / 2) / games
    k = Z_95 * Z_95 / games
    saved = drawn / (games + Z_95 * Z_95) / 4
    middle = 2 * mean + k
    root = math.sqrt(max(0.0, middle * middle - 4 * (1 + k) * (mean * mean + k * saved)))
    return EloDifference(_gap(mean), _gap((middle - root) / (2 + 2 * k)), _gap((middle + root) / (2 + 2 * k)))


def _gap(mean: float) -> float | None:
    """Return the Elo difference of a mean result, or None if one side won everything."""
    return 400 * math.log10(mean / (1 - mean)) if 1e-9 < mean < 1 - 1e-9 else None
