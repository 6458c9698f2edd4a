"""What searches of chess use besides the evaluation: constants, skipped moves, repetitions, keys, the order of moves.

Captures come first by what they win. The exchange of pieces on a square is followed to its end, always with the least
piece that attacks it (static exchange evaluation), but only until it is clear which side of a threshold it is on.
"""

from kibitz_server.games.bits import ALL, GOLDEN, clear_single, lowest, mix, u64
from kibitz_server.games.chess.attacks import KING, KNIGHT, ONE, PAWN, ZERO, bishop_from, piece_at, rook_from
from kibitz_server.games.chess.moves import (
    CASTLING,
    LAST_RANKS,
    PASSING,
    gather,
    king_moves,
    look_at_king,
    own_pieces,
    passing,
)
from kibitz_server.games.chess.rules import PASSANT_WORDS, PAST, TURN_KEY, ZOBRIST, State, legal

REDUCE, MARGIN, FUTILITY, SHALLOW, LOUD, CHECKS, NULL = 60, 95, 150, 7, 1, 2, 2
LATE, GRAVITY, UNKNOWN_LESS, SURPLUS = 100, 1900, 4, 250
HISTORY_SIZE = 8192
"""Origin, target and side of a move."""
BEYOND = 16
KEEP = 0
"""Repetitions end a game, so values of earlier searches may no longer be true."""

EXCHANGED = (100, 320, 330, 500, 20000, 960)
"""Worth of a pawn, knight, bishop, rook, king and queen in exchanges. A king is never given for anything."""
GOOD, BAD, SMALL_PROMOTION = 400, -400, -500
PLACE = (0, 1, 2, 3, 5, 4)
"""The pieces from the least to the greatest."""


def unsettled(s: State) -> int:
    """Return 1 in check."""
    return int(s.checks != ZERO)


def skip(s: State) -> int:
    """Give the move to the other side and return 1. Return 0 without a change in check, and with only king and pawns.

    There a side often has to move though every move harms it (zugzwang), so that a skipped move says nothing.
    """
    if s.checks or not own_pieces(s) & ~(s.pawns | s.kings):
        return 0
    s.hash ^= TURN_KEY
    if s.passant:
        s.hash ^= ZOBRIST[PASSANT_WORDS + (lowest(s.passant) & 7)]
        s.passant = ZERO
    s.turn = 1 - s.turn
    look_at_king(s)
    # No position after it is a repetition of one before it.
    s.quiet = 0
    s.repeats = 0
    s.past[0] = s.hash
    return 1


def recurring(s: State) -> int:
    """Return 1 if the position has occurred since the last capture or pawn's move."""
    return int(s.repeats > 0)


def forget_single(s: State) -> None:
    """Forget the positions that occurred once, so that a single repetition of one does not look like a draw."""
    clear_single(s.past, min(s.quiet, PAST - 1))


def key(s: State) -> int:
    """Return the hash of the pieces, the turn, the castling rights and the capture en passant."""
    return s.hash


def full_key(s: State) -> int:
    """Return a hash of the position and of what the draws by rule depend on: the quiet plies, and all of the past."""
    word = mix(s.hash ^ u64(s.quiet))
    for ply in range(min(s.quiet, PAST)):
        word = mix(((word ^ s.past[ply]) * GOLDEN) & ALL)
    return word


def attackers(s: State, square: int, occupied: int) -> int:
    """Return the pieces of both sides that attack a square."""
    found: int = (KNIGHT[square] & s.knights) | (KING[square] & s.kings)
    found |= (PAWN[square] & s.pawns & s.black) | (PAWN[64 + square] & s.pawns & s.white)
    found |= rook_from(square, occupied) & s.straight
    found |= bishop_from(square, occupied) & s.diagonal
    return found


def least_piece(s: State, pieces: int) -> int:
    """Return the least piece of a set, as a set."""
    found: int = pieces & s.pawns
    if not found:
        found = pieces & s.knights
    if not found:
        found = pieces & s.diagonal & ~s.straight
    if not found:
        found = pieces & s.straight & ~s.diagonal
    if not found:
        found = pieces & s.straight
    if not found:
        found = pieces
    return found & (ZERO - found)


