"""Full alpha-beta: principal variation search, a transposition table and learned move ordering.

Alpha-beta is by Knuth and Moore (1975), principal variation search by Marsland and Campbell (1982), the table by
Greenblatt and others (1967). Killer moves are by Akl and Newborn (1977), the history heuristic by Schaeffer (1983).
Beyond the depth limit only forcing moves are searched, if the game names any (quiescence search: Greenblatt and others,
1967; the evaluation as a lower bound is by Slate and Atkin, 1977).

Constants of the game trim the tree; a search that must leave nothing out has none of them. With REDUCE, late moves are
first searched less deep. With MARGIN, positions far ahead need no search near the depth limit, and with FUTILITY, quiet
moves of positions far behind do not (futility pruning: Schaeffer, 1986; Heinz, 1998). With NULL, a position is left out
that is good enough even if the opponent moves twice (null moves: Beal, 1989; Goetsch and Campbell, 1990; with a reduced
depth: Donninger, 1993). With PROBABLE, positions are left out that a shallow search finds far outside the window
(ProbCut: Buro, 1995). With CHECKS, moves that the opponent must answer are searched deeper. A `recurring` position
counts as drawn (Slate and Atkin, 1977), because the side that is content with a draw may repeat it again.

Iterative deepening and aspiration windows are in `algorithms`.
"""

from typing import Annotated, Any

from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.score import INFINITE, PROVEN, WIN
from kibitz_server.engine.templates import line, node, order, table
from kibitz_server.engine.templates.line import PrincipalVariation, end_line, extend_line
from kibitz_server.engine.templates.node import certain, estimate_by_weights, stopped, visit
from kibitz_server.engine.templates.order import learn, loud, rank, reduction, take_best, trusted
from kibitz_server.engine.templates.table import (
    EXACT,
    LOWER,
    NO_MOVE,
    NO_VALUE,
    UPPER,
    TableEntry,
    find,
    known_move,
    known_value,
    store,
)
from kibitz_server.games.bits import u64
from kibitz_server.games.game import ONGOING, UNKNOWN
from kibitz_server.games.record import I64, Array, RecordArray, Struct

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
    "skip",
    "recurring",
    "known",
    "key",
    "BEYOND",
    "KILLERS",
    "HISTORY",
    "SCALE",
    "MARGIN",
    "FUTILITY",
    "SHALLOW",
    "NULL",
    "CHECKS",
    "LOOPS",
    "PROBABLE",
    "doubt",
    "REDUCE",
    "LOUD",
    "GRAVITY",
    "LATE",
    "UNKNOWN_LESS",
    "SURPLUS",
    "alarming",
    "gains",
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
skip: Any = None
recurring: Any = None
known: Any = None
key: Any = None
BEYOND: int = 0
MARGIN: int = 0
FUTILITY: int = 0
SHALLOW: int = 0
NULL: int = 0
CHECKS: int = 0
LOOPS: int = 0
PROBABLE: int = 0
doubt: Any = None
REDUCE: int = 0
GRAVITY: int = 0
LATE: int = 0
UNKNOWN_LESS: int = 0
SURPLUS: int = 0
alarming: Any = None
gains: Any = None
WIDTH: int = 0
LAST: int = 0

NEAR = 8
"""Largest depth left at which moves are left out for being late."""


class Workspace(Struct):
    """Stack as in `line`, with the data for move ordering and the transposition table.

    `skipped` is the latest ply of the present line at which a side was given a move by `skip`; 0 for none. `statics`
    are the evaluations of the present line; in a position whose evaluation misleads, that of the side's move before.
    """

    value: I64
    skipped: I64
    age: I64
    frames: Annotated[list[Any], RecordArray("State", "FRAMES")]
    moves: Annotated[list[int], Array("i4", "ROOM")]
    scores: Annotated[list[int], Array("i4", "ROOM")]
    killers: Annotated[list[int], Array("i4", "FRAMES")]
    played: Annotated[list[int], Array("i4", "FRAMES")]
    statics: Annotated[list[int], Array("i4", "FRAMES")]
    replies: Annotated[list[int], Array("i4", "HISTORY_SIZE")]
    history: Annotated[list[int], Array("i4", "HISTORY_SIZE")]
    lines: Annotated[list[PrincipalVariation], RecordArray("PrincipalVariation", "LINES")]
    weights: Annotated[list[int], Array("WEIGHT_KIND", "WEIGHT_COUNT")]
    table: Annotated[list[TableEntry], RecordArray("TableEntry", "TABLE_SIZE")]


