"""What the lobby and a title say of the terms of a match."""

import pytest

from kibitz_client.text.formatting import (
    delay_text,
    invitation_text,
    player_text,
    row_notes,
    series_result,
    series_text,
)
from kibitz_protocol.to_client import Invitation
from kibitz_protocol.values import Delay, MatchRow, SeatView, SeriesView

SERIES = SeriesView(id="s", number=2, games=10, score=[1.5, 0.5])
SEATS = [SeatView(seat=0, kind="human", name="otter"), SeatView(seat=1, kind="engine", name="level:3")]
PLAIN = MatchRow(
    match="m1",
    code="K7QX42",
    game="mnk",
    options={},
    phase="open",
    seats=SEATS,
    ply=0,
    clock=None,
    watchers=0,
    result=None,
)


@pytest.mark.parametrize(
    ("delay", "text"),
    [
        (None, ""),
        (Delay(moves=1), "1 move late"),
        (Delay(moves=3), "3 moves late"),
        (Delay(seconds=30.0), "30 s late"),
        (Delay(moves=2, seconds=0.5), "2 moves and 0.5 s late"),
    ],
)
def test_how_late_watchers_are(delay: Delay | None, text: str) -> None:
    """In moves, seconds or both."""
    assert delay_text(delay) == text


def test_how_a_series_stands_and_ends() -> None:
    """By seat while it goes on, the best first at the end."""
    assert series_text(SERIES) == "game 2 of 10 (1.5-0.5)"
    assert series_text(None) == ""
    assert series_result(SERIES.model_copy(update={"score": [3.0, 6.5]}), SEATS) == "level:3 6.5, otter 3"


def test_what_the_lobby_notes() -> None:
    """Nothing of a plain match, and all that is special of another."""
    assert row_notes(PLAIN) == ""
    special = {"for_you": True, "rated": True, "visibility": "private", "series": SERIES, "watchable": False}
    row = PLAIN.model_copy(update={**special, "delay": Delay(moves=2)})
    assert row_notes(row) == "for you, rated, private, game 2 of 10 (1.5-0.5), 2 moves late, no watchers"


def test_an_invitation_says_how_to_come() -> None:
    """With the command that takes the seat."""
    assert invitation_text(Invitation(by="ann", row=PLAIN)) == "ann reserves a seat for you at mnk: kibitz join K7QX42"
    kept = SeatView(seat=1, kind="open", name=None, kept_for="fox", bot=True)
    assert player_text(kept) == "(kept for bot fox)"
    assert player_text(kept.model_copy(update={"bot": False})) == "(kept for fox)"
