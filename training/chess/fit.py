"""Weights of the evaluation of chess: `python -m training chess FILE` fits them to positions of `training.chess.games`.

The new weights are those whose evaluations best predict the results (Texel's method: Osterlund, 2014), mixed with
what searches promise: see `positions`. It begins with the present weights, and those of what is rarely seen stay near
them, but the worth of each piece as a whole is free. A new part begins with numbers by hand.
"""

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from kibitz_server.games.chess.evaluation import PIECES, TEMPO, WHOLE
from kibitz_server.games.chess.tuned import WEIGHTS
from kibitz_server.games.game import Game
from kibitz_server.games.registry import load
from kibitz_server.games.ruleset import plain_number, rebuild
from training.chess.positions import FIELDS, Numbers, held_out, read, sample, targets
from training.chess.weights import write

NAMES: dict[str, str | tuple[str, ...]] = {
    "knight mobility": "KNIGHT_MOBILITY",
    "bishop mobility": "BISHOP_MOBILITY",
    "rook mobility": "ROOK_MOBILITY",
    "queen mobility": "QUEEN_MOBILITY",
    "pieces": ("BISHOP_PAIR", "OPEN_COLUMN", "HALF_OPEN_COLUMN", "PAWN_THREAT", "MINOR_THREAT"),
    "pawns": ("DOUBLED", "ISOLATED", "BACKWARD", "SUPPORTED", "BESIDE"),
    "passed": "PASSED",
    "stopped": "STOPPED",
    "escort": ("OWN_KING", "ENEMY_KING"),
    "shield": "SHIELD",
    "uncovered": "UNCOVERED",
    "danger": "DANGER",
}
"""Constants of the evaluation that the weights of a part become."""
SPREAD = 4.0
"""How far a weight may be from its present value as easily as not, in hundredths of a pawn."""
ALIKE = 8.0
"""Positions that say as much as one would alone, because they come from the same games."""
ROUNDS, RATE = 250, 1.5
PER_GAME = 20
"""Positions of a game that are used at most, because those of one game say the same."""
BY_RESULT = 0.5
"""Weight of the result in the target."""
PAWN = 82
"""Worth of a pawn in the middle game, as the mean of its squares: it fixes the unit. Its neighbours make it 100."""
SETS = tuple(range(0, 384, 64))
"""Indices of the first square of each piece."""


class Sum:
    """Sum of weights, each by its index with how often it counts: what the evaluation adds in place of numbers."""

    def __init__(self, *terms: tuple[int, int]) -> None:
        self.terms = terms

    def __add__(self, other: "Sum | int") -> "Sum":
        """Return the sum of both."""
        return Sum(*self.terms, *(other.terms if isinstance(other, Sum) else ()))

    __radd__ = __add__

    def __mul__(self, times: int) -> "Sum":
        """Return the sum this many times."""
        return Sum(*((index, times * count) for index, count in self.terms))

    __rmul__ = __mul__

    def __sub__(self, other: "Sum") -> "Sum":
        """Return the difference."""
        return self + other * -1


def starts() -> dict[str, int]:
    """Return the index of the first weight of each part."""
    found, at = {}, 0
    for name, pairs in WEIGHTS.items():
        found[name] = at
        at += len(pairs)
    return found


class Reader:
    """Features of positions, found by the evaluation itself with sums in place of its weights."""

    def __init__(self, game: Game) -> None:
        self._starts = starts()
        names: dict[str, Any] = {}
        for part, constants in NAMES.items():
            first = self._starts[part]
            if isinstance(constants, str):
                names[constants] = tuple(Sum((first + i, 1)) for i in range(len(WEIGHTS[part])))
            else:
                names |= {constant: Sum((first + i, 1)) for i, constant in enumerate(constants)}
        self._rules = rebuild(game.names | names, plain_number)
        self._state = game.new_state()

    def features(self, fields: tuple[int, ...]) -> dict[int, int]:
        """Return how often each weight counts, White's less Black's."""
        state = self._state
        for name, value in zip(FIELDS, fields, strict=True):
            setattr(state, name, value)
        total = self._rules["side"](state, 0) - self._rules["side"](state, 1)
        found: dict[int, int] = {}
        for index, count in (*total.terms, *self._squares(state)):
            found[index] = found.get(index, 0) + count
        return {index: count for index, count in found.items() if count}

    def _squares(self, state: Any) -> Iterable[tuple[int, int]]:
        for square in range(64):
            if (state.white | state.black) >> square & 1:
                first = self._starts[PIECES[self._rules["piece_at"](state, square)]]
                white = state.white >> square & 1
                yield (first + square, 1) if white else (first + (square ^ 56), -1)


def phase(fields: Any) -> float:
    """Return how much of the middle game a position still is, from 0 to 1."""
    _, _, _, knights, diagonal, straight, _, _ = (int(field) for field in fields)
    queens = (diagonal & straight).bit_count()
    minors, rooks = (knights | diagonal).bit_count() - queens, straight.bit_count() - queens
    return min(WHOLE, minors + 2 * rooks + 4 * queens) / WHOLE


