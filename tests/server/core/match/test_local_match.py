"""A match in which one player has all seats, for people at one keyboard."""

from dataclasses import replace

import pytest

from kibitz_server.core.lobby.listing import may_be_deserted
from kibitz_server.core.lobby.ratings import rated_players
from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.core.lobby.series import rematch_of
from kibitz_server.core.match.commands import Claim, MakeOffer, PlayMove, Resign, StartMatch, TakeSeat, UpdatePresence
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.values.events import MatchAborted, MatchFinished, MovePlayed, Result, TakenBack
from kibitz_server.core.values.offers import OfferKind
from kibitz_server.core.values.players import Human
from kibitz_server.core.values.refusal import Reason
from kibitz_server.core.values.terms import Terms
from kibitz_server.core.values.timeouts import DESERTED_TIMEOUT_S
from kibitz_server.store.event_json import dump, load
from tests.server.core.make import ADA, BEN, BLITZ, WON, creation_refusal, make_create, make_match, play, refused

ANN, BOB = replace(ADA, label="Ann"), replace(ADA, label="Bob")
BOTH = (ANN, BOB)


def test_a_player_with_all_seats_moves_for_the_side_to_move() -> None:
    """The same player makes the moves of both sides, and the result names the side that won."""
    match = make_match(seats=BOTH)
    assert (match.local, match.seats_of(ADA.id), match.seat_of(ADA.id)) == (True, (0, 1), 0)
    decisions = play(match, *WON)
    assert [event.seat for d in decisions for event in d.events if isinstance(event, MovePlayed)] == [0, 1, 0, 1, 0]
    assert match.result == Result(0, "line")
    assert match.seat_of(ADA.id) == 0


def test_a_match_of_two_players_is_not_local() -> None:
    """Each of two players has a seat of its own, on either side's turn."""
    match = make_match()
    assert (match.local, match.seat_of(ADA.id), match.seat_of(BEN.id), match.seats_of(BEN.id)) == (False, 0, 1, (1,))


def test_another_player_cannot_move_in_it() -> None:
    """The seats belong to one player."""
    match = make_match(seats=BOTH)
    assert refused(match.handle(PlayMove(BEN.id, 0, "b2"), 1.0)).reason is Reason.NOT_SEATED


def test_a_repeated_move_is_recognized_on_either_side() -> None:
    """A command that was carried out for one side is not an error on the turn of the other."""
    match = make_match(seats=BOTH)
    command = PlayMove(ADA.id, 0, "b2", id="c1")
    assert match.handle(command, 1.0).refusal is None
    again = match.handle(command, 2.0)
    assert (again.events, again.refusal) == ((), None)


def test_the_side_to_move_resigns() -> None:
    """A resignation is that of the side to move."""
    match = make_match(seats=BOTH)
    play(match, "b2")
    assert match.handle(Resign(ADA.id), 5.0).events == (MatchFinished(Result(0, "resignation"), 4.0),)


def test_a_draw_needs_no_second_player() -> None:
    """The draw is agreed at the keyboard, so it takes effect at once."""
    match = make_match(seats=BOTH)
    assert match.handle(MakeOffer(ADA.id, OfferKind.DRAW), 1.0).events == (
        MatchFinished(Result(None, "agreement"), 1.0),
    )


def test_a_takeback_undoes_one_ply_at_once() -> None:
    """Each takeback undoes the last move, whichever side made it, back to the start."""
    match = make_match(seats=BOTH)
    play(match, "b2", "a1", "c3")
    back = [match.handle(MakeOffer(ADA.id, OfferKind.TAKEBACK), 10.0).events for _ in range(3)]
    assert back == [(TakenBack(0, 1),), (TakenBack(1, 1),), (TakenBack(0, 1),)]
    assert (match.ply, match.to_move) == (0, 0)
    assert refused(match.handle(MakeOffer(ADA.id, OfferKind.TAKEBACK), 11.0)).reason is Reason.NO_MOVE


