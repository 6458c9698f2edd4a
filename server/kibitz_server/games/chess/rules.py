"""Chess on bitboards, with the 960 first rows of Fischer random chess.

A queen is in both sets of pieces that move along lines, `diagonal` and `straight`. The sides are separate sets. The
legal moves are in `moves`.
"""

from typing import Annotated, Any

from kibitz_server.games.bits import lowest, u64, zobrist
from kibitz_server.games.chess import attacks, endings, evaluation, mates, moves
from kibitz_server.games.chess.arrays import USUAL, row_constants
from kibitz_server.games.chess.attacks import ONE, ZERO, piece_at
from kibitz_server.games.chess.evaluation import WORTH
from kibitz_server.games.chess.moves import (
    CASTLING,
    EVERYWHERE,
    PASSING,
    can_move,
    dead,
    gather,
    keep_passant,
    king_goal,
    king_moves,
    look_at_king,
    own_pieces,
    passing,
    rook_goal,
)
from kibitz_server.games.declaration import ANY
from kibitz_server.games.game import BY_CODE, DRAW, LOSS, ONGOING, Declaration, Option, other_names, read_guide
from kibitz_server.games.record import I64, U64, Array, Record

COMPANIONS = (attacks, moves, evaluation, mates, endings)

RANDOM_ARRAYS = (
    "chess960",
    "chess 9lx",
    "fischer random",
    "fischer random chess",
    "fischerandom",
    "freestyle chess",
)
"""Names of the game from a first row that the server chooses."""
GAME = Declaration(
    name="chess",
    title="Chess",
    summary="Checkmate the enemy king.",
    move_help="a move is Nf3, exd5, O-O or e8=Q; from-to is read too, such as g1f3, e1g1 (castling) or e7e8q (a queen)",
    seats=("White", "Black"),
    options=(
        Option(
            "array",
            USUAL,
            0,
            959,
            "number of the first row (Chess960; 518 is the usual one)",
            any=True,
            title="First row of Chess960",
            german="Grundreihe (Chess960)",
        ),
        Option(
            "claims",
            False,
            meaning="whether the third occurrence and 50 moves must be claimed by a draw offer",
            title="Draws must be claimed",
            german="Remis nur auf Antrag",
        ),
        Option(
            "study",
            False,
            meaning="whether only checkmate and stalemate end the game, as for old files",
            offered=False,
            title="Only mate and stalemate end it",
            german="Ende nur durch Matt und Patt",
        ),
    ),
    guide=read_guide(__file__),
    notation="uci",
    draw_offers_stand=True,
    pairs=True,
    aliases=other_names("international chess", "western chess", "schach", "échecs", "ajedrez", "шахматы")
    | {name: {"array": ANY} for name in RANDOM_ARRAYS},
    goes_on=("claims", "study"),
)

MOVES = BY_CODE
MAX_MOVES = 256
"""A position that a game can reach has at most 218."""
PROGRESS = 16 * 6 + 30
"""Moves of pawns and captures in a game."""
CALLED = (
    "attacked",
    "can_move",
    "evaluate",
    "forcing",
    "gains",
    "gather",
    "in_ending",
    "king_moves",
    "lone_king",
    "ordered",
    "play",
    "side",
)


def constants(array: int, claims: bool, study: bool) -> dict[str, Any]:
    """Return the constants of an arrangement, and of draws that come by themselves, must be claimed or never come."""
    quiet = 150 if claims else 100
    return {
        "CHESS960": int(array != USUAL),
        "CLAIMS": int(claims),
        "STUDY": int(study),
        "QUIET_LIMIT": quiet,
        "REPEATS": 4 if claims else 2,
        "PAST": quiet + 1,
        "MAX_PLIES": 2 * MOST_MOVES if study else (PROGRESS + 1) * quiet,
        **row_constants(array),
    }


def compiled_as(array: int, claims: bool, study: bool) -> dict[str, Any]:
    """Return the options whose searches serve an arrangement: all but the usual one differ only in where they begin."""
    return {"array": array if array == USUAL else 0, "claims": claims, "study": study}


