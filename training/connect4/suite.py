"""Make the test positions of Connect Four: `python -m training connect4-suite`, half an hour on one core.

Random moves lead to positions of 4 to 11 plies in which the game is not over and no win in one is there. The
solver of the engine finds the result of each and all moves that keep it. A run that was stopped goes on where it was.
"""

import argparse
import json
import random
import sys
from pathlib import Path
from typing import Any

from kibitz_server.engine.compiler import select
from kibitz_server.engine.compiler.specialise import specialise
from kibitz_server.games.game import Game, Position
from kibitz_server.games.registry import load
from training.connect4.openings import MORE_BITS, Solver

COMMAND = "python -m training connect4-suite"
FILE = Path(__file__).parents[2] / "bench" / "strength" / "suites" / "connect4.json"
PLIES = range(4, 12)


def random_position(game: Game, plies: int, dice: random.Random) -> Position:
    """Return a position after some random moves, in which the side to move has no win in one."""
    while True:
        position = game.start()
        for _ in range(plies):
            if position.legal:
                position = position.after(dice.choice(position.legal))
        if position.legal and not game.rules.at_once(position.state):
            return position


def keeping(solver: Solver, position: Position, value: int) -> list[str]:
    """Return the moves that keep the result of a position."""
    if value < 0:
        return [move.text for move in position.legal]
    return [move.text for move in position.legal if not solver.above(position.after(move), -value)]


def rows_of(made: str) -> list[dict[str, Any]]:
    """Return the rows of the file, if the same command made it."""
    kept = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    return list(kept["positions"]) if kept.get("made") == made else []


def main(arguments: list[str]) -> None:
    """Run the command. Positions of many plies come first, because they are solved soonest."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__)
    parser.add_argument("--each", type=int, default=25, help="positions of each number of plies")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    select.compile_searches()
    game = load("connect4")
    solver = Solver(specialise("solver", game, MORE_BITS=MORE_BITS - 1))
    made = f"{COMMAND} --each {options.each} --seed {options.seed}"
    rows = rows_of(made)
    ready = len(rows)
    for plies in reversed(PLIES):
        dice = random.Random(f"{options.seed} {plies}")
        for _ in range(options.each):
            position = random_position(game, plies, dice)
            ready -= 1
            if ready >= 0:
                continue
            value, _ = solver.solved(position)
            best = keeping(solver, position, value)
            rows.append({"plies": plies, "position": position.text, "value": value, "best": best})
            text = ",\n".join(json.dumps(row) for row in rows)
            FILE.write_text(f'{{"made": "{made}", "positions": [\n{text}\n]}}\n', encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
