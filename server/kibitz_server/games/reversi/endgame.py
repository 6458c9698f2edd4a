"""Last moves of Reversi: exact results in discs, by functions without tables that fill the last few empty squares.

Squares in parts of the board with an odd number of empty ones come first: the side that begins in such a part may also
have its last move (parity: Rosenbloom, 1982). The last two squares are written out instead of searched (after
Andersson, "Solving Othello endgames", 1993).
"""

from typing import Any

from kibitz_server.games.bits import lowest, popcount, u64

SLOTS = ("flips", "mobility", "CELLS", "QUARTERS", "AROUND", "BOARD")
"""Names of the game that these functions use."""
flips: Any = None
mobility: Any = None
CELLS: int = 0
BOARD: u64 = u64(0)
QUARTERS: tuple[u64, ...] = ()
AROUND: tuple[u64, ...] = ()

ZERO, ONE = u64(0), u64(1)
FEW = 7
"""Empty squares at which ordering and a table cost more than they save."""


def effort(s: Any) -> int:
    """Return the nodes that the solver needs on average: 33 million with 20 empty squares, twice as many with one more.

    These are the nodes for the best move and its result, in positions from games between engines.
    """
    left = CELLS - popcount(s.own | s.other)
    return 1 << (left * 9 // 8 + 3)


def nearly_over(s: Any) -> bool:
    """Return whether `finish` takes over the rest of the game."""
    return bool(popcount(s.own | s.other) >= CELLS - FEW)


def finish(s: Any, control: Any, alpha: int, beta: int) -> int:
    """Return the result for the side to move, in discs: exact inside (alpha, beta), else a bound on that side."""
    return fill(s.own, s.other, control, alpha, beta)


def fill(own: int, other: int, control: Any, alpha: int, beta: int) -> int:
    """Return the same as `finish`.

    No argument of the recursion may need a cast, which numba does not restore from its cache (issue 6061).
    """
    control.nodes += 1
    empty = BOARD & ~(own | other)
    left = popcount(empty)
    if left <= 2:
        return last_two(own, other, control, empty, beta)
    odd: int = ZERO
    for i in range(4):
        if popcount(empty & QUARTERS[i]) & 1:
            odd |= QUARTERS[i]
    best = -CELLS - 1
    first = empty & odd
    for _ in range(2):
        while first:
            cell = lowest(first)
            first &= first - ONE
            if not AROUND[cell] & other:
                continue
            turned = flips(own, other, cell)
            if not turned:
                continue
            value = -fill(other & ~turned, own | turned | (ONE << cell), control, -beta, -alpha)
            if value > best:
                best = value
                if value >= beta:
                    return best
                alpha = max(alpha, value)
        first = empty & ~odd
    if best >= -CELLS:
        return best
    if not mobility(other, own):
        return popcount(own) - popcount(other)
    return -fill(other, own, control, -beta, -alpha)


def last_two(own: int, other: int, control: Any, empty: int, beta: int) -> int:
    """Return the result with at most two empty squares."""
    if not empty:
        return popcount(own) - popcount(other)
    first = lowest(empty)
    rest = empty & (empty - ONE)
    if not rest:
        return last_one(own, other, first)
    second = lowest(rest)
    for side in range(2):
        # After a pass both results are needed: the window does not cut.
        best = -CELLS - 1
        turned = flips(own, other, first)
        if turned:
            control.nodes += 1
            best = -last_one(other & ~turned, own | turned | (ONE << first), second)
        if best < beta or side == 1:
            turned = flips(own, other, second)
            if turned:
                control.nodes += 1
                best = max(best, -last_one(other & ~turned, own | turned | (ONE << second), first))
        if best >= -CELLS:
            return best if side == 0 else -best
        own, other = other, own
    return popcount(own) - popcount(other)


def last_one(own: int, other: int, cell: int) -> int:
    """Return the result with one empty square."""
    turned = popcount(flips(own, other, cell))
    ahead = popcount(own) - popcount(other)
    if turned:
        return ahead + 2 * turned + 1
    turned = popcount(flips(other, own, cell))
    return ahead - 2 * turned - 1 if turned else ahead
