"""Evaluation of chess: the pieces on their squares, their mobility, pawns, and the safety of the kings.

Each part has a worth in the middle game and in the ending. The pieces that are left say how far the game is between
both (tapered evaluation, as in Fruit: Letouzey, 2004). Both worths are kept in one number, the ending's times 2 ** 16,
and so they are added in one step. The numbers are in `tuned`, fitted to games of the engine by
`python -m training chess`.
"""

from typing import Any

from kibitz_server.games.bits import ALL, lowest, popcount, u64
from kibitz_server.games.chess.attacks import (
    KING,
    KNIGHT,
    NOT_A,
    NOT_H,
    ONE,
    bishop_from,
    pawn_attacks,
    rook_from,
)
from kibitz_server.games.chess.moves import DARK, LIGHT
from kibitz_server.games.chess.tuned import WEIGHTS

SLOTS = ()

PIECES = ("pawn", "knight", "bishop", "rook", "king", "queen")


def packed(name: str) -> tuple[int, ...]:
    """Return the weights of a part, each with both worths in one number."""
    return tuple(middle + (end << 16) for middle, end in WEIGHTS[name])


WORTH = tuple(worth for piece in PIECES for worth in packed(piece))
"""Worths of White's pieces: at index 64 * piece + square. Black's are those of the mirrored square."""
KNIGHT_MOBILITY, BISHOP_MOBILITY = packed("knight mobility"), packed("bishop mobility")
ROOK_MOBILITY, QUEEN_MOBILITY = packed("rook mobility"), packed("queen mobility")
"""By the number of squares that a piece attacks, without own pieces and what enemy pawns attack."""
(BISHOP_PAIR, OPEN_COLUMN, HALF_OPEN_COLUMN, PAWN_THREAT, MINOR_THREAT) = packed("pieces")
"""For two bishops; a rook on a column without pawns, without own pawns; a piece that a pawn attacks, a rook or queen
that a lesser piece attacks."""
(DOUBLED, ISOLATED, BACKWARD, SUPPORTED, BESIDE) = packed("pawns")
PASSED, STOPPED = packed("passed"), packed("stopped")
"""For a passed pawn by its row, and what it is worth less when a piece stands before it."""
OWN_KING, ENEMY_KING = packed("escort")
"""For each step from a king to the square before a passed pawn, times the rows beyond the third."""
SHIELD, UNCOVERED = packed("shield"), packed("uncovered")
"""By the pawns before the king, and by the columns about it without one of its pawns."""
DANGER = packed("danger")
"""By the attacks on the squares about the enemy king, each counted by the piece: see NEAR_KING."""
NEAR_KING = (0, 2, 2, 3, 0, 5)
TEMPO = 12
WHOLE = 24
"""Phase of a board with all pieces: a minor piece counts 1, a rook 2, a queen 4."""
COLUMN = u64(0x0101010101010101)


def evaluate(s: Any) -> int:
    """Return the worth of the position for the side to move, in hundredths of a pawn."""
    total = s.score + side(s, 0) - side(s, 1)
    if s.turn == 1:
        total = -total
    middle = middle_of(total)
    end = end_of(total)
    queens = s.diagonal & s.straight
    rooks = s.straight ^ queens
    minors = s.knights | (s.diagonal ^ queens)
    phase = min(WHOLE, popcount(minors) + 2 * popcount(rooks) + 4 * popcount(queens))
    value = (middle * phase + end * (WHOLE - phase)) // WHOLE
    if phase <= 8:
        value = in_ending(s, value)
    return int(TEMPO + value)


def middle_of(total: int) -> int:
    """Return the worth in the middle game."""
    return ((total + 32768) & 65535) - 32768


def end_of(total: int) -> int:
    """Return the worth in the ending."""
    return (total - middle_of(total)) >> 16


