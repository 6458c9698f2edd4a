"""Perft: counts move sequences, the standard check of a move generator ("performance test" of chess programs).

A chance outcome is a ply, and counts as one whatever its weight is.
"""

from typing import Annotated, Any

from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.templates import node
from kibitz_server.engine.templates.node import stopped
from kibitz_server.games.game import ONGOING
from kibitz_server.games.record import Array, RecordArray, Struct

HELPERS = (node,)
ENTRIES = ("perft",)
SLOTS = ("legal", "chance", "DRAWS", "next_frame", "play", "outcome")
legal: Any = None
chance: Any = None
DRAWS: int = 0
next_frame: Any = None
play: Any = None
outcome: Any = None


class Workspace(Struct):
    """Memory: `frames[ply]` are states, `moves` has the moves or chance outcomes of all plies in sequence."""

    frames: Annotated[list[Any], RecordArray("State", "FRAMES")]
    moves: Annotated[list[int], Array("i4", "ROOM")]
    chances: Annotated[list[int], Array("i4", "CHANCES")]


def perft(ws: Workspace, control: SearchControl, depth: int, ply: int, k: int) -> int:
    """Return the number of sequences of exactly `depth` plies from `ws.frames[ply]`; none continue a finished game."""
    if depth == 0:
        return 1
    if stopped(control):
        return 0
    s = ws.frames[ply]
    if outcome(s) != ONGOING:
        return 0
    end = chance(s, ws.moves, ws.chances, k) if DRAWS else k
    if end == k:
        end = legal(s, ws.moves, k)
    if depth == 1:
        return int(end - k)
    count = 0
    for i in range(k, end):
        play(next_frame(ws, ply), ws.moves[i])
        count += perft(ws, control, depth - 1, ply + 1, end)
    return count
