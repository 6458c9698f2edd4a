"""Positions in which a chance event is due, and what a game with chance must have."""

import copy
import pickle
from types import ModuleType
from typing import Any

import pytest

from kibitz_server.games.contract.violations import violations
from kibitz_server.games.game import PLACED, Chance, IllegalMove, LegalMove, Position, bind
from tests.server.engine import dash
from tests.server.games.helpers import play

GAME = bind(dash, {})


def tossed() -> Position:
    """Return the position in which X has tossed the coin."""
    return play(GAME.start(), "dash")


def test_a_chance_event_is_due() -> None:
    """While a chance event is due, neither side may move, and the game goes on; the evaluation stays that of `turn`."""
    position = tossed()
    assert position.chances == (Chance(dash.HEADS, "heads", 1), Chance(dash.TAILS, "tails", 2))
    assert (position.legal, position.to_move, position.outcome) == ((), None, None)
    assert (position.state.turn, position.claimable, position.can_win(0)) == (0, "", True)
    assert GAME.start().chances == ()


def test_a_chance_event_is_read_and_played() -> None:
    """A chance event is found like a move, whatever its case and blanks, and has no path. What it means is said."""
    position = tossed()
    heads = position.find("heads")
    assert heads == LegalMove(dash.HEADS, "heads", ()) == position.find(" He ads ")
    assert position.said(heads) == "X tosses heads"
    after = position.after(heads)
    assert (after.text, after.to_move, after.chances) == ("0 3 O", 1, ())
    assert GAME.start().said(GAME.start().find("walk")) is None


@pytest.mark.parametrize("text", ["walk", "edge", ""])
def test_other_chance_events_are_refused(text: str) -> None:
    """A move and any other text are refused with the chance outcomes that are possible."""
    with pytest.raises(IllegalMove, match=f"'{text}' is not a chance outcome here; the outcomes are heads, tails"):
        tossed().find(text)


def test_a_chance_event_may_be_due_at_first() -> None:
    """A game may begin with a chance event, and the texts of a line have the chance events in them."""
    start = bind(dash, {"opening": True}).start()
    assert start.said(start.find("o")) is None
    assert play(start, "O dash tails walk").text == "0 1 O"
    with pytest.raises(IllegalMove):
        play(start, "walk")


def test_no_chance_event_after_the_end() -> None:
    """A position that is over has no chance events, even if the rules would write some."""
    position = GAME.start("0 4 O coin")
    assert position.outcome is not None
    assert (position.chances, position.legal) == ((), ())
    with pytest.raises(IllegalMove, match="the game is over"):
        position.find("heads")


def test_the_last_move_stays_marked_after_a_chance_event() -> None:
    """After a chance event, the cells of the move before it are still those that clients mark."""
    module = changed(move_path=lambda _s, move: (move,))
    position = play(bind(module, {}).start(), "dash")
    assert position.last == (dash.DASH,)
    assert play(position, "tails").last == (dash.DASH,)
    assert play(position, "tails walk").last == (dash.WALK,)


def test_positions_travel_with_their_chance_events() -> None:
    """Another process gets a position with the same chance events."""
    position = tossed()
    make, arguments = position.__reduce__()
    assert callable(make)
    assert isinstance(arguments, tuple)
    again = make(GAME, *pickle.loads(pickle.dumps(arguments[1:])))
    assert (again.text, again.chances) == (position.text, position.chances)


def changed(**names: Any) -> ModuleType:
    """Return the game with other names; None leaves a name out."""
    module = ModuleType("changed")
    vars(module).update({name: copy.copy(value) for name, value in vars(dash).items() if not name.startswith("__")})
    for name, value in names.items():
        vars(module).pop(name, None)
        if value is not None:
            setattr(module, name, value)
    return module


def test_moves_of_several_words() -> None:
    """Blanks and case in the text of a move do not matter, and aliases get single blanks between the words."""
    given: list[str] = []

    def alias(_s: dash.State, text: str, given: list[str] = given) -> str:
        given.append(text)
        return "Walk on" if text == "go on" else text

    module = changed(move_text=lambda _s, move: ("Walk on", "Dash")[move], alias=alias, WORDS=1)
    start = bind(module, {}).start()
    assert {start.find(text).code for text in ("Walk on", "walkon", " WALK  ON")} == {dash.WALK}
    assert given == []
    assert start.find("Go   on").code == dash.WALK
    assert given == ["go on"]


@pytest.mark.parametrize(
    ("names", "problem"),
    [
        (
            {"chance": None, "chance_said": None, "chance_text": None},
            "GAME has chance, and the function chance is missing",
        ),
        ({"chance_text": None}, "the function chance_text is missing"),
        ({"chance": None, "chance_said": None}, "it has chance_text and no function chance"),
        ({"MOVES": PLACED}, "MOVES is PLACED in a game with chance"),
        ({"payoff": lambda _s: 100}, "the constant PAYOFF_LIMIT is missing"),
        ({"payoff": lambda _s: 100, "PAYOFF_LIMIT": 30_000}, "the constant PAYOFF_LIMIT is 30000"),
        ({"payoff": lambda _s: 100, "PAYOFF_LIMIT": 100}, None),
        ({}, None),
    ],
)
def test_what_a_game_with_chance_must_have(names: dict[str, Any], problem: str | None) -> None:
    """A game with chance that lacks something, or has what does not fit, is refused with a reason."""
    found = [violation.problem for violation in violations(changed(**names))]
    assert problem in found if problem else not found
