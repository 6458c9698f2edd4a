"""Evaluation of ultimate tic-tac-toe, by the lines that are left on each board and on the big one."""

from kibitz_server.games.bits import ALL, GOLDEN, mix, popcount, u64
from kibitz_server.games.game import EVAL_LIMIT
from kibitz_server.games.ultimate.rules import ANY, BOARDS, HAS_LINE, LINES, SETS, State, legal

WINNING = tuple(
    sum(1 << cell for cell in range(9) if not cells >> cell & 1 and HAS_LINE[cells | 1 << cell]) for cells in range(512)
)
"""For a set of cells, the empty cells that would complete a line with two of them."""
WEIGHT = (3, 2, 3, 2, 4, 2, 3, 2, 3)
"""Lines that each cell is part of."""
REDUCE, MARGIN, SCALE = 110, 40, 200
"""How the search trims its tree: see docs/add-a-game.md."""

LINE_VALUE = (0, 47, 116, 0)
"""Value of a line of boards without lost ones, by the boards won in it.

All values come from `python -m training ultimate`.

The next tables go by the urgency of a board to a seat: 0 if no line through it is open, else one more than the boards
that the seat has won in the best line.
"""
CENTRE_VALUE = (27, 18, 21, 13)
CORNER_VALUE = (23, 15, 9, 13)
EDGE_VALUE = (20, 12, 7, 24)
THREAT_VALUE = (24, 34, 62, 180)
"""Value of one cell that would win an open board, and of more in the next table."""
THREATS_VALUE = (8, 34, 92, 309)
HERE_VALUE = (-51, -3, 8, 609)
"""Value for the side to move of a cell that wins the board in which it has to play."""
GUARD_VALUE = (-32, 11, 27, 133)
"""Value for the side to move of a cell there that would win it for the other side."""
FREE_VALUE = 128
TURN_VALUE = 13


def cell_values(urgency: int) -> tuple[int, ...]:
    """Return the value of each set of cells in a board."""
    middle, corner, edge = CENTRE_VALUE[urgency], CORNER_VALUE[urgency], EDGE_VALUE[urgency]
    values = (corner, edge, corner, edge, middle, edge, corner, edge, corner)
    return tuple(sum(values[cell] for cell in range(9) if cells >> cell & 1) for cells in range(512))


CELL_VALUES = tuple(value for urgency in range(4) for value in cell_values(urgency))
"""Values of sets of cells: 512 for each urgency."""


def urgency(s: State, seat: int, board: int) -> int:
    """Return the urgency of a board to a seat: one more than its boards in the best open line, 0 without one."""
    won = s.won[seat]
    lost = s.closed & ~won
    best = 0
    for line in LINES:
        if line >> board & 1 and not line & lost:
            best = max(best, 1 + popcount(u64(line & won)))
    return best


def chances(s: State, seat: int) -> int:
    """Score a seat: lines of boards still open to it, and in each open board its threats and cells."""
    won = s.won[seat]
    lost = s.closed & ~won
    value = 0
    some = more = most = 0
    for line in LINES:
        if not line & lost:
            have = popcount(u64(line & won))
            value += LINE_VALUE[have]
            some |= line
            if have > 0:
                more |= line
            if have > 1:
                most |= line
    for board in range(BOARDS):
        if not s.closed >> board & 1:
            rank = (some >> board & 1) + (more >> board & 1) + (most >> board & 1)
            own = s.cells[9 * seat + board]
            threats = popcount(u64(WINNING[own] & ~s.cells[9 * (1 - seat) + board]))
            value += CELL_VALUES[512 * rank + own]
            if threats == 1:
                value += THREAT_VALUE[rank]
            elif threats > 1:
                value += THREATS_VALUE[rank]
    return value


def evaluate(s: State) -> int:
    """Return the difference in chances; a free choice of board counts, as does a board about to be won."""
    me, you = s.turn, 1 - s.turn
    value = TURN_VALUE + chances(s, me) - chances(s, you)
    if s.target == ANY:
        value += FREE_VALUE
    else:
        own, other = s.cells[9 * me + s.target], s.cells[9 * you + s.target]
        if WINNING[own] & ~other:
            value += HERE_VALUE[urgency(s, me, s.target)]
        if WINNING[other] & ~own:
            value += GUARD_VALUE[urgency(s, you, s.target)]
    return max(-EVAL_LIMIT, min(EVAL_LIMIT, value))


def ordered(s: State, moves: list[int], scores: list[int], k: int) -> int:
    """Write moves that win a board first, then those that block one.

    Moves that send the opponent to a board where it can do either come last.
    """
    end = legal(s, moves, k)
    for i in range(k, end):
        board, cell = moves[i] // 9, moves[i] % 9
        own = s.cells[9 * s.turn + board]
        other = s.cells[9 * (1 - s.turn) + board]
        score = WEIGHT[cell]
        if HAS_LINE[own | 1 << cell]:
            score += 60 + 10 * WEIGHT[board]
            if HAS_LINE[s.won[s.turn] | 1 << board]:
                score += 1000
        elif WINNING[other] >> cell & 1:
            score += 25
        elif WINNING[own | 1 << cell] & ~other:
            score += 10
        if s.closed >> cell & 1:
            score -= 30
        else:
            theirs = s.cells[9 * (1 - s.turn) + cell]
            mine = s.cells[9 * s.turn + cell]
            if WINNING[theirs] & ~mine:
                score -= 40
            elif WINNING[mine] & ~theirs:
                score -= 8
        scores[i] = score
    return end


def key(s: State) -> int:
    """Return a hash of all cells, the board to play in and the turn."""
    word: int = u64(2 * s.target + s.turn + 1)
    for i in range(SETS):
        word = (word * GOLDEN + u64(s.cells[i])) & ALL
    return mix(word)
