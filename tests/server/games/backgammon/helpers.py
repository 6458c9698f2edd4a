"""Helpers of the tests of backgammon: states of the rules alone, and their plays as results."""

import random
from typing import Any

from kibitz_server.games.backgammon import moves
from kibitz_server.games.record import plain
from tests.server.games import naive_backgammon

new_state: Any = plain(moves.State, vars(moves))
OPENING_COUNTS = """
21 15, 31 16, 41 14, 51 8, 61 10, 32 17, 42 18, 52 8, 62 14, 43 17, 53 9, 63 14, 54 9, 64 14, 65 7,
11 42, 22 75, 33 73, 44 52, 55 4, 66 11
"""
"""Different results of each roll from the first position, counted by GNU Backgammon."""


def start() -> Any:
    """Return the state before the opening roll."""
    state = new_state()
    moves.setup(state)
    return state


def rolled(high: int, low: int, seat: int = 0) -> Any:
    """Return the first position with these dice to play."""
    state = start()
    state.turn, state.high, state.low, state.stage = seat, high, low, moves.PLAY
    return state


def legal(state: Any) -> list[int]:
    """Return the codes of the legal moves."""
    buffer = [0] * moves.MAX_MOVES
    return buffer[: moves.legal(state, buffer, 0)]


def chances(state: Any) -> tuple[list[int], list[int]]:
    """Return the codes and the weights of the chance outcomes that are possible."""
    buffer, weights = [0] * moves.MAX_MOVES, [0] * moves.MAX_MOVES
    end = moves.chance(state, buffer, weights, 0)
    return buffer[:end], weights[:end]


def sides(state: Any) -> naive_backgammon.Sides:
    """Return the checkers of the side to move and of the other side, as the second implementation has them."""
    both = [tuple(state.checkers[25 * seat : 25 * seat + 25]) for seat in (state.turn, 1 - state.turn)]
    own, other = ((moves.CHECKERS - sum(checkers), *checkers) for checkers in both)
    return own, other


def results(state: Any) -> list[naive_backgammon.Sides]:
    """Return what the legal plays lead to, in the order of the rules."""
    found = []
    for code in legal(state):
        after = state.copy()
        moves.move_checkers(after, code)
        found.append(sides(after))
    return found


def random_states(seed: int, plies: int) -> list[Any]:
    """Return states with dice to play from random games that are played one after the other."""
    rng = random.Random(seed)
    found: list[Any] = []
    state = start()
    while len(found) < plies:
        if state.stage == moves.PLAY:
            found.append(state.copy())
            moves.play(state, rng.choice(legal(state)))
        elif state.stage >= moves.OVER:
            state = start()
        else:
            codes, weights = chances(state)
            moves.play(state, rng.choices(codes, weights)[0])
    return found
