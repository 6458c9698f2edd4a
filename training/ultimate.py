"""Weights of ultimate tic-tac-toe: `python -m training ultimate` fits them, in a few minutes on one core.

The engine plays games against itself, with some random moves. Logistic regression then finds the weights whose sum
tells best which side won from each position (Texel tuning: Österlund, 2014). It prints the constants of
`games/ultimate/strength.py`.
The same seed gives the same games and weights as long as the search is the same, because nodes bound it.
"""

import argparse
import random
import sys
from typing import Any

import numpy as np

from kibitz_server.engine.algorithms import ALGORITHMS
from kibitz_server.engine.compiler import select
from kibitz_server.engine.compiler.specialise import SpecialisedSearch, specialise
from kibitz_server.engine.control import SearchControl, read
from kibitz_server.engine.limit import Limit
from kibitz_server.games.game import Position
from kibitz_server.games.registry import load
from kibitz_server.games.ultimate import rules, strength

NODES = 2_000
TABLE_BITS = 13
OPENING_PLIES = 6
ERROR = 0.1
"""Share of random moves after the opening."""
SKIPPED = 4
"""Plies at the start of a game whose positions are not used."""
UNIT = 200
"""Value, in hundredths, that multiplies the odds to win by e."""
PRIOR = 0.5
"""Weight of the rule that weights are small: the part of the regression that keeps rare features from large ones."""
ROUNDS = 40

TABLES = ("CENTRE_VALUE", "CORNER_VALUE", "EDGE_VALUE", "THREAT_VALUE", "THREATS_VALUE", "HERE_VALUE", "GUARD_VALUE")
SHAPE = (("LINE_VALUE", 4), *((name, 4) for name in TABLES), ("FREE_VALUE", 1), ("TURN_VALUE", 1))
"""Constants of the game in the order of the features, with their numbers of weights."""
OFFSETS = dict(zip((name for name, _ in SHAPE), np.cumsum([0, *(count for _, count in SHAPE)]).tolist(), strict=False))
FEATURES = sum(count for _, count in SHAPE)

Vector = Any
"""Array of one number for each feature."""


def features(s: Any) -> Vector:
    """Return how often each weight counts in a position for the side to move, written apart from `evaluate`."""
    found = np.zeros(FEATURES)
    for seat, sign in ((s.turn, 1), (1 - s.turn, -1)):
        won, lost = s.won[seat], s.closed & ~s.won[seat]
        for line in rules.LINES:
            if not line & lost:
                found[OFFSETS["LINE_VALUE"] + (line & won).bit_count()] += sign
        for board in range(9):
            if s.closed >> board & 1:
                continue
            rank = strength.urgency(s, seat, board)
            own = s.cells[9 * seat + board]
            threats = (strength.WINNING[own] & ~s.cells[9 * (1 - seat) + board]).bit_count()
            found[OFFSETS["CENTRE_VALUE"] + rank] += sign * (own & 0o020).bit_count()
            found[OFFSETS["CORNER_VALUE"] + rank] += sign * (own & 0o505).bit_count()
            found[OFFSETS["EDGE_VALUE"] + rank] += sign * (own & 0o252).bit_count()
            if threats:
                found[OFFSETS["THREAT_VALUE" if threats == 1 else "THREATS_VALUE"] + rank] += sign
    found[OFFSETS["TURN_VALUE"]] = 1
    if s.target == rules.ANY:
        found[OFFSETS["FREE_VALUE"]] = 1
    else:
        own, other = s.cells[9 * s.turn + s.target], s.cells[9 * (1 - s.turn) + s.target]
        if strength.WINNING[own] & ~other:
            found[OFFSETS["HERE_VALUE"] + strength.urgency(s, s.turn, s.target)] = 1
        if strength.WINNING[other] & ~own:
            found[OFFSETS["GUARD_VALUE"] + strength.urgency(s, 1 - s.turn, s.target)] = 1
    return found


def played(search: SpecialisedSearch, rng: random.Random) -> tuple[list[Position], float]:
    """Play a game; return its positions, and its result for the first seat from 0 to 1."""
    position, positions = load("ultimate").start(), []
    control = SearchControl()
    while position.outcome is None:
        positions.append(position)
        if len(positions) <= OPENING_PLIES or rng.random() < ERROR:
            position = position.after(rng.choice(position.legal))
            continue
        control.reset(NODES)
        ALGORITHMS["alphabeta"].run(search, position, Limit(nodes=NODES), control)
        line = read(control).line
        position = position.after(next(move for move in position.legal if not line or move.code == line[0]))
    winner = position.outcome.winner
    return positions[SKIPPED:], 0.5 if winner is None else 1.0 - winner


def samples(games: int, seed: int) -> tuple[Vector, Vector]:
    """Return the features of the positions of all games, and the results for their sides to move."""
    rng = random.Random(seed)
    search = specialise("alphabeta", load("ultimate"), TABLE_BITS=TABLE_BITS)
    rows, results = [], []
    for number in range(games):
        positions, result = played(search, rng)
        for position in positions:
            rows.append(features(position.state).astype(np.int16))
            results.append(result if position.state.turn == 0 else 1.0 - result)
        if number % 200 == 199:
            print(f"{number + 1} games, {len(rows)} positions", file=sys.stderr, flush=True)
    return np.array(rows, dtype=float), np.array(results)


def fitted(rows: Vector, results: Vector) -> Vector:
    """Return the weights of the logistic regression, in logits, by Newton's method."""
    weights = np.zeros(rows.shape[1])
    for _ in range(ROUNDS):
        expected = 1 / (1 + np.exp(-np.clip(rows @ weights, -30, 30)))
        slope = rows.T @ (expected - results) + PRIOR * weights
        curve = (rows * (expected * (1 - expected))[:, None]).T @ rows + PRIOR * np.eye(len(weights))
        step = np.linalg.solve(curve, slope)
        weights -= step
        if np.abs(step).max() < 1e-6:
            break
    return weights


def loss(rows: Vector, results: Vector, weights: Vector) -> float:
    """Return the mean cross-entropy of the results, in bits."""
    expected = np.clip(1 / (1 + np.exp(-np.clip(rows @ weights, -30, 30))), 1e-9, 1 - 1e-9)
    return float(-np.mean(results * np.log2(expected) + (1 - results) * np.log2(1 - expected)))


def present() -> Vector:
    """Return the weights that the game has now, in logits."""
    found: list[int] = []
    for name, count in SHAPE:
        value = getattr(strength, name)
        found += value if count > 1 else [value]
    return np.array(found) / UNIT


def main() -> None:
    """Play, fit, and print the constants."""
    parser = argparse.ArgumentParser(
        prog="python -m training ultimate", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    select.compile_searches()
    rows, results = samples(arguments.games, arguments.seed)
    apart = len(rows) * 9 // 10
    weights = fitted(rows[:apart], results[:apart])
    before, after = (loss(rows[apart:], results[apart:], each) for each in (present(), weights))
    print(f"# positions kept apart: {before:.4f} bits with the present weights, {after:.4f} with these")
    values = [round(value) for value in UNIT * weights]
    for name, count in SHAPE:
        at = OFFSETS[name]
        print(f"{name} = {tuple(values[at : at + count]) if count > 1 else values[at]}")


if __name__ == "__main__":
    main()
