"""Expectiminimax: minimax in which a chance node has the average value of its outcomes (Michie, 1966)."""

from typing import Annotated, Any

from kibitz_server.engine.control import Control
from kibitz_server.engine.score import INFINITE, WIN
from kibitz_server.engine.templates import line, node
from kibitz_server.engine.templates.line import Line, end_line, extend_line
from kibitz_server.engine.templates.node import estimate, stopped, visit
from kibitz_server.games.game import ONGOING
from kibitz_server.games.record import F64, Array, Struct, Table

HELPERS = (line, node)
ENTRIES = ("search",)
SLOTS = ("legal", "chance", "next_frame", "play", "outcome", "evaluate")
legal: Any = None
chance: Any = None
next_frame: Any = None
play: Any = None
outcome: Any = None


class Workspace(Struct):
    """Stack as in `line`; at a chance node, `moves` are its outcomes and `weights` their relative probabilities."""

    value: F64
    frames: Annotated[list[Any], Table("State", "FRAMES")]
    moves: Annotated[list[int], Array("i4", "ROOM")]
    weights: Annotated[list[int], Array("i4", "ROOM")]
    lines: Annotated[list[Line], Table("Line", "LINES")]


def search(ws: Workspace, control: Control, depth: int, ply: int, k: int) -> float:
    """Return the expected value of `ws.frames[ply]` for its side to move; 0 once stopped. A roll is a ply of its own.

    Outcomes are kept in `ws.moves[k:]`. The best line in `ws.lines[ply]` ends at a chance node.
    """
    if not visit(control):
        return 0.0
    s = ws.frames[ply]
    end_line(ws, ply)
    result = outcome(s)
    if result != ONGOING:
        return float(result * (WIN - ply))
    if depth == 0:
        return float(estimate(s))
    end = chance(s, ws.moves, ws.weights, k)
    rolled = end > k
    if not rolled:
        end = legal(s, ws.moves, k)
    best = -float(INFINITE)
    total = 0.0
    weights = 0.0
    for i in range(k, end):
        child = next_frame(ws, ply)
        play(child, ws.moves[i])
        value = search(ws, control, depth - 1, ply + 1, end)
        if child.turn != s.turn:
            value = -value
        if rolled:
            total += value * ws.weights[i]
            weights += ws.weights[i]
        elif value > best:
            if stopped(control):
                return 0.0
            best = value
            extend_line(ws, ply, ws.moves[i])
            if ply == 0:
                ws.value = value
    return total / weights if rolled else best
