"""Sets of points of backgammon, and where dice may bring checkers of them; how many rolls it takes to bear off a few.

Points are numbered from 0 as a side counts them, and 24 is the bar. In a set of points, bit `p` is the point `p`.
"""

from collections.abc import Sequence
from functools import cache

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


FEW = 4
"""Most checkers whose rolls are counted exactly."""


def nearly_off(checkers: Sequence[int]) -> bool:
    """Return whether a side has at most FEW checkers left, all of them at home."""
    return 0 < sum(checkers) <= FEW and not any(checkers[6:])


def chance_to_be_first(own: tuple[int, ...], other: tuple[int, ...]) -> float:
    """Return the chance that the side on roll bears off first, if each side needs as few rolls as it can on average.

    Args:
        own: Checkers of the side on roll on its points from 1 to 6.
        other: The same of the other side.
    """
    theirs = rolls_needed(other)
    return sum(chance * sum(theirs[n:]) for n, chance in enumerate(rolls_needed(own)))


@cache
def rolls_needed(checkers: tuple[int, ...]) -> tuple[float, ...]:
    """Return the chances that checkers on the points from 1 to 6 are all off after one roll, two rolls, and so on."""
    found = [0.0] * (2 * FEW)
    for a in range(1, 7):
        for b in range(1, a + 1):
            after = {checkers}
            for d in (a,) * 4 if a == b else (a, b):
                after = {each for before in after for each in borne(before, d)}
            if a != b:
                swapped = {each for before in borne(checkers, b) for each in borne(before, a)}
                after |= swapped
            best = min((rolls_needed(each) if any(each) else () for each in after), key=average)
            for n, chance in enumerate((1.0, *best) if not best else (0.0, *best)):
                if chance:
                    found[n] += chance * (1 if a == b else 2) / 36
    return tuple(found)


def average(chances: Sequence[float]) -> float:
    """Return the number of rolls that is expected."""
    return sum((n + 1) * chance for n, chance in enumerate(chances))


def borne(checkers: tuple[int, ...], d: int) -> list[tuple[int, ...]]:
    """Return what checkers at home become by a move of `d` pips; without one left they stay."""
    found = []
    for p in range(6):
        if checkers[p] and (p >= d - 1 or not any(checkers[p + 1 :])):
            moved = list(checkers)
            moved[p] -= 1
            if p >= d:
                moved[p - d] += 1
            found.append(tuple(moved))
    return found or [checkers]
