"""Openings that come with Kibitz: `python -m training openings` builds them again, one game after the other.

Nodes bound each search, so that the same command builds the same openings.
"""

import argparse
from typing import NamedTuple

from kibitz_server.cli.openings import build_openings
from kibitz_server.openings.bundled import FOLDER


class Recipe(NamedTuple):
    """How the openings of a game are built.

    A margin is how far a side may be ahead: in hundredths of a pawn, disc, seed, box or win; None for any lead.
    """

    plies: int
    margin: int | None
    nodes: int
    loss: int | None = None
    every: bool = False


RECIPES = {
    "chess": Recipe(8, 30, 100_000),
    "connect4": Recipe(6, 0, 20_000, loss=30_000),
    "dots": Recipe(6, 100, 100_000),
    "draughts": Recipe(6, 15, 100_000),
    "go": Recipe(6, 6, 3_000),
    "gomoku": Recipe(6, 60, 100_000),
    "hex": Recipe(4, 6, 8_000),
    "international": Recipe(8, 20, 100_000),
    "kalah": Recipe(6, 100, 30_000, loss=1_000),
    "mnk": Recipe(9, 0, 100_000, every=True),
    "nim": Recipe(16, None, 1, every=True),
    "reversi": Recipe(10, 100, 100_000, loss=200),
    "russian": Recipe(6, 20, 100_000),
    "tictactoe": Recipe(9, 0, 100_000, every=True),
    "ultimate": Recipe(4, 30, 100_000),
}
"""No side is ahead after an opening of Connect Four that is in the table of solved ones, and in a drawn tic-tac-toe. In
Nim one side always wins. With an odd number of boxes, a lead of one box is all the balance that there is."""
NUMBER = 240
MOST = 1_000
"""How many openings a game gets, and most where it gets all."""


def main() -> None:
    """Build the chosen openings, and write them to the folder of the server."""
    parser = argparse.ArgumentParser(prog="python -m training openings", description=__doc__)
    parser.add_argument("--only", nargs="+", choices=RECIPES, default=list(RECIPES))
    for game in parser.parse_args().only:
        recipe = RECIPES[game]
        build_openings(
            game,
            str(FOLDER / f"{game}.openings"),
            None,
            plies=recipe.plies,
            number=MOST if recipe.every else NUMBER,
            every=recipe.every,
            margin=recipe.margin or 0,
            loss=recipe.loss,
            unbalanced=recipe.margin is None,
            nodes=recipe.nodes,
            algorithm=None,
            seed=1,
            workers=1,
        )


if __name__ == "__main__":
    main()
