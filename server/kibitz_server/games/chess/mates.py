"""Which pieces can mate with the help of the other side (FIDE 6.9), by a table of what both sides have.

A queen, a rook or a pawn mates alone, and so do two minor pieces, except for bishops on squares of one colour. All else
needs pieces of the other side that take squares from their own king. The table is about pieces alone: it does not see
that a wall of pawns is closed for good.
"""

from typing import Any

from kibitz_server.games.bits import popcount
from kibitz_server.games.chess.moves import DARK, LIGHT

SLOTS = ()

HELPERS: dict[str, str] = {
    "": "",
    "knight": "PNBR",
    "light bishops": "PND",
    "dark bishops": "PNL",
}
"""Pieces of the other side with which a side mates that has only these besides its king: pawns, knights, rooks, light
(L), dark (D) and all (B) bishops. A queen always takes the piece that gives check, or steps between."""


def can_win(s: Any, seat: int) -> int:
    """Return 0 if a seat cannot mate by any legal moves of both sides, as far as the pieces say."""
    own, other = (s.white, s.black) if seat == 0 else (s.black, s.white)
    if own & (s.pawns | s.straight):
        return 1
    knights, light, dark = own & s.knights, own & s.diagonal & LIGHT, own & s.diagonal & DARK
    if popcount(knights) > 1 or (knights and light | dark) or (light and dark):
        return 1
    has = "knight" if knights else "light bishops" if light else "dark bishops" if dark else ""
    rooks, bishops = other & s.straight & ~s.diagonal, other & s.diagonal & ~s.straight
    there = {"P": s.pawns & other, "N": s.knights & other, "R": rooks, "B": bishops}
    there |= {"L": bishops & LIGHT, "D": bishops & DARK}
    return int(any(there[kind] for kind in HELPERS[has]))
