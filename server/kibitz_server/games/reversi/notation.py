"""Moves and positions of Reversi as text."""

from kibitz_server.games.board import LETTERS
from kibitz_server.games.moves import PASS as PASSED
from kibitz_server.games.moves import PASSES
from kibitz_server.games.reversi.rules import CELLS, GAME, PASS, SIZE, SYMBOLS, State, mobility, owner


def load(s: State, owners: list[int], turn: int) -> None:
    """Fill a state from the owner of each square and the turn."""
    for cell, who in enumerate(owners):
        if who == 1 + turn:
            s.own |= 1 << cell
        elif who:
            s.other |= 1 << cell
    s.turn = turn
    s.moves = mobility(s.own, s.other)


def move_text(_s: State, move: int) -> str:
    """Return the name of the square, or pass."""
    return PASSED if move == PASS else f"{LETTERS[move % SIZE]}{move // SIZE + 1}"


def alias(_s: State, text: str) -> str:
    """Accept a pass as files and programs write it."""
    return PASSED if text in PASSES else text


def why_not(s: State, text: str) -> str | None:
    """Return a sentence for a square that is occupied or flips nothing, or for a pass while there are moves."""
    if text == PASSED:
        return "you may not pass while you can place a disc"
    for cell in range(CELLS):
        if move_text(s, cell) == text:
            who = owner(s, cell)
            return f"{text} is taken by {GAME.seats[who - 1]}" if who else f"{text} flips nothing"
    return None


def position_text(s: State, rows: tuple[str, ...]) -> str:
    """Return all squares row by row from a1, a blank, and the side to move (the OBF convention)."""
    return f"{''.join(rows)} {SYMBOLS[1 + s.turn]}"


def read_position(s: State, text: str) -> None:
    """Fill a state from the text that `position_text` writes.

    Raises:
        ValueError: The text cannot be read, or no game can reach the position.
    """
    board, _, side_to_move = text.upper().partition(" ")
    if len(board) != CELLS or set(board) - set(SYMBOLS):
        raise ValueError(f"the board must be {CELLS} symbols X, O or -, row by row from a1 without breaks")
    if side_to_move not in ("X", "O"):
        raise ValueError("the side to move must be X (Black) or O (White), after a blank")
    middle = [y * SIZE + x for y in (SIZE // 2 - 1, SIZE // 2) for x in (SIZE // 2 - 1, SIZE // 2)]
    if any(board[cell] == "-" for cell in middle):
        raise ValueError("the four squares in the middle are never empty")
    load(s, [SYMBOLS.index(symbol) for symbol in board], "XO".index(side_to_move))
