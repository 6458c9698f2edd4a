"""Rules of backgammon in machine code for training and matches, apart from those of the game: dice and plays.

A board is the array of 50 numbers that the state of the game has: `board[25 * seat + p]` checkers on the seat's point
p + 1, where p = 24 is the bar.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numba import njit

Function = TypeVar("Function", bound=Callable[..., Any])

MOST_PLAYS = 4096
"""Room for the positions that the plays of a roll lead to; there are fewer."""


def compiled(function: Function) -> Function:
    """Return a function as machine code."""
    compiler: Any = njit  # its type stubs know functions of one kind only
    made: Function = compiler(nogil=True)(function)
    return made


class Plays(NamedTuple):
    """Room for the positions that the plays of a roll lead to."""

    found: Any
    keys: Any
    most: Any


@compiled
def room_for_plays() -> Plays:
    """Return memory for the positions after a roll."""
    return Plays(np.zeros((MOST_PLAYS, 50), np.int8), np.zeros(MOST_PLAYS, np.uint64), np.zeros(1, np.int64))


@compiled
def next_random(rng: Any) -> Any:
    """Return 64 random bits (xorshift*: Vigna, 2016)."""
    x = rng[0]
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    x ^= x << np.uint64(17)
    rng[0] = x
    return x * np.uint64(0x2545F4914F6CDD1D)


@compiled
def die(rng: Any) -> int:
    """Return the number of a die."""
    number: Any = np.int64((next_random(rng) >> np.uint64(33)) % np.uint64(6))
    return 1 + int(number)


@compiled
def first_roll(rng: Any) -> tuple[int, int]:
    """Return two dice that differ."""
    a, b = die(rng), die(rng)
    while a == b:
        a, b = die(rng), die(rng)
    return a, b


@compiled
def seeded(rng: Any, seed: int) -> None:
    """Set the random numbers to those of a seed."""
    x = (np.uint64(seed) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    rng[0] = (x ^ (x >> np.uint64(31))) | np.uint64(1)
    for _ in range(4):
        next_random(rng)


@compiled
def set_start(board: Any) -> None:
    """Set up the checkers of a game."""
    board[:] = 0
    for base in (0, 25):
        board[base + 5] = 5
        board[base + 7] = 3
        board[base + 12] = 5
        board[base + 23] = 2


@compiled
def can_move(board: Any, own: int, p: int, d: int) -> bool:
    """Return whether a side may move a checker from the point p by d.

    Args:
        board: The board.
        own: Index of the side's first point, 0 or 25.
        p: The point, from 0; 24 is the bar.
        d: Number of the die.
    """
    if board[own + p] <= 0 or (board[own + 24] > 0 and p != 24):
        return False
    target = p - d
    if target >= 0:
        return bool(board[25 - own + 23 - target] < 2)
    # A checker bears off when all are home. By more than it needs, it must be the last one.
    last = 24
    while board[own + last] == 0:
        last -= 1
    return last < 6 and (target == -1 or last == p)


@compiled
def move(board: Any, own: int, p: int, d: int) -> bool:
    """Move a checker and return whether it hit."""
    board[own + p] -= 1
    t = p - d
    if t < 0:
        return False
    board[own + t] += 1
    if board[25 - own + 23 - t] == 1:
        board[25 - own + 23 - t] = 0
        board[25 - own + 24] += 1
        return True
    return False


@compiled
def undo(board: Any, own: int, p: int, d: int, hit: bool) -> None:
    """Take a move back."""
    board[own + p] += 1
    t = p - d
    if t < 0:
        return
    board[own + t] -= 1
    if hit:
        board[25 - own + 23 - t] = 1
        board[25 - own + 24] -= 1


@compiled
def keep(board: Any, found: Any, keys: Any, k: int) -> int:
    """Append a position unless it is there."""
    key = np.uint64(0)
    for i in range(50):
        key = (key ^ np.uint64(board[i])) * np.uint64(0x9E3779B97F4A7C15)
        key ^= key >> np.uint64(29)
    for i in range(k):
        if keys[i] == key:
            return k
    if k < MOST_PLAYS:
        keys[k] = key
        found[k, :] = board
        return k + 1
    return k


@compiled
def doubles(
    board: Any, own: int, d: int, left: int, top: int, found: Any, keys: Any, k: int, best: Any, used: int
) -> int:
    """Write positions after as many moves of d as possible; best[0] is the most moves so far."""
    any_move = False
    if left > 0:
        for p in range(top, -1, -1):
            if can_move(board, own, p, d):
                any_move = True
                hit = move(board, own, p, d)
                k = doubles(board, own, d, left - 1, 24 if p == 24 else p, found, keys, k, best, used + 1)
                undo(board, own, p, d, hit)
    if not any_move:
        if used > best[0]:
            best[0] = used
            k = 0
        if used == best[0]:
            k = keep(board, found, keys, k)
    return k


@compiled
def positions_after(board: Any, own: int, a: int, b: int, found: Any, keys: Any, best: Any) -> int:
    """Write the positions after each legal play of the dice, and return their number; at least one."""
    if a == b:
        best[0] = 0
        return doubles(board, own, a, 4, 24, found, keys, 0, best, 0)
    if a < b:
        a, b = b, a
    k = 0
    most = 0
    single = 0
    for order in range(2):
        first = a if order == 0 else b
        second = b if order == 0 else a
        for p in range(24, -1, -1):
            if not can_move(board, own, p, first):
                continue
            hit = move(board, own, p, first)
            second_found = False
            for q in range(24, -1, -1):
                if can_move(board, own, q, second):
                    second_found = True
                    if most < 2:
                        most = 2
                        k = 0
                    hit2 = move(board, own, q, second)
                    k = keep(board, found, keys, k)
                    undo(board, own, q, second, hit2)
            if not second_found and most < 2:
                if most == 0:
                    most = 1
                    single = first
                if single == first:
                    k = keep(board, found, keys, k)
            undo(board, own, p, first, hit)
    if most == 0:
        k = keep(board, found, keys, 0)
    return k


@compiled
def finished(board: Any) -> int:
    """Return the points of a finished game, positive for the first seat, or 0."""
    for seat in range(2):
        own = 25 * seat
        left = 0
        for p in range(25):
            left += board[own + p]
        if left == 0:
            other = 25 - own
            total = 0
            far = 0
            for p in range(25):
                total += board[other + p]
                if p >= 18:
                    far += board[other + p]
            points = 1
            if total == 15:
                points = 3 if far > 0 else 2
            return points if seat == 0 else -points
    return 0
