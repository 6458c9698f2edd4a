"""Sentences on why a move of chess is not legal."""

import re
from typing import Any

from kibitz_server.games.bits import ALL, lowest
from kibitz_server.games.chess.attacks import (
    KING,
    KNIGHT,
    LINE,
    PAWN,
    attacked,
    between,
    line_through,
    piece_at,
    stretch,
)
from kibitz_server.games.chess.text.algebraic import BISHOP, SHORT, SIGNS, forms
from kibitz_server.games.chess.text.fen import NAMES, PIECES

WORDS = ("pawn", "knight", "bishop", "rook", "king", "queen")
MOVE = re.compile(r"([a-h][1-8])[-x:]?([a-h][1-8])=?([a-z]?)")
SIDES = ("White", "Black")


def why_not(s: Any, typed: str) -> str | None:
    """Return a sentence on a move that is not legal; None for a text that names no move."""
    text = typed.lower()
    if re.fullmatch("[o0]-?[o0](-?[o0])?", text):
        return _castling(s, short=text.count("o") + text.count("0") == 2)
    match = MOVE.fullmatch(text)
    if match is None or BISHOP.match(SIGNS.sub("", typed)):
        return _by_piece(s, typed)
    origin, target, kind = NAMES.index(match[1]), NAMES.index(match[2]), match[3]
    own, other = (s.white, s.black) if s.turn == 0 else (s.black, s.white)
    if not own >> origin & 1:
        return (
            f"{SIDES[1 - s.turn]}'s piece is on {match[1]}"
            if other >> origin & 1
            else f"there is no piece on {match[1]}"
        )
    piece = piece_at(s, origin)
    if piece == 4 and abs(origin - target) == 2 and origin // 8 == target // 8:
        return _castling(s, short=target > origin)
    if origin == target:
        return "a move names two different squares"
    if own >> target & 1:
        return f"your own {WORDS[piece_at(s, target)]} is on {match[2]}"
    last = target // 8 == (7 if s.turn == 0 else 0)
    if kind and (piece != 0 or not last):
        return "only a pawn that reaches the last row becomes another piece"
    return _unreachable(s, origin, target, piece) or _unsafe(s, origin, target, piece) or _promotion(match[1], match[2])


def _by_piece(s: Any, typed: str) -> str | None:
    """Return a sentence on a move in algebraic notation."""
    match = next(filter(None, map(SHORT.fullmatch, forms(SIGNS.sub("", typed)))), None)
    if match is None:
        return None
    piece, target = PIECES.index(match[1] or "P"), NAMES.index(match[4])
    own = s.white if s.turn == 0 else s.black
    if not own >> target & 1:
        for origin in range(64):
            if own >> origin & 1 and piece_at(s, origin) == piece and not _unreachable(s, origin, target, piece):
                return _unsafe(s, origin, target, piece) or f"the {WORDS[piece]} of this text is not on {NAMES[origin]}"
    return f"no {WORDS[piece]} of yours can move to {NAMES[target]}"


def _promotion(origin: str, target: str) -> str:
    move = f"{target if origin[0] == target[0] else f'{origin[0]}x{target}'}="
    return f"say what the pawn becomes: {move}Q, {move}R, {move}B or {move}N"


def _unreachable(s: Any, origin: int, target: int, piece: int) -> str | None:
    """Return why a piece does not get to a square; None if it does."""
    goal, occupied = 1 << target, s.white | s.black
    if piece == 0:
        return _pawn(s, origin, target)
    if piece == 1:
        fits = bool(KNIGHT[origin] & goal)
    elif piece == 4:
        fits = bool(KING[origin] & goal)
    else:
        upright = bool((LINE[4 * origin] | LINE[4 * origin + 1]) & goal)
        fits = line_through(origin, target) != 0 and (piece == 5 or upright == (piece == 3))
    if not fits:
        return f"a {WORDS[piece]} does not move from {NAMES[origin]} to {NAMES[target]}"
    if piece not in (1, 4) and (barred := between(origin, target) & occupied):
        square = lowest(barred)
        return f"the {WORDS[piece_at(s, square)]} on {NAMES[square]} is in the way"
    return None


def _pawn(s: Any, origin: int, target: int) -> str | None:
    occupied, step = s.white | s.black, 8 if s.turn == 0 else -8
    if PAWN[origin + 64 * s.turn] >> target & 1:
        if occupied >> target & 1:
            return None
        if s.passant >> target & 1:
            return None
        return f"a pawn moves to {NAMES[target]} only to take a piece"
    first = origin // 8 == (1 if s.turn == 0 else 6)
    way = [origin + step, origin + 2 * step] if first else [origin + step]
    if target not in way:
        return f"a pawn does not move from {NAMES[origin]} to {NAMES[target]}"
    for square in way[: way.index(target) + 1]:
        if occupied >> square & 1:
            return f"the {WORDS[piece_at(s, square)]} on {NAMES[square]} is in the way"
    return None


def _unsafe(s: Any, origin: int, target: int, piece: int) -> str | None:
    """Return how a move would leave the king attacked; None if it would not."""
    own = s.white if s.turn == 0 else s.black
    king, occupied = lowest(s.kings & own), s.white | s.black
    if piece == 4:
        if attacked(s, 1 - s.turn, occupied ^ (1 << king)) >> target & 1:
            return f"the king would be in check on {NAMES[target]}"
        return None
    if s.pinned >> origin & 1 and not line_through(king, origin) >> target & 1:
        return f"the {WORDS[piece]} on {NAMES[origin]} is pinned: without it the king would be in check"
    if s.checks:
        attacker = lowest(s.checks)
        if s.checks & (s.checks - 1):
            return "the king is in check by two pieces, so it must move"
        if not (s.checks | between(king, attacker)) >> target & 1:
            return f"the king is in check by the {WORDS[piece_at(s, attacker)]} on {NAMES[attacker]}"
    if piece == 0 and s.passant >> target & 1 and (origin - target) % 8:
        return "taking en passant would leave the king in check"
    return None


def _castling(s: Any, short: bool) -> str | None:
    own = s.white if s.turn == 0 else s.black
    king, occupied = lowest(s.kings & own), s.white | s.black
    rooks = [n for n in range(64) if (s.castling & own) >> n & 1 and (n > king) == short]
    if not rooks:
        return "castling to that side is not possible any more: the king or the rook has moved"
    if s.checks:
        return "a king in check may not castle"
    rook, row = rooks[0], king & 56
    goal, rook_goal = row + (6 if short else 2), row + (5 if short else 3)
    barred = (stretch(king, goal) | stretch(rook, rook_goal)) & ~(1 << king | 1 << rook) & occupied & ALL
    if barred:
        square = lowest(barred)
        return f"the {WORDS[piece_at(s, square)]} on {NAMES[square]} is in the way of castling"
    danger = stretch(king, goal) & attacked(s, 1 - s.turn, occupied ^ (1 << king))
    if danger >> goal & 1 or not danger:
        return f"the king would be in check on {NAMES[goal]}"
    return f"the king may not castle through check: {NAMES[lowest(danger)]} is attacked"
