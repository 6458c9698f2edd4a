"""Attacks of chess pieces on bitboards: bit `n` is the square `n`, from a1 (0) along the rows to h8 (63).

A piece that moves along lines reaches the first piece on either side of it. One subtraction finds both (obstruction
difference: Isenberg, 2009). Sets of pieces are spread in all directions at once (parallel prefix: Kogge and Stone,
1973).
"""

from typing import Any

from kibitz_server.games.bits import ALL, highest, lowest, popcount, u64

SLOTS = ()

ZERO, ONE = u64(0), u64(1)
WAYS = ((0, 1), (1, 0), (1, 1), (-1, 1))
"""Columns and rows of one step along each kind of line: upright, across, and both diagonals."""
UPRIGHT, ACROSS, RISING, FALLING = 0, 1, 2, 3


def squares(*numbers: int) -> u64:
    """Return the set of these squares."""
    return u64(sum(1 << number for number in numbers))


def reached(square: int, *steps: tuple[int, int]) -> u64:
    """Return the squares on the board that single steps of columns and rows lead to."""
    column, row = square % 8, square // 8
    places = ((column + x, row + y) for x, y in steps)
    return squares(*(8 * y + x for x, y in places if 0 <= x < 8 and 0 <= y < 8))


def rays(sign: int) -> tuple[u64, ...]:
    """Return the squares from each square to the border along each line, upwards (1) or downwards (-1)."""
    return tuple(
        reached(square, *((sign * n * x, sign * n * y) for n in range(1, 8))) for square in range(64) for x, y in WAYS
    )


ABOVE, BELOW = rays(1), rays(-1)
LINE = tuple(u64(above | below) for above, below in zip(ABOVE, BELOW, strict=True))
"""For each square four lines, without the square itself: at index 4 * square + way."""
LEAPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
KNIGHT = tuple(reached(square, *LEAPS) for square in range(64))
KING = tuple(
    reached(square, (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)) for square in range(64)
)
PAWN = tuple(reached(square, (-1, y), (1, y)) for y in (1, -1) for square in range(64))
"""Squares that a pawn attacks: White's at index `square`, Black's at `64 + square`."""

COLUMN_A, COLUMN_H = u64(0x0101010101010101), u64(0x8080808080808080)
NOT_A, NOT_H = u64(0xFEFEFEFEFEFEFEFE), u64(0x7F7F7F7F7F7F7F7F)
NOT_AB, NOT_GH = u64(0xFCFCFCFCFCFCFCFC), u64(0x3F3F3F3F3F3F3F3F)
STEPS = (8, 1, 9, 7)
UPWARDS = (ALL, NOT_A, NOT_A, NOT_H)
DOWNWARDS = (ALL, NOT_H, NOT_H, NOT_A)
"""For each kind of line the number of squares of a step, and where a step upwards or downwards may end."""


def along(square: int, way: int, occupied: int) -> int:
    """Return the squares on one line that a piece reaches, the first occupied one on each side included."""
    line = 4 * square + way
    upper = ABOVE[line] & occupied
    first = upper & (ZERO - upper)
    return ((first << 1) - (ONE << highest((BELOW[line] & occupied) | ONE))) & LINE[line]


def rook_from(square: int, occupied: int) -> int:
    """Return the squares that a rook attacks."""
    return along(square, UPRIGHT, occupied) | along(square, ACROSS, occupied)


def bishop_from(square: int, occupied: int) -> int:
    """Return the squares that a bishop attacks."""
    return along(square, RISING, occupied) | along(square, FALLING, occupied)


def between(one: int, other: int) -> int:
    """Return the squares between two squares of a line; none if no line joins them."""
    end = ONE << other
    found: int = ZERO
    for way in range(4):
        if LINE[4 * one + way] & end:
            found = along(one, way, end) & along(other, way, ONE << one)
    return found


def line_through(one: int, other: int) -> int:
    """Return the line that joins two squares, without the first of them; none if no line does."""
    found: int = ZERO
    for way in range(4):
        if LINE[4 * one + way] & (ONE << other):
            found = LINE[4 * one + way]
    return found


def stretch(one: int, other: int) -> int:
    """Return the squares of a row from one to another, both included."""
    return ((ONE << max(one, other)) << 1) - (ONE << min(one, other))


def pawn_attacks(pawns: int, seat: int) -> int:
    """Return the squares that a side's pawns attack."""
    if seat == 0:
        return (((pawns & NOT_H) << 9) | ((pawns & NOT_A) << 7)) & ALL
    return ((pawns & NOT_H) >> 7) | ((pawns & NOT_A) >> 9)


def knight_attacks(knights: int) -> int:
    """Return the squares that knights attack."""
    near = ((knights & NOT_H) << 1) | ((knights & NOT_A) >> 1)
    far = ((knights & NOT_GH) << 2) | ((knights & NOT_AB) >> 2)
    return ((near << 16) | (near >> 16) | (far << 8) | (far >> 8)) & ALL


def swept(straight: int, diagonal: int, empty: int) -> int:
    """Return the squares that all pieces on lines attack together, given the empty squares."""
    found: int = ZERO
    for way in range(4):
        pieces = straight if way < 2 else diagonal
        step = STEPS[way]
        free = empty & UPWARDS[way]
        up = pieces | (free & (pieces << step))
        free &= free << step
        up |= free & (up << (2 * step))
        free &= free << (2 * step)
        up |= free & (up << (4 * step))
        found |= (up << step) & UPWARDS[way]
        free = empty & DOWNWARDS[way]
        down = pieces | (free & (pieces >> step))
        free &= free >> step
        down |= free & (down >> (2 * step))
        free &= free >> (2 * step)
        down |= free & (down >> (4 * step))
        found |= (down >> step) & DOWNWARDS[way]
    return found


def attacked(s: Any, seat: int, occupied: int) -> int:
    """Return the squares that a side's pieces attack, given the occupied squares."""
    own = s.white if seat == 0 else s.black
    found = swept(s.straight & own, s.diagonal & own, ALL & ~occupied)
    found |= pawn_attacks(s.pawns & own, seat) | knight_attacks(s.knights & own)
    return found | KING[lowest(s.kings & own)]


def piece_at(s: Any, square: int) -> int:
    """Return which piece stands on an occupied square: 0 pawn, 1 knight, 2 bishop, 3 rook, 4 king, 5 queen."""
    piece = ONE << square
    return (
        popcount(s.knights & piece)
        + 2 * popcount(s.diagonal & piece)
        + 3 * popcount(s.straight & piece)
        + 4 * popcount(s.kings & piece)
    )