def in_ending(s: Any, value: int) -> int:
    """Return the value of a position with few pieces.

    It is less where the better side can hardly win, and more as the kings get nearer where a lone king is to be mated.
    """
    better = s.turn if value > 0 else 1 - s.turn
    own, other = (s.white, s.black) if better == 0 else (s.black, s.white)
    if not other & ~s.kings:
        # Alone, a king is mated at the border, and the other king helps.
        king, mate = lowest(s.kings & own), lowest(s.kings & other)
        near = 14 - abs(king % 8 - mate % 8) - abs(king // 8 - mate // 8)
        border = max(abs(2 * (mate % 8) - 7), abs(2 * (mate // 8) - 7))
        help_of_king = 4 * near + 8 * border
        value += help_of_king if value > 0 else -help_of_king
    if not s.pawns & own and power(s, own) - power(s, other) <= 3:
        return value // 8
    bishops = s.diagonal & ~s.straight
    if not s.knights | s.straight and popcount(bishops & own) == 1 and popcount(bishops & other) == 1:
        return value // 2 if bishops & LIGHT and bishops & DARK else value
    return value


def power(s: Any, own: int) -> int:
    """Return the usual worth of a side's pieces, in pawns and without them."""
    queens = s.diagonal & s.straight & own
    return int(3 * popcount((s.knights | s.diagonal) & own) + 5 * popcount(s.straight & own) + popcount(queens))


def side(s: Any, seat: int) -> int:
    """Return what the pieces of a side are worth beyond their squares."""
    own, other = (s.white, s.black) if seat == 0 else (s.black, s.white)
    return pieces(s, seat, own, other) + pawns(s, seat, own, other)


def pieces(s: Any, seat: int, own: int, other: int) -> int:
    """Return the worth of mobility, of attacks on the enemy king, of open columns, threats and the pair of bishops."""
    occupied = own | other
    free = ~own & ~pawn_attacks(s.pawns & other, 1 - seat)
    king = lowest(s.kings & other)
    zone = KING[king] | (ONE << king)
    great = s.straight & other
    danger = 0
    value = PAWN_THREAT * popcount(pawn_attacks(s.pawns & own, seat) & other & ~s.pawns)
    left = s.knights & own
    while left:
        squares: int = KNIGHT[lowest(left)]
        left &= left - ONE
        value += KNIGHT_MOBILITY[popcount(squares & free)] + MINOR_THREAT * popcount(squares & great)
        danger += NEAR_KING[1] * popcount(squares & zone)
    left = s.diagonal & ~s.straight & own
    if left & (left - ONE):
        value += BISHOP_PAIR
    while left:
        squares = bishop_from(lowest(left), occupied)
        left &= left - ONE
        value += BISHOP_MOBILITY[popcount(squares & free)] + MINOR_THREAT * popcount(squares & great)
        danger += NEAR_KING[2] * popcount(squares & zone)
    left = s.straight & own
    while left:
        square = lowest(left)
        left &= left - ONE
        squares = rook_from(square, occupied)
        if s.diagonal & (ONE << square):
            squares |= bishop_from(square, occupied)
            value += QUEEN_MOBILITY[popcount(squares & free)]
            danger += NEAR_KING[5] * popcount(squares & zone)
        else:
            column = COLUMN << (square & 7)
            if not s.pawns & own & column:
                value += HALF_OPEN_COLUMN if s.pawns & column else OPEN_COLUMN
            value += ROOK_MOBILITY[popcount(squares & free)]
            danger += NEAR_KING[3] * popcount(squares & zone)
    return value + DANGER[min(danger, len(DANGER) - 1)]


def pawns(s: Any, seat: int, own: int, other: int) -> int:
    """Return the worth of a side's pawns by how they stand to each other, and of those before its king."""
    mine, theirs = s.pawns & own, s.pawns & other
    king, enemy = lowest(s.kings & own), lowest(s.kings & other)
    occupied = own | other
    if seat == 1:
        mine, theirs, occupied = mirrored(mine), mirrored(theirs), mirrored(occupied)
        king, enemy = king ^ 56, enemy ^ 56
    neighbours = beside(mine)
    columns = upwards(downwards(mine))
    value = DOUBLED * popcount(mine & downwards(mine >> 8))
    value += ISOLATED * popcount(mine & ~beside(columns))
    guarded = pawn_attacks(theirs, 1)
    value += BACKWARD * popcount(mine & ~upwards(neighbours) & (guarded >> 8) & beside(columns))
    value += SUPPORTED * popcount(mine & pawn_attacks(mine, 0)) + BESIDE * popcount(mine & neighbours)
    facing = downwards(theirs >> 8)
    left = mine & ~(facing | beside(facing) | downwards(mine >> 8))
    while left:
        square = lowest(left)
        left &= left - ONE
        row = square >> 3
        value += PASSED[row]
        if occupied & (ONE << (square + 8)):
            value += STOPPED[row]
        if row > 2:
            value += (row - 2) * (OWN_KING * steps(king, square + 8) + ENEMY_KING * steps(enemy, square + 8))
    before = KING[king] | (KING[king] << 8) & ALL
    value += SHIELD[min(3, popcount(mine & before))]
    about = COLUMN << (king & 7)
    about |= beside(about)
    return value + UNCOVERED[popcount(about & ~columns & u64(0xFF))]


def steps(one: int, other: int) -> int:
    """Return the moves that a king needs between two squares."""
    return max(abs((one & 7) - (other & 7)), abs((one >> 3) - (other >> 3)))


def mirrored(squares: int) -> int:
    """Return the squares with the rows in reverse order."""
    squares = ((squares >> 8) & u64(0x00FF00FF00FF00FF)) | ((squares & u64(0x00FF00FF00FF00FF)) << 8)
    squares = ((squares >> 16) & u64(0x0000FFFF0000FFFF)) | ((squares & u64(0x0000FFFF0000FFFF)) << 16)
    return (squares >> 32) | ((squares << 32) & ALL)


def beside(squares: int) -> int:
    """Return the squares to the left and right of a set."""
    return (((squares & NOT_H) << 1) | ((squares & NOT_A) >> 1)) & ALL


def upwards(squares: int) -> int:
    """Return a set with all squares above it on the same columns."""
    squares |= (squares << 8) & ALL
    squares |= (squares << 16) & ALL
    return squares | ((squares << 32) & ALL)


def downwards(squares: int) -> int:
    """Return a set with all squares below it on the same columns."""
    squares |= squares >> 8
    squares |= squares >> 16
    return squares | (squares >> 32)
