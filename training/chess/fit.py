"""Weights of the evaluation of chess: `python -m training chess` fits and writes them, in about half an hour.

The engine plays against itself with its present weights and few nodes, from random openings. The new weights are those
whose evaluations of the quiet positions best predict the results (Texel's method: Osterlund, 2014). The target is the
mean of the result and of what a search of the position promises, which has less noise. Weights of what is rarely seen
stay near a first guess.
"""

import argparse
import time
from collections.abc import Iterable
from typing import Any

import numpy as np

from kibitz_server.engine.compiler.select import compile_searches
from kibitz_server.games.chess.evaluation import PIECES, TEMPO, WHOLE
from kibitz_server.games.chess.tuned import WEIGHTS
from kibitz_server.games.game import Game
from kibitz_server.games.registry import load
from kibitz_server.games.ruleset import plain_number, rebuild
from training.chess.games import FIELDS, Example, examples
from training.chess.weights import guess, write

Numbers = np.ndarray[Any, Any]
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
SPREAD = 25.0
"""How far a weight may be from its first guess as easily as not, in hundredths of a pawn."""
ALIKE = 5.0
"""Positions that say as much as one would alone, because they come from the same games."""
ROUNDS, RATE = 250, 1.5
HELD_OUT = 10
"""One in this many games is only for the check."""


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


def phase(fields: tuple[int, ...]) -> float:
    """Return how much of the middle game a position still is, from 0 to 1."""
    _, _, _, knights, diagonal, straight, _, _ = fields
    queens = (diagonal & straight).bit_count()
    minors, rooks = (knights | diagonal).bit_count() - queens, straight.bit_count() - queens
    return min(WHOLE, minors + 2 * rooks + 4 * queens) / WHOLE


class Data:
    """Positions as a sparse matrix, with their phases and targets."""

    def __init__(self, found: list[Example], reader: Reader, count: int) -> None:
        rows, columns, counts = [], [], []
        for row, example in enumerate(found):
            for index, times in reader.features(example.fields).items():
                rows.append(row)
                columns.append(index)
                counts.append(times)
        self.rows, self.columns = np.array(rows, np.int32), np.array(columns, np.int32)
        self.counts = np.array(counts, float)
        self.phases = np.array([phase(each.fields) for each in found])
        self.tempo = np.array([TEMPO * (1 - 2 * each.fields[-1]) for each in found], float)
        self.values = np.array([each.value for each in found], float)
        self.results = np.array([each.result for each in found])
        self.count = count

    def evaluated(self, middle: Numbers, end: Numbers) -> Numbers:
        """Return the evaluations for White."""
        size = len(self.results)
        early = np.bincount(self.rows, self.counts * middle[self.columns], size)
        late = np.bincount(self.rows, self.counts * end[self.columns], size)
        values: Numbers = self.phases * early + (1 - self.phases) * late + self.tempo
        return values

    def gathered(self, errors: Numbers) -> tuple[Numbers, Numbers]:
        """Return the gradients of both worths of each weight, given those of the evaluations."""
        early, late = errors * self.phases, errors * (1 - self.phases)
        return (
            np.bincount(self.columns, self.counts * early[self.rows], self.count),
            np.bincount(self.columns, self.counts * late[self.rows], self.count),
        )


def promised(values: Numbers, scale: float) -> Numbers:
    """Return the points that values promise."""
    points: Numbers = 1 / (1 + np.exp(-values / scale))
    return points


def error(values: Numbers, results: Numbers, scale: float) -> float:
    """Return the mean squared error of the promised points."""
    return float(np.mean((promised(values, scale) - results) ** 2))


def fit(data: Data, middle: Numbers, end: Numbers, scale: float) -> tuple[Numbers, Numbers]:
    """Return the weights of both phases that fit best, by gradient descent (Adam: Kingma and Ba, 2014)."""
    first = np.stack((middle, end))
    weights, momentum, power = first.copy(), np.zeros_like(first), np.zeros_like(first)
    targets = (data.results + promised(data.values, scale)) / 2
    for turn in range(1, ROUNDS + 1):
        misses = promised(data.evaluated(*weights), scale) - targets
        gradient = np.stack(data.gathered(misses / (scale * ALIKE))) + (weights - first) / SPREAD**2
        momentum = 0.9 * momentum + 0.1 * gradient
        power = 0.99 * power + 0.01 * gradient**2
        step = momentum / (1 - 0.9**turn) / (np.sqrt(power / (1 - 0.99**turn)) + 1e-9)
        weights -= RATE * min(1.0, 2 * (1 - turn / (ROUNDS + 1))) * step
    return weights[0], weights[1]


def main() -> None:
    """Play, fit and write."""
    parser = argparse.ArgumentParser(prog="python -m training chess", description=__doc__)
    parser.add_argument("--games", type=int, default=6000)
    parser.add_argument("--nodes", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=60, help="play no longer than this")
    given = parser.parse_args()
    compile_searches()
    game, began = load("chess"), time.monotonic()
    found: list[Example] = []
    for example in examples(game, given.nodes, given.games, given.seed):
        found.append(example)
        if time.monotonic() - began > 60 * given.minutes:
            break
    print(f"{len(found)} positions after {time.monotonic() - began:.0f} s", flush=True)
    kept = len(found) - len(found) // HELD_OUT
    count, reader = sum(map(len, WEIGHTS.values())), Reader(game)
    data, other = Data(found[:kept], reader, count), Data(found[kept:], reader, count)
    begin = guess()
    pairs = np.array([pair for name in WEIGHTS for pair in begin[name]], float)
    middle, end = pairs[:, 0], pairs[:, 1]
    scale = min(range(80, 400, 5), key=lambda each: error(data.evaluated(middle, end), data.results, each))
    print(f"scale {scale}, error {error(other.evaluated(middle, end), other.results, scale):.5f}", flush=True)
    middle, end = fit(data, middle, end, scale)
    print(f"fitted: error {error(other.evaluated(middle, end), other.results, scale):.5f}", flush=True)
    fitted: dict[str, tuple[tuple[int, int], ...]] = {}
    for name, first in starts().items():
        places = range(first, first + len(WEIGHTS[name]))
        fitted[name] = tuple((round(float(middle[i])), round(float(end[i]))) for i in places)
    write(fitted, f"python -m training chess --seed {given.seed}: {len(found)} positions")


if __name__ == "__main__":
    main()
