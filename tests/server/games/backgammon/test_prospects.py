"""Tests of the chances and the advice on the cube that reports of backgammon have."""

import pytest

from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import Prospects, run
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
    """Nobody doubles after an opening move, and everybody takes."""
    choice = after(True, "31", "8/5 6/5")
    assert [move.text for move in choice.legal] == ["roll", "double"]
    assert told(choice).cube == "no double, take"
    taking = choice.after(choice.find("double"))
    assert told(taking).cube == "take"
    assert told(taking).win == pytest.approx(1 - told(choice).win, abs=0.001)


def test_the_score_of_a_match_is_no_equity() -> None:
    """In a match to some points the score is a chance to win the match."""
    position = load("backgammon", {"to": 5}).start()
    for text in ("31", "8/5 6/5", "66"):
        position = position.after(position.find(text))
    assert told(position).equity is None
