"""What searches of Connect Four use: cells that complete a line, bounds of the result, and moves that are safe."""

from kibitz_server.games.bits import ALL, GOLDEN, popcount
from kibitz_server.games.connect4.rules import (
    BEST,
    BOARD,
    BOTTOM,
    CELLS,
    CENTRE_FIRST,
    COLUMN,
    CONNECT,
    DIRECTIONS,
    ODD_ROWS,
    ONE,
    ZERO,
    State,
    has_line,
    legal,
)

FAR = 16


def winning_cells(discs: int, mask: int) -> int:
    """Return the empty cells, playable now or later, where one more disc completes a line."""
    found: int = ZERO
    for step in DIRECTIONS:
        # The cell is at index `gap` of its line: `gap` discs lie before it, the others behind.
        before: int = BOARD
        for gap in range(CONNECT):
            # In a column only the top cell of a line can be the missing one.
            if step != 1 or gap == CONNECT - 1:
                behind: int = BOARD
                for i in range(1, CONNECT - gap):
                    behind &= discs >> (step * i)
                found |= before & behind
            before &= discs << (step * (gap + 1))
    return found & ~mask


def evaluate(s: State) -> int:
    """Return the difference in winning cells; those on the rows that zugzwang gives their owner count twice.

    With an even number of cells the first side profits from odd rows and the second from even ones (Allis, 1988).
    """
    mine = winning_cells(s.own, s.mask)
    theirs = winning_cells(s.own ^ s.mask, s.mask)
    first, second = (mine, theirs) if s.turn == 0 else (theirs, mine)
    value = popcount(first) + popcount(first & ODD_ROWS) - popcount(second) - popcount(second & ~ODD_ROWS)
    return 10 * (value if s.turn == 0 else -value)


def ordered(s: State, moves: list[int], scores: list[int], k: int) -> int:
    """Write the legal moves, scored by the winning cells that they make; ties go to the centre."""
    end = legal(s, moves, k)
    free = (s.mask + BOTTOM) & BOARD
    for i in range(k, end):
        disc = free & COLUMN[moves[i]]
        scores[i] = popcount(winning_cells(s.own | disc, s.mask | disc))
    return end


def key(s: State) -> int:
    """Return each column's discs under the bit above them, scrambled: different for every position (Tromp)."""
    return ((s.own + s.mask + BOTTOM) * GOLDEN) & ALL


def result(s: State) -> int:
    """Return the result of a finished game for the side to move: BEST minus the winner's discs, or 0."""
    return (popcount(s.mask) + 1) // 2 - BEST if has_line(s.own ^ s.mask) else 0


def at_once(s: State) -> int:
    """Return the result of a disc that wins immediately; 0 when there is none."""
    if winning_cells(s.own, s.mask) & (s.mask + BOTTOM) & BOARD:
        return BEST - 1 - popcount(s.mask) // 2
    return 0


def safe(s: State) -> int:
    """Return the cells where a disc leaves the other side no win on its next move, if the side to move has none now."""
    free = (s.mask + BOTTOM) & BOARD
    theirs = winning_cells(s.own ^ s.mask, s.mask)
    forced = free & theirs
    if forced:
        free = forced if forced & (forced - ONE) == ZERO else ZERO
    return free & ~(theirs >> 1)


def bounds(s: State) -> tuple[int, int]:
    """Return the worst and best result still possible, if the side to move cannot win immediately (Pons, 2015)."""
    discs = popcount(s.mask)
    if safe(s) == ZERO:
        value = 1 + (discs + 1) // 2 - BEST
        return value, value
    if discs >= CELLS - 2:
        return 0, 0
    return 2 + (discs + 1) // 2 - BEST, BEST - 2 - discs // 2


def sound(s: State, moves: list[int], scores: list[int], k: int) -> int:
    """Write the safe moves only, scored by the winning cells that they make."""
    free = safe(s)
    for column in CENTRE_FIRST:
        disc = free & COLUMN[column]
        if disc:
            moves[k] = column
            scores[k] = popcount(winning_cells(s.own | disc, s.mask))
            k += 1
    return k
