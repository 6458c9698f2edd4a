"""Spread of the values of shallow and deep searches in Reversi, which ProbCut needs.

    python -m training reversi-spread FILE [--count 120]

searches positions of a file that `python -m training reversi --keep` wrote, without ProbCut, and prints the standard
deviation between each depth and about half of it, for each stage: the numbers of SPREAD in `games/reversi/patterns.py`.
"""

import argparse
from pathlib import Path

import numpy as np

from kibitz_server.engine.compiler import select
from kibitz_server.engine.compiler.specialise import specialise
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.score import INFINITE, PROVEN
from kibitz_server.engine.templates.alphabeta import shallower
from kibitz_server.games.registry import load

DEEPEST = 8
STAGES = (12, 24, 36, 46)
"""Least number of discs in each stage."""


def main() -> None:
    """Print the spreads."""
    parser = argparse.ArgumentParser(prog="python -m training reversi-spread", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--count", type=int, default=120, help="positions of each stage")
    options = parser.parse_args()
    select.compile_searches()
    game, control = load("reversi"), SearchControl()
    control.reset(None)
    search = specialise("alphabeta", game, PROBABLE=0)
    view, state = search.attach(control), game.new_state()
    workspace = search.workspace(state)
    boards = np.load(options.file)["boards"]
    discs = np.bitwise_count(boards[:, 0] | boards[:, 1])
    dice = np.random.default_rng(1)
    for first in STAGES:
        values = []
        for i in dice.choice(np.flatnonzero((discs >= first) & (discs < first + 6)), options.count):
            state.own, state.other = int(boards[i, 0]), int(boards[i, 1])
            state.moves = game.rules.mobility(state.own, state.other)
            row = []
            for depth in range(1, DEEPEST + 1):
                search.load(workspace, state)
                row.append(int(search.run.search(workspace, view, depth, -INFINITE, INFINITE, 0, 0)))
            if max(map(abs, row)) < PROVEN:
                values.append(row)
        table = np.array(values)
        pairs = [(depth, shallower(depth)) for depth in range(3, DEEPEST + 1)]
        spread = {f"{deep} by {low}": round((table[:, deep - 1] - table[:, low - 1]).std()) for deep, low in pairs}
        print(f"from {first} discs: {spread}", flush=True)


if __name__ == "__main__":
    main()
