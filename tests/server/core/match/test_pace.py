"""The pace of a match between engines: set, stepped and kept by its events."""

from typing import Any

import pytest

from kibitz_server.core.lobby.series import rematch_of
from kibitz_server.core.match.commands import EngineMoved, MakeOffer, SetPace
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.values.clock import Fischer
from kibitz_server.core.values.events import Event, MatchPaused, MatchResumed, MovePlayed, PaceSet
from kibitz_server.core.values.offers import OfferKind
from kibitz_server.core.values.players import Human
from kibitz_server.core.values.refusal import Reason
from kibitz_server.core.values.terms import Place, Terms
from tests.server.core.make import ADA, BEN, CAT, ENGINE, WON, make_match, refused, state_of


def engines(**fields: Any) -> Match:
    """Return a running match between engines, which Ada hosts and watches."""
    return make_match(seats=(ENGINE, ENGINE), **fields)


def move(match: Match, text: str, at: float) -> tuple[Event, ...]:
    """Play a move for the engine to move, and return the events."""
    decision = match.handle(EngineMoved(match.turn.number, text, None), at)
    assert decision.refusal is None
    return decision.events


def test_the_host_sets_the_pace() -> None:
    """The pace says when the engine answers, from the move that it is set at, and holds for a rematch."""
    match = engines(engine_pace_s=1.0)
    assert match.engine_answers_at(0.6) == 1.0
    assert match.handle(SetPace(ADA.id, 2.5), 0.5).events == (PaceSet(2.5),)
    assert match.engine_answers_at(0.6) == 2.5
    assert match.handle(SetPace(ADA.id, 2.5), 0.6).events == ()
    assert rematch_of(match, "m2", "CODE", 0.0).engine_pace_s == 2.5


def test_a_step_plays_one_move_of_a_paused_match() -> None:
    """The match goes on for one move and pauses again. The command that is sent twice changes nothing."""
    match = engines(engine_pace_s=10.0)
    assert match.handle(MakeOffer(ADA.id, OfferKind.PAUSE), 1.0).events == (MatchPaused(1.0, adjourned=False),)
    assert match.search_request() is None
    assert match.handle(SetPace(ADA.id, step_at=0), 2.0).events == (MatchResumed(), PaceSet(10.0, step=True))
    assert match.engine_answers_at(0.0) <= 2.0
    assert match.handle(SetPace(ADA.id, step_at=0), 2.1).events == ()
    played, paused = move(match, WON[0], 2.5)
    assert isinstance(played, MovePlayed)
    assert paused == MatchPaused(0.0, adjourned=False)
    assert refused(match.handle(SetPace(ADA.id, step_at=0), 2.6)).reason is Reason.STALE_PLY
    assert match.handle(MakeOffer(ADA.id, OfferKind.RESUME), 3.0).events == (MatchResumed(),)
    assert len(move(match, WON[1], 4.0)) == 1


def test_a_step_that_ends_the_game_does_not_pause_it() -> None:
    """The last move of a game ends it, with a step too."""
    match = engines()
    for ply, text in enumerate(WON):
        match.handle(SetPace(ADA.id, step_at=ply), ply)
        move(match, text, ply + 0.5)
    assert match.phase is Phase.FINISHED


def test_chance_is_decided_before_the_pause_of_a_step() -> None:
    """A step of a game with dice shows what was rolled for the next side."""
    match = engines(game="backgammon", server_seed="0" * 64)
    assert not match.position.chances
    match.handle(SetPace(ADA.id, step_at=0), 1.0)
    move(match, match.position.legal[0].text, 2.0)
    assert match.phase is Phase.PAUSED
    assert not match.position.chances


def test_no_flag_falls_while_engines_are_paused() -> None:
    """The clocks of both engines stand in a pause, however long it is, and after a step."""
    match = engines(control=Fischer(10.0))
    match.handle(MakeOffer(ADA.id, OfferKind.PAUSE), 1.0)
    match.handle(SetPace(ADA.id, step_at=0), 500.0)
    move(match, WON[0], 501.0)
    match.handle(MakeOffer(ADA.id, OfferKind.RESUME), 900.0)
    displays = match.clock_displays(901.0)
    assert displays is not None
    assert displays.remaining_s == (8.0, 9.0)


def test_the_pace_survives_a_restart() -> None:
    """The events of a match rebuild its pace and its step."""
    match = Match.from_events([engines().created], 0.0)
    happened: list[Event] = [*match.begin(0.0), *match.handle(SetPace(ADA.id, 4.0, 0), 1.0).events]
    again = Match.from_events([match.created, *happened], 0.0)
    assert (again.pace_s, again.stepping) == (4.0, True)
    assert state_of(again) == state_of(match)


@pytest.mark.parametrize(
    ("by", "fields", "reason"),
    [
        (CAT, {"seats": (ENGINE, ENGINE)}, Reason.NOT_SEATED),
        (BEN, {"seats": (ENGINE, BEN)}, Reason.NOT_HOST),
        (ADA, {"seats": (ENGINE, ADA)}, Reason.NOT_ALLOWED),
        (ADA, {"seats": (ENGINE, ENGINE), "terms": Terms(tournament=Place("t", "T", 1, 1, 1))}, Reason.NOT_ALLOWED),
    ],
    ids=["viewer", "player", "person", "event"],
)
def test_only_the_host_of_two_engines_sets_a_pace(by: Human, fields: dict[str, Any], reason: Reason) -> None:
    """A viewer may not, and neither a host where a person plays or that is part of a tournament."""
    assert refused(make_match(**fields).handle(SetPace(by.id, 1.0), 1.0)).reason is reason
