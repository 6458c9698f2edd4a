"""Seats that are kept for invited players."""

import pytest

from kibitz_server.core.lobby.listing import is_for, listing
from kibitz_server.core.match.commands import Command, Resign, StartMatch, TakeSeat
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.match.seats import is_invited
from kibitz_server.core.values.events import MatchStarted, SeatTaken
from kibitz_server.core.values.players import Human, Invited
from kibitz_server.core.values.refusal import Reason, Refusal
from tests.server.core.make import ADA, BEN, CAT, make_match

KEPT = Invited("Ben", who_id=BEN.id)


def refused(refusal: Refusal | None) -> Reason:
    """Return the reason of a refusal, which must exist."""
    assert refusal is not None
    return refusal.reason


def test_only_the_invited_player_can_take_a_kept_seat() -> None:
    """A kept seat is refused to other players; the invited player takes it and starts the match."""
    match = make_match(seats=(ADA, KEPT))
    assert match.phase is Phase.OPEN
    for command in (TakeSeat(CAT, None), TakeSeat(CAT, 1)):
        assert refused(match.handle(command, 1.0).refusal) is Reason.SEAT_KEPT
    assert match.handle(TakeSeat(BEN, None), 2.0).events == (SeatTaken(1, BEN), MatchStarted())


def test_an_invited_player_gets_the_kept_seat() -> None:
    """An invited player gets the kept seat, and any other player the free one."""
    match = make_match(seats=(None, KEPT), host=ADA)
    assert match.handle(TakeSeat(BEN, None), 1.0).events == (SeatTaken(1, BEN),)
    match = make_match(seats=(None, KEPT), host=ADA)
    assert match.handle(TakeSeat(CAT, None), 1.0).events == (SeatTaken(0, CAT),)


def test_a_kept_seat_is_kept_again_after_its_player_leaves() -> None:
    """A kept seat is kept again when its player leaves."""
    match = make_match(seats=(None, KEPT), host=ADA)
    match.handle(TakeSeat(BEN, None), 1.0)
    match.handle(Resign(BEN.id), 2.0)
    assert match.seats == (None, KEPT)


@pytest.mark.parametrize("command", [StartMatch(ADA.id)])
def test_a_kept_seat_is_empty(command: Command) -> None:
    """A match does not start while an invited player is missing."""
    match = make_match(seats=(ADA, KEPT), autostart=False)
    assert refused(match.handle(command, 1.0).refusal) is Reason.SEATS_EMPTY


def test_an_id_is_stronger_than_a_name() -> None:
    """A seat that is kept for an id is not for another player of that name."""
    kept = Invited("Ben", who_id=BEN.id)
    assert kept.invites(Human(BEN.id, "Benjamin"))
    assert not kept.invites(Human("id-other", "Ben"))


def test_a_name_without_an_id_is_for_accounts_and_no_key() -> None:
    """In a match of an older server, only an account can accept the invitation, and it does not replace the key."""
    kept, account = Invited("Ben"), Human("id-new", "BEN", account=True)
    assert (kept.invites(BEN), kept.invites(account)) == (False, True)
    match = make_match(seats=(ADA, kept), listed=False)
    assert not is_invited(match, account)
    assert listing([match], account) == []
    assert match.handle(TakeSeat(account, None), 1.0).refusal is None


def test_an_invited_player_sees_the_match_listed() -> None:
    """The lobby shows an unlisted match to its players and to its invited player."""
    match = make_match(seats=(ADA, KEPT), listed=False)
    assert listing([match]) == listing([match], CAT) == []
    assert listing([match], BEN) == listing([match], ADA) == [match]
    assert is_for(match, BEN)
    match.handle(TakeSeat(BEN, None), 1.0)
    assert not is_for(match, BEN)
    assert listing([match], BEN) == [match]
    assert listing([match], CAT) == []
