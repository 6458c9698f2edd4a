"""Seats of a process, remembered until their matches are over."""

from pathlib import Path
from typing import Any

import pytest

from kibitz_client.match.state import MatchState, advance
from kibitz_client.storage.seat_keeper import SeatKeeper
from kibitz_client.storage.seats import SeatMemory
from kibitz_protocol.values.matches import Result
from tests.client.samples import snapshot

SERVER, TOKEN = "ws://s", "token-of-otter"


@pytest.fixture
def keeper(tmp_path: Path) -> SeatKeeper:
    return SeatKeeper(SeatMemory(tmp_path / "seats.json", print))


def state(**changes: Any) -> MatchState:
    state = advance(None, snapshot(**changes))
    assert state is not None
    return state


def test_a_seat_is_remembered_until_the_match_is_over(keeper: SeatKeeper) -> None:
    """Only the same player at the same server finds the seat."""
    keeper.note(state(you=0), SERVER, TOKEN)
    assert [(kept.match, kept.seat) for kept in keeper.left(SERVER, TOKEN)] == [("m1", 0)]
    assert keeper.left(SERVER, None) == keeper.left(SERVER, "other") == keeper.left("ws://other", TOKEN) == []
    keeper.note(state(you=0, phase="finished", result=Result(winner=0, reason="line")), SERVER, TOKEN)
    assert keeper.left(SERVER, TOKEN) == []


@pytest.mark.parametrize(("you", "token"), [(None, TOKEN), (0, None)])
def test_without_a_seat_or_a_token_nothing_is_remembered(
    keeper: SeatKeeper, you: int | None, token: str | None
) -> None:
    """A spectator has no seat, and without a token a player cannot come back."""
    keeper.note(state(you=you), SERVER, token)
    assert keeper.left(SERVER, TOKEN) == []


def test_a_seat_of_an_earlier_process_is_forgotten_when_its_match_is_over(tmp_path: Path) -> None:
    """A match that ended while no client of the player ran does not wait for the player any more."""
    memory = SeatMemory(tmp_path / "seats.json", print)
    SeatKeeper(memory).note(state(you=0), SERVER, TOKEN)
    SeatKeeper(memory).note(state(you=0, phase="finished", result=Result(winner=1, reason="time")), SERVER, TOKEN)
    assert memory.held_by(SERVER, TOKEN) == []


def test_a_seat_that_was_left_before_the_end_is_forgotten(keeper: SeatKeeper) -> None:
    """The last state of an open match has no seat of the player who has left it."""
    keeper.note(state(you=0, phase="open"), SERVER, TOKEN)
    keeper.note(state(you=None, phase="aborted"), SERVER, TOKEN)
    assert keeper.left(SERVER, TOKEN) == []
