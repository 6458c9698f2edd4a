"""Moves and positions of ultimate tic-tac-toe as text."""

import re

from kibitz_server.games.board import read_turn
from kibitz_server.games.ultimate.rules import ANY, BOARDS, GAME, HAS_LINE, State, settle


def move_text(_s: State, move: int) -> str:
    """Return board and cell, as in 5/7."""
    return f"{move // 9 + 1}/{move % 9 + 1}"


def alias(_s: State, text: str) -> str:
    """Accept another separator than '/', or none."""
    match = re.fullmatch("([1-9])[-,.:/]?([1-9])", text)
    return f"{match[1]}/{match[2]}" if match else text


def why_not(s: State, text: str) -> str | None:
    """Return a sentence for a cell that is taken, or in a board that is closed or not the one to play in."""
    if not re.fullmatch("[1-9]/[1-9]", text):
        return None
    board, cell = int(text[0]) - 1, int(text[2]) - 1
    if s.closed >> board & 1:
        return f"board {board + 1} is finished"
    if s.target not in (ANY, board):
        return f"the move must be in board {s.target + 1}"
    return f"cell {cell + 1} of board {board + 1} is taken"


def board_text(s: State, board: int) -> str:
    """Return a board's nine cells."""
    crosses, noughts = s.cells[board], s.cells[9 + board]
    return "".join("X" if crosses >> cell & 1 else "O" if noughts >> cell & 1 else "-" for cell in range(9))


def position_text(s: State, _rows: tuple[str, ...]) -> str:
    """Return the boards joined by '/', the board to play in or '*', and the side to move."""
    target = "*" if s.target == ANY else str(s.target + 1)
    return f"{'/'.join(board_text(s, board) for board in range(BOARDS))} {target} {GAME.seats[s.turn]}"


def read_position(s: State, text: str) -> None:
    """Fill a state from the text that `position_text` writes.

    Raises:
        ValueError: The text cannot be read, or no game can reach the position.
    """
    parts = text.upper().split(" ")
    boards = parts[0].split("/")
    if len(parts) != 3 or len(boards) != BOARDS or any(len(cells) != 9 or set(cells) - set("XO-") for cells in boards):
        raise ValueError(
            "it must be nine boards of nine symbols X, O or - joined by '/', "
            "the board to play in or '*', and the side to move, with blanks between"
        )
    for board, cells in enumerate(boards):
        for cell, symbol in enumerate(cells):
            if symbol != "-":
                s.cells[9 * "XO".index(symbol) + board] |= 1 << cell
        if HAS_LINE[s.cells[board]] and HAS_LINE[s.cells[9 + board]]:
            raise ValueError(f"both sides have a line in board {board + 1}")
        settle(s, board, 0)
        settle(s, board, 1)
    s.turn = read_turn(parts[0], parts[2])
    s.target = read_target(s, parts[1])
    if HAS_LINE[s.won[s.turn]]:
        raise ValueError(f"{parts[2]} has won already and could not be to move")


def read_target(s: State, text: str) -> int:
    """Return the board to play in, checked against the stones: the last cell taken has its number.

    Raises:
        ValueError: The text is not a board or '*', or no stone can have sent the side to move there.
    """
    if text not in (*"123456789", "*"):
        raise ValueError("the board to play in must be 1 to 9, or '*' for any")
    last = 0
    for board in range(BOARDS):
        last |= s.cells[9 * (1 - s.turn) + board]
    if text == "*":
        if last & s.closed or (not last and not s.turn):
            return ANY
        raise ValueError("no stone can have sent the side to move to a finished board, so '*' cannot be")
    target = int(text) - 1
    if s.closed >> target & 1:
        raise ValueError(f"board {text} is finished, so the board to play in is '*'")
    if not last >> target & 1:
        raise ValueError(f"no stone of the side that moved last is in a cell {text}, so none can have sent there")
    return target
