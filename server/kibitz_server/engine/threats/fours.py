"""Template of the threat search: a win by threats to win at once, each of which leaves the other side a single answer.

In Gomoku it is called victory by continuous fours (threat-space search: Allis, van den Herik and Huntjens, 1993). Only
moves that threaten are tried, so the search sees wins far beyond the depth of others. It is deepened by one threat at a
time, so the first win found needs the fewest threats.

A game contributes `completing(s, seat, moves, k)`, the moves by which a seat would win at once, and `threatening`, the
moves that may threaten to.
"""

from typing import Annotated, Any

from kibitz_server.engine.control import Control
from kibitz_server.engine.templates import line, node, order
from kibitz_server.engine.templates.line import Line, end_line, extend_line
from kibitz_server.engine.templates.node import stopped, visit
from kibitz_server.engine.templates.order import take_best
from kibitz_server.games.bits import GOLDEN, u64
from kibitz_server.games.record import I64, Array, Struct, Table

HELPERS = (line, node, order)
ENTRIES = ("win_by_threats",)
SLOTS = ("completing", "threatening", "play", "key", "evaluate", "KILLERS", "HISTORY", "LAST")
completing: Any = None
threatening: Any = None
play: Any = None
key: Any = None
LAST: int = 0

FAILED_BITS = 14
FAILED_SIZE = 1 << FAILED_BITS
THREATS = u64(0x3F)
"""Part of a table word that holds a number of threats; the rest is the key."""
ALWAYS = 63
"""Number of threats in a table word whose position is not won by any number of them."""
ZERO = u64(0)


class Workspace(Struct):
    """Stack as in `line`; `failed` has positions where so many threats do not win, one in a word."""

    value: I64
    frames: Annotated[list[Any], Table("State", "FRAMES")]
    moves: Annotated[list[int], Array("i4", "ROOM")]
    scores: Annotated[list[int], Array("i4", "ROOM")]
    lines: Annotated[list[Line], Table("Line", "LINES")]
    failed: Annotated[list[int], Array("u8", "FAILED_SIZE")]


def win_by_threats(ws: Workspace, control: Control, threats: int, most: int, ply: int, k: int) -> int:
    """Return in how many plies the side to move of `ws.frames[ply]` wins by at most so many threats; 0 if it does not.

    It gives up when `most` nodes of the whole search are visited; each move that it tries is one. It counts in
    `control.horizon` the positions where more threats might win. Moves are kept in `ws.moves[k:]`; the winning line
    ends up in `ws.lines[ply]`.
    """
    s = ws.frames[ply]
    me = s.turn
    end_line(ws, ply)
    if completing(s, me, ws.moves, k) > k:
        end_line(ws, ply + 1)
        extend_line(ws, ply, ws.moves[k])
        return 1
    end = completing(s, 1 - me, ws.moves, k)
    if end > k + 1:
        return 0
    name = key(s) ^ (GOLDEN if me else ZERO)
    place = name >> u64(64 - FAILED_BITS)
    word = ws.failed[place]
    if (word | THREATS) == (name | THREATS) and int(word & THREATS) >= threats:
        control.horizon += 1 if int(word & THREATS) < ALWAYS else 0
        return 0
    if end == k:
        end = threatening(s, ws.moves, ws.scores, k)
    if end > k and (threats == 0 or ply + 4 > LAST):
        control.horizon += 1
        return 0
    before = control.horizon
    for i in range(k, end):
        if control.nodes >= most or not visit(control):
            return 0
        move = take_best(ws, i, end)
        ws.frames[ply + 1] = s
        child = ws.frames[ply + 1]
        play(child, move)
        close = completing(child, me, ws.moves, end)
        if close == end or completing(child, 1 - me, ws.moves, close) > close:
            continue
        answer = ws.moves[end]
        if close > end + 1:
            plies = 1
            end_line(ws, ply + 3)
            extend_line(ws, ply + 2, ws.moves[end + 1])
        else:
            ws.frames[ply + 2] = child
            play(ws.frames[ply + 2], answer)
            plies = win_by_threats(ws, control, threats - 1, most, ply + 2, end)
        if plies == 0 and (control.nodes >= most or stopped(control)):
            return 0
        if plies > 0:
            extend_line(ws, ply + 1, answer)
            extend_line(ws, ply, move)
            return plies + 2
    ws.failed[place] = ((name | THREATS) ^ THREATS) | u64(ALWAYS if control.horizon == before else threats)
    return 0
