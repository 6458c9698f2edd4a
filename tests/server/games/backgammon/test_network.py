"""The evaluation of backgammon by networks."""

from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

from kibitz_server.engine.compiler.specialise import SpecialisedSearch
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.score import INFINITE
from kibitz_server.games.backgammon import moves, network
from kibitz_server.games.backgammon.features import SCRATCH
from kibitz_server.games.game import Game
from kibitz_server.games.registry import load
from tests.server.engine.helpers import PLAIN, native
from tests.server.games.backgammon.helpers import random_states, rolled
from tests.server.games.backgammon.test_features import exchanged, placed

GAME = load("backgammon")
OPENINGS = """
21 13/11 6/5, 24/23 13/11
31 8/5 6/5
41 24/23 13/9, 13/9 6/5
51 24/23 13/8, 13/8 6/5
61 13/7 8/7
32 24/21 13/11, 13/11 13/10
42 8/4 6/4
52 24/22 13/8, 13/11 13/8
62 24/18 13/11
43 24/20 13/10, 24/21 13/9, 13/10 13/9, 24/23 13/10
53 8/3 6/3
63 24/18 13/10, 24/15
54 24/20 13/8, 13/8 13/9, 24/22 13/8
64 24/14, 24/18 13/9, 8/2 6/2
65 24/13
"""
"""Plays of the opening rolls that rollouts by strong programs find to be good ones."""


def memory() -> Any:
    """Return memory of a search with the weights."""
    return SimpleNamespace(weights=network.weights(), scratch=[0] * SCRATCH)


def weighed(state: Any, game: Game = GAME) -> float:
    """Return the evaluation for the side to move."""
    found: float = game.rules.weigh(state, memory())
    return found


def on_roll(own: dict[int, int], other: dict[int, int]) -> Any:
    """Return a state before the roll of seat 0, with the checkers of both sides as each counts the points."""
    state = placed(own, other)
    state.stage, state.owner = moves.ROLL, -1
    return state


def best_play(state: Any) -> str:
    """Return the text of the play that a search of depth 1 chooses, in plain Python."""
    search, control = SpecialisedSearch("expectiminimax", GAME, PLAIN, {"TABLE_BITS": 4, "STAR": 2}), SearchControl()
    control.reset(None)
    workspace = search.workspace(state)
    search.run.search(workspace, control, 1, -INFINITE, INFINITE, 0, 0)
    text: str = GAME.rules.move_text(state, search.line(workspace)[0])
    return text


def test_file() -> None:
    """The file has all weights and is smaller than 200 kB, and packing it again gives the same bytes."""
    assert len(network.read()) == network.WEIGHT_COUNT
    assert network.FILE.stat().st_size < 200_000
    numbers = network.unpacked(network.FILE.read_bytes())
    assert list(network.unpacked(network.packed(list(numbers)))) == list(numbers)
    assert min(numbers) < 0 < max(numbers)


def test_seats_are_alike() -> None:
    """The same position with the seats exchanged has the same value, exactly."""
    for state in random_states(seed=6, plies=60):
        state.stage = moves.ROLL
        assert weighed(state) == weighed(exchanged(state))


def test_values_are_within_the_limit() -> None:
    """No position is worth more than a backgammon."""
    for state in random_states(seed=7, plies=60):
        state.stage = moves.ROLL
        assert abs(weighed(state)) <= 300


def test_no_gammon_after_bearing_off() -> None:
    """A side that has borne off a checker loses one point at most."""
    assert -100 <= weighed(on_roll({6: 7, 5: 7}, {1: 2})) < -90
    assert weighed(on_roll({24: 10, 23: 5}, {1: 2})) < -190


def test_races() -> None:
    """In a race the lead decides, and to be on roll is worth more than not to be."""
    board = {6: 4, 5: 4, 4: 4, 3: 3}
    even = weighed(on_roll(board, board))
    assert 5 < even < 60
    assert weighed(on_roll(board, {8: 3, 6: 4, 5: 4, 4: 4})) > even > weighed(on_roll({8: 3, 6: 4, 5: 4, 4: 4}, board))


def test_a_race_at_home_is_exact() -> None:
    """Two checkers on 6 are off with 4 rolls of 36; a side with all its checkers at home loses a gammon to them."""
    worth = 100 * (2 * 4 / 36 - 1)
    assert weighed(on_roll({6: 2}, {1: 1})) == pytest.approx(worth, abs=0.2)
    assert weighed(on_roll({1: 2}, {1: 15})) == 200
    assert weighed(on_roll({1: 2}, {1: 14})) == 100


@pytest.mark.parametrize("point", [1, 3, 6])
def test_bearing_off_is_never_worse(point: int) -> None:
    """One checker less to bear off is worth at least as much."""
    other = {6: 3, 5: 3, 4: 2, 3: 1, 2: 1}
    values = [weighed(on_roll({point: n, 2: 2}, other)) for n in range(10, 0, -1)]
    assert all(later >= before for before, later in pairwise(values))
    assert values[-1] > 90 > values[0]


def test_openings() -> None:
    """The plays of at least 14 of the 15 opening rolls are among those that are known to be good."""
    good = dict(line.split(" ", 1) for line in OPENINGS.strip().splitlines())
    chosen = {roll: best_play(rolled(int(roll[0]), int(roll[1]))) for roll in good}
    found = [roll for roll, text in chosen.items() if text in good[roll].split(", ")]
    assert len(found) >= 14, chosen


def test_dropped_double() -> None:
    """With the cube, a side on roll that is far ahead is worth the point of a drop, and the other side as much less."""
    game = load("backgammon", {"cube": True})
    state = on_roll({6: 3, 5: 3, 4: 2}, {6: 5, 5: 5, 4: 5})
    state.stage = moves.CHOICE
    assert weighed(state, game) == pytest.approx(100)
    state.stage, state.turn = moves.DOUBLED, 1
    assert weighed(state, game) == pytest.approx(-100)


def test_new_game_of_a_match() -> None:
    """Before the opening roll, only the score counts."""
    game = load("backgammon", {"to": 5})
    state: Any = game.start().state.copy()
    assert weighed(state, game) == 0
    state.score[:] = [3, 1]
    state.stage = moves.OPENING
    assert 0 < weighed(state, game) < 500


@pytest.mark.compiled
@pytest.mark.timeout(300)
@pytest.mark.parametrize("options", [{}, {"cube": True, "to": 5}])
def test_compiled(options: dict[str, object]) -> None:
    """Plain and compiled searches find the same values and plays."""
    game = load("backgammon", options)
    searches = [
        SpecialisedSearch("expectiminimax", game, backend, {"TABLE_BITS": 4, "STAR": 2})
        for backend in (PLAIN, native())
    ]
    for state in random_states(seed=8, plies=40)[::4]:
        full: Any = game.start().state.copy()
        full.checkers[:], full.turn, full.stage = state.checkers, state.turn, moves.PLAY
        full.high, full.low = state.high, state.low
        found = []
        for search in searches:
            control = SearchControl()
            control.reset(None)
            workspace = search.workspace(full)
            value = search.run.search(workspace, search.attach(control), 1, -INFINITE, INFINITE, 0, 0)
            found.append((value, search.line(workspace), control.nodes))
        assert found[0] == found[1]