CHESS960 = CLAIMS = STUDY = 0
QUIET_LIMIT = 100
"""Plies without a capture or a pawn's move that make a draw."""
REPEATS = 2
"""Earlier occurrences of a position that make a draw."""
PAST = QUIET_LIMIT + 1
MAX_PLIES = (PROGRESS + 1) * QUIET_LIMIT
MOST_MOVES = 10_000
"""Number of the move with which a study ends."""
KNIGHTS, DIAGONAL, STRAIGHT = u64(0x4200000000000042), u64(0x2C0000000000002C), u64(0x8900000000000089)
KINGS, ROOKS = u64(0x1000000000000010), u64(0x8100000000000081)
WHITE_HALF, PAWNS = u64(0x000000000000FFFF), u64(0x00FF00000000FF00)

ZOBRIST = zobrist(12 * 64 + 64 + 8 + 1)
CASTLING_WORDS, PASSANT_WORDS, TURN_WORD = 12 * 64, 12 * 64 + 64, 12 * 64 + 64 + 8
"""Words for each piece of a side on a square, each rook that may castle, the column of a pawn that may be taken en
passant, and Black's turn."""


class State(Record):
    """Pieces by their kinds and sides; what the history leaves; and what follows from these.

    `castling` has the rooks that may still castle, `passant` the square where a pawn can be taken en passant. `quiet`
    counts the plies since a capture or a pawn's move, and `past` has the `hash` of the position after each of these
    plies, as far as it has room; later ones are not compared. `repeats` counts earlier occurrences of the position.
    `number` is that of the move, as in game scores.
    `checks` are the pieces that attack the king of the side to move, `pinned` its own pieces that may not leave a line.
    """

    turn: I64
    white: U64
    black: U64
    pawns: U64
    knights: U64
    diagonal: U64
    straight: U64
    kings: U64
    castling: U64
    passant: U64
    checks: U64
    pinned: U64
    hash: U64
    score: I64
    quiet: I64
    repeats: I64
    number: I64
    past: Annotated[list[int], Array("u8", "PAST")]


def setup(s: State) -> None:
    """Set up the pieces of the array; White to move."""
    s.pawns = PAWNS
    s.knights = KNIGHTS
    s.diagonal = DIAGONAL
    s.straight = STRAIGHT
    s.kings = KINGS
    s.white = WHITE_HALF
    s.black = WHITE_HALF << 48
    s.castling = ROOKS
    s.number = 1
    complete_state(s)


def complete_state(s: State) -> None:
    """Fill in what follows from the pieces, the side to move and the rights."""
    s.hash = TURN_KEY if s.turn else ZERO
    s.score = 0
    left = s.white | s.black
    while left:
        square = lowest(left)
        piece = piece_at(s, square)
        seat = 0 if s.white & (ONE << square) else 1
        s.hash ^= ZOBRIST[384 * seat + 64 * piece + square]
        s.score += worth(piece, seat, square)
        left &= left - ONE
    left = s.castling
    while left:
        s.hash ^= ZOBRIST[CASTLING_WORDS + lowest(left)]
        left &= left - ONE
    look_at_king(s)
    if s.passant:
        keep_passant(s, lowest(s.passant))
    if s.passant:
        s.hash ^= ZOBRIST[PASSANT_WORDS + (lowest(s.passant) & 7)]
    if s.quiet < PAST:
        s.past[s.quiet] = s.hash


def forget(s: State) -> None:
    """Forget the plies since a capture or a pawn's move, and the positions after them."""
    s.quiet = s.repeats = 0
    s.past[0] = s.hash


TURN_KEY = ZOBRIST[TURN_WORD]
ROOK_PIECE, KING_PIECE = 3, 4
PROMOTED = (0, 1, 2, 3, 5)
"""The piece by the kind of a move, with which a pawn becomes a queen by kind 4."""


def legal(s: State, moves: list[int], k: int) -> int:
    """Write the legal moves."""
    return int(king_moves(s, moves, passing(s, moves, gather(s, moves, k, EVERYWHERE)), EVERYWHERE))


def toggle(s: State, piece: int, seat: int, square: int) -> None:
    """Put a piece of a seat on a square, or take it off: in the sets and in the hash."""
    bit = ONE << square
    if piece == 0:
        s.pawns ^= bit
    elif piece == 1:
        s.knights ^= bit
    elif piece == 4:
        s.kings ^= bit
    else:
        if piece != 3:
            s.diagonal ^= bit
        if piece != 2:
            s.straight ^= bit
    if seat == 0:
        s.white ^= bit
    else:
        s.black ^= bit
    s.hash ^= ZOBRIST[384 * seat + 64 * piece + square]


