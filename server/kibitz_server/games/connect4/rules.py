"""Connect Four on bitboards: a disc falls to the lowest empty cell of its column; `connect` in a line win.

Bit `column * HEIGHT + row`, rows from the bottom, is a cell. Each column has one spare bit on top that stays empty, so
that shifts never join two columns. The layout and the arithmetic `mask + bottom` are John Tromp's (Fhourstones, 1990s).
Boards that need more than 64 bits have separate rules in `wide`.
"""

from typing import Any

from kibitz_server.games.bits import u64
from kibitz_server.games.connect4 import claims, openings, wide
from kibitz_server.games.connect4.wide import best_result, centre_first
from kibitz_server.games.game import DRAW, LOSS, ONGOING, Declaration, Option, other_names, read_guide
from kibitz_server.games.record import I64, U64, Record

COMPANIONS = (claims, openings)

GAME = Declaration(
    name="connect4",
    title="Connect Four",
    summary="Drop a disc into any column that is not full; four in a line win, a full board is a draw.",
    move_help="a move is the number of a column that is not full; 1 is the leftmost",
    options=(
        Option("columns", 7, 1, 10, "columns from left to right", title="Columns", german="Spalten"),
        Option("rows", 6, 1, 10, "cells in a column", title="Rows", german="Reihen"),
        Option(
            "connect", 4, 2, 10, "how many in a line win", title="In a row to win", german="In einer Reihe zum Sieg"
        ),
    ),
    guide=read_guide(__file__),
    aliases=other_names(
        "four in a row", "4 in a row", "four in a line", "four up", "captain's mistress", "puissance 4", "vier gewinnt"
    ),
)

SYMBOLS = "-XO"
SYMMETRIES = ("columns",)


def constants(columns: int, rows: int, connect: int) -> dict[str, Any]:
    """Return the constants of a board size, or separate rules where the board does not fit a machine word."""
    height = rows + 1
    if columns * height > 64:
        return {
            **sizes(columns, rows, connect),
            "FOR_SEARCH": {
                **wide.rules(columns, rows, connect),
                **dict.fromkeys(("cannot_win", "catalogued", "mirrored_move")),
            },
        }
    return sizes(columns, rows, connect)


def sizes(columns: int, rows: int, connect: int) -> dict[str, Any]:
    """Return the constants of a board size. Those of large boards have more than 64 bits."""
    height = rows + 1
    bottom = sum(1 << (height * column) for column in range(columns))
    board = bottom * ((1 << rows) - 1)
    odd = sum(1 << row for row in range(0, rows, 2))
    return {
        "COLUMNS": columns,
        "ROWS": rows,
        "CONNECT": connect,
        "HEIGHT": height,
        "CELLS": columns * rows,
        "MAX_MOVES": columns,
        "MAX_PLIES": columns * rows,
        "BOTTOM": u64(bottom),
        "BOARD": u64(board),
        "ODD_ROWS": u64(bottom * odd),
        "DIRECTIONS": (1, height, height - 1, height + 1),
        "COLUMN": tuple(u64(((1 << rows) - 1) << (height * column)) for column in range(columns)),
        "CENTRE_FIRST": centre_first(columns),
        "DROPS": tuple(u64(((1 << rows) - 1) << (height * column)) for column in centre_first(columns)),
        "BEST": best_result(columns * rows),
        "EVEN_HEIGHT": 1 - rows % 2,
    }


COLUMNS, ROWS, CONNECT, HEIGHT = 7, 6, 4, 7
CELLS, MAX_MOVES, MAX_PLIES = 42, 7, 42
BOTTOM = u64(0x0000040810204081)
BOARD = u64(BOTTOM * 0x3F)
ODD_ROWS = u64(BOTTOM * 0x15)
DIRECTIONS = (1, 7, 6, 8)
COLUMN = tuple(u64(0x3F << (7 * column)) for column in range(7))
CENTRE_FIRST = (3, 2, 4, 1, 5, 0, 6)
DROPS = tuple(COLUMN[column] for column in CENTRE_FIRST)
BEST = 22
EVEN_HEIGHT = 1
ZERO, ONE = u64(0), u64(1)


class State(Record):
    """Board: `own` has the discs of the side to move, `mask` all discs."""

    turn: I64
    own: U64
    mask: U64


def setup(s: State) -> None:
    """Set up an empty board, X to move."""


def has_line(discs: int) -> bool:
    """Return whether CONNECT discs stand in a line; each shift doubles the length found so far."""
    for step in DIRECTIONS:
        run, length = discs, 1
        while length < CONNECT:
            more = min(length, CONNECT - length)
            run &= run >> (step * more)
            length += more
        if run:
            return True
    return False


def legal(s: State, moves: list[int], k: int) -> int:
    """Write every column that is not full, centre first."""
    free = (s.mask + BOTTOM) & BOARD
    for column in CENTRE_FIRST:
        if free & COLUMN[column]:
            moves[k] = column
            k += 1
    return k


def keys(s: State) -> list[int]:
    """Return the cell where each legal disc comes to rest."""
    free = (s.mask + BOTTOM) & BOARD
    return [cell for column in DROPS if (cell := free & column)]


def play(s: State, move: int) -> None:
    """Drop a disc."""
    s.own ^= s.mask
    s.mask |= (s.mask + BOTTOM) & (COLUMN[0] << (HEIGHT * move))
    s.turn = 1 - s.turn


def outcome(s: State) -> int:
    """Return LOSS once the other side has a line, DRAW on a full board, else ONGOING."""
    if has_line(s.own ^ s.mask):
        return LOSS
    return DRAW if s.mask == BOARD else ONGOING


def ending(s: State) -> str:
    """Return why the game is over."""
    return "line" if has_line(s.own ^ s.mask) else "full board"
