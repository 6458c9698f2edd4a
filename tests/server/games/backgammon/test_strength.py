"""Plays of backgammon that players see, and what even the lowest level does not miss."""

import pytest

from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import run
from kibitz_server.engine.limit import Limit
from kibitz_server.games.game import Position
from kibitz_server.games.registry import load

START = "4HPwATDgc/ABMA"
HOME = "/wAAALYBAAAAAA"
"""Two checkers on each of 1, 2 and 3, against eight on 1."""


def with_dice(position_id: str, dice: str) -> Position:
    """Return a position in which the first seat has these dice to play."""
    game = load("backgammon")
    before = game.start(f"{position_id}:MAEAAAAAAAAE")
    return before.after(before.find(dice))


def striking(position: Position) -> dict[str, int]:
    """Return how easily a player sees each play, by its text."""
    codes = [move.code for move in position.legal]
    found = position.game.rules.striking(position.state, codes)
    return dict(zip([move.text for move in position.legal], found, strict=True))


@pytest.mark.parametrize(
    ("dice", "play"), [("31", "8/5 6/5"), ("42", "8/4 6/4"), ("61", "13/7 8/7")], ids=["5", "4", "7"]
)
def test_every_player_sees_how_to_make_a_good_point(dice: str, play: str) -> None:
    """The plays that make the points 4, 5 and 7 are seen; quiet ones that leave checkers alone are not."""
    found = striking(with_dice(START, dice))
    assert found[play] == 2
    assert [text for text, seen in found.items() if seen == 2] == [play]
    assert 0 in found.values()


def test_every_player_sees_how_to_bear_off_most_checkers() -> None:
    """Plays that bear off fewer checkers than others are overlooked."""
    found = striking(with_dice(HOME, "21"))
    assert found["2/off 1/off"] == 2
    assert found["3/2 3/1"] == 0


@pytest.mark.parametrize(
    ("position_id", "wrong"),
    [
        ("9X0AQAZvPwAAAA:MAEHAAAAAAAE", {"3/2 3/off", "3/off 2/1"}),
        ("fgJREA/7+QYAAA:cAkKAAAAAAAE", set()),
        (f"{START}:MAEAAAAAAAAE", set()),
    ],
    ids=["race", "contact", "before the roll"],
)
def test_in_a_race_it_is_senseless_to_bear_off_fewer_checkers(position_id: str, wrong: set[str]) -> None:
    """While checkers can still be hit, to keep one may be safer."""
    position = load("backgammon", {"cube": True}).start(position_id)
    codes = position.game.rules.senseless(position.state)
    assert {move.text for move in position.legal if move.code in codes} == wrong


def test_every_player_sees_the_cube() -> None:
    """To roll, to double, to take and to drop are all seen."""
    choice = load("backgammon", {"cube": True}).start(f"{START}:MAEAAAAAAAAE")
    assert set(striking(choice).values()) == {2}


@pytest.mark.parametrize(
    ("position_id", "dice", "level", "play"),
    [(START, "31", 1, "8/5 6/5"), (HOME, "21", 1, "2/off 1/off"), (HOME, "21", 5, "2/off 1/off")],
)
def test_low_levels_play_what_every_player_sees(position_id: str, dice: str, level: int, play: str) -> None:
    """The lowest level makes its 5 point, and bears off what it can."""
    control = SearchControl()
    control.reset(None)
    assert run(with_dice(position_id, dice), "level", Limit(level=level, seed=1), control).move == play
