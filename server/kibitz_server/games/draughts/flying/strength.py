"""How good positions and moves of international and Russian draughts look, for searches."""

from kibitz_server.games.bits import popcount, u64
from kibitz_server.games.draughts.flying.rules import (
    BOARD,
    CAPTURE,
    CROWN,
    HALF,
    ROWS,
    ZERO,
    State,
    area,
    can_capture,
    captured_by,
    end_of,
    legal,
    origin_of,
    shift,
    side,
    taken_by,
)

MAN_VALUE, KING_VALUE = 100, 300
ADVANCE = (0, 1, 2, 4, 6, 9, 13, 18, 26, 0)
"""What a man gains by each row that it has left behind."""
CENTRE = area(HALF, range(3, 7), range(2, 8))
EDGES = area(HALF, range(10), range(1)) | area(HALF, range(10), range(9, 10))
LEFT = area(HALF, range(10), range(5))
MAIN_ROAD = ZERO
"""Longest diagonal, from which a single king cannot be driven by three; it matters in Russian draughts alone."""
HELD, CENTRAL, EDGED, UNEVEN, GUARDED, RUNNER, STEPS = 3, 3, 3, 2, 4, 8, 2
"""Weights: of men with a man behind them, of men in the centre, at the left and right edge, of an uneven spread to both
halves, of men on the first row while the opponent has men, of a free way to the last row, and of plain moves."""
FEWEST_TO_WIN = 4
"""Pieces that win against a king alone."""
REDUCE = 60
"""It scored 59 % ± 10 % of 46 games of international draughts at 3,000 nodes a move."""
BALANCED = 4
"""Divisor of the evaluation of endings in which a king holds out against few pieces."""


def strength(s: State, seat: int) -> int:
    """Score one side's pieces by number and place."""
    own, other = side(s, seat), side(s, 1 - seat)
    men = own & ~s.kings
    forward = 2 - 2 * seat
    empty = BOARD & ~(own | other)
    value = MAN_VALUE * popcount(men) + KING_VALUE * popcount(own & s.kings)
    for row in range(2 * HALF):
        value += ADVANCE[2 * HALF - 1 - row if seat == 0 else row] * popcount(men & ROWS[row])
    left, right = shift(men, forward), shift(men, forward + 1)
    value += HELD * popcount(men & (left | right)) + CENTRAL * popcount(men & CENTRE) - EDGED * popcount(men & EDGES)
    value -= UNEVEN * abs(2 * popcount(men & LEFT) - popcount(men))
    if other & ~s.kings:
        value += GUARDED * popcount(men & CROWN[1 - seat])
    value += STEPS * (popcount(left & empty) + popcount(right & empty))
    return value + RUNNER * headstart(men, other, empty, seat)


def headstart(men: int, other: int, empty: int, seat: int) -> int:
    """Return how close the next man is to the last row, if its way passes no piece of the opponent; 0 for none.

    The result is 5 for a man one step before the last row, and 1 for a man five steps before it.
    """
    forward = 2 - 2 * seat
    near: int = other
    for way in range(4):
        near |= shift(other, way)
    safe = empty & (~near | CROWN[seat])
    for steps in range(1, 6):
        men = (shift(men, forward) | shift(men, forward + 1)) & safe
        if men & CROWN[seat]:
            return 6 - steps
    return 0


def evaluate(s: State) -> int:
    """Return the difference in strength, adjusted for the side that is ahead: it gains by exchanges.

    Few pieces do not win against a king.
    """
    own, other = side(s, s.turn), side(s, 1 - s.turn)
    value = strength(s, s.turn) - strength(s, 1 - s.turn)
    ahead = popcount(own) - popcount(other)
    value += 240 * ahead // popcount(own | other)
    if s.kings:
        weaker, stronger = (other, own) if value > 0 else (own, other)
        if weaker & s.kings and holds_out(weaker & s.kings, popcount(stronger), popcount(weaker)):
            value //= BALANCED
    return value + (25 if can_capture(s, s.turn) else 4)


def holds_out(kings: int, stronger: int, weaker: int) -> bool:
    """Return whether kings probably hold a draw, given the numbers of pieces of both sides."""
    return stronger < FEWEST_TO_WIN + 2 * (weaker - 1) + (1 if kings & MAIN_ROAD else 0)


def ordered(s: State, moves: list[int], scores: list[int], k: int) -> int:
    """Write the legal moves: long captures and captures of kings first, then crowning and moves that offer nothing."""
    end = legal(s, moves, k)
    if moves[k] >= CAPTURE:
        for i in range(k, end):
            scores[i] = 2 * popcount(u64(captured_by(moves[i]))) + popcount(taken_by(s, moves[i]) & s.kings)
        return end
    own, other = side(s, s.turn), side(s, 1 - s.turn)
    empty = BOARD & ~(own | other)
    for i in range(k, end):
        origin, target = origin_of(s, moves[i]), end_of(moves[i])
        scores[i] = 0
        if target & CROWN[s.turn] and not origin & s.kings:
            scores[i] = 2
        for way in range(4):
            # Next to a piece of the opponent and in front of an empty square, the piece can be captured.
            if shift(target, way) & other and shift(target, 3 - way) & (empty | origin):
                scores[i] = -1
    return end