def gains(s: State, move: int, least: int) -> bool:
    """Return whether a capture or a move wins at least so much, in hundredths of a pawn, after all exchanges there."""
    origin, target, kind = move & 63, (move >> 6) & 63, move >> 12
    if kind == CASTLING:
        return least <= 0
    occupied = (s.white | s.black) & ~(ONE << origin)
    balance = -least
    if occupied & (ONE << target):
        balance += EXCHANGED[piece_at(s, target)]
    elif kind == PASSING:
        balance += EXCHANGED[0]
        occupied ^= ONE << (target - 8 if s.turn == 0 else target + 8)
    if balance < 0:
        return False
    balance -= EXCHANGED[piece_at(s, origin)]
    if balance >= 0:
        return True
    # From here on the side whose turn it is must take, or has failed.
    left = attackers(s, target, occupied)
    seat = 1 - s.turn
    while balance < 0:
        left &= occupied
        mine = left & (s.white if seat == 0 else s.black)
        if not mine:
            break
        piece = least_piece(s, mine)
        occupied ^= piece
        # Pieces behind it now attack the square too.
        if piece & (s.pawns | s.diagonal):
            left |= bishop_from(target, occupied) & s.diagonal
        if piece & s.straight:
            left |= rook_from(target, occupied) & s.straight
        balance = -balance - 1 - EXCHANGED[piece_at(s, lowest(piece))]
        seat = 1 - seat
    return bool(seat != s.turn)


def alarming(s: State, move: int) -> bool:
    """Return whether a move gives check; True for castling and promotions, without a look."""
    if move >> 12:
        return True
    origin, target = ONE << (move & 63), ONE << ((move >> 6) & 63)
    own = own_pieces(s)
    king = lowest(s.kings & ~own)
    if (s.knights & origin and KNIGHT[king] & target) or (
        s.pawns & origin and PAWN[king if s.turn else 64 + king] & target
    ):
        return True
    # The piece is on its target, and no longer before others.
    occupied = ((s.white | s.black) ^ origin) | target
    straight = s.straight & own ^ (origin | target if s.straight & origin else ZERO)
    diagonal = s.diagonal & own ^ (origin | target if s.diagonal & origin else ZERO)
    return bool(rook_from(king, occupied) & straight | bishop_from(king, occupied) & diagonal)


def promise(s: State, move: int) -> int:
    """Return how good a move looks: good captures by the piece taken, quiet moves, then captures that lose."""
    kind = move >> 12
    if kind == CASTLING:
        return 1
    if 0 < kind < 4:
        return SMALL_PROMOTION
    target = ONE << ((move >> 6) & 63)
    score = 100 if kind == 4 else 0
    if kind == PASSING:
        score += 16
    elif (s.white | s.black) & target:
        score += 16 + 16 * PLACE[piece_at(s, (move >> 6) & 63)] - PLACE[piece_at(s, move & 63)]
    if score == 0:
        return 0
    return score + (GOOD if gains(s, move, 0) else BAD)


def ordered(s: State, moves: list[int], scores: list[int], k: int) -> int:
    """Write the legal moves, and how good each looks."""
    end = legal(s, moves, k)
    for i in range(k, end):
        scores[i] = promise(s, moves[i])
    return int(end)


def forcing(s: State, moves: list[int], scores: list[int], k: int) -> int:
    """Write the captures that lose nothing by exchanges, and the promotions to a queen."""
    own = own_pieces(s)
    other = (s.white | s.black) ^ own
    end = king_moves(s, moves, passing(s, moves, gather(s, moves, k, other)), other)
    if s.pawns & own & (u64(0x00FF000000000000) if s.turn == 0 else u64(0x000000000000FF00)):
        # Promotions by a capture are there already.
        first = end
        end = gather(s, moves, end, LAST_RANKS & ~(s.white | s.black))
        last = first
        for i in range(first, end):
            if moves[i] >> 12 == 4:
                moves[last] = moves[i]
                last += 1
        end = last
    kept = k
    for i in range(k, end):
        score = promise(s, moves[i])
        if score >= 0:
            moves[kept] = moves[i]
            scores[kept] = score
            kept += 1
    return kept
