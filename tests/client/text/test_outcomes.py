"""Outcomes of finished matches in lists: who did what."""

import pytest

from kibitz_client.text.formatting import outcome_text
from kibitz_protocol.values.matches import Result
from kibitz_protocol.values.seats import SeatView

SEATS = [
    SeatView(seat=0, kind="human", name="Žofie"),
    SeatView(seat=1, kind="human", name="guest-puma-62", label="anna"),
]


@pytest.mark.parametrize(
    ("winner", "reason", "text"),
    [
        (0, "resignation", "anna resigned: Žofie won"),
        (1, "resignation", "Žofie resigned: anna won"),
        (0, "abandonment", "anna left: Žofie won"),
        (0, "no-show", "anna made no first move: Žofie won"),
        (0, "time", "Žofie won on time"),
        (1, "checkmate", "anna won: checkmate"),
        (1, "no moves", "Žofie cannot move: anna won"),
        (0, "no pieces left", "anna has no pieces left: Žofie won"),
        (0, "engine failure", "anna could not move: Žofie won"),
        (0, "line", "Žofie won: a line"),
        (0, "chain", "Žofie won: a chain from edge to edge"),
        (0, "all hands played", "Žofie won: all hands played"),
        (0, "area", "Žofie won: both sides passed"),
        (0, "adjudicated by score", "Žofie won: adjudicated by score"),
        (None, "agreement", "draw by agreement"),
        (None, "threefold repetition", "draw: threefold repetition"),
        (None, "stalemate", "draw: stalemate"),
        (None, "abandonment", "draw: abandonment"),
    ],
)
def test_the_player_who_did_something_is_named(winner: int | None, reason: str, text: str) -> None:
    """A sentence never has the winner's name beside what the loser did."""
    assert outcome_text(Result(winner=winner, reason=reason), SEATS) == text
