"""Reversi on bitboards: a disc must flip the opponent's discs between it and another own one; more discs win.

Bit `row * SIZE + column`, rows from the top, is a square, and the code of the move on it. The code SIZE * SIZE is a
pass. Boards of more than 64 squares have separate rules in `wide`.
"""

from typing import Any

from kibitz_server.games.bits import highest, lowest, popcount, u64
from kibitz_server.games.game import BY_CODE, DRAW, LOSS, ONGOING, WIN, Declaration, Option, other_names, read_guide
from kibitz_server.games.record import I64, U64, Record
from kibitz_server.games.reversi import endgame, patterns, wide

COMPANIONS = (endgame,)

GAME = Declaration(
    name="reversi",
    title="Reversi",
    summary="Place a disc so that it encloses the opponent's discs in a line; they turn. More discs at the end win.",
    move_help="a move is a square where you flip something, such as d3; a1 is the top left; pass if there is none",
    seats=("Black", "White"),
    options=(Option("size", 8, 4, 10, "squares on each side", step=2, title="Board size", german="Brettgröße"),),
    guide=read_guide(__file__),
    aliases=other_names("othello"),
)

MOVES = BY_CODE
SYMMETRIES = ("turn", "diagonal")
ONLY_IN_WORDS = ("sound", "nearly_over", "finish", "effort")
"""Functions for searches that larger boards leave out."""
SYMBOLS = "-XO"
ZERO, ONE = u64(0), u64(1)


def squares(*cells: int) -> u64:
    """Return the set of these squares."""
    return u64(sum(1 << cell for cell in cells))


def constants(size: int) -> dict[str, Any]:
    """Return the constants of a board size, or separate rules where the board does not fit a machine word."""
    if size * size > 64:
        return sizes(size) | {"FOR_SEARCH": wide.rules(size) | dict.fromkeys(ONLY_IN_WORDS)}
    return sizes(size) | (patterns.rules() if size == 8 else {})


def rays(size: int, ways: tuple[tuple[int, int], ...]) -> tuple[u64, ...]:
    """Return the squares from each square to the border in each direction, without the square itself."""
    found = []
    for cell in range(size * size):
        for x, y in ways:
            line, column, row = [], cell % size + x, cell // size + y
            while 0 <= column < size and 0 <= row < size:
                line.append(row * size + column)
                column, row = column + x, row + y
            found.append(squares(*line))
    return tuple(found)


