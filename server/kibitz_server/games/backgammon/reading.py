"""Plays of backgammon as people type them: in any order, step by step or not, with or without the signs of hits.

For a text that names no legal play, `why_not` says why.
"""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from kibitz_server.games.backgammon.moves import (
    BAR,
    CHOICE,
    DOUBLED,
    OPENING,
    PLAY,
    ROLL,
    SIDES,
    State,
    all_moves,
    farthest,
    lowest_origin,
)
from kibitz_server.games.backgammon.notation import (
    CUBE_TEXTS,
    CheckerStep,
    blots,
    key_of,
    move_text,
    point_text,
    steps_of,
)
from kibitz_server.games.typed.meant import joined

SLOTS = ()
CUBE_WORDS = {
    CHOICE: {"r": "roll", "dice": "roll", "d": "double", "redouble": "double", "cube": "double"},
    DOUBLED: {"t": "take", "accept": "take", "yes": "take", "pass": "drop", "decline": "drop", "refuse": "drop"},
}
"""Other words for what a player may do with the cube, by the stage."""
POINT = r"(?:bar|b|off|o|[0-9]{1,2})"
PART = re.compile(rf"({POINT}(?:[/>-]{POINT}\*?)+)(?:\(([1-4])\)|x([1-4]))?")
LONGEST = 200
"""Longest text that is read as a move."""


class Hop(NamedTuple):
    """What a typed move says of one checker: from a point to another, and whether it hits there."""

    origin: int
    target: int
    hits: bool


def read_point(text: str) -> int:
    """Return the number of a named point: 0 is off, 25 the bar."""
    if text in ("bar", "b"):
        return BAR
    return 0 if text in ("off", "o") else int(text)


def read_hops(text: str) -> list[Hop]:
    """Return the hops that a text names; none if it is not a move of checkers."""
    joined = re.sub(r"\s*([/>*()-])\s*", r"\1", text[:LONGEST].replace(",", " ").replace(";", " "))
    joined = re.sub(r"(\([1-4]\))\*", r"*\1", joined)
    hops: list[Hop] = []
    for word in re.sub(r"([*)])(?=[0-9bo])", r"\1 ", joined).split():
        part = PART.fullmatch(word)
        if part is None:
            return []
        points = re.findall(rf"({POINT})(\*?)", part[1])
        way = [(read_point(name), star == "*") for name, star in points]
        if any(point > BAR for point, _ in way):
            return []
        one = [Hop(origin, target, hits) for (origin, _), (target, hits) in pairwise(way)]
        hops += one * int(part[2] or part[3] or 1)
    return hops


def shift_of(ends: Iterator[tuple[int, int]]) -> Counter[int]:
    """Return how many checkers more each point has after some steps or hops, without the points that keep theirs."""
    found: Counter[int] = Counter()
    for origin, target in ends:
        found[origin] -= 1
        found[target] += 1
    return Counter({point: count for point, count in found.items() if count and point})


def reach(s: State) -> set[int]:
    """Return how far one checker may move with the dice."""
    if s.high == s.low:
        return {s.high * count for count in range(1, 5)}
    return {s.high, s.low, s.high + s.low}


def fits(s: State, hops: list[Hop], steps: list[CheckerStep], hit: list[bool]) -> bool:
    """Return whether a play has the result that typed hops name, and hits where they say so or land on its way.

    The hit of a hop such as `15/7*` may also be on its way where its target has no blot.
    """
    hits = {step.target for step in steps if step.hits}
    for hop in hops:
        if hop.target and hop.origin - hop.target not in reach(s):
            return False
        blot = hop.target > 0 and hit[hop.target]
        if blot and hop.target not in hits:
            return False
        if hop.hits and not blot and not any(hop.target < target < hop.origin for target in hits):
            return False
    named = shift_of((hop.origin, hop.target) for hop in hops)
    return named == shift_of((step.origin, step.target) for step in steps)


def fitting(s: State, text: str) -> list[int]:
    """Return the legal plays that a typed text may mean."""
    hops = read_hops(text)
    if not hops or s.stage != PLAY:
        return []
    hit = blots(s)
    found = {}
    for move in all_moves(s):
        steps = steps_of(key_of(s, move, hit))
        if fits(s, hops, steps, hit):
            found[move] = {step.target for step in steps if step.hits}
    named = {hop.target for hop in hops}
    # Hits that a text does not name are meant only where nothing else fits.
    plain = [move for move, hits in found.items() if hits <= named]
    return plain if len(plain) == 1 else list(found)


def alias(s: State, text: str) -> str:
    """Return the standard text of a play, of a word for the cube, or of a roll written in another way."""
    if s.stage in (OPENING, ROLL):
        dice = re.fullmatch(r"([1-6])[-/, ]*([1-6])", text)
        if dice is None:
            return text
        return dice[1] + dice[2] if s.stage == OPENING else "".join(sorted(dice.groups(), reverse=True))
    if s.stage != PLAY:
        return CUBE_WORDS.get(s.stage, {}).get(text, text)
    moves = fitting(s, text)
    return move_text(s, moves[0]) if len(moves) == 1 else text


