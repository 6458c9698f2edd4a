"""Legal moves of chess. None is tried out: pins and checks say beforehand where each piece may go.

A move's code has the origin in bits 0-5, the target in bits 6-11, and above them a kind: 0, or the piece that a pawn
becomes, or CASTLING (then the target is the own rook), or PASSING (a capture en passant).
"""

from typing import Any

from kibitz_server.games.bits import lowest, popcount, u64
from kibitz_server.games.chess.attacks import (
    KING,
    KNIGHT,
    LINE,
    NOT_A,
    NOT_H,
    ONE,
    PAWN,
    ZERO,
    along,
    attacked,
    between,
    bishop_from,
    knight_attacks,
    line_through,
    rook_from,
    stretch,
)

SLOTS = ("CHESS960",)
"""Names of the game that these functions use."""
CHESS960: int = 0

EVERYWHERE = u64(0xFFFFFFFFFFFFFFFF)
RANK_3, RANK_6 = u64(0x0000000000FF0000), u64(0x0000FF0000000000)
LAST_RANKS = u64(0xFF000000000000FF)
CASTLING, PASSING = 5, 6
"""Kinds of moves. Kinds 1 to 4 are promotions to a knight, bishop, rook and queen."""


def own_pieces(s: Any) -> int:
    """Return the pieces of the side to move."""
    pieces: int = s.white if s.turn == 0 else s.black
    return pieces


def reach(s: Any, square: int, other: int, allowed: int, king: int) -> int:
    """Return the squares that a piece of the side to move, not its king, may go to, apart from en passant.

    Args:
        s: The state.
        square: Where the piece stands.
        other: The pieces of the other side.
        allowed: The squares that no own piece is on and that end a check, if there is one.
        king: The square of the own king.
    """
    piece = ONE << square
    occupied = s.white | s.black
    found: int = ZERO
    if s.pawns & piece:
        if s.turn == 0:
            step = (piece << 8) & ~occupied
            found = step | (((step & RANK_3) << 8) & ~occupied) | (PAWN[square] & other)
        else:
            step = (piece >> 8) & ~occupied
            found = step | (((step & RANK_6) >> 8) & ~occupied) | (PAWN[64 + square] & other)
    elif s.knights & piece:
        found = KNIGHT[square]
    else:
        if s.straight & piece:
            found = rook_from(square, occupied)
        if s.diagonal & piece:
            found |= bishop_from(square, occupied)
    found &= allowed
    if s.pinned & piece:
        found &= line_through(king, square)
    return found


def end_of_check(s: Any, king: int) -> int:
    """Return the squares that a piece other than the king may go to while it is in check, own pieces not considered."""
    if not s.checks:
        return EVERYWHERE
    if s.checks & (s.checks - ONE):
        return ZERO
    allowed: int = s.checks | between(king, lowest(s.checks))
    return allowed


def gather(s: Any, moves: list[int], k: int, aims: int) -> int:
    """Write the legal moves to some squares, apart from those of the king and en passant."""
    own = own_pieces(s)
    other = (s.white | s.black) ^ own
    king = lowest(s.kings & own)
    allowed = end_of_check(s, king) & ~own & aims
    left = own & ~s.kings if allowed else ZERO
    while left:
        square = lowest(left)
        left &= left - ONE
        targets = reach(s, square, other, allowed, king)
        crowning = targets & LAST_RANKS if s.pawns & (ONE << square) else ZERO
        targets ^= crowning
        while targets:
            moves[k] = square | (lowest(targets) << 6)
            targets &= targets - ONE
            k += 1
        while crowning:
            move = square | (lowest(crowning) << 6)
            crowning &= crowning - ONE
            for kind in range(4):
                moves[k + kind] = move | ((4 - kind) << 12)
            k += 4
    return k


def passing(s: Any, moves: list[int], k: int) -> int:
    """Write the captures en passant. `s.passant` says that there is one."""
    if s.passant:
        square = lowest(s.passant)
        left = PAWN[square + 64 * (1 - s.turn)] & s.pawns & own_pieces(s)
        while left:
            origin = lowest(left)
            left &= left - ONE
            if may_pass(s, origin, square):
                moves[k] = origin | (square << 6) | (PASSING << 12)
                k += 1
    return k


def may_pass(s: Any, origin: int, square: int) -> bool:
    """Return whether a pawn of the side to move may capture en passant on a square: its king is not in check after it.

    Two pawns leave a row at once, so that pins do not say it all.
    """
    own = own_pieces(s)
    other = (s.white | s.black) ^ own
    taken = ONE << (square - 8 if s.turn == 0 else square + 8)
    occupied = (s.white | s.black) ^ (ONE << origin) ^ taken ^ (ONE << square)
    king = lowest(s.kings & own)
    if rook_from(king, occupied) & s.straight & other or bishop_from(king, occupied) & s.diagonal & other:
        return False
    return bool((s.checks & ~taken & (s.pawns | s.knights)) == ZERO)


