"""The stack of a depth-first search: one state a ply, their moves, and the line of best play below each.

The lines are the triangular table of chess programs, one row a ply.
"""

from typing import Annotated, Any

from kibitz_server.engine.control import LINE
from kibitz_server.games.record import I64, Array, Struct, Table

SLOTS = ()
LINES = LINE + 1


class Line(Struct):
    """The best moves from the ply of its row on: `moves[ply:length]`."""

    length: I64
    moves: Annotated[list[int], Array("i4", "LINE")]


class Stack(Struct):
    """`frames[ply]` are states; `moves` holds the moves of all plies one after another; `value` is the root's."""

    value: I64
    frames: Annotated[list[Any], Table("State", "FRAMES")]
    moves: Annotated[list[int], Array("i4", "ROOM")]
    lines: Annotated[list[Line], Table("Line", "LINES")]


def end_line(ws: Any, ply: int) -> None:
    """No moves are known from this ply on."""
    if ply < LINES:
        ws.lines[ply].length = ply


def extend_line(ws: Any, ply: int, move: int) -> None:
    """The best line from here is `move` and then the best line from the ply below.

    Only a value inside the window has one: a cut-off says that there is something better elsewhere, not what.
    """
    if ply < LINE:
        ws.lines[ply] = ws.lines[ply + 1]
        ws.lines[ply].moves[ply] = move
        ws.lines[ply].length = max(ws.lines[ply].length, ply + 1)
