"""Hex: Red joins the top and the bottom of a rhombus of hexagons, Blue the left and the right (Hein, 1942; Nash, 1948).

Each row lies half a cell further right than the row above, so a cell has six neighbours: two in its row, and two each
in the rows above and below. `a1` is the top left. The code of a move is the index of its cell in a board with a border
of stones around it: the edges, which belong to the sides. The corner of that board, code 0, stands for the swap.

A stone knows which edges its group reaches, so a position tells at once whether it is over.
"""

from typing import Annotated, Any

from kibitz_server.games.bits import u64, zobrist
from kibitz_server.games.game import BY_CODE, LOSS, ONGOING, PLACED, Declaration, Option, other_names, read_guide
from kibitz_server.games.record import I64, U64, Array, Record

GAME = Declaration(
    name="hex",
    title="Hex",
    summary="Place stones in turn; Red joins top and bottom by a chain, Blue left and right. There are no draws.",
    move_help="a move is an empty cell such as f6; f6 is the centre of the usual board; Blue may first answer by swap",
    seats=("Red", "Blue"),
    options=(
        Option("size", 11, 3, 19, "cells on each side", title="Board size", german="Brettgröße"),
        Option(
            "swap",
            True,
            meaning="Blue may answer the first stone by taking it over",
            title="Swap",
            german="Tauschregel",
        ),
    ),
    guide=read_guide(__file__),
    aliases=other_names("nash", "con-tac-tix"),
)

SYMBOLS = "-RB"
SWAP = 0
"""Code of the swap: a corner of the border, which is not a cell."""
RED, BLUE = 1, 2
COLOUR = 3
"""Bits of a number in `cells` that say whose stone is there; 0 is an empty cell."""
FIRST, SECOND = 4, 8
"""Bits that say that a stone reaches the edge of its side where that begins (top, left), or ends (bottom, right)."""


def steps(size: int) -> tuple[int, ...]:
    """Return the steps to the six neighbours of a cell, anticlockwise from the right, three times in a row.

    In this form an index may be one turn too large or too small.
    """
    wide = size + 2
    return (1, 1 - wide, -wide, -1, wide - 1, wide) * 3


def places(size: int) -> tuple[int, ...]:
    """Return the codes of the cells, row by row."""
    wide = size + 2
    return tuple(y * wide + x for y in range(1, size + 1) for x in range(1, size + 1))


def border(size: int) -> tuple[int, ...]:
    """Return the numbers of an empty board in its border of edges."""
    wide = size + 2
    cells = [0] * wide**2
    for i in range(1, size + 1):
        cells[i] = RED | FIRST
        cells[(wide - 1) * wide + i] = RED | SECOND
        cells[i * wide] = BLUE | FIRST
        cells[i * wide + wide - 1] = BLUE | SECOND
    # The cell at an obtuse corner touches a third cell of the border. A side that owns the cell has reached it anyway.
    cells[wide - 1] = BLUE | SECOND
    cells[(wide - 1) * wide] = RED | SECOND
    return tuple(cells)


def centrality(size: int) -> tuple[int, ...]:
    """Return, for each code, minus the distance of its cell from the centre."""
    wide = size + 2
    found = []
    for code in range(wide**2):
        x, y = 2 * (code % wide) - size - 1, 2 * (code // wide) - size - 1
        found.append(-max(abs(x), abs(y), abs(x + y)))
    return tuple(found)


def constants(size: int, swap: bool) -> dict[str, Any]:
    """Return the constants of a board size."""
    wide = size + 2
    return {
        "SIZE": size,
        "WIDE": wide,
        "SWAPS": int(swap),
        "CELLS": wide**2,
        "MAX_MOVES": size**2,
        "MAX_PLIES": size**2 + int(swap),
        "STEPS": steps(size)[:6],
        "ROUND": steps(size),
        "PLACES": places(size),
        "BORDER": border(size),
        "KEYS": zobrist(2 * wide**2),
        "CENTRALITY": centrality(size),
        "CODES": wide**2,
        "MOVES": BY_CODE if swap else PLACED,
    }


SIZE, SWAPS = 11, 1
WIDE = 13
CELLS = 169
"""Cells of the board with its border."""
MAX_MOVES, MAX_PLIES = 121, 122
CODES = 169
MOVES = BY_CODE
SYMMETRIES = ("turn",)
STEPS = steps(11)[:6]
ROUND = steps(11)
PLACES = places(11)
BORDER = border(11)
KEYS = zobrist(2 * 169)
TURN = u64(0xD6E8FEB86659FD93)
"""Part of a key while Blue is to move."""


class State(Record):
    """Board with its border: `cells` has colours with the edges that stones reach, `won` the winner's colour."""

    turn: I64
    stones: I64
    won: I64
    hash: U64
    cells: Annotated[list[int], Array("i1", "CELLS")]


def setup(s: State) -> None:
    """Set up an empty board, Red to move."""
    for cell in range(CELLS):
        s.cells[cell] = BORDER[cell]


def may_swap(s: State) -> bool:
    """Return whether Blue is to answer the first stone, and may take it over."""
    return SWAPS == 1 and s.stones == 1 and s.turn == 1


def legal(s: State, moves: list[int], k: int) -> int:
    """Write the swap, where it is allowed, and every empty cell."""
    if may_swap(s):
        moves[k] = SWAP
        k += 1
    for cell in PLACES:
        if s.cells[cell] == 0:
            moves[k] = cell
            k += 1
    return k


def put(s: State, cell: int, colour: int) -> None:
    """Place a stone, and note which edges its group reaches now."""
    reach = colour
    behind = 0
    for step in STEPS:
        near = s.cells[cell + step]
        if near & COLOUR == colour:
            reach |= near
            behind |= ~near
    s.cells[cell] = reach
    s.hash ^= KEYS[2 * cell + colour - 1]
    s.stones += 1
    if reach == colour | FIRST | SECOND:
        s.won = colour
    elif reach != colour and reach & behind:
        spread(s, colour, reach)


def spread(s: State, colour: int, reach: int) -> None:
    """Note in all stones of the group of a stone with that reach which edge they reach."""
    found = True
    while found:
        found = False
        for cell in PLACES:
            if s.cells[cell] == colour:
                for step in STEPS:
                    if s.cells[cell + step] == reach:
                        s.cells[cell] = reach
                        found = True


def play(s: State, move: int) -> None:
    """Place a stone, or swap."""
    if move == SWAP:
        swap(s)
    else:
        put(s, move, 1 + s.turn)
    s.turn = 1 - s.turn
    s.hash ^= TURN


def swap(s: State) -> None:
    """Take the only stone off, and place one of Blue on the mirror image of its cell."""
    for cell in PLACES:
        if s.cells[cell] != 0:
            s.cells[cell] = 0
            s.stones = 0
            s.hash ^= KEYS[2 * cell]
            put(s, mirrored(cell), BLUE)
            return


def mirrored(cell: int) -> int:
    """Return the mirror image of a cell, which exchanges the edges of both sides."""
    return cell % WIDE * WIDE + cell // WIDE


def outcome(s: State) -> int:
    """Return LOSS once the other side has a chain, else ONGOING."""
    return LOSS if s.won else ONGOING


def ending(_s: State) -> str:
    """Return why the game is over."""
    return "chain"