def neighbours(size: int) -> tuple[u64, ...]:
    """Return the squares next to each square."""
    return tuple(
        squares(
            *(d for d in range(size * size) if d != c and max(abs(d % size - c % size), abs(d // size - c // size)) < 2)
        )
        for c in range(size * size)
    )


def quarters(size: int) -> tuple[u64, ...]:
    """Return the four quarters of the board."""
    half, area = size // 2, range(size * size)
    return tuple(
        squares(*(c for c in area if (c % size < half, c // size < half) == (left, top)))
        for left in (True, False)
        for top in (True, False)
    )


def sizes(size: int) -> dict[str, Any]:
    """Return the constants of a board size. Those of large boards have more than 64 bits."""
    last, area = size - 1, range(size * size)
    corners = [y * size + x for y in (0, last) for x in (0, last)]
    # From each corner, the steps along its row and column towards the middle of the board.
    inwards = [(1 if c % size == 0 else -1, size if c < size else -size) for c in corners]
    return {
        "SIZE": size,
        "CELLS": size * size,
        "PASS": size * size,
        "MAX_MOVES": size * size,
        "MAX_PLIES": 2 * size * size,
        "BOARD": squares(*area),
        "STEPS": (1, size, size - 1, size + 1),
        "INNER": (
            squares(*(c for c in area if 0 < c % size < last)),
            squares(*area),
            *[squares(*(c for c in area if 0 < c % size < last))] * 2,
        ),
        "EDGES": (
            squares(*(c for c in area if c % size in (0, last))),
            squares(*(c for c in area if c // size in (0, last))),
            *[squares(*(c for c in area if c % size in (0, last) or c // size in (0, last)))] * 2,
        ),
        "PAIRS": max(0, size - 4) // 2,
        "ABOVE": rays(size, UPWARDS),
        "BELOW": rays(size, DOWNWARDS),
        "WEST": squares(*(c for c in area if c % size == 0)),
        "EAST": squares(*(c for c in area if c % size == last)),
        "CORNERS": squares(*corners),
        "QUARTERS": quarters(size),
        "AROUND": neighbours(size),
        "CORNER": tuple(squares(c) for c in corners),
        "BESIDE": tuple(squares(c + i, c + j) for c, (i, j) in zip(corners, inwards, strict=True)),
        "DIAGONAL": tuple(squares(c + i + j) for c, (i, j) in zip(corners, inwards, strict=True)),
    }


SIZE = 8
CELLS = PASS = MAX_MOVES = 64
MAX_PLIES = 128
BOARD = u64(0xFFFFFFFFFFFFFFFF)
STEPS = (1, 8, 7, 9)
"""Steps along a row, a column and both diagonals. For each, INNER has the squares where a disc can be flipped, and
EDGES those next to the border in that direction."""
INNER = (u64(0x7E7E7E7E7E7E7E7E), BOARD, u64(0x7E7E7E7E7E7E7E7E), u64(0x7E7E7E7E7E7E7E7E))
EDGES = (u64(0x8181818181818181), u64(0xFF000000000000FF), u64(0xFF818181818181FF), u64(0xFF818181818181FF))
WEST, EAST = u64(0x0101010101010101), u64(0x8080808080808080)
CORNERS = u64(0x8100000000000081)
CORNER = (u64(1), u64(1 << 7), u64(1 << 56), u64(1 << 63))
BESIDE = (u64(0x0000000000000102), u64(0x0000000000008040), u64(0x0201000000000000), u64(0x4080000000000000))
DIAGONAL = (u64(0x0000000000000200), u64(0x0000000000004000), u64(0x0002000000000000), u64(0x0040000000000000))

UPWARDS, DOWNWARDS = ((1, 0), (0, 1), (-1, 1), (1, 1)), ((-1, 0), (0, -1), (1, -1), (-1, -1))
PAIRS = 2
ABOVE, BELOW = rays(8, UPWARDS), rays(8, DOWNWARDS)
QUARTERS, AROUND = quarters(8), neighbours(8)
"""Lines of squares from each square, four towards higher squares and four towards lower ones."""


class State(Record):
    """Discs of the side to move and of the other side, and the squares where the side to move may place one."""

    turn: I64
    own: U64
    other: U64
    moves: U64


def setup(s: State) -> None:
    """Set up two discs each, crosswise, in the middle; Black to move."""
    corner = (SIZE // 2 - 1) * SIZE + SIZE // 2 - 1
    s.own = (ONE << (corner + 1)) | (ONE << (corner + SIZE))
    s.other = (ONE << corner) | (ONE << (corner + SIZE + 1))
    s.moves = mobility(s.own, s.other)


def mobility(own: int, other: int) -> int:
    """Return the squares where `own` would flip at least one disc.

    Discs in a row are followed by one, one and then two at a time (parallel prefix: Kogge and Stone, 1973).
    """
    found: int = ZERO
    for i in range(4):
        step = STEPS[i]
        inner = other & INNER[i]
        up = inner & (own << step)
        down = inner & (own >> step)
        up |= inner & (up << step)
        down |= inner & (down >> step)
        pairs_up = inner & (inner << step)
        pairs_down = inner & (inner >> step)
        for _ in range(PAIRS):
            up |= pairs_up & (up << (2 * step))
            down |= pairs_down & (down >> (2 * step))
        found |= (up << step) | (down >> step)
    return found & BOARD & ~(own | other)


def flips(own: int, other: int, cell: int) -> int:
    """Return the discs that turn when `own` places a disc on a square.

    Upwards, a carry runs along the enemy's discs of a line to the first other square; downwards, that is the highest.
    """
    found: int = ZERO
    for i in range(4):
        line = ABOVE[4 * cell + i]
        end = ((other | ~line) + ONE) & line & own
        found |= (end - u64(end != 0)) & line
    for i in range(4):
        line = BELOW[4 * cell + i]
        end = (ONE << highest((line & ~other) | ONE)) & line & own
        found |= (ZERO - end - end) & line
    return found


def legal(s: State, moves: list[int], k: int) -> int:
    """Write every square where a disc flips another; if there is none, a pass."""
    if not s.moves:
        moves[k] = PASS
        return k + 1
    left = s.moves
    while left:
        moves[k] = lowest(left)
        left &= left - ONE
        k += 1
    return k


def play(s: State, move: int) -> None:
    """Place a disc and flip, or pass."""
    own, other = s.own, s.other
    if move != PASS:
        turned = flips(own, other, move)
        own |= (ONE << move) | turned
        other &= ~turned
    s.own = other
    s.other = own
    s.moves = mobility(other, own)
    s.turn = 1 - s.turn


def outcome(s: State) -> int:
    """Return ONGOING while either side can place a disc, then the result: more discs win."""
    if s.moves or mobility(s.other, s.own):
        return ONGOING
    ahead = popcount(s.own) - popcount(s.other)
    return DRAW if ahead == 0 else WIN if ahead > 0 else LOSS


def owner(s: State, cell: int) -> int:
    """Return 0 for an empty square, 1 for Black, 2 for White."""
    if s.own >> cell & 1:
        return 1 + s.turn
    return 2 - s.turn if s.other >> cell & 1 else 0


def points(s: State) -> tuple[int, ...]:
    """Return each side's discs; empty squares count for neither."""
    owners = [owner(s, cell) for cell in range(CELLS)]
    return (owners.count(1), owners.count(2))


def ending(s: State) -> str:
    """Return why the game is over."""
    return "full board" if sum(points(s)) == CELLS else "no moves left"
