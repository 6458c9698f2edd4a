"""Expectiminimax: minimax in which a chance node has the average value of its chance outcomes (Michie, 1966).

Alpha-beta prunes the moves of a side. All values are bounded, so the chance outcomes searched so far bound the average:
a chance node ends where no value of the others can bring it back into the window (Star1: Ballard, 1983). Before it
searches all moves after a chance outcome, it tries one after each, which bounds the value of each chance outcome on one
side (Star2, also by Ballard).
"""

from typing import Annotated, Any

from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.score import INFINITE, PROVEN, WIN
from kibitz_server.engine.templates import line, node, order
from kibitz_server.engine.templates.line import PrincipalVariation, end_line, extend_line
from kibitz_server.engine.templates.node import stopped, visit
from kibitz_server.engine.templates.order import FIRST, take_best
from kibitz_server.games.game import ONGOING
from kibitz_server.games.record import F64, I64, Array, RecordArray, Struct

HELPERS = (line, node, order)
ENTRIES = ("search",)
SLOTS = (
    "ordered",
    "ORDERS",
    "chance",
    "next_frame",
    "play",
    "outcome",
    "payoff",
    "PAYS",
    "PAYOFF_LIMIT",
    "evaluate",
    "weigh",
    "STAR",
)
ordered: Any = None
chance: Any = None
next_frame: Any = None
play: Any = None
outcome: Any = None
payoff: Any = None
weigh: Any = None
ORDERS: int = 0
PAYS: int = 0
PAYOFF_LIMIT: int = 0
STAR: int = 0

PROBES, WHOLE = 0, 1
"""Steps of a chance node: one move after each chance outcome, then all of them."""
COSTLY = 3
"""Least depth at which moves that a game does not order are ordered by their evaluations."""
FINE = 16
"""Steps of such an order for each hundredth of an evaluation."""


class Workspace(Struct):
    """Stack as in `line`; at a chance node, `moves` are its chance outcomes and `chances` their weights.

    `lows` and `highs` bound the value of each chance outcome for the side to move at the chance node. `expected` is 1 +
    the best move of the root in the pass before, `probed` the ply of a node that tries one move alone; both are 0 for
    none. The largest fields come last: NumPy describes the memory on each call of an entry.
    """

    value: F64
    expected: I64
    probed: I64
    frames: Annotated[list[Any], RecordArray("State", "FRAMES")]
    lines: Annotated[list[PrincipalVariation], RecordArray("PrincipalVariation", "LINES")]
    weights: Annotated[list[int], Array("WEIGHT_KIND", "WEIGHT_COUNT")]
    scratch: Annotated[list[int], Array("i4", "SCRATCH")]
    moves: Annotated[list[int], Array("i4", "ROOM")]
    scores: Annotated[list[int], Array("i4", "ROOM")]
    chances: Annotated[list[int], Array("i4", "CHANCES")]
    lows: Annotated[list[float], Array("f8", "CHANCES")]
    highs: Annotated[list[float], Array("f8", "CHANCES")]


def search(ws: Workspace, control: SearchControl, depth: int, alpha: float, beta: float, ply: int, k: int) -> float:
    """Return the expected value of `ws.frames[ply]` for its side to move; 0 once stopped. A chance outcome is a ply.

    It is exact inside (alpha, beta), else a bound on that side. Moves and due events are kept in `ws.moves[k:]`. The
    best line in `ws.lines[ply]` ends at a chance node.
    """
    probed = ply > 0 and ws.probed == ply
    ws.probed = 0
    if not visit(control):
        return 0.0
    s = ws.frames[ply]
    end_line(ws, ply)
    if depth == 0 or outcome(s) != ONGOING:
        return worth(ws, s, ply)
    end = chance(s, ws.moves, ws.chances, k)
    due = end > k
    if due:
        spread(ws, k, end)
    else:
        end = ordered(s, ws.moves, ws.scores, k)
        arrange(ws, control, depth, ply, k, end)
    best = -float(INFINITE)
    for step in range(PROBES if due and STAR > 1 and depth > 1 else WHOLE, WHOLE + 1):
        for i in range(k, k + 1 if probed and not due else end):
            move = ws.moves[i] if due else take_best(ws, i, end)
            child = next_frame(ws, ply)
            play(child, move)
            turned = child.turn != s.turn
            if step == PROBES:
                if not tells(ws, child, alpha, beta, turned, end):
                    continue
                ws.probed = ply + 1
            low = least_of(ws, alpha, i, k, end, step == PROBES and not turned) if due else alpha
            high = most_of(ws, beta, i, k, end, step == PROBES and turned) if due else beta
            if turned:
                value = -search(ws, control, depth - 1, -high, -low, ply + 1, end)
            else:
                value = search(ws, control, depth - 1, low, high, ply + 1, end)
            if stopped(control):
                return 0.0
            if due:
                learn(ws, i, value, low, high, step, turned)
                if STAR and lowest(ws, k, end) >= beta:
                    return max(beta, lowest(ws, k, end))
                if STAR and highest(ws, k, end) <= alpha:
                    return min(alpha, highest(ws, k, end))
                continue
            if value > alpha and value > best:
                extend_line(ws, ply, move)
                if ply == 0:
                    ws.value = value
                    ws.expected = move + 1
            best = max(best, value)
            alpha = max(alpha, best) if STAR else alpha
            if STAR and best >= beta:
                return best
    return lowest(ws, k, end) if due else best