def search(ws: Workspace, control: SearchControl, depth: int, alpha: int, beta: int, ply: int, k: int) -> int:
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
    if LOOPS and ply > 0 and recurring(s):
        control.horizon += 1
        return 0
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
    hopeless, calm, rising = False, False, False
    most = static = -INFINITE
    inside = beta - alpha > 1
    enough = NO_VALUE
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
        if not inside:
            value = known_value(entry, name, depth, alpha, beta, ply)
            if value != NO_VALUE:
                return value
        calm = not unsettled(s)
        if LATE:
            static = estimate_by_weights(s, ws) if calm else ws.statics[ply - 2] if ply >= 2 else 0
            ws.statics[ply] = static
            rising = ply >= 2 and static > ws.statics[ply - 2]
        if not inside:
            if (NULL or ((MARGIN or FUTILITY) and depth <= SHALLOW)) and calm and evaluable(depth, beta):
                static = static if LATE else estimate_by_weights(s, ws)
                margin = MARGIN * (depth - (1 if rising else 0))
                if MARGIN and depth <= SHALLOW and static - margin >= beta:
                    control.horizon += 1
                    return int(static - margin)
                if NULL and static >= beta and ply != ws.skipped and skip(next_frame(ws, ply)):
                    before = ws.skipped
                    ws.skipped = ply + 1
                    ws.played[ply + 1] = 0
                    less = 1 + NULL + (depth // 3 + min(3, (static - beta) // SURPLUS) if SURPLUS else depth // 4)
                    value = -search(ws, control, max(0, depth - less), -beta, -alpha, ply + 1, k)
                    ws.skipped = before
                    if stopped(control):
                        return 0
                    if value >= beta:
                        # A win that takes two moves in a row is not a win.
                        control.horizon += 1
                        return min(value, PROVEN - 1)
                    entry = ws.table[find(ws, name)]
                    end_line(ws, ply)
                if FUTILITY and depth <= SHALLOW:
                    most = static + FUTILITY * depth
                    hopeless = most <= alpha
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
        expected = known_move(entry, name)
        if UNKNOWN_LESS and depth >= UNKNOWN_LESS and expected == NO_MOVE:
            control.horizon += 1
            depth -= 1
        if LATE and not inside and calm and ply > 0 and depth <= NEAR:
            enough = LATE * (3 + depth * depth) // (100 if rising else 200)
        end = ordered(s, ws.moves, ws.scores, k)
        rank(ws, k, end, expected, ply, s.turn)
    for i in range(k, min(end, k + WIDTH)):
        move = take_best(ws, i, end)
        left_out = i > k and not beyond and (hopeless or i - k > enough) and best > -PROVEN
        if (FUTILITY or LATE) and left_out and not loud(ws, i) and not alarming(s, move):
            control.horizon += 1
            if hopeless:
                best = max(best, most)
            continue
        child = next_frame(ws, ply)
        play(child, move)
        if GRAVITY:
            ws.played[ply + 1] = move + 1
        turned = child.turn != s.turn
        # All moves but the first are expected to be worse: a null window proves it cheaply, and a lower depth more so.
        high = beta if i == k else alpha + 1
        quiet = REDUCE and calm and i > k and turned and not loud(ws, i) and not unsettled(child)
        less = reduction(depth, i - k, inside) if quiet else 0
        if GRAVITY and less:
            less = max(0, min(less - trusted(ws, i), depth - 1))
        left = depth - 1
        if CHECKS and not beyond and unsettled(child) and (CHECKS == 1 or loud(ws, i) or gains(s, move, 0)):
            left = depth
        while True:
            if turned:
                value = -search(ws, control, left - less, -high, -alpha, ply + 1, end)
            else:
                value = search(ws, control, left - less, alpha, high, ply + 1, end)
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
                    learn(ws, k, i, depth, ply, s.turn)
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


def evaluable(depth: int, beta: int) -> bool:
    """Return whether the evaluation of a position may take the place of a search within `depth`.

    A proven result needs a search. The margins are those of reverse futility pruning in its static form (Heinz, 1998).
    """
    return bool(depth > 0 and abs(beta) < PROVEN)