def worth(piece: int, seat: int, square: int) -> int:
    """Return what a piece of a seat on a square adds to White's score."""
    return WORTH[64 * piece + square] if seat == 0 else -WORTH[64 * piece + (square ^ 56)]


def lift(s: State, piece: int, seat: int, square: int) -> None:
    """Take a piece off."""
    toggle(s, piece, seat, square)
    s.score -= worth(piece, seat, square)


def put(s: State, piece: int, seat: int, square: int) -> None:
    """Put a piece on an empty square."""
    toggle(s, piece, seat, square)
    s.score += worth(piece, seat, square)


def play(s: State, move: int) -> None:
    """Move, take what stands there, and look at the king of the other side."""
    turn = s.turn
    origin, target, kind = move & 63, (move >> 6) & 63, move >> 12
    piece = piece_at(s, origin)
    s.hash ^= TURN_KEY
    forget_passant(s)
    s.quiet += 1
    give_up_castling(s, (ONE << origin) | (ONE << target) | (own_pieces(s) if piece == KING_PIECE else ZERO))
    if kind == CASTLING:
        lift(s, KING_PIECE, turn, origin)
        lift(s, ROOK_PIECE, turn, target)
        put(s, KING_PIECE, turn, king_goal(origin, target))
        put(s, ROOK_PIECE, turn, rook_goal(origin, target))
    else:
        at = target
        if kind == PASSING:
            at = target - 8 if turn == 0 else target + 8
        if (s.white | s.black) & (ONE << at):
            lift(s, piece_at(s, at), 1 - turn, at)
            s.quiet = 0
        lift(s, piece, turn, origin)
        put(s, piece if kind == 0 or kind == PASSING else PROMOTED[kind], turn, target)
        if piece == 0:
            s.quiet = 0
    s.turn = 1 - turn
    s.number += turn
    look_at_king(s)
    if piece == 0 and abs(origin - target) == 16:
        keep_passant(s, (origin + target) // 2)
        if s.passant:
            s.hash ^= ZOBRIST[PASSANT_WORDS + (origin & 7)]
    remember(s)


def forget_passant(s: State) -> None:
    """End the right to capture en passant, which holds for one move."""
    if s.passant:
        s.hash ^= ZOBRIST[PASSANT_WORDS + (lowest(s.passant) & 7)]
        s.passant = ZERO


def give_up_castling(s: State, squares: int) -> None:
    """End the rights to castle with the rooks on these squares."""
    lost = s.castling & squares
    s.castling ^= lost
    while lost:
        s.hash ^= ZOBRIST[CASTLING_WORDS + lowest(lost)]
        lost &= lost - ONE


def remember(s: State) -> None:
    """Count the earlier occurrences of the position, and keep it."""
    s.repeats = 0
    if s.quiet >= PAST:
        return
    if s.quiet >= 4:
        for earlier in range(s.quiet & 1, s.quiet - 3, 2):
            if s.past[earlier] == s.hash:
                s.repeats += 1
    s.past[s.quiet] = s.hash


def outcome(s: State) -> int:
    """Return LOSS for a mated side, DRAW by stalemate, repetition, quiet moves or a dead position, else ONGOING."""
    if not can_move(s):
        return LOSS if s.checks else DRAW
    if STUDY:
        return DRAW if s.number >= MOST_MOVES else ONGOING
    return DRAW if s.repeats >= REPEATS or s.quiet >= QUIET_LIMIT or dead(s) else ONGOING


def ending(s: State) -> str:
    """Return why the game is over."""
    if not can_move(s):
        return "checkmate" if s.checks else "stalemate"
    if STUDY:
        return "length"
    if dead(s):
        return "dead position"
    if s.repeats >= REPEATS:
        return "fivefold repetition" if CLAIMS else "threefold repetition"
    return "75-move rule" if CLAIMS else "50-move rule"


def claimable(s: State) -> str:
    """Return why the player to move may claim a draw; empty if there is no reason."""
    if not CLAIMS:
        return ""
    return "threefold repetition" if s.repeats >= 2 else "50-move rule" if s.quiet >= 100 else ""
