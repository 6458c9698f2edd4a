"""Suite of late positions of Reversi with the exact result of every move, from games of the engine with itself.

    python -m training reversi-suite [--seed 77] [--depth 6]

writes `bench/strength/suites/reversi.json`. The games begin with other random moves than those that the weights are
fitted to, and every position is from a game of its own.
"""

import argparse
import json
import random
from pathlib import Path

from kibitz_server.engine.compiler import select
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.solve import Prover, prepare_to_solve
from kibitz_server.games.game import Game, Position
from kibitz_server.games.registry import load
from training.reversi.games import Players, empties

FILE = Path(__file__).parents[2] / "bench" / "strength" / "suites" / "reversi.json"
COUNTS = {20: 24, 21: 16}
"""Number of positions by empty squares."""
OPENING = 10
"""Random moves at the beginning of a game."""


def main() -> None:
    """Make the suite. It is written after each position, as the last ones take long."""
    parser = argparse.ArgumentParser(prog="python -m training reversi-suite", description=__doc__)
    parser.add_argument("--seed", type=int, default=77)
    parser.add_argument("--depth", type=int, default=6, help="plies of the searches of the games")
    options = parser.parse_args()
    select.compile_searches()
    game, found, number = load("reversi"), [], 0
    players = Players(game, options.depth)
    for empty, count in COUNTS.items():
        for _ in range(count):
            position = None
            while position is None:
                number += 1
                position = late(game, players, empty, random.Random(f"suite {options.seed} {number}"))
            found.append({"position": position.text, "moves": scored(game, position)})
            FILE.parent.mkdir(exist_ok=True)
            lines = ",\n".join(json.dumps(each) for each in found)
            FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
            print(len(found), empty, flush=True)


def late(game: Game, players: Players, empty: int, rng: random.Random) -> Position | None:
    """Return a position of a game with this many empty squares and at least two moves, if the game has one."""
    position = game.start()
    for ply in range(64):
        if position.outcome is not None:
            return None
        if empties(position) == empty and len(position.legal) > 1:
            return position
        position = position.after(rng.choice(position.legal) if ply < OPENING else players.best(position))
    return None


def scored(game: Game, position: Position) -> dict[str, int]:
    """Return the exact result of each move, in discs for the side to move."""
    control = SearchControl()
    control.reset(None)
    prover, scores, guess = Prover(prepare_to_solve(game), control), {}, 0
    for move in position.legal:
        scores[move.text] = guess = prover.value_of(position, move, guess)
    return scores


if __name__ == "__main__":
    main()
