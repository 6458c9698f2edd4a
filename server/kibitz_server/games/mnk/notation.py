"""Moves and positions of m,n,k games as text."""

from kibitz_server.games.board import read_rows, read_turn, square_name
from kibitz_server.games.mnk.rules import CELLS, COLUMNS, GAME, ROWS, SYMBOLS, State, has_line, owner

MAX_TILES = 99
"""Largest number of squares for which tile numbers are accepted as an alias."""


def move_text(_s: State, move: int) -> str:
    """Return the name of the square."""
    return square_name(move, COLUMNS, ROWS)


def alias(_s: State, text: str) -> str:
    """Accept a tile number, counted from 1 at the top left."""
    if CELLS <= MAX_TILES and text.isascii() and text.isdecimal() and 1 <= int(text) <= CELLS:
        return square_name(int(text) - 1, COLUMNS, ROWS)
    return text


def why_not(s: State, text: str) -> str | None:
    """Return a sentence for an occupied square."""
    for cell in range(CELLS):
        if owner(s, cell) and square_name(cell, COLUMNS, ROWS) == text:
            return f"{text} is taken by {SYMBOLS[owner(s, cell)]}"
    return None


def position_text(s: State, rows: tuple[str, ...]) -> str:
    """Return the rows from the top joined by '/', a blank, and the side to move."""
    return f"{'/'.join(rows)} {GAME.seats[s.turn]}"


def read_position(s: State, text: str) -> None:
    """Fill a state from the text that `position_text` writes.

    Raises:
        ValueError: The text cannot be read, or no game can reach the position.
    """
    board, _, side = text.partition(" ")
    flat = read_rows(board, COLUMNS, ROWS, SYMBOLS)
    s.turn = read_turn(flat, side.upper())
    stones = [sum(1 << cell for cell, symbol in enumerate(flat) if symbol == stone) for stone in "XO"]
    s.own, s.other = stones[s.turn], stones[1 - s.turn]
    if has_line(s.own):
        raise ValueError(f"{side.upper()} has a winning line already and could not be to move")