def worth(ws: Workspace, s: Any, ply: int) -> float:
    """Return the value of a position without a search: its result, otherwise its evaluation."""
    result = outcome(s)
    if result != ONGOING:
        return bounded(payoff(s)) if PAYS else float(result * (WIN - ply))
    return bounded(weigh(s, ws))


def bounded(value: float) -> float:
    """Return an evaluation or a payoff within its limit. Evaluations stay apart from proven results."""
    limit = float(PAYOFF_LIMIT if PAYS else PROVEN - 1)
    return float(max(-limit, min(limit, value)))


def arrange(ws: Workspace, control: SearchControl, depth: int, ply: int, k: int, end: int) -> None:
    """Complete the scores of moves[k:end], by which they are tried: first the root's best move of the pass before."""
    if ORDERS == 0 and depth >= COSTLY:
        s = ws.frames[ply]
        for i in range(k, end):
            if not visit(control):
                return
            child = next_frame(ws, ply)
            play(child, ws.moves[i])
            value = worth(ws, child, ply + 1)
            ws.scores[i] = int(FINE * (-value if child.turn != s.turn else value))
    if ply == 0:
        for i in range(k, end):
            if ws.moves[i] + 1 == ws.expected:
                ws.scores[i] = FIRST


def spread(ws: Workspace, k: int, end: int) -> None:
    """Set the bounds of chance outcomes that nothing is known of."""
    limit = float(PAYOFF_LIMIT if PAYS else WIN)
    for i in range(k, end):
        ws.lows[i] = -limit
        ws.highs[i] = limit


def total(ws: Workspace, k: int, end: int) -> int:
    """Return the sum of the weights of chance outcomes."""
    weights = 0
    for i in range(k, end):
        weights += ws.chances[i]
    return weights


def lowest(ws: Workspace, k: int, end: int) -> float:
    """Return the least that the average of the chance outcomes can be."""
    value = 0.0
    for i in range(k, end):
        value += ws.chances[i] * ws.lows[i]
    return value / total(ws, k, end)


def highest(ws: Workspace, k: int, end: int) -> float:
    """Return the most that the average of the chance outcomes can be."""
    value = 0.0
    for i in range(k, end):
        value += ws.chances[i] * ws.highs[i]
    return value / total(ws, k, end)


def least_of(ws: Workspace, alpha: float, i: int, k: int, end: int, alone: bool) -> float:
    """Return the value of outcome i up to which the average is at most alpha; its lower bound if only that can rise."""
    if alone:
        return float(ws.lows[i])
    if STAR == 0:
        return -float(INFINITE)
    short = (alpha - highest(ws, k, end)) * total(ws, k, end) / ws.chances[i]
    return float(max(-float(INFINITE), ws.highs[i] + short))


def most_of(ws: Workspace, beta: float, i: int, k: int, end: int, alone: bool) -> float:
    """Return the value of outcome i from which the average is at least beta; its upper bound if only that can fall."""
    if alone:
        return float(ws.highs[i])
    if STAR == 0:
        return float(INFINITE)
    over = (beta - lowest(ws, k, end)) * total(ws, k, end) / ws.chances[i]
    return float(min(float(INFINITE), ws.lows[i] + over))


def learn(ws: Workspace, i: int, value: float, low: float, high: float, step: int, turned: bool) -> None:
    """Bound the value of chance outcome i by that of a search in the window (low, high).

    One move alone gives its side at least its value, so it bounds the chance outcome on one side.
    """
    if value > low and (step == WHOLE or not turned):
        ws.lows[i] = value
    if value < high and (step == WHOLE or turned):
        ws.highs[i] = value


def tells(ws: Workspace, child: Any, alpha: float, beta: float, turned: bool, end: int) -> bool:
    """Return whether the value of one move in a position after a chance outcome may help to end the chance node."""
    limit = float(PAYOFF_LIMIT if PAYS else WIN)
    if alpha <= -limit if turned else beta >= limit:
        return False
    return bool(outcome(child) == ONGOING and chance(child, ws.moves, ws.chances, end) == end)
