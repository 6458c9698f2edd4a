"""Plays of backgammon as people type them: in any order, step by step or not, with or without the signs of hits."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from kibitz_server.games.backgammon.moves import BAR, CHOICE, DOUBLED, OPENING, PLAY, ROLL, State
from kibitz_server.games.backgammon.notation import Step, all_moves, blots, key_of, move_text, steps_of

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
    """Return the hops that a text names; none if it is no move of checkers."""
    joined = re.sub(r"\s*([/>*()-])\s*", r"\1", text[:LONGEST].replace(",", " ").replace(";", " "))
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


def fits(s: State, hops: list[Hop], steps: list[Step], hit: list[bool]) -> bool:
    """Return whether a play has the result that typed hops name, and hits where they say so or land on its way."""
    hits = {step.target for step in steps if step.hits}
    for hop in hops:
        if hop.target and hop.origin - hop.target not in reach(s):
            return False
        if (hop.hits or (hop.target > 0 and hit[hop.target])) and hop.target not in hits:
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
