"""Second implementation of the moves of backgammon, in the manner of `naive`.

A side is a mapping of its points to numbers of checkers: 25 is its bar, 0 are the checkers borne off. All sequences of
steps are played, and their results are collected.
"""

from collections import Counter
from collections.abc import Iterator

Checkers = tuple[int, ...]
"""Checkers of a side on 0 (off) to 25 (its bar)."""
Sides = tuple[Checkers, Checkers]
"""The side that moves, and the other one."""

START: Checkers = tuple({6: 5, 8: 3, 13: 5, 24: 2}.get(point, 0) for point in range(26))


def moved(sides: Sides, point: int, die: int) -> Sides | None:
    """Return both sides after one step; None if it is not allowed."""
    own, other = (Counter(dict(enumerate(side))) for side in sides)
    if not own[point] or (own[25] and point != 25):
        return None
    target = point - die
    if target <= 0:
        if any(own[p] for p in range(7, 26)) or (target < 0 and any(own[p] for p in range(point + 1, 7))):
            return None
        target = 0
    elif other[25 - target] >= 2:
        return None
    elif other[25 - target] == 1:
        other[25 - target] -= 1
        other[25] += 1
    own[point] -= 1
    own[target] += 1
    return tuple(own[p] for p in range(26)), tuple(other[p] for p in range(26))


def sequences(sides: Sides, dice: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], Sides]]:
    """Yield the dice that each sequence of steps has used when it cannot go on, and both sides then."""
    stuck = True
    for die in set(dice):
        place = dice.index(die)
        for point in range(1, 26):
            after = moved(sides, point, die)
            if after is not None:
                stuck = False
                for used, end in sequences(after, dice[:place] + dice[place + 1 :]):
                    yield (die, *used), end
    if stuck:
        yield (), sides


def results(sides: Sides, high: int, low: int) -> set[Sides]:
    """Return the different results of a roll, without any if no step is possible."""
    dice = (high,) * 4 if high == low else (high, low)
    played = list(sequences(sides, dice))
    most = max(len(used) for used, _ in played)
    if most == 0:
        return set()
    longest = [(used, end) for used, end in played if len(used) == most]
    if most == 1 and high != low and any(used == (high,) for used, _ in longest):
        longest = [(used, end) for used, end in longest if used == (high,)]
    return {end for _, end in longest}
