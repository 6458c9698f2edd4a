"""Moves and positions of chess as text: UCI and algebraic notation, and FEN."""

from kibitz_server.games.bits import popcount
from kibitz_server.games.chess.moves import can_move, look_at_king
from kibitz_server.games.chess.rules import CHESS960, GAME, MAX_MOVES, State, complete_state, legal, play
from kibitz_server.games.chess.text import algebraic, fen, reading, reasons
from kibitz_server.games.chess.text.meant import piece_meant
from kibitz_server.games.chess.view import ends
from kibitz_server.games.typed.meant import joined


def all_moves(s: State) -> list[int]:
    """Return the legal moves."""
    buffer = [0] * MAX_MOVES
    return buffer[: legal(s, buffer, 0)]


def move_text(_s: State, move: int) -> str:
    """Return origin, target and the promotion, as in UCI; castling as the king's move, or in Chess960 to its rook."""
    origin, target = ends(move)
    return f"{fen.NAMES[origin]}{fen.NAMES[target]}{fen.PROMOTIONS[move >> 12]}"


def said(s: State, move: int) -> str:
    """Return a legal move in standard algebraic notation."""
    after = s.copy()
    play(after, move)
    end = "" if not after.checks else "+" if can_move(after) else "#"
    return algebraic.algebraic(s, all_moves(s), move) + end


def alias(s: State, text: str) -> str:
    """Accept standard algebraic notation, other signs between the squares, and castling in the other way."""
    found = algebraic.named(s, all_moves(s), text)
    return move_text(s, found[0]) if len(found) == 1 else text


def why_not(s: State, text: str) -> str | None:
    """Return a sentence for the most common mistakes."""
    moves = all_moves(s)
    several = algebraic.named(s, moves, text)
    if len(several) > 1:
        return f"several moves fit {text!r}: {joined([said(s, move) for move in several])}"
    return reasons.why_not(s, text)


def meant(s: State, text: str) -> tuple[str, list[int]]:
    """Return the moves of the piece that a text names by its square or letter, or those to its square."""
    return piece_meant(s, all_moves(s), text)


def position_text(s: State, rows: tuple[str, ...]) -> str:
    """Return FEN. A square en passant is written only if a capture there is legal."""
    rights = fen.rights_text(s.castling, bool(CHESS960))
    return fen.fen(rows, s.turn, rights, s.passant, s.quiet, s.number)


def read_position(s: State, text: str) -> None:
    """Fill a state from FEN, as `text.reading` reads it.

    Raises:
        ValueError: The text cannot be read, or no game can reach the position.
    """
    read, _ = reading.read_fen(text, bool(CHESS960))
    for name, value in read.items():
        setattr(s, name, value)
    # The side that has moved may not have left its king attacked.
    s.turn = 1 - s.turn
    look_at_king(s)
    attacked_king = bool(s.checks)
    s.turn = 1 - s.turn
    if attacked_king:
        raise ValueError(f"{GAME.seats[1 - s.turn]}'s king is attacked, but it is {GAME.seats[s.turn]}'s turn")
    complete_state(s)
    if popcount(s.checks) > 2:
        raise ValueError(f"{GAME.seats[s.turn]}'s king is attacked by more than two pieces")


def left_out(text: str) -> list[str]:
    """Return sentences on the parts of a FEN that do not fit the pieces."""
    return reading.read_fen(text, bool(CHESS960))[1]
