"""Sets of points of backgammon, and where dice may bring checkers of them; how many rolls it takes to bear off.

Points are numbered from 0 as a side counts them, and 24 is the bar. In a set of points, bit `p` is the point `p`.

A table has the chances that the checkers of a side at home need one roll, two rolls, and so on, if it plays so that it
needs as few as it can on average. `python -m training backgammon-bearoff` makes it. `memory.weights` begins with it.
"""

import lzma
from array import array
from math import comb
from pathlib import Path
from typing import Any

SLOTS = ()

BAR_PLACE = 24
ALL_POINTS = (1 << 24) - 1


def _free_rolls() -> tuple[int, ...]:
    """Return for each set of blocked points among the next twelve the rolls of 36 that a lone checker can play in full.

    Bit 12 - d is the point that lies d pips ahead.
    """
    found = []
    for blocked in range(1 << 12):
        open_at = [not blocked >> (12 - d) & 1 for d in range(1, 13)]
        rolls = 0
        for a in range(1, 7):
            for b in range(1, 7):
                rolls += open_at[a + b - 1] and (open_at[a - 1] or open_at[b - 1])
        found.append(rolls)
    return tuple(found)


FREE_ROLLS = _free_rolls()


def seen_from_other_side(points: int) -> int:
    """Return a set of points as the other side counts them."""
    turned = 0
    for p in range(24):
        turned |= ((points >> p) & 1) << (23 - p)
    return turned


def highest_of(points: int) -> int:
    """Return the highest point of a set, or -1 for the empty set."""
    found = -1
    for p in range(25):
        if points >> p & 1:
            found = p
    return found


def lowest_of(points: int) -> int:
    """Return the lowest point of a set, or 25 for the empty set."""
    found = 25
    for p in range(25):
        if points >> (24 - p) & 1:
            found = 24 - p
    return found


def free_rolls(blocked: int, p: int) -> int:
    """Return the rolls of 36 that a lone checker on `p` can play in full between the opponent's blocked points."""
    if p >= 12:
        return FREE_ROLLS[(blocked >> (p - 12)) & 4095]
    return FREE_ROLLS[(blocked << (12 - p)) & 4095]


def reached(points: int, bar: int, a: int, b: int, open_to: int) -> int:
    """Return the points to which two different dice may bring a checker of the set `points`, the first die first.

    With a checker on the bar, that one must enter first; with two, nothing else moves.
    """
    if bar == 0:
        first = (points >> a) & open_to
        return first | ((first >> b) & open_to)
    entered = ((1 << BAR_PLACE) >> a) & open_to
    if bar > 1 or entered == 0:
        return entered
    return entered | (((points | entered) >> b) & open_to)


def reached_by_double(points: int, bar: int, a: int, open_to: int) -> int:
    """Return the same for four moves of `a` pips."""
    steps = 4
    found = 0
    at = points
    if bar > 0:
        entered = ((1 << BAR_PLACE) >> a) & open_to
        steps = 4 - bar
        found = entered
        at = points | entered
        if entered == 0:
            steps = 0
    for _ in range(steps):
        at = (at >> a) & open_to
        found |= at
    return found


TABLE_FILE = Path(__file__).with_name("bearoff.xz")
HOME, CHECKERS = 6, 15
AT_HOME = comb(HOME + CHECKERS, HOME)
"""Ways to place up to fifteen checkers at home."""
COUNTS = 10
"""Numbers of rolls of each placement, from the first one with a chance on; no other has a chance of 1 / (2 * SURE)."""
ROW = COUNTS + 1
"""Numbers of a placement in the table: the first number of rolls with a chance, and the chances."""
SURE = 2048
"""What a chance of 1 is in the table."""
TABLE_SIZE = AT_HOME * ROW
WAYS = tuple(comb(n, k) for n in range(HOME + CHECKERS) for k in range(HOME + 1))
"""The ways to choose `k` of `n` things, at `n * (HOME + 1) + k`."""


def packed_table(rows: "array[int]") -> bytes:
    """Return the content of the file: of all rows the first numbers, the second ones, and so on, low bytes first."""
    columns = [number for i in range(ROW) for number in rows[i::ROW]]
    return lzma.compress(bytes(each % 256 for each in columns) + bytes(each // 256 for each in columns), preset=9)


def read_table() -> "array[int]":
    """Return the table of TABLE_FILE."""
    plain = lzma.decompress(TABLE_FILE.read_bytes())
    columns = array("h", bytes(2 * TABLE_SIZE))
    view = memoryview(columns).cast("B")
    view[0::2], view[1::2] = plain[:TABLE_SIZE], plain[TABLE_SIZE:]
    rows = array("h", bytes(2 * TABLE_SIZE))
    for i in range(ROW):
        rows[i::ROW] = columns[i * AT_HOME : (i + 1) * AT_HOME]
    return rows


def both_home(s: Any) -> bool:
    """Return whether all checkers of both sides are at home or off."""
    outside = 0
    for p in range(HOME, 25):
        outside += s.checkers[p] + s.checkers[25 + p]
    return bool(outside == 0)


def row_of(s: Any, seat: int) -> int:
    """Return where the table has the row of a seat whose checkers are all at home.

    Placements have the numbers of the combinatorial number system (Lehmer, 1964).
    """
    number = 0
    total = 0
    for p in range(HOME):
        total += s.checkers[25 * seat + p]
        number += WAYS[(total + p) * (HOME + 1) + p + 1]
    return ROW * number


def chance_to_be_first(memory: Any, own: int, other: int) -> float:
    """Return the chance that the side on roll bears off before the other side.

    Args:
        memory: Has the table.
        own: Where it has the row of the side on roll.
        other: The same of the other side.
    """
    total = 0
    left = SURE
    i = 0
    for k in range(COUNTS):
        # The other side has had a roll less.
        while i < COUNTS and memory.weights[other] + i < memory.weights[own] + k:
            left -= memory.weights[other + 1 + i]
            i += 1
        total += memory.weights[own + 1 + k] * left
    return total / (SURE * SURE)


def chance_to_be_off(memory: Any, own: int) -> float:
    """Return the chance that a side bears off with one roll."""
    return memory.weights[own + 1] / SURE if memory.weights[own] == 1 else 0.0
