"""Moves of backgammon as texts, as GNU Backgammon writes them, and as pairs of cells.

`8/5 6/5` moves two checkers. The points are those of the side that moves. `24/18*/13` moves one checker by both dice
and hits on its way, `8/4` does not hit. `bar/22` enters, `6/off` bears off, `6/4(2)` is the same step twice.
"""

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from kibitz_server.games.backgammon.moves import (
    BAR,
    DOUBLING,
    DROPPING,
    OPENING,
    PLAY,
    ROLLING,
    SIDES,
    TAKING,
    State,
    all_moves,
    play,
)

SLOTS = ()
CUBE_TEXTS = {ROLLING: "roll", DOUBLING: "double", TAKING: "take", DROPPING: "drop"}
KEPT = 1 << 14
"""Plays whose texts are kept."""


class Written(NamedTuple):
    """Text and path of a play."""

    text: str
    path: tuple[int, ...]


class CheckerStep(NamedTuple):
    """Step of one checker by one die, and whether it lands on a single checker of the other side."""

    origin: int
    target: int
    hits: bool


def blots(s: State) -> list[bool]:
    """Return for each point of the side to move, and for 0, whether a single checker of the other side is on it."""
    other = 25 * (1 - s.turn)
    return [False] + [count == 1 for count in s.checkers[other + 23 : other - 1 if other else None : -1]]


def key_of(s: State, move: int, hit: list[bool]) -> int:
    """Return the number that text and path of a move follow from.

    It has the code, the dice and the side that moves, and one bit for each step that lands on a single checker of the
    other side, which are those of `hit`.
    """
    if move >= ROLLING:
        return move
    found = move | (s.high << 20) | (s.low << 23) | (s.turn << 26)
    die, bit, left = s.high, 1 << 27, move
    while left:
        target = (left & 31) - die
        if target > 0 and hit[target]:
            found |= bit
        die = s.low
        bit <<= 1
        left >>= 5
    return int(found)


def keys(s: State) -> list[int]:
    """Return the key of each legal move."""
    hit = blots(s)
    return [key_of(s, move, hit) for move in all_moves(s)]


def move_text(s: State, move: int) -> str:
    """Return the text of a move."""
    return written(key_of(s, move, blots(s))).text


def move_path(s: State, move: int) -> tuple[int, ...]:
    """Return the origin and the target of each part of a move's text."""
    return written(key_of(s, move, blots(s))).path


def steps_of(key: int) -> list[CheckerStep]:
    """Return the steps of a play, in descending order of their origins and targets."""
    dice = ((key >> 20) & 7, (key >> 23) & 7)
    steps = []
    for place in range(4):
        origin = (key >> (5 * place)) & 31
        if origin:
            target = max(0, origin - dice[min(place, 1)])
            steps.append(CheckerStep(origin, target, bool((key >> (27 + place)) & 1) and target > 0))
    return sorted(steps, key=lambda step: (-step.origin, -step.target))


def ways_of(steps: list[CheckerStep]) -> list[list[int]]:
    """Return the points that each checker touches: the first, those at which it hits on its way, and the last."""
    ways = []
    left = steps.copy()
    while left:
        origin, target, hits = left.pop(0)
        way = [origin, target]
        for step in left.copy():
            if step.origin == way[-1]:
                if hits:
                    way.append(step.target)
                else:
                    way[-1] = step.target
                hits = step.hits
                left.remove(step)
        ways.append(way)
    return ways


@lru_cache(maxsize=KEPT)
def written(key: int) -> Written:
    """Return the text and the path of a move by its key."""
    if key in CUBE_TEXTS:
        return Written(CUBE_TEXTS[key], ())
    seat, steps = (key >> 26) & 1, steps_of(key)
    ways = ways_of(steps)
    hit = {step.target for step in steps if step.hits}
    parts, path = [], []
    for place, way in enumerate(ways):
        path += [cell_of(point, seat) for pair in pairwise(way) for point in pair]
        if way in ways[:place]:
            continue
        texts = [point_text(way[0])]
        for point in way[1:]:
            texts.append(point_text(point) + "*" * (point in hit))
            hit.discard(point)
        many = ways.count(way)
        parts.append("/".join(texts) + (f"({many})" if many > 1 else ""))
    return Written(" ".join(parts), tuple(path))


def point_text(point: int) -> str:
    """Return the name of a point, of the bar, or of the place of checkers that are borne off."""
    return "off" if point == 0 else "bar" if point == BAR else str(point)


def cell_of(point: int, seat: int) -> int:
    """Return the cell of a seat's point, where 0 is off and 25 is its bar."""
    if point == 0:
        return 26 + seat
    if point == BAR:
        return 24 + seat
    return point - 1 if seat == 0 else 24 - point


def chance_text(_s: State, chance: int) -> str:
    """Return both dice: White's first in the opening roll, otherwise the larger first."""
    return f"{chance >> 3}{chance & 7}"


def chance_said(s: State, chance: int) -> str:
    """Return how people say a roll: each side's die in the opening roll, and that a side cannot move."""
    if s.stage == OPENING:
        return f"{SIDES[0]} rolls {chance >> 3} and {SIDES[1]} {chance & 7}"
    after = s.copy()
    play(after, chance)
    return f"{SIDES[s.turn]} rolls {chance >> 3}{chance & 7}{'' if after.stage == PLAY else ' and cannot move'}"
