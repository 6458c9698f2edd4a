"""Chess endings against a lone king that are known exactly: a queen, a rook, a pawn, or bishop and knight.

`chess-endings` has a byte for each position with the lone king to move: 1 for a draw, or 2 and the number of moves to
mate. One ply before, the other side has only to choose. `python -m training chess-endings` makes the file.

The strong side is White here. Without pawns, its king is seen in the triangle of a1, d1 and d4, by reflections of the
board; a pawn is seen on the columns a to d.
"""

from typing import Any

from kibitz_server.games.bits import lowest, popcount
from kibitz_server.games.chess.moves import own_pieces
from kibitz_server.games.data import FILES, byte_at
from kibitz_server.games.game import DRAW, UNKNOWN

SLOTS = ()

DATA = ("chess-endings",)
ENDINGS = FILES.number_of("chess-endings")
DRAWN, SHIFT = 1, 2
MOST_PIECES = 4
IN_TIME = 100
"""Plies without a capture or a pawn's move after which the game is drawn, or a player may claim that."""
CORNER = [8 * row + column for row in range(4) for column in range(row, 4)]
TRIANGLE = tuple(CORNER.index(square) if square in CORNER else -1 for square in range(64))
"""Numbers of the squares of the triangle; -1 elsewhere."""
SIZES = {"queen": 10 * 64**2, "rook": 10 * 64**2, "pawn": 24 * 64**2, "minor": 10 * 64**3}
"""Bytes of each ending, in the order of the file."""
ROOK_FROM, PAWN_FROM, PAIR_FROM = (sum(list(SIZES.values())[:n]) for n in (1, 2, 3))
"""Where endings after the first begin."""


def reflected(square: int, ways: int) -> int:
    """Return a square after reflections: of columns (1), of rows (2), then on the diagonal from a1 (4)."""
    if ways & 1:
        square ^= 7
    if ways & 2:
        square ^= 56
    if ways & 4:
        square = (square >> 3) | ((square & 7) << 3)
    return square


def ways_to_triangle(king: int) -> int:
    """Return the reflections that bring a king into the triangle."""
    ways = (1 if king & 4 else 0) | (2 if king & 32 else 0)
    king = reflected(king, ways)
    return ways | (4 if (king >> 3) > (king & 7) else 0)


def piece_place(king: int, enemy: int, piece: int) -> int:
    """Return the place of a position with one piece, within its ending."""
    ways = ways_to_triangle(king)
    place = TRIANGLE[reflected(king, ways)] * 64 + reflected(enemy, ways)
    return int(place * 64 + reflected(piece, ways))


def pair_place(king: int, enemy: int, bishop: int, knight: int) -> int:
    """Return the place of a position with bishop and knight, within its ending."""
    return int(piece_place(king, enemy, bishop) * 64 + reflected(knight, ways_to_triangle(king)))


def pawn_place(king: int, enemy: int, pawn: int) -> int:
    """Return the place of a position with a pawn, within its ending."""
    ways = 1 if pawn & 4 else 0
    pawn = reflected(pawn, ways)
    return int((((pawn >> 3) - 1) * 4 + (pawn & 3)) * 4096 + reflected(king, ways) * 64 + reflected(enemy, ways))


def known(s: Any) -> int:
    """Return the plies to the loss of a lone king that is to move, as a negative number, 0 for a draw; else UNKNOWN.

    A win counts if it comes in time for the 50-move rule, and if no position on the way can have occurred twice.
    """
    few = popcount(s.white | s.black) <= MOST_PIECES and not own_pieces(s) & ~s.kings
    return lone_king(s) if few else UNKNOWN


def further(s: Any) -> int:
    """Return 1 where the next move leads to a position that `known` may know, else 0."""
    return int(popcount(s.white | s.black) <= MOST_PIECES and own_pieces(s) | s.kings == s.white | s.black)


def lone_king(s: Any) -> int:
    """Return what `known` returns where the side to move has only its king, and there are few pieces."""
    occupied = s.white | s.black
    own = own_pieces(s)
    others = occupied ^ own ^ (s.kings & ~own)
    king, enemy = lowest(s.kings & ~own), lowest(own)
    queens = s.diagonal & s.straight
    place = -1
    if popcount(others) == 1:
        square = lowest(others)
        if s.pawns:
            # The strong side moves up the board.
            up = 56 if s.turn == 0 else 0
            place = PAWN_FROM + pawn_place(king ^ up, enemy ^ up, square ^ up)
        elif s.straight:
            place = (0 if queens else ROOK_FROM) + piece_place(king, enemy, square)
    elif popcount(s.knights) == 1 and popcount(s.diagonal & ~s.straight) == 1:
        place = PAIR_FROM + pair_place(king, enemy, lowest(s.diagonal), lowest(s.knights))
    byte = byte_at(ENDINGS, place) if place >= 0 else 0
    if byte <= DRAWN:
        return DRAW if byte else UNKNOWN
    plies = 2 * (byte - SHIFT)
    if s.quiet and (s.quiet + plies > IN_TIME or occurred_twice(s)):
        return UNKNOWN
    return int(-plies)


def occurred_twice(s: Any) -> bool:
    """Return whether a position before this one, since the last capture or pawn's move, has occurred twice.

    The winner comes nearer to mate with each move, and so never comes back to this one.
    """
    for later in range(4, s.quiet):
        for earlier in range(later % 2, later - 3, 2):
            if s.past[earlier] == s.past[later]:
                return True
    return False
