"""Board of Reversi: squares and discs."""

from kibitz_server.games.board import LETTERS, Grid, Picture, split_rows
from kibitz_server.games.reversi.rules import CELLS, GAME, PASS, SIZE, SYMBOLS, State, owner, points


def move_path(_s: State, move: int) -> tuple[int, ...]:
    """Return the square; a pass touches none."""
    return () if move == PASS else (move,)


def board() -> Grid:
    """Return columns from a and rows from 1 at the top."""
    return Grid(
        column_labels=tuple(LETTERS[:SIZE]),
        row_labels=tuple(str(row + 1) for row in range(SIZE)),
        symbols={"-": "empty", "X": "black disc", "O": "white disc"},
        owners={"X": 0, "O": 1},
    )


def picture(s: State) -> Picture:
    """Return discs and empty squares, and the number of discs of each side."""
    rows = split_rows("".join(SYMBOLS[owner(s, cell)] for cell in range(CELLS)), SIZE)
    return Picture(rows, tuple(zip(GAME.seats, points(s), strict=True)))
