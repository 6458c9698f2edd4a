"""Judgement of moves by the win probability that they lose, and the accuracy of a side.

The accuracy of a move follows the public description of Lichess (https://lichess.org/page/accuracy): an exponential of
the loss in percentage points, scaled so that no loss gives 100. The accuracy of a side is the mean over its moves.
"""

import math
from collections.abc import Sequence
from typing import Literal

Judgement = Literal["good", "inaccuracy", "mistake", "blunder"]
THRESHOLDS: tuple[tuple[float, Judgement], ...] = ((0.20, "blunder"), (0.10, "mistake"), (0.05, "inaccuracy"))
"""Smallest loss of win probability of each judgement, the worst first."""
SCALE, RATE = 103.1668, 0.04354
"""Constants of the accuracy of a move. A loss of 10 points gives 64 %, a loss of 80 points gives 0."""


def judged(loss: float) -> Judgement:
    """Return the judgement of a move that loses this much win probability."""
    # Differences of probabilities are inexact: a loss of 0.05 must not depend on the last digit.
    return next((name for least, name in THRESHOLDS if loss >= least - 1e-9), "good")


def accuracy_of(loss: float) -> float:
    """Return the accuracy of a move in percent."""
    return max(0.0, min(100.0, SCALE * math.exp(-RATE * 100 * loss) - (SCALE - 100.0)))


def accuracy(losses: Sequence[float]) -> float | None:
    """Return the accuracy of a side in percent, the mean over its moves; None without moves."""
    return sum(map(accuracy_of, losses)) / len(losses) if losses else None