def king_moves(s: Any, moves: list[int], k: int, aims: int) -> int:
    """Write the moves of the king to some squares, castling included if these are all squares."""
    own = own_pieces(s)
    king = lowest(s.kings & own)
    targets = KING[king] & ~own & aims
    castles = s.castling & own if aims == EVERYWHERE and not s.checks else ZERO
    if not targets and not castles:
        return k
    # A king does not hide behind itself from a piece that attacks along a line.
    danger = attacked(s, 1 - s.turn, (s.white | s.black) ^ (ONE << king))
    targets &= ~danger
    while targets:
        moves[k] = king | (lowest(targets) << 6)
        targets &= targets - ONE
        k += 1
    while castles:
        rook = lowest(castles)
        castles &= castles - ONE
        if may_castle(s, king, rook, danger):
            moves[k] = king | (rook << 6) | (CASTLING << 12)
            k += 1
    return k


def king_goal(king: int, rook: int) -> int:
    """Return where a king ends that castles with a rook: on the c or the g column."""
    return (king & 56) + (6 if rook > king else 2)


def rook_goal(king: int, rook: int) -> int:
    """Return where the rook ends: on the d or the f column."""
    return (king & 56) + (5 if rook > king else 3)


def may_castle(s: Any, king: int, rook: int, danger: int) -> bool:
    """Return whether a king that is not in check may castle with a rook that has the right to."""
    goal, rook_end = king_goal(king, rook), rook_goal(king, rook)
    both = (ONE << king) | (ONE << rook)
    occupied = s.white | s.black
    if (stretch(king, goal) | stretch(rook, rook_end)) & ~both & occupied:
        return False
    if stretch(king, goal) & danger:
        return False
    if CHESS960:
        # The rook may have covered the king from an attack along the row.
        after = (occupied & ~both) | (ONE << rook_end)
        if along(goal, 1, after) & s.straight & (occupied ^ own_pieces(s)):
            return False
    return True


def can_move(s: Any) -> bool:
    """Return whether the side to move has a legal move. Most positions have one that needs no further look."""
    own = own_pieces(s)
    occupied = s.white | s.black
    free = own & ~s.pinned
    if not s.checks:
        pawns = s.pawns & free
        if ((pawns << 8) if s.turn == 0 else (pawns >> 8)) & ~occupied & EVERYWHERE:
            return True
        if knight_attacks(s.knights & free) & ~own:
            return True
        sliders = s.straight & free
        beside = (sliders << 8) | (sliders >> 8) | ((sliders & NOT_H) << 1) | ((sliders & NOT_A) >> 1)
        if beside & ~own & EVERYWHERE:
            return True
        sliders = s.diagonal & free
        up, down = (
            ((sliders & NOT_H) << 9) | ((sliders & NOT_A) << 7),
            ((sliders & NOT_H) >> 7) | ((sliders & NOT_A) >> 9),
        )
        if (up | down) & ~own & EVERYWHERE:
            return True
    other = occupied ^ own
    king = lowest(s.kings & own)
    danger = attacked(s, 1 - s.turn, occupied ^ (ONE << king))
    if KING[king] & ~own & ~danger:
        return True
    allowed = end_of_check(s, king) & ~own
    left = own & ~s.kings if allowed else ZERO
    while left:
        if reach(s, lowest(left), other, allowed, king):
            return True
        left &= left - ONE
    if CHESS960 and not s.checks:
        # Elsewhere a king that may castle may also move towards the rook.
        left = s.castling & own
        while left:
            if may_castle(s, king, lowest(left), danger):
                return True
            left &= left - ONE
    may: bool = s.passant != ZERO
    return may


def look_at_king(s: Any) -> None:
    """Find the pieces that give check to the side to move, and its pieces that are pinned to the king."""
    own = own_pieces(s)
    occupied = s.white | s.black
    other = occupied ^ own
    king = lowest(s.kings & own)
    upright, slanted = rook_from(king, occupied), bishop_from(king, occupied)
    straight, diagonal = s.straight & other, s.diagonal & other
    near = (KNIGHT[king] & s.knights) | (PAWN[king + 64 * s.turn] & s.pawns)
    s.checks = (upright & straight) | (slanted & diagonal) | (near & other)
    pinned: int = ZERO
    straight &= (LINE[4 * king] | LINE[4 * king + 1]) & ~upright
    diagonal &= (LINE[4 * king + 2] | LINE[4 * king + 3]) & ~slanted
    while straight:
        # A square that both attack lies between them, and only one piece does if it is attacked from both sides.
        pinned |= rook_from(lowest(straight), occupied) & upright
        straight &= straight - ONE
    while diagonal:
        pinned |= bishop_from(lowest(diagonal), occupied) & slanted
        diagonal &= diagonal - ONE
    s.pinned = pinned & own


def keep_passant(s: Any, square: int) -> None:
    """Remember a square that a pawn has just passed, if it can be taken there."""
    s.passant = ZERO
    left = PAWN[square + 64 * (1 - s.turn)] & s.pawns & own_pieces(s)
    while left:
        if may_pass(s, lowest(left), square):
            s.passant = ONE << square
        left &= left - ONE


def dead(s: Any) -> bool:
    """Return whether neither side can mate any more: a lone minor piece, or bishops on squares of one colour."""
    if s.pawns | s.straight:
        return False
    if popcount(s.knights | s.diagonal) <= 1:
        return True
    return not s.knights and (not s.diagonal & LIGHT or not s.diagonal & DARK)


LIGHT, DARK = u64(0x55AA55AA55AA55AA), u64(0xAA55AA55AA55AA55)
"""Squares of each colour: a1 is dark."""
