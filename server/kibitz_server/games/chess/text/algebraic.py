"""Algebraic notation of chess, as people write it: long or short, with or without its signs."""

import re
from collections.abc import Sequence
from typing import Any

from kibitz_server.games.chess.attacks import piece_at
from kibitz_server.games.chess.moves import CASTLING, PASSING
from kibitz_server.games.chess.text.fen import NAMES, PIECES, PROMOTIONS

SIGNS = re.compile(r"(e\.?p\.?|[+#!?†‡=:x()/-])")
CASTLES = {"oo": True, "00": True, "ooo": False, "000": False}
SHORT = re.compile(r"([KQRBNP]?)([a-h]?)([1-8]?)([a-h][1-8])([QRBNqrbn]?)")
LETTERS = ("", "N", "B", "R", "K", "Q")
SQUARES = re.compile(r"[a-h][1-8][a-h][1-8]")
BISHOP = re.compile(r"B[1-8][a-h]")
"""How the move of a bishop with its row begins. In other cases, `b8e7` names two squares first."""


def named(s: Any, moves: Sequence[int], text: str) -> list[int]:
    """Return the legal moves that a text may mean: none, one, or several."""
    bare = SIGNS.sub("", text)
    if (short := CASTLES.get(bare.lower())) is not None:
        return [move for move in moves if move >> 12 == CASTLING and (move >> 6 & 63 > move & 63) == short]
    if SQUARES.match(bare.lower()):
        squares = _by_squares(moves, bare.lower())
        bishop = _by_piece(s, moves, f"B{bare[1:].lower()}") if bare[0] in "bB" else []
        return bishop or squares if BISHOP.match(bare) else squares or bishop
    for form in forms(bare):
        if found := _by_piece(s, moves, form):
            return found
    return []


def forms(bare: str) -> list[str]:
    """Return how a text may be read: a capital B is a bishop and a small one a column, or both where all are alike."""
    capital = bare[:1].upper() + bare[1:].lower()
    return [bare, capital, *([bare.lower()] if bare == bare.upper() else [])]


def _by_squares(moves: Sequence[int], text: str) -> list[int]:
    """Return the moves between two squares; castling also by the square of the rook or the king's way."""
    origin, target, kind = NAMES.index(text[:2]), NAMES.index(text[2:4]), text[4:]
    from_there = [move for move in moves if move & 63 == origin]
    plain = [m for m in from_there if m >> 6 & 63 == target and m >> 12 != CASTLING and PROMOTIONS[m >> 12] == kind]
    if plain or kind:
        return plain
    castles = [move for move in from_there if move >> 12 == CASTLING]
    fitting = [m for m in castles if target in (m >> 6 & 63, m & 56 | (6 if m >> 6 & 63 > m & 63 else 2))]
    return fitting or [move for move in from_there if move >> 6 & 63 == target and PROMOTIONS[move >> 12]]


def _by_piece(s: Any, moves: Sequence[int], text: str) -> list[int]:
    match = SHORT.fullmatch(text)
    if match is None:
        return []
    piece, column, row, target, kind = match.groups()
    return [
        move
        for move in moves
        if NAMES[move >> 6 & 63] == target
        and move >> 12 != CASTLING
        and PIECES[piece_at(s, move & 63)] == (piece or "P")
        and NAMES[move & 63][0] in (column or "abcdefgh")
        and NAMES[move & 63][1] in (row or "12345678")
        and PROMOTIONS[move >> 12] in (kind.lower() or "nbrq")
        and (not kind or PROMOTIONS[move >> 12])
    ]


def algebraic(s: Any, moves: Sequence[int], move: int) -> str:
    """Return a move in standard algebraic notation, without the sign for check, given all legal moves."""
    origin, target, kind = move & 63, move >> 6 & 63, move >> 12
    if kind == CASTLING:
        return "O-O" if target > origin else "O-O-O"
    piece = piece_at(s, origin)
    takes = kind == PASSING or bool((s.white | s.black) >> target & 1)
    if piece == 0:
        promotion = f"={PROMOTIONS[kind].upper()}" if PROMOTIONS[kind] else ""
        return f"{NAMES[origin][0] + 'x' if takes else ''}{NAMES[target]}{promotion}"
    others = [
        other & 63
        for other in moves
        if other >> 6 & 63 == target and other & 63 != origin and other >> 12 == 0 and piece_at(s, other & 63) == piece
    ]
    which = ""
    if others:
        if all(other % 8 != origin % 8 for other in others):
            which = NAMES[origin][0]
        elif all(other // 8 != origin // 8 for other in others):
            which = NAMES[origin][1]
        else:
            which = NAMES[origin]
    return f"{LETTERS[piece]}{which}{'x' if takes else ''}{NAMES[target]}"
