"""Sequential probability ratio test of two differences in Elo, from the results of game pairs or of single games.

The test compares the most likely distributions of results that have one difference or the other, given the results so
far (generalised likelihood ratio): M. Van den Bergh, "A practical introduction to the GSPRT", and "Comments on
normalized Elo" for hypotheses in normalised Elo. The bounds are Wald's (1945).
"""

import math
import re
from collections.abc import Sequence
from typing import Literal, get_args

from kibitz_server.core.tournament.statistics.likely import likely_with_mean, likely_with_ratio
from kibitz_server.core.tournament.statistics.pairs import ELO_OF_DEVIATION, PAIR_POINTS, expected_score, sample_of
from kibitz_server.core.value import value

ERROR_RATE = 0.05
"""Default probability of each wrong decision."""
MOST_ELO = 1000.0
"""The largest difference that a hypothesis may have, on both sides of 0."""
UNSEEN = 0.001
"""The count of a result that did not occur: few results do not prove that one is impossible."""

EloModel = Literal["normalized", "logistic"]
Verdict = Literal["undecided", "passed", "failed"]

MODELS: tuple[EloModel, ...] = get_args(EloModel)
FORM = "ELO0:ELO1[:ALPHA:BETA[:normalized|logistic]]"
_NUMBER = re.compile(r"[+-]?(\d{1,9}(\.\d{0,12})?|\.\d{1,12})", re.ASCII)


@value
class SequentialTest:
    """Test whether the first entrant is stronger by `elo1` (passed) rather than by `elo0` (failed).

    Args:
        elo0: The smaller difference in Elo.
        elo1: The larger one.
        alpha: Probability to pass though `elo0` is true.
        beta: Probability to fail though `elo1` is true.
        model: What both differences are: normalised or logistic Elo.

    Raises:
        ValueError: The values do not make a test. The sentence says why, and what to write instead.
    """

    elo0: float
    elo1: float
    alpha: float = ERROR_RATE
    beta: float = ERROR_RATE
    model: EloModel = "normalized"

    def __post_init__(self) -> None:
        if not (abs(self.elo0) <= MOST_ELO and abs(self.elo1) <= MOST_ELO):
            raise ValueError(f"the differences in Elo of a test are numbers from {-MOST_ELO:g} to {MOST_ELO:g}")
        if self.elo0 >= self.elo1:
            raise ValueError(
                f"ELO0 must be less than ELO1, and {self.elo0:g} is not less than {self.elo1:g}: write them like 0:10"
            )
        for name, rate in (("ALPHA", self.alpha), ("BETA", self.beta)):
            if not 1e-9 <= rate < 1:
                raise ValueError(f"{name} is the probability of an error, more than 0 and less than 1, such as 0.05")
        if self.alpha + self.beta >= 1:
            raise ValueError(f"ALPHA and BETA must be less than 1 together, such as 0.05 each: {self.text}")
        if self.model not in MODELS:
            raise ValueError(f"the model of Elo is {' or '.join(MODELS)}")

    @property
    def lower(self) -> float:
        """Log likelihood ratio at or below which the test fails."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """Log likelihood ratio at or above which the test passes."""
        return math.log((1 - self.beta) / self.alpha)

    @property
    def text(self) -> str:
        """The test as `parse_test` reads it: `0:10:0.05:0.05:normalized`."""
        numbers = (self.elo0, self.elo1, self.alpha, self.beta)
        return ":".join([*(f"{number:.12f}".rstrip("0").rstrip(".") for number in numbers), self.model])

    def ratio(self, counts: Sequence[int]) -> float:
        """Return the log likelihood ratio of `elo1` over `elo0`; 0 without a result.

        Args:
            counts: Five counts of game pairs or three counts of games, as in `pair_statistics`.

        Raises:
            ValueError: They are not five or three counts.
        """
        sample_of(counts)
        if not any(counts):
            return 0.0
        seen = [count or UNSEEN for count in counts]
        total = sum(seen)
        shares = [count / total for count in seen]
        one, other = (self._likely(shares, elo) for elo in (self.elo0, self.elo1))
        return sum(count * math.log(q / p) for count, p, q in zip(seen, one, other, strict=True))

    def verdict(self, counts: Sequence[int]) -> Verdict:
        """Return what the counts decide.

        A test is decided by the first pair whose ratio crosses a bound, so later counts may say less: see `Monitor`.

        Raises:
            ValueError: They are not five or three counts.
        """
        return self.decided_by(self.ratio(counts))

    def decided_by(self, ratio: float) -> Verdict:
        """Return what a log likelihood ratio decides."""
        return "passed" if ratio >= self.upper else "failed" if ratio <= self.lower else "undecided"

    def _likely(self, shares: Sequence[float], elo: float) -> list[float]:
        """Return the most likely distribution of results with a difference in Elo."""
        if self.model == "logistic":
            return likely_with_mean(shares, expected_score(elo))
        games = 2 if len(shares) == len(PAIR_POINTS) else 1
        return likely_with_ratio(shares, elo / ELO_OF_DEVIATION * math.sqrt(games))


@value
class Monitor:
    """A test in progress. It receives complete pairs in the order of their completion, until one decides it.

    A monitor that is rebuilt from stored events takes its counts and its verdict from there, without computing again.
    """

    test: SequentialTest
    counts: tuple[int, ...] = (0,) * len(PAIR_POINTS)
    verdict: Verdict = "undecided"

    @property
    def ratio(self) -> float:
        """The log likelihood ratio so far."""
        return self.test.ratio(self.counts)

    def after(self, points: float) -> "Monitor":
        """Return the monitor after one more pair; after the decision nothing changes.

        Args:
            points: Points of the first entrant in both games: 0, 0.5, 1, 1.5 or 2.

        Raises:
            ValueError: Two games cannot have these points.
        """
        if points not in PAIR_POINTS:
            raise ValueError(f"{points:g} points are impossible in two games")
        if self.verdict != "undecided":
            return self
        place = PAIR_POINTS.index(points)
        counts = (*self.counts[:place], self.counts[place] + 1, *self.counts[place + 1 :])
        return Monitor(self.test, counts, self.test.verdict(counts))


def parse_test(text: str) -> SequentialTest:
    """Read a test: `0:10`, `0:10:0.05:0.05`, `-5:0:0.05:0.1:logistic`, or `0:10:logistic`.

    Raises:
        ValueError: The text is no test. The sentence says why, and what to write instead.
    """
    parts = [part.strip() for part in text.split(":")]
    model: EloModel = "normalized"
    if len(parts) in (3, 5):
        named = [known for known in MODELS if known == parts[-1].lower()]
        if not named:
            raise ValueError(f"{parts[-1][:20]!r} is no model of Elo: a test is {FORM}")
        model, parts = named[0], parts[:-1]
    if len(parts) not in (2, 4) or not all(_NUMBER.fullmatch(part) for part in parts):
        raise ValueError(f"{text[:40]!r} is no test: a test is {FORM}, such as 0:10 or 0:10:0.05:0.05")
    elo0, elo1, *rates = map(float, parts)
    alpha, beta = rates or (ERROR_RATE, ERROR_RATE)
    return SequentialTest(elo0, elo1, alpha, beta, model)
