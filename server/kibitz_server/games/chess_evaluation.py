"""Evaluation of chess, and how good moves look before they are searched.

Each piece has a worth for its square in the middle game and in the ending. The pieces that are left say how far the
game is between both (tapered evaluation, as in Fruit: Letouzey, 2004). The state keeps the sums of both worths in one
number, the ending's times 2 ** 16.
"""

from typing import Any

from kibitz_server.games.bits import popcount

SLOTS = ()

MIDDLE = (90, 325, 335, 490, 0, 1000)
END = (110, 300, 320, 540, 0, 980)
"""Worth of a pawn, knight, bishop, rook, king and queen in the middle game and in the ending."""
CENTRAL = (-3, -1, 1, 2, 2, 1, -1, -3)
ADVANCE_MIDDLE, ADVANCE_END = (0, 0, 0, 4, 10, 22, 45, 0), (0, 0, 4, 12, 28, 55, 95, 0)
"""What the columns and rows add, and what an advance adds to a pawn."""
BISHOP_PAIR = 30
TEMPO = 12
WHOLE = 24
"""Phase of a board with all pieces: a minor piece counts 1, a rook 2, a queen 4."""


def worth(piece: int, square: int) -> tuple[int, int]:
    """Return the worth of White's piece on a square in the middle game and in the ending."""
    column, row = square % 8, square // 8
    centre = CENTRAL[column] + CENTRAL[row]
    middle, end = MIDDLE[piece], END[piece]
    if piece == 0:
        push = 8 if column in (3, 4) and row in (3, 4) else -12 if column in (3, 4) and row == 1 else 0
        return middle + ADVANCE_MIDDLE[row] + push, end + ADVANCE_END[row]
    if piece == 4:
        hidden = 12 if row == 0 and column in (1, 2, 6) else 0
        return middle + hidden - 14 * min(row, 4) - 5 * CENTRAL[column], end + 7 * centre
    weights = (0, 8, 4, 2, 0, 1)
    undeveloped = -8 if row == 0 and piece in (1, 2) else 0
    seventh = 15 if piece == 3 and row == 6 else 0
    return middle + weights[piece] * centre + undeveloped + seventh, end + weights[piece] * centre + seventh


WORTH = tuple(middle + (end << 16) for piece in range(6) for middle, end in (worth(piece, n) for n in range(64)))
"""Both worths of White's pieces: at index 64 * piece + square. Black's are those of the mirrored square."""


def evaluate(s: Any) -> int:
    """Return the worth of the pieces on their squares, the bishop pair, and the move."""
    score = s.score if s.turn == 0 else -s.score
    middle = ((score + 32768) & 65535) - 32768
    end = (score - middle) >> 16
    queens = popcount(s.diagonal & s.straight)
    minors = popcount(s.knights | s.diagonal) - queens
    rooks = popcount(s.straight) - queens
    phase = min(WHOLE, minors + 2 * rooks + 4 * queens)
    value = (middle * phase + end * (WHOLE - phase)) // WHOLE
    bishops = s.diagonal & ~s.straight
    pairs = BISHOP_PAIR * (int(popcount(bishops & s.white) >= 2) - int(popcount(bishops & s.black) >= 2))
    return int(value + TEMPO + (pairs if s.turn == 0 else -pairs))
