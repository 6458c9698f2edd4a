"""Whether a seat can still win: what the games say, against all sequences of moves."""

import random
from typing import Any

import pytest

from kibitz_server.games.game import Position
from tests.effort import cases
from tests.server.games.helpers import game_of, play


def winners(position: Position) -> set[int]:
    """Return the seats that win at the end of any sequence of moves."""
    if position.outcome is not None:
        return {position.outcome.winner} - {None}  # type: ignore[return-value]
    found: set[int] = set()
    for move in position.legal:
        found |= winners(position.after(move))
        if len(found) == 2:
            break
    return found


@pytest.mark.parametrize(
    ("name", "left"),
    [
        ("tictactoe", 5),
        ("mnk columns=4 rows=3 connect=3", 5),
        ("mnk columns=4 rows=4 connect=4 exact=true", 5),
        ("connect4 columns=4 rows=4 connect=4", 5),
        ("connect4 columns=5 rows=4 connect=4", 5),
        ("kalah houses=2 seeds=2", 0),
        ("kalah houses=3 seeds=2", 0),
    ],
)
@pytest.mark.property
def test_a_seat_can_win_if_some_moves_lead_there(name: str, left: int) -> None:
    """Near the end of random games, the answer is that of all sequences of moves."""
    said: set[bool] = set()
    for seed in range(cases(10, 60)):
        rng, position = random.Random(seed), game_of(name).start()
        while position.outcome is None:
            if not left or position.text.count("-") <= left:
                can = winners(position)
                for seat in (0, 1):
                    assert position.can_win(seat) == (seat in can), (position.text, seat)
                    said.add(position.can_win(seat))
            position = position.after(rng.choice(position.legal))
    assert said == {True, False}


@pytest.mark.parametrize(
    ("name", "moves", "can"),
    [
        # The middle row is blocked everywhere for O, and one line is left for X.
        ("mnk columns=5 rows=1 connect=3", "c1", (True, False)),
        ("gomoku size=15", "h8 h9", (True, True)),
        ("connect4 columns=4 rows=1 connect=3", "2 3", (False, False)),
        ("connect4 columns=10 rows=10", "1 2", (True, True)),
    ],
)
def test_a_line_that_the_other_side_has_part_of_is_no_line(name: str, moves: str, can: tuple[bool, bool]) -> None:
    """A game of lines is won only where a line without a stone of the other side is left, on boards of any size."""
    position = play(game_of(name).start(), moves)
    assert (position.can_win(0), position.can_win(1)) == can
    _ = position.state  # searches may have other records
    assert (position.can_win(0), position.can_win(1)) == can


def test_half_of_the_seeds_keeps_the_other_side_from_winning() -> None:
    """In Kalah the seeds of a store stay there."""
    game = game_of("kalah houses=6 seeds=4")
    state: Any = game.start().state.copy()
    for pit, seeds in enumerate([1, 1, 0, 0, 0, 0, 23, 0, 0, 0, 0, 0, 1, 22]):
        state.pits[pit] = seeds
    assert [game.rules.can_win(state, seat) for seat in (0, 1)] == [1, 1]
    state.pits[6], state.pits[0] = 24, 0
    assert [game.rules.can_win(state, seat) for seat in (0, 1)] == [1, 0]


def test_a_board_of_ultimate_is_lost_with_its_lines() -> None:
    """A small board counts for a seat only while a line of it is free; then three boards in a row are needed."""
    game = game_of("ultimate")
    state: Any = game.start().state.copy()
    rules = game.rules
    assert (rules.can_win(state, 0), rules.can_win(state, 1)) == (1, 1)
    for board in (0, 4, 8):
        state.cells[9 + board] = 0b100010001 | 0b001010100
    for board in (2, 6):
        state.won[1] |= 1 << board
        state.closed |= 1 << board
    assert rules.can_win(state, 0) == 0
    assert rules.can_win(state, 1) == 1
