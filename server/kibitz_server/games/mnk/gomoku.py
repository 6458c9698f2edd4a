"""Gomoku: five in a line on a square board; with `exact`, a line of six or more does not win.

The rules are those of m,n,k, with an account of the windows on boards of every size.
"""

from typing import Any

from kibitz_server.games.board import LETTERS, Grid
from kibitz_server.games.game import Declaration, Option, other_names
from kibitz_server.games.mnk import rules, windows

BASE = rules

GUIDE = """\
Goal: be the first to place five of your stones in a line: across, upright or diagonally.

Moves: the players place one stone in turn on any empty square. Stones never move, and there are no captures.

End: the first line of five or more wins. If the board is full without such a line, the game is a draw.

Notation: a move is the letter of a column and the number of a row, counted from the bottom left. `h8` is the centre
of the usual board.

Options: `size` sets the size of the board. With `exact`, a line of six or more stones does not win.
"""

GAME = Declaration(
    name="gomoku",
    title="Gomoku",
    summary="Place stones in turn on any empty square; five or more in a line win, a full board is a draw.",
    move_help="a move is an empty square such as h8; h8 is the centre of the usual board",
    options=(
        Option("size", 15, 5, 19, "squares on each side", title="Board size", german="Brettgröße"),
        Option(
            "exact", False, meaning="a line longer than five does not win", title="Exactly five", german="Genau fünf"
        ),
    ),
    guide=GUIDE,
    aliases=other_names(
        "gobang",
        "fünf in einer reihe",
        "five in a row",
        "5 in a row",
        "omok",
        "wuziqi",
        "caro",
        "gomoku narabe",
        "五子棋",
        "五目並べ",
    ),
)


def constants(size: int, exact: bool) -> dict[str, Any]:
    """Return the rules and constants of a board size."""
    return rules.sizes(size, size, 5, exact) | {"FOR_SEARCH": windows.rules(size, size, 5, exact)}


COLUMNS = ROWS = 15


def star_points(size: int) -> tuple[int, ...]:
    """Return the cells with a dot on a printed board: near the corners, halfway along the sides, and the centre.

    An even number of lines has none in the middle.
    """
    edge = 3 if size > 12 else 2
    middle = [size // 2] if size % 2 else []
    if size < 9:
        return tuple(line * (size + 1) for line in middle)
    places = [edge, *(middle if size > 16 else []), size - 1 - edge]
    found = {row * size + column for row in places for column in places}
    return tuple(sorted(found | {line * (size + 1) for line in middle}))


def board() -> Grid:
    """Return columns from a and rows from 1 at the bottom, with the dots of a printed board."""
    return Grid(
        column_labels=tuple(LETTERS[:COLUMNS]),
        row_labels=tuple(str(row) for row in range(ROWS, 0, -1)),
        symbols={"-": "empty", "X": "X stone", "O": "O stone"},
        owners={"X": 0, "O": 1},
        ground="lines",
        every_empty_cell=True,
        stars=star_points(COLUMNS),
    )
