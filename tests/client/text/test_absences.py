"""Who is gone, and what may be claimed, as people read and type it."""

import pytest

from kibitz_client.errors import UsageError
from kibitz_client.match.state import MatchState, advance, is_disconnected, can_claim
from kibitz_client.parsing.match_commands import claim_command
from kibitz_client.text.events import absence_lines
from kibitz_client.text.match_view import player_lines
from kibitz_protocol.clocks import Fischer
from kibitz_protocol.to_client import Presence
from kibitz_protocol.values import Away, SeatView
from tests.client.samples import OTTER, position, snapshot
from tests.client.text.test_match_view import PLAIN

SEATS = [OTTER, SeatView(seat=1, kind="human", name="zoe")]


def match(you: int | None = 0) -> MatchState:
    """A running match between two people."""
    state = advance(None, snapshot("40", seats=SEATS, you=you))
    assert state is not None
    return state


def heard(state: MatchState, *away: Away) -> tuple[MatchState, list[str]]:
    """The state after the server told who is gone, and what is said of it."""
    after = advance(state, Presence(match=state.match, away=list(away)))
    assert after is not None
    return after, absence_lines(state.away, after)


def test_a_player_who_is_gone_is_told_with_what_follows() -> None:
    """Who plays hears when the match may be claimed, and then how."""
    state, lines = heard(match(), Away(seat=1, away_ms=0, claim_ms=19_001))
    assert lines == ["O zoe is gone; in 20 s you may claim the match"]
    assert not can_claim(state)
    state, lines = heard(state, Away(seat=1, away_ms=20_000, claim_ms=0))
    assert lines == ["O zoe has not come back: type claim to win the match, or claim draw"]
    assert can_claim(state)
    state, lines = heard(state, Away(seat=1, away_ms=20_001, claim_ms=0))
    assert lines == []
    state, lines = heard(state)
    assert lines == ["O zoe is back"]
    assert not can_claim(state)


def test_who_watches_hears_it_too() -> None:
    """Without an offer to claim what is not theirs."""
    state, lines = heard(match(you=None), Away(seat=1, away_ms=0, claim_ms=0))
    assert lines == ["O zoe is gone"]
    assert not can_claim(state)


def test_nobody_is_told_of_themselves() -> None:
    """Who comes back knows that, and cannot claim because of it."""
    state, lines = heard(match(you=1), Away(seat=1, away_ms=0, claim_ms=0))
    assert lines == []
    assert is_disconnected(state, 1)
    assert not can_claim(state)


def test_in_a_match_of_days_nothing_may_be_claimed() -> None:
    """Then it is only said that somebody is gone."""
    assert heard(match(), Away(seat=1, away_ms=0, claim_ms=None))[1] == ["O zoe is gone"]


def test_who_is_gone_is_marked_and_a_first_move_is_hurried() -> None:
    """The list of players shows both."""
    times = position("", remaining_ms=[60_000, 60_000], ticking=None, first_move_ms=30_000)
    away = [Away(seat=1, away_ms=0, claim_ms=None)]
    state = advance(None, snapshot("", seats=SEATS, you=0, clock=Fischer(base_s=60), state=times, away=away))
    assert state is not None
    assert player_lines(state, PLAIN, elapsed_ms=4_000) == [
        "X otter (you)                         01:00 < first move within 00:26",
        "O zoe (gone)                          01:00",
    ]


@pytest.mark.parametrize(("typed", "result"), [("", "win"), ("win", "win"), (" Draw ", "draw")])
def test_what_is_typed_claims(typed: str, result: str) -> None:
    """A claim alone is for the win."""
    command = claim_command(typed, "m1")
    assert (command.match, command.result) == ("m1", result)


def test_nothing_else_can_be_claimed() -> None:
    """A slip is told, with what can be typed."""
    with pytest.raises(UsageError, match="'everything' cannot be claimed"):
        claim_command("everything", "m1")
