"""Rules of Reversi for boards that do not fit a machine word: squares in an array, and walks along eight rays.

Searches use these functions in place of those of `rules`. Moves and position texts look the same for all sizes.
"""

from typing import Annotated, Any

from kibitz_server.games.bits import u64, zobrist
from kibitz_server.games.game import DRAW, LOSS, ONGOING, WIN
from kibitz_server.games.record import I64, U64, Array, Record

WAYS = 8


def rules(size: int) -> dict[str, Any]:
    """Return all names of this module, with the constants of a size."""
    ways = [(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1) if x or y]
    return globals() | {
        "SIZE": size,
        "CELLS": size * size,
        "PASS": size * size,
        "MAX_MOVES": size * size,
        "MAX_PLIES": 2 * size * size,
        "STEP": tuple(y * size + x for x, y in ways),
        "ROOM": tuple(
            min(room(cell % size, x, size), room(cell // size, y, size)) for cell in range(size * size) for x, y in ways
        ),
        "WORTH": tuple(worth(cell % size, cell // size, size) for cell in range(size * size)),
        "KEYS": zobrist(2 * size * size),
    }


def room(at: int, direction: int, size: int) -> int:
    """Return the number of steps to the border along one axis."""
    return size if direction == 0 else at if direction < 0 else size - 1 - at


def worth(x: int, y: int, size: int) -> int:
    """Return the value of a square: corners, edges, and the weak squares beside corners (after Rosenbloom, 1982)."""
    x, y = min(x, size - 1 - x), min(y, size - 1 - y)
    near, far = min(x, y), max(x, y)
    if near == 0:
        return (1000, -220, 80)[min(far, 2)]
    if near == 1:
        return -450 if far == 1 else -40
    return 0


SIZE = 10
CELLS = PASS = MAX_MOVES = 100
STEP: tuple[int, ...] = ()
"""Offset from a square to its neighbour in each of the eight directions."""
ROOM: tuple[int, ...] = ()
"""Number of squares between each square and the border in each direction."""
WORTH: tuple[int, ...] = ()
KEYS: tuple[u64, ...] = ()
MOBILITY_VALUE = 70


class State(Record):
    """Owner of each square: 0 for none, 1 for Black, 2 for White; `empty` counts those without."""

    turn: I64
    empty: I64
    hash: U64
    cells: Annotated[list[int], Array("i1", "CELLS")]


def setup(s: State) -> None:
    """Set up two discs each, crosswise, in the middle; Black to move."""
    s.empty = CELLS
    corner = (SIZE // 2 - 1) * SIZE + SIZE // 2 - 1
    place(s, corner, 2)
    place(s, corner + 1, 1)
    place(s, corner + SIZE, 1)
    place(s, corner + SIZE + 1, 2)


def place(s: State, cell: int, who: int) -> None:
    """Put a disc on an empty square."""
    s.cells[cell] = who
    s.hash ^= KEYS[2 * cell + who - 1]
    s.empty -= 1


def turned(s: State, cell: int, way: int, who: int) -> int:
    """Return how many discs a disc on `cell` would flip in one direction."""
    step = STEP[way]
    other = 3 - who
    at = cell + step
    room = ROOM[WAYS * cell + way]
    for length in range(room):
        if s.cells[at] != other:
            return length if s.cells[at] == who else 0
        at += step
    return 0


def flips(s: State, cell: int, who: int) -> int:
    """Return how many discs a disc on `cell` would flip in all."""
    total = 0
    for way in range(WAYS):
        total += turned(s, cell, way, who)
    return total


def mobility(s: State, who: int) -> int:
    """Return the number of squares where a side may place a disc."""
    count = 0
    for cell in range(CELLS):
        if s.cells[cell] == 0 and flips(s, cell, who) > 0:
            count += 1
    return count


def legal(s: State, moves: list[int], k: int) -> int:
    """Write every square where a disc flips another; if there is none, a pass."""
    start = k
    for cell in range(CELLS):
        if s.cells[cell] == 0 and flips(s, cell, 1 + s.turn) > 0:
            moves[k] = cell
            k += 1
    if k == start:
        moves[k] = PASS
        k += 1
    return k


def play(s: State, move: int) -> None:
    """Place a disc and flip, or pass."""
    who = 1 + s.turn
    if move != PASS:
        for way in range(WAYS):
            at = move
            for _ in range(turned(s, move, way, who)):
                at += STEP[way]
                s.cells[at] = who
                s.hash ^= KEYS[2 * at] ^ KEYS[2 * at + 1]
        place(s, move, who)
    s.turn = 1 - s.turn


def outcome(s: State) -> int:
    """Return ONGOING while either side can place a disc, then the result: more discs win."""
    if s.empty:
        for cell in range(CELLS):
            if s.cells[cell] == 0 and (flips(s, cell, 1) > 0 or flips(s, cell, 2) > 0):
                return ONGOING
    ahead = result(s)
    return DRAW if ahead == 0 else WIN if ahead > 0 else LOSS


def result(s: State) -> int:
    """Return the result of a finished game for the side to move, in discs."""
    ahead = 0
    for cell in range(CELLS):
        who = s.cells[cell]
        if who != 0:
            ahead += 1 if who == 1 + s.turn else -1
    return ahead


def bounds(s: State) -> tuple[int, int]:
    """Return the worst and best result still possible."""
    if outcome(s) != ONGOING:
        value = result(s)
        return value, value
    return -CELLS, CELLS


def evaluate(s: State) -> int:
    """Return the difference in square values and mobility, and near the end in discs."""
    value = MOBILITY_VALUE * (mobility(s, 1 + s.turn) - mobility(s, 2 - s.turn))
    ahead = 0
    for cell in range(CELLS):
        who = s.cells[cell]
        if who != 0:
            sign = 1 if who == 1 + s.turn else -1
            ahead += sign
            value += sign * WORTH[cell]
    if 4 * s.empty < CELLS:
        value += 100 * ahead * (CELLS - 4 * s.empty) // CELLS
    return value


def ordered(s: State, moves: list[int], scores: list[int], k: int) -> int:
    """Write the legal moves by the value of the square, then those that flip fewest."""
    end = legal(s, moves, k)
    for i in range(k, end):
        scores[i] = 0 if moves[i] == PASS else WORTH[moves[i]] - 10 * flips(s, moves[i], 1 + s.turn)
    return end


def key(s: State) -> int:
    """Return the hash of the discs and the turn."""
    return s.hash ^ u64(s.turn)


def owner(s: State, cell: int) -> int:
    """Return 0 for an empty square, 1 for Black, 2 for White."""
    return s.cells[cell]


def load(s: State, owners: list[int], turn: int) -> None:
    """Fill a state from the owner of each square and the turn."""
    s.empty = CELLS
    s.turn = turn
    for cell, who in enumerate(owners):
        if who:
            place(s, cell, who)


def complete(s: State, r: Any) -> None:
    """Fill a state from the two sets of discs of the referee's state."""
    sides = {1 + r.turn: r.own, 2 - r.turn: r.other}
    load(s, [next((stone for stone, discs in sides.items() if discs >> cell & 1), 0) for cell in range(CELLS)], r.turn)
