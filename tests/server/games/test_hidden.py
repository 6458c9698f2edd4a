"""Positions as a seat has seen them, and what a game with hidden information must have."""

import pickle
from typing import Any

import pytest

from kibitz_server.games.contract.violations import violations
from kibitz_server.games.game import Declaration, Game, Position, bind
from tests.server.engine import dash
from tests.server.games.helpers import play
from tests.server.games.test_chance import changed

DASH = dash.GAME
HIDDEN = Declaration(DASH.name, DASH.title, DASH.summary, DASH.move_help, chance=True, hidden=True)
BLANK = -1


def seen(s: dash.State, seat: int) -> None:
    """Blank the steps of the other side; a spectator sees those of neither."""
    if seat != s.turn:
        s.mine = BLANK
    if seat != 1 - s.turn:
        s.theirs = BLANK


def chance_seen(s: dash.State, draw: int, seat: int) -> str:
    """Return the coin for the seat that tossed it."""
    return dash.TEXTS[draw] if seat == s.turn else "?"


PARTS = {"GAME": HIDDEN, "seen": seen, "chance_seen": chance_seen}


def hidden(**names: Any) -> Game:
    """Return dash in which each side sees its own steps alone."""
    return bind(changed(**PARTS, **names), {})


def tossed() -> Position:
    """Return the position in which O tosses the coin, after a step of X."""
    return play(hidden().start(), "walk dash")


def test_a_seat_sees_its_own_part() -> None:
    """Text, id, picture and moves of a seen position are those of the blanked record."""
    position = play(hidden().start(), "walk walk")
    assert [position.seen_by(seat).text for seat in (0, 1, -1)] == ["1 -1 X", "-1 1 X", "-1 -1 X"]
    assert len({position.id, *(position.seen_by(seat).id for seat in (0, 1, -1))}) == 4
    assert position.seen_by(1).picture.counters == (("X", -1), ("O", 1))
    assert [move.text for move in position.seen_by(0).legal] == ["walk", "dash"]


def test_a_seen_position_is_kept() -> None:
    """A position is blanked once for each seat, and a blanked position is its own for that seat."""
    position = tossed()
    assert position.seen_by(0) is position.seen_by(0)
    assert position.seen_by(0).seen_by(0) is position.seen_by(0)
    assert position.seen_by(0).seen_by(-1).text == position.seen_by(-1).text
    assert position.text == "0 1 O coin"


def test_a_seen_position_travels_without_the_rest() -> None:
    """Another process gets a blanked position, and nothing that was blanked."""
    position = tossed()
    _, arguments = position.seen_by(0).__reduce__()
    assert isinstance(arguments, tuple)
    assert pickle.loads(pickle.dumps(arguments[1])).values == {"turn": 1, "mine": BLANK, "theirs": 1, "due": dash.COIN}


def test_a_draw_is_heard() -> None:
    """A seat hears the text of a draw that it sees, and that there was one otherwise."""
    position = tossed()
    heads = position.find("heads")
    assert [position.heard(heads, seat) for seat in (0, 1, -1)] == ["?", "heads", "?"]


def test_information_is_what_the_side_to_move_has_seen() -> None:
    """What the side to move has not seen does not change its information; what it has seen does."""
    steps = ["walk walk", "walk dash heads", "dash heads walk"]
    numbers = [play(hidden().start(), line).information for line in steps]
    assert numbers[0] == numbers[1] != numbers[2]
    assert all(0 <= number < 2**64 for number in numbers)
    assert play(hidden(information=lambda s: s.mine).start(), "dash heads walk").information == 3


def test_a_game_that_hides_nothing() -> None:
    """A position is seen as it is, and a draw is heard by all."""
    position = play(bind(dash, {}).start(), "walk dash")
    assert position.seen_by(-1) is position
    assert position.heard(position.find("tails"), 0) == "tails"
    assert position.information != position.after(position.find("tails")).information


@pytest.mark.parametrize(
    ("names", "problem"),
    [
        ({"GAME": HIDDEN}, "GAME has hidden information, and the function seen is missing"),
        ({"GAME": HIDDEN, "seen": seen}, "the function chance_seen is missing"),
        ({"seen": seen}, "it has the function seen, and GAME hides nothing"),
        ({"guess": lambda _s, _memory: None}, "it has the function guess, and GAME hides nothing"),
        (PARTS | {"information": lambda: 0}, "information takes 0 arguments, not 1"),
        (PARTS, None),
    ],
)
def test_what_a_game_with_hidden_information_must_have(names: dict[str, Any], problem: str | None) -> None:
    """A game that lacks something, or has what does not fit, is refused with a reason."""
    found = [violation.problem for violation in violations(changed(**names))]
    assert problem in found if problem else not found
