"""Chat lines of a bot have placeholders."""

from typing import Any

import pytest

from kibitz_client.bots.greetings import Greetings
from kibitz_client.errors import UsageError
from kibitz_client.match.state import MatchState, advance
from kibitz_protocol.values.matches import SeriesView
from tests.client.samples import CODE, snapshot


def state(cells: str = "", **changes: Any) -> MatchState:
    """Return a match with the bot at seat 0."""
    found = advance(None, snapshot(cells, you=0, **changes))
    assert found is not None
    return found


def test_placeholders_are_replaced() -> None:
    """Both texts name the opponent, the bot, the game, the code and the clock; double braces are braces."""
    every = "{opponent} {name} {game} {code} {clock} {{}}"
    filled = f"alphabeta:depth=9 otter Tic-tac-toe {CODE} no clock {{}}"
    assert Greetings(first=every).at_start(state()) == filled
    result = {"winner": 0, "reason": "line"}
    last = Greetings(last=every + " {result}").at_end(state(phase="finished", result=result))
    assert last == f"{filled} X (otter) wins: a line."


def test_a_line_is_said_once() -> None:
    """A match that goes on after a restart and the later games of a series are not greeted again."""
    greetings = Greetings("hello", "bye")
    series = SeriesView(id="s", number=2, games=3, score=[1, 0])
    assert greetings.at_start(state("4")) is None
    assert greetings.at_start(state(series=series)) is None
    assert greetings.at_end(state(series=series)) is None
    assert greetings.at_end(state(series=series.model_copy(update={"number": 3}))) == "bye"
    assert Greetings().at_start(state()) is None
    assert Greetings().at_end(state()) is None


def test_a_line_fits_the_protocol() -> None:
    """A text is cut to 400 characters and has no line breaks."""
    line = Greetings(first="a\nb" + "x" * 500).at_start(state())
    assert line is not None
    assert len(line) == 400
    assert line.startswith("a bx")


@pytest.mark.parametrize("text", ["{result}", "{", "{name.x}", "{name!r}", "{name:>9}", "{}"])
def test_unknown_placeholders_are_refused(text: str) -> None:
    """The hint lists the placeholders; a result is known at the end alone."""
    with pytest.raises(UsageError) as caught:
        Greetings(first=text).check()
    assert caught.value.hint is not None
    assert "{opponent}" in caught.value.hint
    Greetings(last="{result}").check()
