"""Mixed strategies: a move is sampled by its probability, and the report shows the probabilities of all."""

import random
from collections.abc import Sequence

from kibitz_server.engine.control import CHOICES, SearchControl, publish, writing

SLIPS = 0.5
"""What a level errs by a beginner's moves for each unit of its temperature: level 5 in a quarter of its moves."""


def probabilities(
    weights: Sequence[float], temperature: float = 0.0, slips: Sequence[float] | None = None
) -> list[float]:
    """Return probabilities in proportion to weights: all alike where no weight is above 0.

    Args:
        weights: A weight for each move, at least 0.
        temperature: What a level adds to each probability before they are divided by their sum, to err; with slips,
            it adds SLIPS of it to all together.
        slips: How a beginner plays, as weights of the moves: a level errs so. Without them, it errs by any move.
    """
    errors = [1.0] * len(weights) if slips is None else probabilities(slips)
    total = sum(weights)
    added = temperature if slips is None else SLIPS * temperature
    raised = [
        (weight / total if total > 0 else 1 / len(weights)) + added * error
        for weight, error in zip(weights, errors, strict=True)
    ]
    return [each / (1 + added * sum(errors)) for each in raised]


def thousandths(parts: Sequence[float]) -> list[int]:
    """Return probabilities as thousandths whose sum is 1000 (method of the largest remainder: Hamilton, 1792)."""
    whole = [int(1000 * part) for part in parts]
    by_remainder = sorted(range(len(parts)), key=lambda i: whole[i] - 1000 * parts[i])
    for i in by_remainder[: 1000 - sum(whole)]:
        whole[i] += 1
    return whole


def sample(parts: Sequence[float], rng: random.Random) -> int:
    """Return the index of a move, at random by probability."""
    return rng.choices(range(len(parts)), parts)[0]


def publish_mixed(
    control: SearchControl, moves: Sequence[int], parts: Sequence[float], chosen: int, score: int = 0, depth: int = 0
) -> None:
    """Report a sampled move, and the probabilities it was sampled by, the likeliest move first.

    Args:
        control: Gets the report.
        moves: The codes of the moves.
        parts: Their probabilities.
        chosen: The index of the sampled move.
        score: What the side to move wins on average by it, in hundredths.
        depth: How many plies the value takes into account.
    """
    shares = sorted(zip(thousandths(parts), moves, strict=True), key=lambda each: -each[0])[:CHOICES]
    with writing(control):
        control.choices = len(shares)
        for i, (share, move) in enumerate(shares):
            control.share[i], control.choice[i] = share, move
    publish(control, depth, score, [moves[chosen]])
