"""A match has begun when each side has moved, or when a chance event was decided. From then on it ends by consent."""

from dataclasses import replace
from typing import Any

import pytest

from kibitz_server.core.lobby.series import series_continues
from kibitz_server.core.match.commands import AllLeft, CheckClock, Claim, MakeOffer, UpdatePresence
from kibitz_server.core.match.match import Match
from kibitz_server.core.values.clock import Fischer
from kibitz_server.core.values.endings import EndKind, MatchEnd
from kibitz_server.core.values.events import MatchAborted, MatchFinished, OfferDeclined, OfferMade, Result, TakenBack
from kibitz_server.core.values.offers import OfferKind
from kibitz_server.core.values.players import Engine
from kibitz_server.core.values.refusal import Reason
from kibitz_server.core.values.terms import Series, Terms
from kibitz_server.core.values.time_management import Budget
from kibitz_server.core.values.timeouts import FIRST_MOVE_S, NO_SHOW_AFTER_S, PAUSED_TIMEOUT_S, UNTIMED_TURN_S
from tests.games.chance import SEED
from tests.server.core.make import ADA, BEN, CAT, make_chance_match, make_match, play, refused

ENGINE = Engine("level", Budget(level=5))
RATED = Terms(rated=True)
ANN, BOB = replace(ADA, account=True), replace(BEN, account=True)
STOPS = (OfferKind.ABORT, OfferKind.PAUSE, OfferKind.ADJOURN)


def drawn(**fields: Any) -> Match:
    """Return a match in which cards were dealt, and no side has moved."""
    return make_chance_match("kuhn", **{"server_seed": SEED, "options": (("hands", 1),), **fields})


def test_moves_of_both_sides_or_a_chance_event_begin_a_match() -> None:
    """A takeback does not undo it, so agreeing on one is not agreeing to an abort."""
    match = make_match()
    play(match, "b2")
    assert not match.begun
    play(match, "a1")
    assert match.begun
    match.apply(TakenBack(0, 2))
    assert (match.ply, match.begun) == (0, True)
    assert drawn().begun


@pytest.mark.parametrize("rated", [False, True])
def test_a_side_that_has_seen_cards_cannot_abort_alone(rated: bool) -> None:
    """Its wish to abort is an offer, as after the first moves."""
    match = drawn(seats=(ANN, BOB), terms=Terms(rated=rated))
    for player in (ANN, BOB):
        assert match.handle(MakeOffer(player.id, OfferKind.TAKEBACK), 1.0).refusal is not None
    assert match.handle(MakeOffer(ANN.id, OfferKind.ABORT), 2.0).events == (OfferMade(0, OfferKind.ABORT),)
    ended = match.handle(MakeOffer(BOB.id, OfferKind.ABORT), 3.0).events
    assert match.end == MatchEnd(EndKind.ABORTED)
    assert MatchAborted("by agreement") in ended


@pytest.mark.parametrize("kind", STOPS)
def test_an_engine_stops_no_rated_match_that_has_begun(kind: OfferKind) -> None:
    """It declines, but agrees in a casual match."""
    match = drawn(seats=(ANN, ENGINE), terms=RATED)
    assert match.handle(MakeOffer(ANN.id, kind), 1.0).events == (OfferMade(0, kind), OfferDeclined(0, kind, 1))
    assert drawn(seats=(ANN, ENGINE)).handle(MakeOffer(ANN.id, kind), 1.0).events[1:]


@pytest.mark.parametrize("kind", STOPS)
def test_a_host_stops_no_rated_match_of_engines_that_has_begun(kind: OfferKind) -> None:
    """Otherwise it could choose which results count."""
    seats = (ENGINE, Engine("level", Budget(level=3)))
    match = drawn(seats=seats, host=CAT, terms=RATED)
    assert refused(match.handle(MakeOffer(CAT.id, kind), 1.0)).reason is Reason.NOT_OVER
    assert drawn(seats=seats, host=CAT).handle(MakeOffer(CAT.id, kind), 1.0).events


def test_a_missing_first_move_loses_once_cards_were_dealt() -> None:
    """Each side has its time for the first move, and loses after it."""
    match = drawn(control=Fischer(60.0), first_moves_free=True)
    first = match.to_move
    assert first is not None
    events = match.handle(CheckClock(), FIRST_MOVE_S).events
    assert events[0] == MatchFinished(Result(1 - first, "no-show"), FIRST_MOVE_S)
    assert match.end == MatchEnd(EndKind.NO_SHOW, first)


def test_a_claim_before_the_first_move_wins_once_cards_were_dealt() -> None:
    """It is decided as later claims are: as a win, or as a draw if it asks for one."""
    results = []
    for draw in (False, True):
        match = drawn()
        match.handle(UpdatePresence(ADA.id, False), 0.0)
        match.handle(Claim(BEN.id, draw), NO_SHOW_AFTER_S)
        results.append(match.result)
    assert results == [Result(1, "no-show"), Result(None, "abandonment")]


@pytest.mark.parametrize(("seats", "loser"), [((ANN, BOB), 0), ((ANN, ENGINE), 0), ((ENGINE, ANN), 1)])
def test_the_side_to_move_loses_a_match_that_all_have_left(seats: tuple[Any, ...], loser: int) -> None:
    """Its opponent waited for it; an engine never loses this way."""
    match = drawn(seats=seats)
    match.handle(AllLeft(), 10.0)
    assert match.result == Result(1 - loser, "abandonment")
    assert match.end == MatchEnd(EndKind.ABANDONED, loser)


def test_the_seat_that_aborts_before_the_beginning_is_kept() -> None:
    """The seat is part of the event, so that aborts of an account can be counted."""
    match = make_match()
    match.handle(MakeOffer(BEN.id, OfferKind.ABORT), 1.0)
    assert match.end == MatchEnd(EndKind.ABORTED, 1)
    late = make_match(control=Fischer(60.0), first_moves_free=True)
    late.handle(CheckClock(), FIRST_MOVE_S)
    assert late.end == MatchEnd(EndKind.NO_SHOW, 0)


def test_a_rated_match_without_a_clock_waits_a_day_for_a_move() -> None:
    """A player who stays connected and never moves loses, and a casual match waits on."""
    rated, casual = drawn(seats=(ANN, ENGINE), terms=RATED), drawn(seats=(ANN, ENGINE))
    assert (rated.next_deadline(), casual.next_deadline()) == (UNTIMED_TURN_S, None)
    rated.handle(CheckClock(), UNTIMED_TURN_S)
    assert rated.result == Result(1, "time")


def test_an_old_pause_of_a_rated_match_with_an_engine_is_lost_in_the_end() -> None:
    """A pause that an older server allowed does not spare a loss."""
    match = drawn(seats=(ANN, ENGINE), terms=RATED)
    paused = replace(match.created, terms=Terms())
    match.created = paused
    match.handle(MakeOffer(ANN.id, OfferKind.PAUSE), 1.0)
    match.created = replace(paused, terms=RATED)
    match.handle(CheckClock(), 1.0 + PAUSED_TIMEOUT_S)
    assert match.result == Result(1, "abandonment")


def test_absence_without_a_move_ends_a_series() -> None:
    """Otherwise all its other games would be lost one after the other."""
    match = drawn(control=Fischer(60.0), first_moves_free=True, terms=Terms(series=Series("s1", 6)))
    match.handle(CheckClock(), FIRST_MOVE_S)
    assert match.end is not None
    assert match.end.kind is EndKind.NO_SHOW
    assert not series_continues(match)
