"""Moves and positions of Connect Four as text."""

from kibitz_server.games.board import read_rows, read_turn
from kibitz_server.games.connect4.rules import (
    BOARD,
    BOTTOM,
    COLUMN,
    COLUMNS,
    GAME,
    HEIGHT,
    ROWS,
    SYMBOLS,
    State,
    has_line,
)


def move_text(_s: State, move: int) -> str:
    """Return the number of the column."""
    return str(move + 1)


def why_not(s: State, text: str) -> str | None:
    """Return a sentence for a column that is full or does not exist."""
    if not text.isdecimal():
        return None
    column = int(text) - 1
    if not 0 <= column < COLUMNS:
        return f"there is no column {text}; columns are 1 to {COLUMNS}"
    return f"column {text} is full" if not (s.mask + BOTTOM) & BOARD & COLUMN[column] else None


def position_text(s: State, rows: tuple[str, ...]) -> str:
    """Return the rows from the top joined by '/', a blank, and the side to move."""
    return f"{'/'.join(rows)} {GAME.seats[s.turn]}"


def read_position(s: State, text: str) -> None:
    """Fill a state from the text that `position_text` writes.

    Raises:
        ValueError: The text has a wrong shape, or no game can reach the position.
    """
    board, _, side = text.partition(" ")
    flat = read_rows(board, COLUMNS, ROWS, SYMBOLS)
    s.turn = read_turn(flat, side.upper())
    crosses = 0
    for cell, symbol in enumerate(flat):
        row, column = ROWS - 1 - cell // COLUMNS, cell % COLUMNS
        disc = 1 << (column * HEIGHT + row)
        if symbol != "-":
            if row and flat[cell + COLUMNS] == "-":
                raise ValueError(f"a disc floats in column {column + 1}")
            s.mask |= disc
            crosses |= disc if symbol == "X" else 0
    s.own = crosses if s.turn == 0 else crosses ^ s.mask
    if has_line(s.own):
        raise ValueError(f"{side.upper()} has a line already and could not be to move")
