"""Textbook alpha-beta: fail-soft negamax, moves in the order of the rules, no table.

Alpha-beta is by Knuth and Moore (1975), fail-soft by Fishburn (1983).
"""

from typing import Any

from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.score import INFINITE, WIN
from kibitz_server.engine.templates import line, node
from kibitz_server.engine.templates.line import Stack, end_line, extend_line
from kibitz_server.engine.templates.node import estimate, stopped, visit
from kibitz_server.games.game import ONGOING

HELPERS = (line, node)
ENTRIES = ("search",)
SLOTS = ("legal", "next_frame", "play", "outcome", "evaluate")
legal: Any = None
next_frame: Any = None
play: Any = None
outcome: Any = None

Workspace = Stack


def search(ws: Stack, control: SearchControl, depth: int, alpha: int, beta: int, ply: int, k: int) -> int:
    """Return the value of `ws.frames[ply]` for its side to move: exact inside (alpha, beta), else a bound on that side.

    Returns 0 once stopped. Moves are kept in `ws.moves[k:]`; the best line ends up in `ws.lines[ply]`.
    """
    s = ws.frames[ply]
    if depth == 0 or outcome(s) != ONGOING:
        return leaf(ws, control, ply)
    if not visit(control):
        return 0
    best = -INFINITE
    end = legal(s, ws.moves, k)
    for i in range(k, end):
        child = next_frame(ws, ply)
        play(child, ws.moves[i])
        turned = child.turn != s.turn
        if depth == 1:  # most nodes are leaves, and here they need no call
            value = leaf(ws, control, ply + 1)
        elif turned:
            value = search(ws, control, depth - 1, -beta, -alpha, ply + 1, end)
        else:
            value = search(ws, control, depth - 1, alpha, beta, ply + 1, end)
        if turned:
            value = -value
        best = max(best, value)
        if value > alpha:
            if stopped(control):
                return 0
            if value >= beta:
                break
            alpha = value
            extend_line(ws, ply, ws.moves[i])
            if ply == 0:
                ws.value = value
    return best


def leaf(ws: Stack, control: SearchControl, ply: int) -> int:
    """Return the value of `ws.frames[ply]` without a search; 0 once stopped."""
    if not visit(control):
        return 0
    s = ws.frames[ply]
    end_line(ws, ply)
    result = outcome(s)
    return int(result * (WIN - ply)) if result != ONGOING else estimate(s)
