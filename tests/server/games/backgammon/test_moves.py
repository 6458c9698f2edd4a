from collections import Counter
from typing import Any

import pytest

from kibitz_server.games.backgammon import moves
from tests.server.games import naive_backgammon
from tests.server.games.backgammon.helpers import (
    OPENING_COUNTS,
    chances,
    legal,
    new_state,
    random_states,
    results,
    rolled,
    sides,
    start,
)


def position(own: dict[int, int], other: dict[int, int], high: int = 0, low: int = 0) -> Any:
    """Return a state of each side's checkers by its own points, with White's dice to play or its roll due."""
    state = new_state()
    for seat, checkers in enumerate((own, other)):
        for point, count in checkers.items():
            state.checkers[25 * seat + point - 1] = count
    state.high, state.low, state.owner = high, low, -1
    state.stage = moves.PLAY if high else moves.ROLL
    return state


def steps(code: int) -> list[int]:
    """Return the origins in a play's code, the larger die's first; 0 for a die that is not played."""
    return [code >> shift & 31 for shift in range(0, 20, 5) if code >> shift]


@pytest.mark.parametrize("counted", OPENING_COUNTS.split(","))
def test_results_of_the_first_rolls(counted: str) -> None:
    """Each roll has as many different results from the first position as GNU Backgammon counts, for both seats."""
    dice, count = counted.split()
    for seat in (0, 1):
        found = results(rolled(int(dice[0]), int(dice[1]), seat))
        assert len(found) == len(set(found)) == int(count)


@pytest.mark.parametrize("seed", range(4))
def test_plays_agree_with_the_second_implementation(seed: int) -> None:
    """In random games each result of all sequences of steps is one legal play."""
    for state in random_states(seed, 150):
        before = state.copy()
        found = results(state)
        assert len(set(found)) == len(found)
        assert set(found) == naive_backgammon.results(sides(state), state.high, state.low), sides(state)
        assert state.checkers == before.checkers


def test_the_most_plays_fit() -> None:
    """Four steps of fifteen checkers that stand free have the most results, and fit the list of moves."""
    state = position({2 * place + 1 if place < 12 else 2 * place - 22: 1 for place in range(15)}, {}, 1, 1)
    found = results(state)
    assert 1000 < len(found) == len(set(found)) <= moves.MAX_MOVES


def test_the_opening_roll() -> None:
    """Each seat rolls one die, never the same; the higher one begins, and plays both."""
    codes, weights = chances(start())
    assert len(codes) == len(set(codes)) == 30
    assert set(weights) == {1}
    for code in codes:
        state = start()
        moves.play(state, code)
        white, black = code >> 3, code & 7
        assert (state.turn, state.high, state.low) == (int(black > white), max(white, black), min(white, black))
        assert (state.stage, chances(state)) == (moves.PLAY, ([], []))


def test_other_rolls() -> None:
    """A roll is two dice, the larger one first; a double has half the weight."""
    state = position({6: 2}, {6: 2})
    codes, weights = chances(state)
    assert Counter(weights) == {2: 15, 1: 6}
    assert sum(weights) == 36
    assert all((weight == 1) == (code >> 3 == code & 7) for code, weight in zip(codes, weights, strict=True))


def test_a_roll_without_a_play_passes() -> None:
    """If no die can be played, the roll itself gives the turn to the other side, which is to roll."""
    state = position({25: 1, 6: 2}, {6: 2, 5: 2, 4: 2, 3: 2, 2: 2, 1: 2})
    moves.play(state, 8 * 6 + 6)
    assert (state.turn, state.stage, state.high, state.low) == (1, moves.ROLL, 0, 0)


def test_checkers_on_the_bar_enter_first() -> None:
    """With checkers on the bar no other checker moves; entering hits."""
    state = position({25: 2, 6: 2}, {4: 1, 3: 2}, 4, 3)
    assert [steps(code) for code in legal(state)] == [[25]], "Black's point 3 stops the 3"
    moves.play(state, 25)
    assert sides(state)[1][25] == 1
    assert sides(state)[0][25] == 1


def test_both_dice_must_be_played() -> None:
    """A play of one die is not legal if another plays both."""
    state = position({10: 1, 4: 1}, {16: 2, 22: 2}, 6, 3)
    # 10/4 leaves no 3 except 4/1; 4/1 leaves 10/4.
    assert all(len([origin for origin in steps(code) if origin]) == 2 for code in legal(state))


def test_the_larger_die_if_only_one_can_be_played() -> None:
    """If either die could be played but not both, the larger one must be; if only the smaller one can, that one."""
    either = position({12: 1}, {22: 2}, 6, 3)
    assert [steps(code) for code in legal(either)] == [[12]]
    smaller = position({12: 1}, {19: 2, 22: 2}, 6, 3)
    assert [steps(code) for code in legal(smaller)] == [[0, 12]]


def test_bearing_off() -> None:
    """Checkers leave when all are at home: by their number, or by a larger one from the last point."""
    outside = position({7: 1, 4: 1}, {24: 1}, 6, 4)
    assert [steps(code) for code in legal(outside)] == [[7, 4], [4, 7]], "one checker leaves after 7 has come home"
    over = position({5: 1, 4: 1, 2: 1}, {24: 1}, 6, 4)
    assert [steps(code) for code in legal(over)] == [[5, 4], [4, 5]], "a 6 takes off the last checker, from 5 or 4"
    exact = position({5: 1, 3: 1, 2: 1}, {24: 1}, 3, 1)
    assert [steps(code) for code in legal(exact)] == [[5, 3], [5, 2], [3, 5], [3, 2]]
    behind = position({6: 2, 3: 1}, {24: 1}, 3, 1)
    assert [3, 6] in [steps(code) for code in legal(behind)], "a 3 takes off the checker on 3, with others on 6"


def test_one_checker_by_two_ways_is_one_play_unless_it_hits() -> None:
    """A checker that moves by both dice is one play if it hits at neither point on its way, else one for each way."""
    places = {11: 1}
    assert len(results(position(places, {24: 2}, 2, 1))) == 1
    assert len(results(position(places, {25 - 9: 1, 24: 2}, 2, 1))) == 2
    assert len(results(position(places, {25 - 9: 1, 25 - 10: 1, 24: 2}, 2, 1))) == 2


@pytest.mark.parametrize(
    ("other", "value"), [({1: 14}, 1), ({1: 15}, 2), ({1: 14, 19: 1}, 3), ({1: 14, 25: 1}, 3), ({18: 15}, 2)]
)
def test_what_a_game_is_worth(other: dict[int, int], value: int) -> None:
    """A gammon counts two: the loser has borne off nothing. A backgammon counts three: it also has a checker behind."""
    state = position({1: 1}, other, 2, 1)
    moves.play(state, legal(state)[0])
    assert (state.stage, list(state.score), state.turn) == (moves.OVER, [value, 0], 1)
    assert moves.outcome(state) == -1
    assert chances(state) == ([], [])
