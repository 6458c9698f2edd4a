"""What searches of Go use besides playouts."""

from kibitz_server.games.bits import mix, u64
from kibitz_server.games.game import EVAL_LIMIT
from kibitz_server.games.go.area import lead
from kibitz_server.games.go.rules import MAX_PLIES, State

KEEP = 0
"""Repetitions are forbidden, so values of earlier searches may no longer be true."""


def evaluate(s: State) -> int:
    """Return the lead as the stones lie, in hundredths of a point: what the picture shows as the score."""
    ahead = min(max(50 * lead(s), -EVAL_LIMIT), EVAL_LIMIT)
    return ahead if s.turn == 0 else -ahead


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
