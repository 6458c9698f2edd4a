"""Positions of games of chess in files, and what each promises: the targets of a fit.

A target is a mean of the result of the game, and of the points that the value of a search and the material of the
position promise together, which has less noise. How much they promise is measured on all positions: a value alone
would hand on what the weights that the search used undervalue.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

Numbers = np.ndarray[Any, Any]
FIELDS = ("white", "black", "pawns", "knights", "diagonal", "straight", "kings", "turn")
"""Fields of a state that the evaluation reads."""
POSITION = np.dtype(
    [*((name, "u8") for name in FIELDS[:-1]), ("game", "u4"), ("value", "i2"), ("result", "i1"), ("turn", "i1")]
)
"""Quiet position: its game, its value for White by a search, and the half points of White in that game."""
HELD_OUT = 10
"""One in this many games is only for the check."""
STEPS = 12


def read(files: Iterable[Path]) -> Numbers:
    """Return the positions of some files. Games of different files have different numbers."""
    parts: list[Numbers] = []
    first = 0
    for file in files:
        part = np.fromfile(file, POSITION)
        part["game"] += first
        first = int(part["game"].max()) + 1
        parts.append(part)
    return np.concatenate(parts)


def sample(found: Numbers, most: int, seed: int) -> Numbers:
    """Return at most `most` positions of each game, in the order of the games."""
    dice = np.random.default_rng(seed)
    order = np.lexsort((dice.random(len(found)), found["game"]))
    games = found["game"][order]
    place = np.arange(len(order)) - np.searchsorted(games, games)
    return found[order[place < most]]


def held_out(found: Numbers) -> Numbers:
    """Return which positions are only for the check."""
    held: Numbers = found["game"] % HELD_OUT == 0
    return held


def sigmoid(values: Numbers) -> Numbers:
    """Return the points that values promise, in units of the scale."""
    points: Numbers = 1 / (1 + np.exp(-values))
    return points


def material(found: Numbers) -> Numbers:
    """Return the pawns, knights, bishops, rooks and queens that White has more, in columns."""
    queens = found["diagonal"] & found["straight"]
    kinds = (
        found["pawns"],
        found["knights"],
        found["diagonal"] & ~queens,
        found["straight"] & ~queens,
        queens,
    )
    counts = [
        np.bitwise_count(kind & found["white"]).astype(float) - np.bitwise_count(kind & found["black"])
        for kind in kinds
    ]
    return np.stack(counts, 1)


def promise(found: Numbers) -> tuple[Numbers, Numbers]:
    """Return the points that value and material promise, and the weights of both that predict the results best.

    The weights are those of a logistic regression, found by Newton's method.
    """
    inputs = np.concatenate((found["value"][:, None].clip(-2000, 2000) / 100, material(found)), 1)
    results, weights = found["result"] / 2, np.zeros(inputs.shape[1])
    for _ in range(STEPS):
        points = sigmoid(inputs @ weights)
        slope = inputs.T @ (points - results) + 1e-3 * weights
        curve = (inputs * (points * (1 - points))[:, None]).T @ inputs + 1e-3 * np.eye(len(weights))
        weights -= np.linalg.solve(curve, slope)
    return sigmoid(inputs @ weights), weights


def targets(found: Numbers, by_result: float) -> Numbers:
    """Return the points of White that a fit aims at; the result counts `by_result`."""
    points: Numbers = by_result * found["result"] / 2 + (1 - by_result) * promise(found)[0]
    return points
