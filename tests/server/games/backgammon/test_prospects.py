"""Tests of the chances and the advice on the cube that reports of backgammon have."""

import pytest

from kibitz_server.engine.analysis.prospects import CubeEquities, Prospects, cube_advice, cube_values
from kibitz_server.engine.compiler.specialise import specialise
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import run
from kibitz_server.engine.limit import Limit
from kibitz_server.games.game import Position
from kibitz_server.games.registry import load


def told(position: Position) -> Prospects:
    """Return the prospects of a report about a position."""
    control = SearchControl()
    control.reset(None)
    found = run(position, "expectiminimax", Limit(depth=1), control).prospects
    assert found is not None
    return found


def after(cube: bool, *moves: str) -> Position:
    """Return the position after rolls and moves."""
    position = load("backgammon", {"cube": cube}).start()
    for move in moves:
        position = position.after(position.find(move))
    return position


def test_chances_are_those_after_the_move() -> None:
    """The side that rolled 66 is ahead; a gammon is less likely than a win, and a backgammon than a gammon."""
    position = after(False, "31", "8/5 6/5", "66")
    before = position.state.copy()
    found = told(position)
    assert 0.55 < found.win < 0.75
    assert 0 < found.backgammon < found.gammon < found.win
    assert 0 < found.lost_backgammon < found.lost_gammon < 1 - found.win
    assert found.cube == ""
    assert found.equity is not None
    assert abs(found.equity - (2 * found.win - 1 + found.gammon - found.lost_gammon)) < 0.25
    assert all(getattr(before, field.name) == getattr(position.state, field.name) for field in position.game.fields)


def test_a_cube_that_may_be_turned_has_an_advice() -> None:
    """After an opening move, a double is wrong and a take is right, by much; both sides have the same figures."""
    choice = after(True, "31", "8/5 6/5")
    assert [move.text for move in choice.legal] == ["roll", "double"]
    before = told(choice)
    assert before.cube == "no double, take"
    assert before.cube_equities is not None
    assert before.cube_equities.no_double is not None
    assert before.cube_equities.take + 0.3 < before.cube_equities.no_double < 0
    taking = choice.after(choice.find("double"))
    assert told(taking).cube == "take"
    assert told(taking).cube_equities == (None, before.cube_equities.take)
    assert told(taking).win == pytest.approx(1 - told(choice).win, abs=0.001)


def test_the_score_of_a_match_is_no_equity() -> None:
    """In a match to some points the score is a chance to win the match."""
    position = load("backgammon", {"to": 5}).start()
    for text in ("31", "8/5 6/5", "66"):
        position = position.after(position.find(text))
    found = told(position)
    assert found.equity is None
    assert found.match is not None
    assert 0.5 < found.match < 0.6


@pytest.mark.parametrize(
    ("text", "rolls"),
    [
        ("AQAAiAAAAAAAAA:MAEAAAAAAAAE", 19),
        ("AQAAgAAAAAAAAA:MAEAAAAAAAAE", 27),
        ("AQAAEAEAAAAAAA:MAEAAAAAAAAE", 10),
        ("AQAAgAEAAAAAAA:MAEAAAAAAAAE", 4),
        ("AQAAUAAAAAAAAA:MAEAAAAAAAAE", 17),
    ],
    ids=["5 and 2", "6", "6 and 3", "6 and 6", "4 and 3"],
)
def test_the_last_roll_is_exact(text: str, rolls: int) -> None:
    """The side on roll wins by these rolls of 36, because the other side bears off its last checker with any roll."""
    found = told(load("backgammon", {"cube": True}).start(text))
    assert found.win == pytest.approx(rolls / 36, abs=0.001)
    assert (found.gammon, found.lost_gammon) == (0, 0)


@pytest.mark.parametrize(
    ("text", "no_double"),
    [
        ("AQAAiAAAAAAAAA:MAEAAAAAAAAE", 2 / 36),
        ("AQAAUAAAAAAAAA:MAEAAAAAAAAE", -2 / 36),
        ("AQAAgAEAAAAAAA:MAEAAAAAAAAE", -28 / 36),
    ],
    ids=["19 rolls", "17 rolls", "4 rolls"],
)
def test_the_cube_of_the_last_roll_is_exact(text: str, no_double: float) -> None:
    """A double is worth twice as much, which is right with more than half of the rolls."""
    game = load("backgammon", {"cube": True})
    values = cube_values(game.start(text), specialise("expectiminimax", game))
    assert values == pytest.approx((100 * no_double, 200 * no_double), abs=0.5)


@pytest.mark.parametrize(
    ("no_double", "take", "advice"),
    [
        (0.6, 0.8, "double, take"),
        (0.9, 1.3, "double, drop"),
        (0.1, -0.1, "no double, take"),
        (0.5, 0.4, "no double, take"),
        (1.25, 1.5, "too good to double"),
        (None, 0.75, "take"),
        (None, 1.5, "drop"),
    ],
)
def test_advice_follows_from_what_the_actions_are_worth(no_double: float | None, take: float, advice: str) -> None:
    """The opponent answers as is best for it, and the side on roll doubles where that is better for it."""
    assert cube_advice(CubeEquities(no_double, take)) == advice
