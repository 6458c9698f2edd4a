"""What searches of Go use besides playouts."""

from kibitz_server.games.bits import mix, u64
from kibitz_server.games.game import EVAL_LIMIT
from kibitz_server.games.go.area import lead
from kibitz_server.games.go.chains import BORDER, PASS, legal
from kibitz_server.games.go.rules import MAX_MOVES, MAX_PLIES, ROUND, SIZE, STEPS, State

KEEP = 0
"""Repetitions are forbidden, so values of earlier searches may no longer be true."""


ROOMY = 7
"""Lines of a board with an inside, so that the points of its border are worth less."""


def evaluate(s: State) -> int:
    """Return the lead as the stones lie, in hundredths of a point: what the picture shows as the score."""
    ahead = min(max(50 * lead(s), -EVAL_LIMIT), EVAL_LIMIT)
    return ahead if s.turn == 0 else -ahead


def senseless(s: State) -> list[int]:
    """Return the points of the border lines where nothing is to be done yet.

    A stone there has a purpose beside a stone of the other side, or between own stones, to make an eye.
    """
    own, other = 1 + s.turn, 2 - s.turn
    found: list[int] = []
    if SIZE < ROOMY:
        return found
    points = [0] * MAX_MOVES
    for cell in points[: legal(s, points, 0)]:
        beside = [s.cells[cell + step] for step in ROUND]
        if cell != PASS and BORDER in beside and other not in beside and beside[: len(STEPS)].count(own) < 2:
            found.append(cell)
    return found


def key(s: State) -> int:
    """Return a hash of what a text of the position has."""
    over = u64(1) if s.plies >= MAX_PLIES else u64(0)
    captured = (u64(s.captures[0]) << u64(16)) ^ u64(s.captures[1])
    return mix(s.hash ^ mix((captured << u64(8)) ^ (u64(s.passes) << u64(4)) ^ (u64(s.turn) << u64(1)) ^ over))


def full_key(s: State) -> int:
    """Return a hash of the position, of the number of plies, and of all earlier positions in any order."""
    found = key(s) ^ u64(s.plies)
    for i in range(s.plies):
        if s.history[i] != s.history[i + 1]:
            found ^= mix(s.history[i])
    return mix(found)
