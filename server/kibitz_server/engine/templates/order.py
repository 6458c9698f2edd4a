"""Move ordering: the order of moves decides how much alpha-beta can prune.

The table's move comes first, then the game's own order, and within it killer moves and the history heuristic.
"""

from typing import Any

SLOTS = ("KILLERS", "HISTORY")
KILLERS: int = 1
HISTORY: int = 1

NO_MOVE = -1
MOVE_MASK = 0xFFFF
"""Part of a move's code that the table stores. A move that agrees in this part is only tried too early."""
HISTORY_SIZE = 4096
FIRST = 2**30
SCALE = 4096
"""Factor of the game's own order: one step of it outweighs all learned scores."""
KILLER = 2048
FULL = 2000
"""When a history count exceeds this, all counts are halved, so that old results lose weight."""


def rank(ws: Any, k: int, end: int, expected: int, ply: int, turn: int) -> None:
    """Complete the scores that the game gave moves[k:end]."""
    for i in range(k, end):
        move = ws.moves[i]
        if (move & MOVE_MASK) == expected:
            ws.scores[i] = FIRST
        elif HISTORY:
            ws.scores[i] = ws.scores[i] * SCALE + ws.history[(2 * move + turn) % HISTORY_SIZE]
            if KILLERS and ws.killers[ply] == move + 1:
                ws.scores[i] += KILLER


def learn(ws: Any, move: int, depth: int, ply: int, turn: int) -> None:
    """Record a move that cut off its node, so that other nodes try it early too."""
    if KILLERS:
        ws.killers[ply] = move + 1
    if HISTORY:
        place = (2 * move + turn) % HISTORY_SIZE
        ws.history[place] += depth * depth
        if ws.history[place] > FULL:
            for i in range(HISTORY_SIZE):
                ws.history[i] >>= 1


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
