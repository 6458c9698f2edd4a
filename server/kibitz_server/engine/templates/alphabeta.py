"""Full alpha-beta: principal variation search, a transposition table and learned move ordering.

Alpha-beta is by Knuth and Moore (1975), principal variation search by Marsland and Campbell (1982), the table by
Greenblatt and others (1967). Killer moves are by Akl and Newborn (1977), the history heuristic by Schaeffer (1983).
Beyond the depth limit only forcing moves are searched, if the game names any (quiescence search: Greenblatt and others,
1967; the evaluation as a lower bound is by Slate and Atkin, 1977). Late moves are first searched less deep, if the game
has REDUCE, and positions far ahead need no search near the depth limit, if it has MARGIN. Both are off where a search
must leave nothing out. With PROBABLE,
positions are left out that a shallow search finds far outside the window (ProbCut: Buro, 1995). Iterative deepening and
aspiration windows are in `algorithms`.
"""

from typing import Annotated, Any

from kibitz_server.engine.control import Control
from kibitz_server.engine.score import INFINITE, PROVEN, WIN
from kibitz_server.engine.templates import line, node, order, table
from kibitz_server.engine.templates.line import Line, end_line, extend_line
from kibitz_server.engine.templates.node import certain, estimate_by_weights, stopped, visit
from kibitz_server.engine.templates.order import learn, rank, reduction, take_best
from kibitz_server.engine.templates.table import (
    EXACT,
    LOWER,
    NO_VALUE,
    UPPER,
    Entry,
    find,
    known_move,
    known_value,
    store,
)
from kibitz_server.games.bits import u64
from kibitz_server.games.game import ONGOING, UNKNOWN
from kibitz_server.games.record import I64, Array, Struct, Table

HELPERS = (line, node, order, table)
ENTRIES = ("search",)
SLOTS = (
    "ordered",
    "next_frame",
    "play",
    "outcome",
    "evaluate",
    "weigh",
    "unsettled",
    "forcing",
    "known",
    "key",
    "BEYOND",
    "KILLERS",
    "HISTORY",
    "SCALE",
    "MARGIN",
    "PROBABLE",
    "doubt",
    "REDUCE",
    "WIDTH",
    "LAST",
    "TABLE_BITS",
)
ordered: Any = None
next_frame: Any = None
play: Any = None
outcome: Any = None
unsettled: Any = None
forcing: Any = None
known: Any = None
key: Any = None
BEYOND: int = 0
MARGIN: int = 0
PROBABLE: int = 0
doubt: Any = None
REDUCE: int = 0
WIDTH: int = 0
LAST: int = 0

SHALLOW = 3
"""Depths up to which MARGIN applies."""


class Workspace(Struct):
    """Stack as in `line`, with the data for move ordering and the transposition table."""

    value: I64
    age: I64
    frames: Annotated[list[Any], Table("State", "FRAMES")]
    moves: Annotated[list[int], Array("i4", "ROOM")]
    scores: Annotated[list[int], Array("i4", "ROOM")]
    killers: Annotated[list[int], Array("i4", "FRAMES")]
    history: Annotated[list[int], Array("i4", "HISTORY_SIZE")]
    lines: Annotated[list[Line], Table("Line", "LINES")]
    weights: Annotated[list[int], Array("i1", "WEIGHT_COUNT")]
    table: Annotated[list[Entry], Table("Entry", "TABLE_SIZE")]