def why_not(s: State, text: str) -> str | None:
    """Return why a text is not a legal move; None where it is not a move of checkers."""
    if s.stage == CHOICE:
        return f"{SIDES[s.turn]} has to roll or double first"
    if s.stage == DOUBLED:
        return f"{SIDES[1 - s.turn]} has doubled: take or drop"
    if text in CUBE_TEXTS.values():
        return f"you rolled {s.high} and {s.low}: move your checkers"
    hops = read_hops(text)
    if not hops:
        return None
    several = fitting(s, text)
    if several:
        return f"several moves fit {text!r}: {joined([move_text(s, move) for move in several])}"
    return why_no_hop(s, hops) or why_not_together(s, hops)


def meant(s: State, text: str) -> tuple[str, list[int]] | None:
    """Return the plays with the steps that a text names; if there are none, those that move its checkers.

    Points without a checker of the side are not where it moves from, though a play may pass over them.
    """
    hops = read_hops(text)
    if s.stage != PLAY or not hops:
        return None
    hit, moves = blots(s), all_moves(s)
    before = 25 * s.turn - 1
    entering = s.checkers[before + BAR] > 0
    origins = {BAR} if entering else {hop.origin for hop in hops if hop.origin and s.checkers[before + hop.origin]}
    if not origins:
        return "", []
    ends = {(hop.origin, hop.target) for hop in hops}
    found = []
    for move in moves:
        steps = steps_of(key_of(s, move, hit))
        if origins & {step.origin for step in steps}:
            named = sum((step.origin, step.target) in ends for step in steps)
            found.append((-named, -sum(step.origin in origins for step in steps), move))
    place = place_name(max(origins))
    return f"from {place}", [move for _, _, move in sorted(found)]


def why_no_hop(s: State, hops: list[Hop]) -> str | None:
    """Return what is wrong with one of the hops, made in descending order of their origins; None if nothing is."""
    left = s.copy()
    before, other = 25 * s.turn - 1, 25 * (1 - s.turn) + 24
    for hop in sorted(hops, key=lambda hop: -hop.origin):
        origin, target = hop.origin, hop.target
        if origin == 0 or target >= origin:
            return f"checkers move from higher points to lower ones, and {hop_text(hop)} does not"
        if left.checkers[before + origin] < 1:
            return f"{SIDES[s.turn]} has no checker left on {place_name(origin)}"
        if origin != BAR and left.checkers[before + BAR]:
            return "checkers on the bar must enter first"
        if target and left.checkers[other - target] > 1:
            return f"point {target} is held by {left.checkers[other - target]} checkers of {SIDES[1 - s.turn]}"
        reason = why_no_bearing_off(left, hop) if target == 0 else why_no_distance(s, hop)
        if reason:
            return reason
        left.checkers[before + origin] -= 1
        if target:
            left.checkers[before + target] += 1
    return None


def why_no_distance(s: State, hop: Hop) -> str | None:
    """Return why a checker cannot move as far as a hop says; None if it can."""
    far = hop.origin - hop.target
    return None if far in reach(s) else f"{hop_text(hop)} is {far} points, and the dice are {s.high} and {s.low}"


def why_no_bearing_off(s: State, hop: Hop) -> str | None:
    """Return why a checker cannot be borne off; None if it can."""
    far = farthest(s, BAR)
    outside = [point for point in range(7, BAR + 1) if s.checkers[25 * s.turn - 1 + point]]
    if outside and hop.origin <= 6:
        return f"no checker leaves before all are on points 1 to 6, and one is on {place_name(outside[-1])}"
    if hop.origin > max(reach(s)):
        return f"{hop_text(hop)} is too far for {s.high} and {s.low}"
    if not outside and hop.origin < far and hop.origin < min(s.low, lowest_origin(far, s.low)):
        return f"a die takes a checker off a lower point only if none is on a higher one, and one is on {far}"
    return None


def why_not_together(s: State, hops: list[Hop]) -> str:
    """Return why hops that look right are no play together."""
    moves = all_moves(s)
    used, most = sum(dice_of(s, hop) for hop in hops), played_dice(moves[0])
    if most == 1 and s.high != s.low:
        larger = moves[0] < 32
        which = f"the larger one, {s.high}" if larger else f"the {s.low}"
        return f"only one die can be played, and it must be {which}"
    if used < most:
        return f"{'all steps' if s.high == s.low else 'both dice'} must be played as far as possible"
    return f"the dice {s.high} and {s.low} do not allow these steps together"


def played_dice(move: int) -> int:
    """Return the number of steps of a play."""
    return sum(1 for place in range(0, 20, 5) if move >> place & 31)


def dice_of(s: State, hop: Hop) -> int:
    """Return the number of dice that a hop needs at least."""
    far = hop.origin - hop.target
    return -(-far // s.high) if s.high == s.low or hop.target == 0 else 2 if far > s.high else 1


def hop_text(hop: Hop) -> str:
    """Return a hop as a player types it."""
    return f"{point_text(hop.origin)}/{point_text(hop.target)}"


def place_name(point: int) -> str:
    """Return a point in words."""
    return "the bar" if point == BAR else f"point {point}"
