"""Stack of a depth-first search: one state for each ply, the moves, and the best line below each ply.

The lines form the triangular table of chess programs, one row for each ply.
"""

from typing import Annotated, Any

from kibitz_server.engine.control import LINE
from kibitz_server.games.record import I64, Array, RecordArray, Struct

SLOTS = ()
LINES = LINE + 1


class PrincipalVariation(Struct):
    """Best moves from the ply of its row on: `moves[ply:length]`."""

    length: I64
    moves: Annotated[list[int], Array("i4", "LINE")]


class Stack(Struct):
    """Memory: `frames[ply]` are states, `moves` has the moves of all plies in sequence, `value` is the root's value."""

    value: I64
    frames: Annotated[list[Any], RecordArray("State", "FRAMES")]
    moves: Annotated[list[int], Array("i4", "ROOM")]
    lines: Annotated[list[PrincipalVariation], RecordArray("PrincipalVariation", "LINES")]


def end_line(ws: Any, ply: int) -> None:
    """Mark the best line as empty from this ply on."""
    if ply < LINES:
        ws.lines[ply].length = ply


def extend_line(ws: Any, ply: int, move: int) -> None:
    """Set the best line from here to `move` followed by the best line of the next ply.

    Only a value inside the window has a line. A cut-off proves that a better move exists elsewhere, but not which one.
    """
    if ply < LINE:
        own, rest = ws.lines[ply], ws.lines[ply + 1]
        own.moves[ply] = move
        for i in range(ply + 1, rest.length):
            own.moves[i] = rest.moves[i]
        own.length = max(rest.length, ply + 1)