class Data:
    """Positions as a sparse matrix, with their phases and targets."""

    def __init__(self, found: Numbers, reader: Reader, count: int) -> None:
        rows, columns, counts = [], [], []
        fields = list(zip(*(found[name].tolist() for name in FIELDS), strict=True))
        for row, each in enumerate(fields):
            for index, times in reader.features(each).items():
                rows.append(row)
                columns.append(index)
                counts.append(times)
        self.rows, self.columns = np.array(rows, np.int32), np.array(columns, np.int32)
        self.counts = np.array(counts, float)
        self.phases = np.array([phase(each) for each in fields])
        self.tempo = TEMPO * (1.0 - 2 * found["turn"])
        self.results = found["result"] / 2
        self.targets = targets(found, BY_RESULT)
        self.count = count

    def evaluated(self, middle: Numbers, end: Numbers) -> Numbers:
        """Return the evaluations for White."""
        size = len(self.results)
        early = np.bincount(self.rows, self.counts * middle[self.columns], size)
        late = np.bincount(self.rows, self.counts * end[self.columns], size)
        values: Numbers = self.phases * early + (1 - self.phases) * late + self.tempo
        return values

    def gathered(self, errors: Numbers) -> Numbers:
        """Return the gradients of both worths of each weight, given those of the evaluations."""
        early, late = errors * self.phases, errors * (1 - self.phases)
        return np.stack(
            [np.bincount(self.columns, self.counts * part[self.rows], self.count) for part in (early, late)]
        )


def promised(values: Numbers, scale: float) -> Numbers:
    """Return the points that values promise."""
    points: Numbers = 1 / (1 + np.exp(-values / scale))
    return points


def error(values: Numbers, results: Numbers, scale: float) -> float:
    """Return the mean squared error of the promised points."""
    return float(np.mean((promised(values, scale) - results) ** 2))


def best_scale(values: Numbers, results: Numbers) -> int:
    """Return the scale with which values predict results best."""
    return min(range(60, 400, 5), key=lambda each: error(values, results, each))


def fit(data: Data, middle: Numbers, end: Numbers, scale: float) -> Numbers:
    """Return the weights of both phases that fit best, by gradient descent (Adam: Kingma and Ba, 2014).

    Each weight is the sum of its first value, of what may not be far from 0, and of what its piece is worth more.
    """
    first = np.stack((middle, end))
    sizes = np.array([first.shape[1], len(SETS)])
    weights = np.zeros((2, sizes.sum()))
    momentum, power = np.zeros_like(weights), np.zeros_like(weights)
    for turn in range(1, ROUNDS + 1):
        misses = promised(data.evaluated(*(first + joined(weights))), scale) - data.targets
        gradient = data.gathered(misses / (scale * ALIKE))
        whole = np.stack([gradient[:, at : at + 64].sum(1) for at in SETS], 1)
        gradient = np.concatenate((gradient + weights[:, : sizes[0]] / SPREAD**2, whole), 1)
        momentum = 0.9 * momentum + 0.1 * gradient
        power = 0.99 * power + 0.01 * gradient**2
        step = momentum / (1 - 0.9**turn) / (np.sqrt(power / (1 - 0.99**turn)) + 1e-9)
        weights -= RATE * min(1.0, 2 * (1 - turn / (ROUNDS + 1))) * step
    fitted: Numbers = first + joined(weights)
    return fitted


def joined(weights: Numbers) -> Numbers:
    """Return the changes of all weights: their own, and those of the whole pieces."""
    changes = weights[:, : -len(SETS)].copy()
    for i, at in enumerate(SETS):
        changes[:, at : at + 64] += weights[:, i - len(SETS), None]
    return changes


def main() -> None:
    """Fit and write."""
    parser = argparse.ArgumentParser(prog="python -m training chess", description=__doc__)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    found = sample(read(given.files), PER_GAME, given.seed)
    check = held_out(found)
    count, reader = sum(map(len, WEIGHTS.values())), Reader(load("chess"))
    data, other = Data(found[~check], reader, count), Data(found[check], reader, count)
    pairs = np.array([pair for part in WEIGHTS.values() for pair in part], float)
    values = data.evaluated(pairs[:, 0], pairs[:, 1])
    scale = best_scale(values, data.results)
    missed = error(other.evaluated(pairs[:, 0], pairs[:, 1]), other.results, scale)
    print(f"{len(found)} positions: scale {scale}, error {missed:.5f}", flush=True)
    middle, end = fit(data, pairs[:, 0], pairs[:, 1], scale)
    print(f"fitted: error {error(other.evaluated(middle, end), other.results, scale):.5f}", flush=True)
    times = PAWN / float(np.mean(middle[8:56]))
    print(f"times {times:.3f}: scale {scale * times:.0f}", flush=True)
    fitted: dict[str, tuple[tuple[int, int], ...]] = {}
    for name, first in starts().items():
        places = range(first, first + len(WEIGHTS[name]))
        fitted[name] = tuple((round(times * float(middle[i])), round(times * float(end[i]))) for i in places)
    write(fitted, f"python -m training chess --seed {given.seed}: {len(found)} positions")


if __name__ == "__main__":
    main()
