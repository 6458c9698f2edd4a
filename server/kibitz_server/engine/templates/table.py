"""Transposition table: stored results of positions searched before (Greenblatt and others, 1967).

The newest result of a slot replaces the older one. The whole key is kept, so two positions are confused only when all
64 bits of their keys agree.
"""

from typing import Any

from kibitz_server.engine.control import Control
from kibitz_server.engine.score import PROVEN
from kibitz_server.games.bits import ALL, u64
from kibitz_server.games.record import I8, I16, I32, U64, Struct

SLOTS = ("TABLE_BITS",)
TABLE_BITS: int = 0

LOWER, UPPER, EXACT = 1, 2, 3
WORD = u64(ALL)


class Entry(Struct):
    """Table entry of 16 bytes. A `bound` of 0 marks it unused; proven values count from the entry's own position."""

    key: U64
    move: I32
    value: I16
    depth: I8
    bound: I8


def slot(name: int) -> int:
    """Return the index of a key in the table: its top bits, because keys are well mixed."""
    return name >> u64(64 - TABLE_BITS)


def value_at(value: int, ply: int) -> int:
    """Return a stored value as seen from the root: a proven result is `ply` plies further away."""
    if value >= PROVEN:
        return value - ply
    if value <= -PROVEN:
        return value + ply
    return value


def store(control: Control, entry: Any, name: int, value: int, move: int, depth: int, bound: int, ply: int) -> None:
    """Store a result; `value` is as seen from the root."""
    if entry.bound == 0:
        control.filled += 1
    entry.key = name
    entry.move = move
    entry.value = value + ply if value >= PROVEN else value - ply if value <= -PROVEN else value
    entry.depth = max(depth, 0)
    entry.bound = bound
