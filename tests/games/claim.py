"""Claim, a small game for the tests of options and points in halves.

Both sides take the cells of a row in turn. Each cell counts one point, and White gets `komi` points. With `handicap`,
that many cells from the left are Black's at first, White begins, and the komi is a half unless it is given. A handicap
needs a row of odd length that it leaves a cell of.
"""

from typing import Annotated, Any

from kibitz_server.games.board import LETTERS, Grid, Picture, half_of, read_rows, square_name
from kibitz_server.games.game import DRAW, LOSS, ONGOING, WIN, BadOption, Declaration, Option
from kibitz_server.games.record import I64, Array, Record

GAME = Declaration(
    name="claim",
    title="Claim",
    summary="Take cells in turn. Most points win.",
    move_help="a move is a free cell, such as b1",
    seats=("Black", "White"),
    sides=True,
    options=(
        Option("size", 5, 3, 9, "number of cells"),
        Option("komi", 1.5, 0, 20, "points of White", step=0.5, otherwise=("handicap", 0.5)),
        Option("handicap", 0, 0, 9, "cells that are Black's at first", without=(1,)),
    ),
)
SIZE = MAX_MOVES = MAX_PLIES = 5
KOMI2, HANDICAP = 3, 0
SYMBOLS = "-BW"


def constants(size: int, komi: float, handicap: int) -> dict[str, Any]:
    """Return the length of the row, twice the komi and the handicap."""
    if handicap and (size % 2 == 0 or handicap >= size):
        fits = f"0 or 2 to {size - 1}" if size % 2 else "0"
        raise BadOption(f"option handicap is {fits} with size={size}, not {handicap}")
    return {"SIZE": size, "MAX_MOVES": size, "MAX_PLIES": size, "KOMI2": round(2 * komi), "HANDICAP": handicap}


class State(Record):
    """Owner of each cell: 0 for none, 1 for Black, 2 for White."""

    turn: I64
    cells: Annotated[list[int], Array("i1", "SIZE")]


def setup(s: State) -> None:
    """Set up the cells of the handicap."""
    s.turn = int(HANDICAP > 0)
    for cell in range(HANDICAP):
        s.cells[cell] = 1


def legal(s: State, moves: list[int], k: int) -> int:
    """Write the free cells."""
    for cell in range(SIZE):
        if s.cells[cell] == 0:
            moves[k] = cell
            k += 1
    return k


def play(s: State, move: int) -> None:
    """Take a cell."""
    s.cells[move] = s.turn + 1
    s.turn = 1 - s.turn


def lead(s: State) -> int:
    """Return twice the points by which Black leads."""
    ahead = -KOMI2
    for cell in range(SIZE):
        if s.cells[cell] == 1:
            ahead += 2
        elif s.cells[cell] == 2:
            ahead -= 2
    return ahead


def outcome(s: State) -> int:
    """Return the result once no cell is free."""
    for cell in range(SIZE):
        if s.cells[cell] == 0:
            return ONGOING
    ahead = lead(s)
    if ahead == 0:
        return DRAW
    return WIN if (ahead > 0) == (s.turn == 0) else LOSS


def points(s: State) -> tuple[float, ...]:
    """Return the points of both sides."""
    cells = list(s.cells)
    return (cells.count(1), half_of(2 * cells.count(2) + KOMI2))


def ending(_s: State) -> str:
    """Return why the game is over."""
    return "full row"


def move_text(_s: State, move: int) -> str:
    """Return the name of the cell."""
    return square_name(move, SIZE, 1)


def move_path(_s: State, move: int) -> tuple[int, ...]:
    """Return the cell."""
    return (move,)


def position_text(s: State, rows: tuple[str, ...]) -> str:
    """Return the row and the side to move."""
    return f"{rows[0]} {GAME.seats[s.turn]}"


def read_position(s: State, text: str) -> None:
    """Fill a state from the text that `position_text` writes."""
    row, _, side = text.partition(" ")
    for cell, symbol in enumerate(read_rows(row, SIZE, 1, SYMBOLS)):
        s.cells[cell] = SYMBOLS.index(symbol)
    if side not in GAME.seats:
        raise ValueError("the side to move must be Black or White, after a blank")
    s.turn = GAME.seats.index(side)


def board() -> Grid:
    """Return one row."""
    symbols = {"-": "free", "B": "black", "W": "white"}
    return Grid(tuple(LETTERS[:SIZE]), ("1",), symbols, owners={"B": 0, "W": 1})


def picture(s: State) -> Picture:
    """Return the row, and the points as they stand."""
    row = "".join(SYMBOLS[owner] for owner in s.cells)
    return Picture((row,), tuple(zip(GAME.seats, points(s), strict=True)))
