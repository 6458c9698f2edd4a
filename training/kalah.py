"""Weights of the evaluation of Kalah: `python -m training kalah` prints them, in a few minutes on one core.

The engine plays against itself from random openings until it proves the rest of a game. Linear regression then finds
the weights that best predict the final margin, in hundredths of a seed, from the features of the positions on the way.
"""

import argparse
import random
from typing import Any

import numpy as np

from kibitz_server.engine.compiler.select import compile_searches
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import run
from kibitz_server.engine.limit import Limit
from kibitz_server.games.game import Position
from kibitz_server.games.registry import load

NAMES = ("store", "houses", "again", "capture", "able", "near", "tempo")
OPENING = 6
"""Random plies at the start of a game."""
SLIPS = 0.08
"""Share of random moves later on, which make the games differ."""
NODES = 3_000
LEAST = 16
"""Fewest seeds in the houses of a position that counts: fewer are left to the solver."""


def side(state: Any, rules: Any, seat: int) -> list[int]:
    """Return the features of a seat's pits."""
    first = seat * (rules.HOUSES + 1)
    store = first + rules.HOUSES
    houses = list(state.pits[first:store])
    again = sum(seeds == rules.HOUSES - i for i, seeds in enumerate(houses))
    captures = [
        state.pits[2 * rules.HOUSES - (first + i + seeds)]
        for i, seeds in enumerate(houses)
        if 0 < seeds < rules.HOUSES - i and houses[i + seeds] == 0
    ]
    near = sum(houses[rules.HOUSES // 2 :])
    return [state.pits[store], sum(houses), again, max(captures, default=0), sum(map(bool, houses)), near]


def features(position: Position) -> list[int]:
    """Return the differences between the side to move and the other, and 1 for the move."""
    state, rules = position.state, position.game.rules
    own, other = (side(state, rules, seat) for seat in (state.turn, 1 - state.turn))
    return [mine - theirs for mine, theirs in zip(own, other, strict=True)] + [1]


def game(dice: random.Random) -> tuple[list[Position], int]:
    """Return the positions of a game, and South's margin."""
    position = load("kalah").start()
    path: list[Position] = []
    while position.outcome is None:
        if len(path) < OPENING or dice.random() < SLIPS:
            move = dice.choice(position.legal)
        else:
            control = SearchControl()
            control.reset(NODES)
            report = run(position, "alphabeta", Limit(nodes=NODES), control)
            if report.exact:
                return path, report.score if position.state.turn == 0 else -report.score
            move = position.find(report.move)
        path.append(position)
        position = position.after(move)
    points = position.game.rules.points(position.state)
    return path, points[0] - points[1]


def main() -> None:
    """Play, fit and print."""
    parser = argparse.ArgumentParser(prog="python -m training kalah", description=__doc__)
    parser.add_argument("--games", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    compile_searches()
    dice, rows, results = random.Random(given.seed), [], []
    for _ in range(given.games):
        path, margin = game(dice)
        for position in path[OPENING:]:
            rules = position.game.rules
            if rules.TOTAL - sum(rules.points(position.state)) >= LEAST:
                rows.append(features(position))
                results.append(margin if position.state.turn == 0 else -margin)
    matrix, wanted = np.array(rows, dtype=float), 100 * np.array(results, dtype=float)
    weights, *_ = np.linalg.lstsq(matrix, wanted, rcond=None)
    error = float(np.sqrt(np.mean((matrix @ weights - wanted) ** 2)))
    print(f"{len(rows):,} positions of {given.games} games, error {error / 100:.2f} seeds")
    for name, weight in zip(NAMES, weights, strict=True):
        print(f"{name:<8} {weight:7.1f}")


if __name__ == "__main__":
    main()
