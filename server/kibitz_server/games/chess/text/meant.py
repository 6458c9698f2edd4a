"""Moves of chess that a text which is not legal may have meant: those of its piece, or those to its square."""

import re
from collections.abc import Sequence
from typing import Any

from kibitz_server.games.chess.attacks import piece_at
from kibitz_server.games.chess.text.algebraic import CASTLES, SHORT, SIGNS, forms
from kibitz_server.games.chess.text.fen import NAMES, PIECES
from kibitz_server.games.chess.text.reasons import WORDS

PAWN, KING = PIECES.index("P"), PIECES.index("K")
SQUARE = re.compile(r"[a-h][1-8]")


def piece_meant(s: Any, moves: Sequence[int], typed: str) -> tuple[str, list[int]]:
    """Return words for what a text names, and its moves; no moves if it names neither a piece nor a square."""
    own, bare = s.white if s.turn == 0 else s.black, SIGNS.sub("", typed)
    if bare.lower() in CASTLES:
        return _of_pieces(s, moves, [square for square in _squares(own) if piece_at(s, square) == KING])
    squares = [NAMES.index(name) for name in SQUARE.findall(bare.lower())]
    if not squares:
        return "", []
    if len(squares) > 1 and own >> squares[0] & 1:
        return _of_pieces(s, moves, squares[:1])
    short = next(filter(None, map(SHORT.fullmatch, forms(bare))), None)
    if short is not None:
        kind = PIECES.index(short[1] or "P")
        pieces = [square for square in _squares(own) if piece_at(s, square) == kind]
        # Of the pawns, the one in that column; of other pieces, the one that a column or row chooses.
        column = short[2] or (NAMES[squares[-1]][0] if kind == PAWN else "")
        chosen = [n for n in pieces if NAMES[n].startswith(column) and NAMES[n].endswith(short[3])]
        if chosen or (pieces and kind != PAWN):
            return _of_pieces(s, moves, chosen or pieces)
    target = squares[-1]
    return f"to {NAMES[target]}", [move for move in moves if move >> 6 & 63 == target]


def _squares(of: int) -> list[int]:
    return [square for square in range(64) if of >> square & 1]


def _of_pieces(s: Any, moves: Sequence[int], squares: Sequence[int]) -> tuple[str, list[int]]:
    """Return the moves of pieces of one kind on some squares."""
    word = WORDS[piece_at(s, squares[0])]
    words = f"the {word} on {NAMES[squares[0]]}" if len(squares) == 1 else f"the {word}s"
    return words, [move for move in moves if move & 63 in squares]
