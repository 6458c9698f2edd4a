"""Full alpha-beta: principal variation search, a transposition table and learned move ordering.

Alpha-beta is by Knuth and Moore (1975), principal variation search by Marsland and Campbell (1982), the table by
Greenblatt and others (1967). Killer moves are by Akl and Newborn (1977), the history heuristic by Schaeffer (1983).
Beyond the depth limit only forcing moves are searched, if the game names any (quiescence search: Greenblatt and others,
1967; the evaluation as a lower bound is by Slate and Atkin, 1977). Iterative deepening and aspiration windows are in
`algorithms`.
"""

from typing import Annotated, Any

from kibitz_server.engine.control import Control
from kibitz_server.engine.score import INFINITE, WIN
from kibitz_server.engine.templates import line, node, order, table
from kibitz_server.engine.templates.line import Line, end_line, extend_line
from kibitz_server.engine.templates.node import certain, estimate, stopped, visit
from kibitz_server.engine.templates.order import MOVE_MASK, NO_MOVE, learn, rank, take_best
from kibitz_server.engine.templates.table import EXACT, LOWER, UPPER, Entry, slot, store, value_at
from kibitz_server.games.game import ONGOING, UNKNOWN
from kibitz_server.games.record import I64, Array, Struct, Table

HELPERS = (line, node, order, table)
ENTRIES = ("search",)
SLOTS = (
    "ordered",
    "play",
    "outcome",
    "evaluate",
    "unsettled",
    "forcing",
    "known",
    "key",
    "BEYOND",
    "KILLERS",
    "HISTORY",
    "WIDTH",
    "LAST",
    "TABLE_BITS",
)
ordered: Any = None
play: Any = None
outcome: Any = None
unsettled: Any = None
forcing: Any = None
known: Any = None
key: Any = None
BEYOND: int = 0
WIDTH: int = 0
LAST: int = 0


class Workspace(Struct):
    """Stack as in `line`, with the data for move ordering and the transposition table."""

    value: I64
    frames: Annotated[list[Any], Table("State", "FRAMES")]
    moves: Annotated[list[int], Array("i4", "ROOM")]
    scores: Annotated[list[int], Array("i4", "ROOM")]
    killers: Annotated[list[int], Array("i4", "FRAMES")]
    history: Annotated[list[int], Array("i4", "HISTORY_SIZE")]
    lines: Annotated[list[Line], Table("Line", "LINES")]
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
    if ply == LAST or (depth <= 0 and not unsettled(s)):
        control.horizon += 1
        control.selective = max(control.selective, ply)
        best = estimate(s)
        # Beyond the depth limit the side to move may decline all forcing moves, so its evaluation bounds the value.
        end = forcing(s, ws.moves, ws.scores, k) if ply < LAST and depth > -BEYOND and best < beta else k
        alpha = max(alpha, best)
        for i in range(k, end):
            move = take_best(ws, i, end)
            ws.frames[ply + 1] = s
            child = ws.frames[ply + 1]
            play(child, move)
            if child.turn != s.turn:
                value = -search(ws, control, depth - 1, -beta, -alpha, ply + 1, end)
            else:
                value = search(ws, control, depth - 1, alpha, beta, ply + 1, end)
            if stopped(control):
                return 0
            best = max(best, value)
            if value >= beta:
                break
            if value > alpha:
                alpha = value
                extend_line(ws, ply, move)
        return best
    # A win in the next ply is the best value possible here, so alpha cannot be improved (mate distance pruning).
    if alpha >= WIN - ply - 1:
        return alpha

    name = key(s)
    entry = ws.table[slot(name)]
    expected = NO_MOVE
    if entry.key == name and entry.bound != 0:
        expected = entry.move
        # On the principal variation only the move is used, because a value from the table would cut the line short.
        if entry.depth >= depth and beta - alpha == 1:
            value = value_at(entry.value, ply)
            if (
                entry.bound == EXACT
                or (entry.bound == LOWER and value >= beta)
                or (entry.bound == UPPER and value <= alpha)
            ):
                return value

    end = ordered(s, ws.moves, ws.scores, k)
    rank(ws, k, end, expected, ply, s.turn)
    bound = UPPER
    best = -INFINITE
    best_move = 0
    for i in range(k, min(end, k + WIDTH)):
        move = take_best(ws, i, end)
        ws.frames[ply + 1] = s
        child = ws.frames[ply + 1]
        play(child, move)
        # All moves but the first are expected to be worse, and a null window proves it cheaply.
        high = beta if i == k else alpha + 1
        while True:
            if child.turn != s.turn:
                value = -search(ws, control, depth - 1, -high, -alpha, ply + 1, end)
            else:
                value = search(ws, control, depth - 1, alpha, high, ply + 1, end)
            if value <= alpha or value >= beta or high == beta:
                break
            high = beta
        if stopped(control):
            return 0
        if value > best:
            best = value
            best_move = move
            if value >= beta:
                bound = LOWER
                learn(ws, move, depth, ply, s.turn)
                break
            if value > alpha:
                alpha = value
                bound = EXACT
                extend_line(ws, ply, move)
                if ply == 0:
                    ws.value = value
    store(control, entry, name, best, best_move & MOVE_MASK, depth, bound, ply)
    return best
