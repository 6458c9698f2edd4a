"""Seats of an open match: taking, leaving, and the start."""

from typing import Any

import pytest

from kibitz_server.core.match.commands import Resign, StartMatch, TakeSeat
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.values.events import MatchAborted, MatchStarted, Result, SeatLeft, SeatTaken
from kibitz_server.core.values.refusal import Reason
from tests.server.core.make import ADA, BEN, CAT, make_match, refused


def test_the_last_seat_taken_starts_the_match() -> None:
    """A player who joins takes the free seat, and the match starts by itself."""
    match = make_match(seats=(ADA, None))
    decision = match.handle(TakeSeat(BEN, None), 5.0)
    assert decision.events == (SeatTaken(1, BEN), MatchStarted())
    assert match.phase is Phase.RUNNING
    assert match.seat_of(BEN.id) == 1


def test_a_seat_can_be_chosen() -> None:
    """A player can choose a free seat; the match waits while another is open."""
    match = make_match(seats=(None, None))
    assert match.handle(TakeSeat(BEN, 1), 5.0).events == (SeatTaken(1, BEN),)
    assert match.phase is Phase.OPEN


def test_a_taken_seat_is_refused_with_the_free_ones() -> None:
    """A taken or unknown seat is refused, and the hint lists the free seats."""
    for seat in (0, 2, -1):
        refusal = refused(make_match(seats=(ADA, None)).handle(TakeSeat(BEN, seat), 5.0))
        assert (refusal.reason, refusal.hint) == (Reason.SEAT_TAKEN, "free: 1 (O)")


def test_a_player_has_one_seat() -> None:
    """A player cannot take a second seat of a match."""
    refusal = refused(make_match(seats=(ADA, None)).handle(TakeSeat(ADA, None), 5.0))
    assert refusal.reason is Reason.ALREADY_SEATED


def test_a_full_match_has_no_seat() -> None:
    """A match with all seats taken is full, before it starts and while it runs."""
    waiting = make_match(autostart=False)
    running = make_match()
    for match in (waiting, running):
        assert refused(match.handle(TakeSeat(CAT, None), 5.0)).reason is Reason.MATCH_FULL


def test_only_the_host_starts_a_match_without_autostart() -> None:
    """Only the host can start a match without autostart, when all seats are taken."""
    match = make_match(seats=(ADA, None), autostart=False)
    assert refused(match.handle(StartMatch(ADA.id), 1.0)).reason is Reason.SEATS_EMPTY
    assert match.handle(TakeSeat(BEN, None), 2.0).events == (SeatTaken(1, BEN),)
    assert refused(match.handle(StartMatch(BEN.id), 3.0)).reason is Reason.NOT_HOST
    assert match.handle(StartMatch(ADA.id), 4.0).events == (MatchStarted(),)


def test_a_player_who_leaves_frees_the_seat() -> None:
    """A player who leaves before the start frees the seat for others."""
    match = make_match(autostart=False)
    assert match.handle(Resign(BEN.id), 5.0).events == (SeatLeft(1),)
    assert match.handle(TakeSeat(CAT, None), 6.0).events == (SeatTaken(1, CAT),)


@pytest.mark.parametrize("seats", [(ADA, None), (None, None)], ids=["seated", "standing"])
def test_the_host_withdraws_the_match(seats: tuple[Any, ...]) -> None:
    """A host who leaves before the start aborts the match, with or without a seat."""
    match = make_match(seats=seats)
    assert match.handle(Resign(ADA.id), 5.0).events == (MatchAborted("Ada withdrew it", match.seat_of(ADA.id)),)
    assert match.phase is Phase.ABORTED
    assert match.result == Result(None, "Ada withdrew it")
