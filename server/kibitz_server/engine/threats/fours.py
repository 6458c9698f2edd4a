"""Template of the threat search: a win by threats to win at once, each of which leaves the other side a single answer.

In Gomoku it is called victory by continuous fours (threat-space search: Allis, van den Herik and Huntjens, 1993). Only
moves that threaten are tried, so the search sees wins far beyond the depth of others. It is deepened by one threat at a
time, so the first win found needs the fewest threats.

A game contributes `completing(s, seat, moves, k)`, the moves by which a seat would win at once, and `threatening`, the
moves that may threaten to.
"""

from typing import Annotated, Any

from kibitz_server.engine.control import LINE, SearchControl
from kibitz_server.engine.templates import line, node, order
from kibitz_server.engine.templates.line import PrincipalVariation, end_line, extend_line
from kibitz_server.engine.templates.node import visit
from kibitz_server.engine.templates.order import take_best
from kibitz_server.games.bits import GOLDEN, u64
from kibitz_server.games.record import I64, U64, Array, RecordArray, Struct

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
LEVELS = 64
FAILS, GOES_ON, WINS = 0, 1, 2


class Threat(Struct):
    """Level of the search: the attacker's moves[next:end] that are still to be tried, and the last one with its answer.

    `name` is the key of the position, `horizon` the value of the counter before.
    """

    next: I64
    end: I64
    horizon: I64
    name: U64
    move: I64
    answer: I64


class Workspace(Struct):
    """Stack as in `line`; `failed` has positions where this many threats do not win, one in a word."""

    value: I64
    frames: Annotated[list[Any], RecordArray("State", "FRAMES")]
    moves: Annotated[list[int], Array("i4", "ROOM")]
    scores: Annotated[list[int], Array("i4", "ROOM")]
    lines: Annotated[list[PrincipalVariation], RecordArray("PrincipalVariation", "LINES")]
    levels: Annotated[list[Threat], RecordArray("Threat", "LEVELS")]
    failed: Annotated[list[int], Array("u8", "FAILED_SIZE")]


def win_by_threats(ws: Any, control: SearchControl, threats: int, most: int) -> int:
    """Return in how many plies the side to move of `ws.frames[0]` wins by at most this many threats; 0 if it does not.

    It gives up when `most` nodes of the whole search are visited; each move that it tries is one. It counts in
    `control.horizon` the positions where more threats might win. The winning line ends up in `ws.lines[0]`.

    It has no recursion, because a template whose own recursion calls this one could not be loaded from the cache.
    """
    me = ws.frames[0].turn
    end_line(ws, 0)
    if completing(ws.frames[0], me, ws.moves, 0) > 0:
        end_line(ws, 1)
        extend_line(ws, 0, ws.moves[0])
        return 1
    level = 0
    entered = enter(ws, control, threats, 0, 0)
    while level >= 0:
        if not entered:
            level -= 1
            entered = True
            continue
        at = ws.levels[level]
        if at.next == at.end:
            many = ALWAYS if control.horizon == at.horizon else threats - level
            ws.failed[at.name >> u64(64 - FAILED_BITS)] = ((at.name | THREATS) ^ THREATS) | u64(many)
            entered = False
            continue
        if control.nodes >= most or not visit(control):
            return 0
        found = try_threat(ws, at, me, level)
        if found == WINS:
            return write_line(ws, level)
        if found == GOES_ON:
            level += 1
            entered = enter(ws, control, threats, level, at.end)
    return 0


def enter(ws: Any, control: SearchControl, threats: int, level: int, k: int) -> bool:
    """Write the moves to try at a level to `ws.moves[k:]`. Return False if there are none or they are known to fail."""
    ply = 2 * level
    s = ws.frames[ply]
    at = ws.levels[level]
    end = completing(s, 1 - s.turn, ws.moves, k)
    if end > k + 1:
        return False
    at.name = key(s) ^ (GOLDEN if s.turn else ZERO)
    word = ws.failed[at.name >> u64(64 - FAILED_BITS)]
    if (word | THREATS) == (at.name | THREATS) and int(word & THREATS) >= threats - level:
        control.horizon += 1 if int(word & THREATS) < ALWAYS else 0
        return False
    if end == k:
        end = threatening(s, ws.moves, ws.scores, k)
    if end > k and (level == threats or ply + 4 > LAST):
        control.horizon += 1
        return False
    at.next = k
    at.end = end
    at.horizon = control.horizon
    return True


def try_threat(ws: Any, at: Any, me: int, level: int) -> int:
    """Play the next move of a level. Return FAILS if it is not a threat, WINS if no answer helps, else GOES_ON.

    The position after the only answer is then in the frame of the next level.
    """
    at.move = take_best(ws, at.next, at.end)
    at.next += 1
    ws.frames[2 * level + 1] = ws.frames[2 * level]
    child = ws.frames[2 * level + 1]
    play(child, at.move)
    close = completing(child, me, ws.moves, at.end)
    if close == at.end or completing(child, 1 - me, ws.moves, close) > close:
        return FAILS
    at.answer = ws.moves[at.end]
    if close > at.end + 1:
        return WINS
    ws.frames[2 * level + 2] = child
    play(ws.frames[2 * level + 2], at.answer)
    return GOES_ON


def write_line(ws: Any, level: int) -> int:
    """Write the win by the last move of a level to `ws.lines[0]`, and return its length in plies."""
    end_line(ws, min(2 * level + 3, LINE))
    extend_line(ws, 2 * level + 2, ws.moves[ws.levels[level].end + 1])
    for i in range(level, -1, -1):
        extend_line(ws, 2 * i + 1, ws.levels[i].answer)
        extend_line(ws, 2 * i, ws.levels[i].move)
    return 2 * level + 3
