"""Moves and positions of Hex as text."""

from kibitz_server.games.board import LETTERS, read_rows
from kibitz_server.games.hex.rules import FIRST, GAME, PLACES, SIZE, SWAPS, SYMBOLS, TURN, WIDE, State, put, setup


def number(cell: int) -> int:
    """Return the number of a cell on the board without a border."""
    return (cell // WIDE - 1) * SIZE + cell % WIDE - 1


def move_text(_s: State, move: int) -> str:
    """Return the name of the cell, or `swap`."""
    return f"{LETTERS[move % WIDE - 1]}{move // WIDE}" if move else "swap"


def alias(_s: State, text: str) -> str:
    """Accept the word that other programs use for the swap."""
    return "swap" if text == "swap-pieces" else text


def why_not(s: State, text: str) -> str | None:
    """Return a sentence for an occupied cell, and for a swap that is not allowed."""
    if text == "swap":
        return "only Blue's first answer may be a swap" if SWAPS else "this match is played without a swap"
    for cell in PLACES:
        if s.cells[cell] and move_text(s, cell) == text:
            return f"{text} is taken by {GAME.seats[s.cells[cell] % FIRST - 1]}"
    return None


def position_text(s: State, rows: tuple[str, ...]) -> str:
    """Return the rows from the top joined by '/', a blank, and the side to move."""
    return f"{'/'.join(rows)} {'RB'[s.turn]}"


def read_position(s: State, text: str) -> None:
    """Fill a state from the text that `position_text` writes.

    The number of stones tells whether there was a swap: Blue then has one stone more than without it.

    Raises:
        ValueError: The text cannot be read, or no game can reach the position.
    """
    board, _, side = text.partition(" ")
    flat = read_rows(board, SIZE, SIZE, SYMBOLS)
    side = side.upper()
    if side not in ("R", "B"):
        raise ValueError("the side to move must be R or B, after a blank")
    turn = "RB".index(side)
    red, blue = flat.count("R"), flat.count("B")
    swapped = SWAPS and red + 1 == blue + turn and blue > 0
    if red != blue + turn and not swapped:
        raise ValueError(f"with {red} stones of Red and {blue} of Blue it cannot be {GAME.seats[turn]}'s turn")
    setup(s)
    for cell, symbol in zip(PLACES, flat, strict=True):
        if symbol != "-":
            put(s, cell, SYMBOLS.index(symbol))
    s.turn = turn
    if turn:
        s.hash ^= TURN
    if s.won == 1 + turn:
        raise ValueError(f"{GAME.seats[turn]} has a chain already and could not be to move")
