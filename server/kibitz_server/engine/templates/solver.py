"""Solver: alpha-beta without a depth limit, over the game's own unit, for null windows.

A game contributes `bounds(s)`, the range of results still possible, and `sound`, the moves worth trying, with the best
first. The table holds one bound for each position in one word (Allis, 1988; Pons, 2015, for Connect Four).
"""

from typing import Annotated, Any

from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.templates import node, order, table
from kibitz_server.engine.templates.node import stopped, visit
from kibitz_server.engine.templates.order import take_best
from kibitz_server.engine.templates.table import WORD, slot
from kibitz_server.games.bits import u64
from kibitz_server.games.record import Array, RecordArray, Struct

HELPERS = (node, order, table)
ENTRIES = ("search",)
SLOTS = (
    "bounds",
    "sound",
    "next_frame",
    "play",
    "key_of_rest",
    "secured",
    "nearly_over",
    "finish",
    "TABLE_BITS",
    "KILLERS",
    "HISTORY",
    "evaluate",
    "cannot_win",
    "FAR",
)
bounds: Any = None
sound: Any = None
next_frame: Any = None
play: Any = None
nearly_over: Any = None
finish: Any = None
key_of_rest: Any = None
secured: Any = None
cannot_win: Any = None
FAR: int = 0

CODE_BITS = u64(10)
CODE = u64(0x3FF)
MIDDLE = 256
"""Offset of the codes in table words.

A word holds a key without its upper bits, and a code of ten bits. Codes 1 to 511 say that the value is at most
`code - MIDDLE`, codes 513 to 1023 that it is at least `code - 3 * MIDDLE`. It is the value of what is left to decide:
without the part of the result that is `secured`.
"""


def shifted(name: int) -> int:
    """Return the part of a key that fits into a table word, in its place."""
    return (name << CODE_BITS) & WORD


def refuted(ws: Any, beta: int, ply: int, k: int, end: int) -> bool:
    """Return whether the table has a move of `moves[k:end]` that is worth `beta` or more.

    These are the enhanced transposition cutoffs of Plaat, Schaeffer, Pijls and de Bruin (1996).
    """
    s = ws.frames[ply]
    for i in range(k, end):
        child = next_frame(ws, ply)
        play(child, ws.moves[i])
        name = key_of_rest(child)
        word = ws.table[slot(name)]
        code = int(word & CODE)
        if code != 0 and (word >> CODE_BITS) << CODE_BITS == shifted(name):
            if child.turn != s.turn:
                if code < 2 * MIDDLE and MIDDLE - code - secured(child) >= beta:
                    return True
            elif code > 2 * MIDDLE and code - 3 * MIDDLE + secured(child) >= beta:
                return True
    return False


class Workspace(Struct):
    """Stack without lines, and the table."""

    frames: Annotated[list[Any], RecordArray("State", "FRAMES")]
    moves: Annotated[list[int], Array("i4", "ROOM")]
    scores: Annotated[list[int], Array("i4", "ROOM")]
    table: Annotated[list[int], Array("u8", "TABLE_SIZE")]


def search(ws: Workspace, control: SearchControl, alpha: int, beta: int, ply: int, k: int) -> int:
    """Return a bound on the value of `ws.frames[ply]`.

    It is a lower bound if the result is `beta` or more, else an upper bound. Returns 0 once stopped. Moves are kept in
    `ws.moves[k:]`.
    """
    if not visit(control):
        return 0
    s = ws.frames[ply]
    if nearly_over(s):
        return int(finish(s, control, alpha, beta))
    name = key_of_rest(s)
    place = slot(name)
    word = ws.table[place]
    low, high = bounds(s)
    if low >= beta or low == high:
        return int(low)
    if high <= alpha:
        return int(high)
    if alpha >= 0 and cannot_win(s):
        return 0
    alpha = max(alpha, low)
    beta = min(beta, high)

    code = int(word & CODE)
    if code != 0 and (word >> CODE_BITS) << CODE_BITS == shifted(name):
        if code > 2 * MIDDLE:
            alpha = max(alpha, code - 3 * MIDDLE + secured(s))
        else:
            beta = min(beta, code - MIDDLE + secured(s))
        if alpha >= beta:
            return int(alpha if code > 2 * MIDDLE else beta)

    end = sound(s, ws.moves, ws.scores, k)
    if high - low > FAR and end - k > 1 and refuted(ws, beta, ply, k, end):
        return int(beta)
    for i in range(k, end):
        move = take_best(ws, i, end)
        child = next_frame(ws, ply)
        play(child, move)
        if child.turn != s.turn:
            value = -search(ws, control, -beta, -alpha, ply + 1, end)
        else:
            value = search(ws, control, alpha, beta, ply + 1, end)
        if stopped(control):
            return 0
        if value >= beta:
            ws.table[place] = shifted(name) | u64(value - secured(s) + 3 * MIDDLE)
            return int(value)
        alpha = max(alpha, value)
    ws.table[place] = shifted(name) | u64(alpha - secured(s) + MIDDLE)
    return int(alpha)