def search(ws: Workspace, control: Control, depth: int, alpha: int, beta: int, ply: int, k: int) -> int:
    """Return the value of `ws.frames[ply]` for its side to move: exact inside (alpha, beta), else a bound on that side.

    Returns 0 once stopped. Moves are kept in `ws.moves[k:]`; the best line ends up in `ws.lines[ply]`.
    """
    if not visit(control):
        return 0
    s = ws.frames[ply]
    end_line(ws, ply)
    result = outcome(s)
    if result != ONGOING:
        return int(result * (WIN - ply))
    # The root is searched all the same, because it needs a move.
    distance = known(s) if ply > 0 else UNKNOWN
    if distance != UNKNOWN:
        return certain(distance, ply)
    # A win in the next ply is the best value possible here, so alpha cannot be improved (mate distance pruning).
    if alpha >= WIN - ply - 1:
        return WIN - ply - 1
    best = -INFINITE
    best_move = 0
    bound = UPPER
    name = u64(0)
    beyond = ply == LAST or (depth <= 0 and not unsettled(s))
    if beyond:
        control.horizon += 1
        control.selective = max(control.selective, ply)
        best = estimate_by_weights(s, ws)
        # The side to move may decline all forcing moves, so its evaluation bounds the value from below.
        end = forcing(s, ws.moves, ws.scores, k) if ply < LAST and depth > -BEYOND and best < beta else k
        if end == k:
            return best
        alpha = max(alpha, best)
    else:
        name = key(s)
        entry = ws.table[find(ws, name)]
        # On the principal variation only the move is used, because a value from the table would cut the line short.
        if beta - alpha == 1:
            value = known_value(entry, name, depth, alpha, beta, ply)
            if value == NO_VALUE and MARGIN and depth <= SHALLOW:
                value = value_ahead(ws, control, s, depth, beta)
            if value != NO_VALUE:
                return value
            if PROBABLE and depth >= PROBABLE and abs(beta) < PROVEN:
                # A shallow search says whether the deep one will most likely fail on the side of the evaluation.
                ahead = estimate_by_weights(s, ws) >= beta
                low = alpha + doubt(s, depth) if ahead else alpha - doubt(s, depth)
                value = search(ws, control, shallower(depth), low, low + 1, ply, k)
                if stopped(control):
                    return 0
                if (value > low) == ahead:
                    control.horizon += 1
                    return beta if ahead else alpha
                entry = ws.table[find(ws, name)]
                end_line(ws, ply)
        end = ordered(s, ws.moves, ws.scores, k)
        rank(ws, k, end, known_move(entry, name), ply, s.turn)
    for i in range(k, min(end, k + WIDTH)):
        move = take_best(ws, i, end)
        child = next_frame(ws, ply)
        play(child, move)
        turned = child.turn != s.turn
        # All moves but the first are expected to be worse: a null window proves it cheaply, and a lower depth more so.
        high = beta if i == k else alpha + 1
        late = REDUCE and i > k and turned and not beyond and not unsettled(s) and not unsettled(child)
        less = reduction(depth, i - k, beta - alpha > 1) if late else 0
        while True:
            if turned:
                value = -search(ws, control, depth - 1 - less, -high, -alpha, ply + 1, end)
            else:
                value = search(ws, control, depth - 1 - less, alpha, high, ply + 1, end)
            if value <= alpha or (less == 0 and (value >= beta or high == beta)):
                break
            if less == 0:
                high = beta
            less = 0
        if stopped(control):
            return 0
        if value > best:
            best = value
            best_move = move
            if value >= beta:
                bound = LOWER
                if not beyond:
                    learn(ws, move, depth, ply, s.turn)
                break
            if value > alpha:
                alpha = value
                bound = EXACT
                extend_line(ws, ply, move)
                if ply == 0:
                    ws.value = value
    if not beyond:
        store(ws, control, name, best, best_move, depth, bound, ply)
    return best


def shallower(depth: int) -> int:
    """Return the depth of a search that predicts one of `depth`: about half, and odd if that is odd.

    Evaluations after an odd and an even number of plies differ, because one side has moved once more.
    """
    return depth // 2 - (depth - depth // 2) % 2


def value_ahead(ws: Any, control: Control, s: Any, depth: int, beta: int) -> int:
    """Return a lower bound of at least beta for a side that is far ahead near the depth limit, else NO_VALUE.

    It is ahead by more than MARGIN for each ply left, so the opponent can hardly make it up (reverse futility pruning:
    Heinz, 1998, the static form). A proven result and a position whose evaluation misleads need a search.
    """
    if depth <= 0 or abs(beta) >= PROVEN or unsettled(s):
        return NO_VALUE
    value = estimate_by_weights(s, ws) - MARGIN * depth
    if value < beta:
        return NO_VALUE
    control.horizon += 1
    return value
