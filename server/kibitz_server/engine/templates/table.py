"""Transposition table: stored results of positions searched before (Greenblatt and others, 1967).

A position belongs to a bucket of entries, one line of the processor's cache. A new result replaces the shallowest entry
of an earlier search there, otherwise the shallowest one (Breuker, Uiterwijk and van den Herik, 1994). The whole key is
kept, so two positions are confused only when all 64 bits of their keys agree.
"""

from typing import Any

from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.score import PROVEN
from kibitz_server.games.bits import ALL, u64
from kibitz_server.games.record import I8, I16, U64, Struct

SLOTS = ("TABLE_BITS",)
TABLE_BITS: int = 0

LOWER, UPPER, EXACT = 1, 2, 3
WORD = u64(ALL)
BUCKET_BITS = 2
BUCKET = 1 << BUCKET_BITS
"""Entries of a bucket."""
MOVE_MASK = 0xFFFF
"""Part of a move's code that the table stores. A move that agrees in this part is only tried too early."""
NO_MOVE = -1
NO_VALUE = 2**30
OLD = 256
"""Plies by which an entry of an earlier search counts as shallower."""


class TableEntry(Struct):
    """Table entry of 16 bytes. A `bound` of 0 marks it unused; proven values count from the entry's own position."""

    key: U64
    value: I16
    move: I16
    age: I16
    depth: I8
    bound: I8


def slot(name: int) -> int:
    """Return the index of a key in the table: its top bits, because keys are well mixed."""
    return name >> u64(64 - TABLE_BITS)


def find(ws: Any, name: int) -> int:
    """Return the index of a position's entry, or of any other entry if it has none."""
    first = (name >> u64(64 - TABLE_BITS + BUCKET_BITS)) << u64(BUCKET_BITS)
    for i in range(BUCKET):
        if ws.table[first + u64(i)].key == name:
            return first + u64(i)
    return first


def known_move(entry: Any, name: int) -> int:
    """Return the stored part of the best move, or NO_MOVE if the entry is not of this position."""
    return entry.move & MOVE_MASK if entry.key == name and entry.bound != 0 else NO_MOVE


def known_value(entry: Any, name: int, depth: int, alpha: int, beta: int, ply: int) -> int:
    """Return a value as seen from the root that an entry proves to lie outside of (alpha, beta) or to be exact.

    Return NO_VALUE if the entry is not of this position, or was not searched to this depth.
    """
    if entry.key != name or entry.bound == 0 or entry.depth < depth:
        return NO_VALUE
    value = value_at(entry.value, ply)
    if entry.bound == EXACT or (entry.bound == LOWER and value >= beta) or (entry.bound == UPPER and value <= alpha):
        return value
    return NO_VALUE


def value_at(value: int, ply: int) -> int:
    """Return a stored value as seen from the root: a proven result is `ply` plies further away."""
    if value >= PROVEN:
        return value - ply
    if value <= -PROVEN:
        return value + ply
    return value


def store(ws: Any, control: SearchControl, name: int, value: int, move: int, depth: int, bound: int, ply: int) -> None:
    """Store a result in the place of the least useful entry of its bucket; `value` is as seen from the root."""
    first = (name >> u64(64 - TABLE_BITS + BUCKET_BITS)) << u64(BUCKET_BITS)
    chosen = first
    least = NO_VALUE
    for i in range(BUCKET):
        entry = ws.table[first + u64(i)]
        if entry.key == name or entry.bound == 0:
            chosen = first + u64(i)
            break
        merit = entry.depth if entry.age == ws.age else entry.depth - OLD
        if merit < least:
            least = merit
            chosen = first + u64(i)
    entry = ws.table[chosen]
    if entry.bound == 0:
        control.filled += 1
    entry.key = name
    entry.value = value + ply if value >= PROVEN else value - ply if value <= -PROVEN else value
    entry.move = move & MOVE_MASK
    entry.age = ws.age
    entry.depth = max(depth, 0)
    entry.bound = bound
