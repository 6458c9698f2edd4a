"""Events of a match as lines of text."""

from typing import Any

import pytest

from kibitz_client.match.state import MatchState, advance, can_claim, is_disconnected
from kibitz_client.text.events import offer_lines, pending_lines, presence_lines
from kibitz_protocol.to_client import (
    Agreed,
    Declined,
    Offered,
    Paused,
    Presence,
    RematchDropped,
    Rematched,
    Resumed,
    TakenBack,
    Withdrawn,
)
from kibitz_protocol.values.seats import Away, SeatView
from tests.client.samples import OTTER, position, snapshot

SEATS = [OTTER, SeatView(seat=1, kind="human", name="zoe")]


def match(you: int | None = 0) -> MatchState:
    """Return a running match between two players."""
    state = advance(None, snapshot("40", seats=SEATS, you=you))
    assert state is not None
    return state


def heard(state: MatchState, *away: Away) -> tuple[MatchState, list[str]]:
    """Return the state after a presence message, and its lines."""
    after = advance(state, Presence(match=state.match, away=list(away)))
    assert after is not None
    return after, presence_lines(state.away, after)


def test_a_disconnected_player() -> None:
    """The lines say when a claim is possible, and then how to make it."""
    state, lines = heard(match(), Away(seat=1, away_ms=0, claim_ms=19_001))
    assert lines == ["O zoe is disconnected; in 20 s you can claim the match"]
    assert not can_claim(state)
    state, lines = heard(state, Away(seat=1, away_ms=20_000, claim_ms=0))
    assert lines == ["O zoe has not come back: type claim to win the match, or claim draw"]
    assert can_claim(state)
    state, lines = heard(state, Away(seat=1, away_ms=20_001, claim_ms=0))
    assert lines == []
    state, lines = heard(state)
    assert lines == ["O zoe is back"]
    assert not can_claim(state)


def test_a_spectator_sees_a_disconnection() -> None:
    """Its lines do not mention a claim."""
    state, lines = heard(match(you=None), Away(seat=1, away_ms=0, claim_ms=0))
    assert lines == ["O zoe is disconnected"]
    assert not can_claim(state)


def test_players_do_not_see_their_own_disconnection() -> None:
    """The player's own disconnection allows no claim."""
    state, lines = heard(match(you=1), Away(seat=1, away_ms=0, claim_ms=0))
    assert lines == []
    assert is_disconnected(state, 1)
    assert not can_claim(state)


def test_in_a_match_of_days_nothing_may_be_claimed() -> None:
    """The line says only that the player is disconnected."""
    assert heard(match(), Away(seat=1, away_ms=0, claim_ms=None))[1] == ["O zoe is disconnected"]


MIA = SeatView(seat=1, kind="human", name="mia")


PAIR = [OTTER, MIA]


def state_of(*messages: Any, **fields: Any) -> MatchState:
    """Return the state after a snapshot and these messages."""
    state = advance(None, snapshot(seats=PAIR, **fields))
    for message in messages:
        state = advance(state, message)
    assert state is not None
    return state


@pytest.mark.parametrize(
    ("fact", "line"),
    [
        (Offered(seat=1, offer="draw"), "O mia offers a draw  (type accept or decline)"),
        (Offered(seat=0, offer="draw"), "X otter offers a draw"),
        (Offered(seat=0, offer="takeback"), "X otter asks to take back the last move"),
        (Offered(seat=0, offer="pause"), "X otter asks for a pause"),
        (Agreed(seat=0, offer="resume", by=1), "O mia agrees to continue"),
        (Agreed(seat=0, offer="draw", by=1), "O mia agrees to the draw"),
        (Declined(seat=0, offer="rematch", by=1), "O mia declines the rematch"),
        (Declined(seat=0, offer="abort", by=1), "O mia does not want to abort"),
        (Withdrawn(seat=1, offer="draw"), "O mia no longer offers the draw"),
        (TakenBack(seat=1, plies=1), "the last move is taken back; O mia moves again"),
        (TakenBack(seat=0, plies=2), "the last 2 moves are taken back; X otter moves again"),
        (Paused(adjourned=False), "the match is paused; type resume to continue"),
        (Paused(adjourned=True), "the match is adjourned; type resume to continue, or quit and come back another day"),
        (Resumed(), "the match goes on"),
        (Rematched(match="m2", code="7QX42K"), "the rematch is match 7QX42K"),
        (RematchDropped(reason="the server is full"), "there is no rematch: the server is full"),
    ],
)
def test_each_fact_about_an_offer_has_a_line(fact: Any, line: str) -> None:
    """A player's line says what the opponent wants, and how to answer."""
    assert offer_lines(fact, state_of(you=0)) == [line]


def test_settling_says_how_and_how_long() -> None:
    """Players read what to type; all read how long it takes until the board counts, and no answer but agreement."""
    groups = position("408", to_move=None, settle_ms=180_000).model_copy(update={"removable": [[4]]})
    player, spectator = (state_of(you=you, phase="paused", state=groups) for you in (0, None))
    how = "type settle and a stone of each dead chain, settle nothing, or resume to play on once"
    told = "both sides have passed; settle within 03:00"
    assert offer_lines(Paused(adjourned=False), player) == [f"{told}; {how}"]
    assert offer_lines(Paused(adjourned=False), spectator) == [told]
    assert pending_lines(player) == [f"both sides have passed; {how}"]
    declined = Declined(seat=0, offer="settle", by=1)
    assert offer_lines(declined, player) == ["O mia does not agree to settle so"]


def test_spectators_get_no_instructions() -> None:
    """A spectator's line has no instructions."""
    state = state_of()
    assert offer_lines(Offered(seat=1, offer="draw"), state) == ["O mia offers a draw"]
    assert offer_lines(Paused(adjourned=True), state) == ["the match is adjourned"]
