"""What searches of dots and boxes use: boxes that are certain, and the order of moves."""

from kibitz_server.games.bits import mix, u64
from kibitz_server.games.dots.chains import captures, future, openings
from kibitz_server.games.dots.rules import BOXES, State

WON_VALUE = 1500
"""Hundredths of a box for more than half of all boxes."""


def secured(s: State) -> int:
    """Return by how many boxes the side to move leads."""
    return s.boxes[s.turn] - s.boxes[1 - s.turn]


def key_of_rest(s: State) -> int:
    """Return a hash of the lines: what is left to win depends on nothing else."""
    return mix(s.hash)


def effort(s: State) -> int:
    """Return about how many nodes it takes to solve a position: 1.5 times as many with each line."""
    return 16 << min(40, 3 * s.left // 5)


def evaluate(s: State) -> int:
    """Return the lead and the boxes that the rest of the game promises; more than half of all boxes have won."""
    own, other = s.boxes[s.turn], s.boxes[1 - s.turn]
    value = 100 * (own - other) + future(s)
    if 2 * own > BOXES:
        value += WON_VALUE
    elif 2 * other > BOXES:
        value -= WON_VALUE
    return value


def unsettled(s: State) -> int:
    """Return whether a box can be closed."""
    return int(s.ripe > 0)


def ordered(s: State, moves: list[int], scores: list[int], k: int) -> int:
    """Write moves that surely include a best one: see `captures` and `openings`."""
    return captures(s, moves, scores, k) if s.ripe > 0 else openings(s, moves, scores, k)


def key(s: State) -> int:
    """Return a hash of the turn, the lines and the owners of the boxes."""
    return mix(s.hash ^ s.held ^ u64(s.turn))
