"""Seats that are kept for somebody by name."""

import pytest

from kibitz_server.core.lobby.listing import is_for, listing
from kibitz_server.core.match.commands import Command, Resign, StartMatch, TakeSeat
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.values.events import MatchStarted, SeatTaken
from kibitz_server.core.values.players import Human, Invited
from kibitz_server.core.values.refusal import Reason, Refusal
from tests.server.core.make import ADA, BEN, CAT, make_match


def refused(decided: Refusal | None) -> Reason:
    """The reason of a refusal; there must be one."""
    assert decided is not None
    return decided.reason


def test_only_they_may_take_it() -> None:
    """A kept seat is refused to others, by number and without, and theirs starts the match."""
    match = make_match(seats=(ADA, Invited("ben")))
    assert match.phase is Phase.OPEN
    for command in (TakeSeat(CAT, None), TakeSeat(CAT, 1)):
        assert refused(match.handle(command, 1.0).refusal) is Reason.SEAT_KEPT
    assert match.handle(TakeSeat(BEN, None), 2.0).events == (SeatTaken(1, BEN), MatchStarted())


def test_they_get_the_seat_that_is_kept() -> None:
    """Who is invited sits down there, though another seat is free for all; who is not, at the free one."""
    match = make_match(seats=(None, Invited("Ben")), host=ADA)
    assert match.handle(TakeSeat(BEN, None), 1.0).events == (SeatTaken(1, BEN),)
    match = make_match(seats=(None, Invited("Ben")), host=ADA)
    assert match.handle(TakeSeat(CAT, None), 1.0).events == (SeatTaken(0, CAT),)


def test_a_kept_seat_is_kept_again_when_they_stand_up() -> None:
    """Standing up leaves the seat as it was made."""
    match = make_match(seats=(None, Invited("Ben")), host=ADA)
    match.handle(TakeSeat(BEN, None), 1.0)
    match.handle(Resign(BEN.id), 2.0)
    assert match.seats == [None, Invited("Ben")]


@pytest.mark.parametrize("command", [StartMatch(ADA.id)])
def test_a_kept_seat_is_empty(command: Command) -> None:
    """A match does not start while somebody invited has not come."""
    match = make_match(seats=(ADA, Invited("Ben")), autostart=False)
    assert refused(match.handle(command, 1.0).refusal) is Reason.SEATS_EMPTY


def test_an_id_is_stronger_than_a_name() -> None:
    """A seat that is kept for somebody known is not for others of that name."""
    kept = Invited("Ben", who_id=BEN.id)
    assert kept.invites(Human(BEN.id, "Benjamin"))
    assert not kept.invites(Human("id-other", "Ben"))


def test_those_who_are_invited_see_it_listed() -> None:
    """The lobby shows an unlisted match to whom a seat is kept for, until it starts."""
    match = make_match(seats=(ADA, Invited("BEN")), listed=False)
    assert listing([match]) == listing([match], CAT) == []
    assert listing([match], BEN) == [match]
    assert is_for(match, BEN)
    match.handle(TakeSeat(BEN, None), 1.0)
    assert not is_for(match, BEN)
    assert listing([match], BEN) == []
