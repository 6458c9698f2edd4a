"""Plain minimax in negamax form: every move of every node, without pruning. All other searches are compared with it."""

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


def search(ws: Stack, control: SearchControl, depth: int, ply: int, k: int) -> int:
    """Return the value of `ws.frames[ply]` for its side to move, `depth` plies deep; 0 once stopped.

    Moves are kept in `ws.moves[k:]`; the best line ends up in `ws.lines[ply]`.
    """
    if not visit(control):
        return 0
    s = ws.frames[ply]
    result = outcome(s)
    if result != ONGOING or depth == 0:
        end_line(ws, ply)
        return int(result * (WIN - ply)) if result != ONGOING else estimate(s)
    best = -INFINITE
    end = legal(s, ws.moves, k)
    for i in range(k, end):
        child = next_frame(ws, ply)
        play(child, ws.moves[i])
        value = search(ws, control, depth - 1, ply + 1, end)
        if child.turn != s.turn:
            value = -value
        if value > best:
            if stopped(control):
                return 0
            best = value
            extend_line(ws, ply, ws.moves[i])
            if ply == 0:
                ws.value = value
    return best
