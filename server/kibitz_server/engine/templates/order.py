"""Move ordering: the order of moves decides how much alpha-beta can prune, and how deep each of them is searched.

The table's move comes first, then the game's own order, adjusted by killer moves and the history heuristic.
"""

import math
from typing import Any

from kibitz_server.engine.templates.table import MOVE_MASK

SLOTS = ("KILLERS", "HISTORY", "HISTORY_SIZE", "SCALE", "REDUCE", "LOUD", "GRAVITY")
KILLERS: int = 1
HISTORY: int = 1
SCALE: int = 4096
REDUCE: int = 0
LOUD: int = 2**31
HISTORY_SIZE: int = 4096
GRAVITY: int = 0

FIRST = 2**30
QUIET_FIRST = FIRST - 1
"""Score of the table's move if it is not loud."""
KILLER, REPLY = 2048, 1024
FULL = 2000
"""When a history count exceeds this, all counts are halved, so that old results lose weight."""
UNIT = 64
LOGARITHMS = (0, *(round(UNIT * math.log(n)) for n in range(1, 64)))


def rank(ws: Any, k: int, end: int, expected: int, ply: int, turn: int) -> None:
    """Complete the scores that the game gave moves[k:end]."""
    reply = ws.replies[(2 * ws.played[ply] + turn) % HISTORY_SIZE] if GRAVITY else 0
    for i in range(k, end):
        move = ws.moves[i]
        if (move & MOVE_MASK) == expected:
            ws.scores[i] = FIRST if ws.scores[i] >= LOUD else QUIET_FIRST
        elif HISTORY:
            ws.scores[i] = ws.scores[i] * SCALE + ws.history[(2 * move + turn) % HISTORY_SIZE]
            if KILLERS and ws.killers[ply] == move + 1:
                ws.scores[i] += KILLER
            elif GRAVITY and reply == move + 1:
                ws.scores[i] += REPLY


def learn(ws: Any, k: int, i: int, depth: int, ply: int, turn: int) -> None:
    """Record that the move at index i cut off its node, so that other nodes try it early too.

    With GRAVITY, only quiet moves are recorded, and those that were tried before it, from index k, lose points.
    """
    move = ws.moves[i]
    if GRAVITY:
        if loud(ws, i):
            return
        bonus = min(GRAVITY // 5, GRAVITY * max(1, depth) // 24)
        add(ws, move, turn, bonus)
        for j in range(k, i):
            if not loud(ws, j):
                add(ws, ws.moves[j], turn, -bonus)
        ws.replies[(2 * ws.played[ply] + turn) % HISTORY_SIZE] = move + 1
    elif HISTORY:
        place = (2 * move + turn) % HISTORY_SIZE
        ws.history[place] += depth * depth
        if ws.history[place] > FULL:
            for j in range(HISTORY_SIZE):
                ws.history[j] >>= 1
    if KILLERS:
        ws.killers[ply] = move + 1


def add(ws: Any, move: int, turn: int, bonus: int) -> None:
    """Add to the count of a move. The nearer it is to GRAVITY, the less it changes away from 0."""
    place = (2 * move + turn) % HISTORY_SIZE
    ws.history[place] += bonus - ws.history[place] * abs(bonus) // GRAVITY


def trusted(ws: Any, i: int) -> int:
    """Return by how many plies deeper than others what is learned says to search the quiet move at index i."""
    return int(max(-1, min(2, (ws.scores[i] + GRAVITY // 4) // (GRAVITY // 2))))


def reduction(depth: int, tried: int, inside: bool) -> int:
    """Return by how many plies a move is searched less deep after `tried` others, by one ply fewer `inside` a window.

    Good moves usually come early, so a late one deserves less work, the less the more moves came before it and the more
    depth there is to save. The formula is the usual one of chess programs; late move reductions are by Romstad (2006).
    """
    less = REDUCE * LOGARITHMS[min(depth, 63)] * LOGARITHMS[min(tried + 1, 63)] // (100 * UNIT * UNIT)
    return max(0, min(less - 1 if inside else less, depth - 1))


def loud(ws: Any, i: int) -> bool:
    """Return whether the game's own score of the ranked move at index i is LOUD or better."""
    return bool(ws.scores[i] != QUIET_FIRST and ws.scores[i] >= LOUD * (SCALE if HISTORY else 1))


def take_best(ws: Any, i: int, end: int) -> int:
    """Move the best of moves[i:end] to index i and return it; the others keep their order."""
    best = i
    score = ws.scores[i]
    for j in range(i + 1, end):
        if ws.scores[j] > score:
            best = j
            score = ws.scores[j]
    move = ws.moves[best]
    while best > i:
        ws.moves[best] = ws.moves[best - 1]
        ws.scores[best] = ws.scores[best - 1]
        best -= 1
    ws.moves[i] = move
    ws.scores[i] = score
    return int(move)