@pytest.mark.parametrize("kind", [OfferKind.PAUSE, OfferKind.ADJOURN])
def test_a_pause_begins_and_ends_at_once(kind: OfferKind) -> None:
    """The player of both sides pauses the clocks and lets them run again alone."""
    match = make_match(seats=BOTH, control=BLITZ)
    phases = []
    for made in (kind, OfferKind.RESUME):
        assert match.handle(MakeOffer(ADA.id, made), 1.0).refusal is None
        phases.append(match.phase)
    assert phases == [Phase.PAUSED, Phase.RUNNING]


def test_each_side_has_its_own_clock() -> None:
    """The flag of the side to move falls, and the other side wins."""
    match = make_match(seats=BOTH, control=BLITZ)
    play(match, "b2", first_at=10.0)
    deadline = match.next_deadline()
    assert deadline == 70.0
    assert match.handle(PlayMove(ADA.id, 1, "a1"), deadline).events == (MatchFinished(Result(0, "time"), 60.0),)


def test_a_rematch_swaps_the_named_sides() -> None:
    """The person who moved second moves first in the rematch."""
    match = make_match(seats=BOTH)
    play(match, *WON)
    assert match.handle(MakeOffer(ADA.id, OfferKind.REMATCH), 9.0).refusal is None
    assert match.rematch_pending
    assert rematch_of(match, "m2", "K7QX43", 0.0).seats == (BOB, ANN)


def test_it_cannot_be_claimed() -> None:
    """There is no opponent who could have disconnected."""
    match = make_match(seats=BOTH, control=BLITZ)
    assert refused(match.handle(Claim(ADA.id), 50.0)).message == "you play both sides"


def test_it_is_aborted_when_its_player_stays_away() -> None:
    """It may be deserted, and is aborted after the time of any deserted match."""
    match = make_match(seats=BOTH)
    play(match, "b2")
    match.handle(UpdatePresence(ADA.id, False), 5.0)
    assert may_be_deserted(match)
    assert match.next_deadline() == 5.0 + DESERTED_TIMEOUT_S
    match.handle(UpdatePresence(ADA.id, False), 5.0 + DESERTED_TIMEOUT_S)
    assert match.result is not None
    assert match.phase is Phase.ABORTED


def test_its_host_keeps_both_seats_before_the_start() -> None:
    """Without autostart the match waits for its host, whose absence ends it instead of freeing a seat."""
    match = make_match(seats=BOTH, autostart=False)
    assert refused(match.handle(TakeSeat(ADA, None), 1.0)).reason is Reason.ALREADY_SEATED
    match.handle(UpdatePresence(ADA.id, False), 2.0)
    deadline = match.next_deadline()
    assert deadline is not None
    events = match.handle(UpdatePresence(ADA.id, False), deadline).events
    assert [type(event) for event in events] == [MatchAborted]
    other = make_match(seats=BOTH, autostart=False)
    assert other.handle(StartMatch(ADA.id), 1.0).refusal is None


def test_it_is_never_rated() -> None:
    """A rated match needs two players, also when the one player has an account."""
    account = Human("id-acc", "Acc", account=True)
    refusal = creation_refusal(MatchRegistry(), make_create(seats=(account, account), terms=Terms(rated=True)))
    assert (refusal.reason, refusal.message) == (Reason.CANNOT_RATE, "a rated match needs two players")
    casual = make_match(seats=(account, account))
    play(casual, *WON)
    assert rated_players(casual) is None


def test_labels_are_for_a_player_with_all_seats() -> None:
    """A player cannot appear under another name in a match with other players."""
    refusal = creation_refusal(MatchRegistry(), make_create(seats=(ANN, BEN)))
    assert refusal.reason is Reason.BAD_SEATS


def test_labels_are_stored() -> None:
    """The events name both sides; a player of an older event has no label."""
    match = make_match(seats=BOTH)
    stored = dump(match.created)
    assert Match.from_events([load("MatchCreated", stored)], 0.0).seats == (ANN, BOB)
    older = stored.replace(',"label":"Ann"', "").replace(',"label":"Bob"', "").replace(',"label":null', "")
    assert "label" not in older
    assert Match.from_events([load("MatchCreated", older)], 0.0).seats == (ADA, ADA)
