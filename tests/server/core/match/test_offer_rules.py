"""What needs the consent of both sides: clocks and positions after a takeback, what engines agree to, rematches.

The stories tell the rest: `takeback`, `pause`, `people_pause`, `agreed_draw`, `aborted`, `engine_answers`,
`engines_hosted`.
"""

from dataclasses import replace
from typing import Any

import pytest

from kibitz_server.core.lobby.series import rematch_of
from kibitz_server.core.match.commands import AcceptOffer, EngineMoved, MakeOffer, PlayMove, Resign
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.offer_rules import EVEN, OPENING_PLIES, PHASES, engine_agrees
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.values.clock import Byoyomi, Fischer, PerMove, TimeControl
from kibitz_server.core.values.events import Event, MatchFinished, MatchPaused, OfferDeclined, Result, TakenBack
from kibitz_server.core.values.offers import OfferKind
from kibitz_server.core.values.refusal import Reason
from kibitz_server.core.values.terms import Series, Terms
from tests.server.core.make import ADA, BEN, ENGINE, THOUGHT, make_match, play, remaining_s

RUNNING, PAUSED, OVER = [Phase.RUNNING], [Phase.PAUSED], [Phase.FINISHED, Phase.ABORTED]
TABLE = {
    OfferKind.DRAW: RUNNING + PAUSED,
    OfferKind.TAKEBACK: RUNNING,
    OfferKind.PAUSE: RUNNING,
    OfferKind.RESUME: PAUSED,
    OfferKind.ADJOURN: RUNNING + PAUSED,
    OfferKind.ABORT: RUNNING + PAUSED,
    OfferKind.REMATCH: OVER,
}
"""Where each offer can be made."""


def match_in(phase: Phase) -> Match:
    """A match of two people, both of whom have moved, in a phase."""
    match = make_match()
    play(match, "b2", "a1")
    if phase is Phase.PAUSED:
        match.apply(MatchPaused(0.0, adjourned=False))
    if phase is Phase.FINISHED:
        match.apply(MatchFinished(Result(1, "resignation"), 0.0))
    if phase is Phase.ABORTED:
        play(match)
        agreed(match, OfferKind.ABORT, 5.0)
    return match


def agreed(match: Match, kind: OfferKind, now: float) -> tuple[Event, ...]:
    """Ada offers and Ben accepts."""
    assert match.handle(MakeOffer(ADA.id, kind), now).refusal is None
    decision = match.handle(AcceptOffer(BEN.id, kind), now)
    assert decision.refusal is None, decision.refusal
    return decision.events


@pytest.mark.parametrize("phase", [phase for phase in Phase if phase is not Phase.OPEN])
@pytest.mark.parametrize("kind", OfferKind)
def test_an_offer_is_made_in_its_phases_alone(kind: OfferKind, phase: Phase) -> None:
    """Each offer makes sense in some phases; in the others it is refused and changes nothing."""
    match = match_in(phase)
    seq = match.seq
    decision = match.handle(MakeOffer(ADA.id, kind), 9.0)
    assert (decision.refusal is None) == (phase in TABLE[kind]) == bool(decision.events)
    assert match.seq == seq + len(decision.events)
    assert set(PHASES[kind]) == set(TABLE[kind])


# -- takebacks


@pytest.mark.parametrize(
    ("control", "after"),
    [
        (None, None),
        (Fischer(60.0, 2.0), (57.0, 60.0)),
        (PerMove(30.0), (30.0, 30.0)),
        (Byoyomi(4.0, 3, 10.0), (0.0, 4.0)),
    ],
)
def test_a_takeback_sets_the_clocks_back(control: TimeControl | None, after: tuple[float, ...] | None) -> None:
    """Who takes back has what was left after the move; the other side what it had before its answer."""
    match = make_match(control=control)
    play(match, "b2", first_at=5.0)
    play(match, "a1", first_at=8.0)
    agreed(match, OfferKind.TAKEBACK, 11.0)
    assert match.ply == 0
    assert (match.clock.remaining_s if match.clock else None) == after
    if isinstance(control, Byoyomi):
        assert match.clock is not None
        assert match.clock.periods == (3, 3)


def test_a_takeback_counts_turns_not_plies() -> None:
    """In a game where one side may move again, it goes back to that side's last move, however the sides took turns."""
    match = make_match("kalah")
    play(match, "3")
    assert match.to_move == 0
    play(match, "1", first_at=2.0)
    assert match.to_move == 1
    assert agreed(match, OfferKind.TAKEBACK, 3.0)[-1] == TakenBack(0, 1)
    assert (match.ply, match.to_move) == (1, 0)
    assert agreed(match, OfferKind.TAKEBACK, 4.0)[-1] == TakenBack(0, 1)
    assert (match.ply, match.position.id) == (0, make_match("kalah").position.id)


def test_a_takeback_stops_at_the_opening() -> None:
    """Moves made before the match began are nobody's to take back."""
    match = make_match(opening=("b2", "a1"))
    assert match.handle(MakeOffer(ADA.id, OfferKind.TAKEBACK), 1.0).refusal is not None
    play(match, "c3")
    agreed(match, OfferKind.TAKEBACK, 5.0)
    assert (match.ply, match.position.text) == (0, make_match(opening=("b2", "a1")).position.text)


def test_a_match_goes_on_after_a_takeback_as_if_nothing_had_been() -> None:
    """The game can be played to its end; what was taken back does not count."""
    match = make_match()
    play(match, "b2", "a1", "c3", "a2")
    agreed(match, OfferKind.TAKEBACK, 9.0)
    play(match, "b3", "c1", "b1", first_at=10.0)
    assert match.result == Result(0, "line")
    assert [move.ply for move in match.moves] == [0, 1, 2, 3, 4]


# -- engines


def thoughtful(score: int, plies: int = OPENING_PLIES, **thought: Any) -> Match:
    """A match in which the engine saw this score at its last move."""
    match = make_match("mnk", options=(("columns", 9), ("rows", 9), ("connect", 9)), seats=(ADA, ENGINE))
    while match.ply < plies:
        if match.to_move == 0:
            match.handle(PlayMove(ADA.id, match.ply, match.position.legal[0].text), 1.0)
        else:
            seen = replace(THOUGHT, score=score, **thought)
            match.handle(EngineMoved(match.turn.number, match.position.legal[0].text, seen), 1.0)
    return match


@pytest.mark.parametrize(
    ("match", "agrees"),
    [
        (thoughtful(EVEN), True),
        (thoughtful(-900), True),
        (thoughtful(EVEN + 1), False),
        (thoughtful(0, plies=OPENING_PLIES - 2), False),
        (thoughtful(1, exact=True), False),
        (thoughtful(0, exact=True), True),
        (thoughtful(20, wins_in=5), False),
        (thoughtful(-20, wins_in=-4), True),
        (make_match(seats=(ADA, ENGINE)), False),
    ],
)
def test_an_engine_goes_by_its_last_search(match: Match, agrees: bool) -> None:
    """It agrees to a draw past the opening when it saw nothing better, and to none when a win is proven."""
    assert engine_agrees(match, 1, OfferKind.DRAW) is agrees


def test_an_engine_lets_nobody_take_back_what_counts() -> None:
    """In a rated match a takeback is declined; all else but a draw is agreed to."""
    known = replace(ADA, account=True)
    rated = make_match(host=known, seats=(known, ENGINE), terms=Terms(rated=True))
    casual = make_match(seats=(ADA, ENGINE))
    for match, kinds in ((rated, {OfferKind.TAKEBACK, OfferKind.DRAW}), (casual, {OfferKind.DRAW})):
        assert {kind for kind in OfferKind if not engine_agrees(match, 1, kind)} == kinds
    play(rated, "b2")
    declined = rated.handle(MakeOffer(ADA.id, OfferKind.TAKEBACK), 5.0).events[-1]
    assert declined == OfferDeclined(0, OfferKind.TAKEBACK, 1)


# -- pauses


def test_a_paused_match_is_given_up_without_charging_anyone() -> None:
    """Who resigns, or agrees to a draw, while the clocks stand has spent nothing more."""
    for end in (Resign(ADA.id), MakeOffer(ADA.id, OfferKind.DRAW)):
        match = make_match(control=Fischer(60.0))
        agreed(match, OfferKind.PAUSE, 10.0)
        match.handle(end, 500.0)
        match.handle(AcceptOffer(BEN.id), 600.0)
        assert match.phase is Phase.FINISHED
        assert remaining_s(match, 700.0) == (50.0, 60.0)


def test_adjourning_a_paused_match_keeps_its_times() -> None:
    """A pause may become an adjournment; the time is counted from there, and nothing is charged twice."""
    match = make_match(control=Fischer(60.0))
    agreed(match, OfferKind.PAUSE, 10.0)
    agreed(match, OfferKind.ADJOURN, 100.0)
    assert match.adjourned
    assert match.turn.began_at == 100.0
    assert remaining_s(match, 200.0) == (50.0, 60.0)


# -- rematches


def test_a_rematch_is_like_the_match_before() -> None:
    """All that was arranged stays, whatever it is; the sides are swapped, and it belongs to no series."""
    terms = Terms(key_hash="k", chat=False, series=Series("s", 2, 2))
    match = make_match("mnk", options=(("columns", 4),), control=Fischer(60.0), terms=terms, listed=False)
    again = rematch_of(match, "m2", "7QX42K", 5.0)
    assert (again.id, again.code, again.created_at) == ("m2", "7QX42K", 5.0)
    assert again.seats == (BEN, ADA)
    assert again.terms == replace(terms, series=None)
    assert dict(again.options)["columns"] == 4
    assert (again.control, again.listed) == (Fischer(60.0), False)


def test_a_series_that_goes_on_needs_no_rematch() -> None:
    """Between two games of a series a rematch is refused; after the last it is not."""
    for number, reason in ((1, Reason.NOT_OVER), (2, None)):
        match = make_match(terms=Terms(series=Series("s", 2, number)))
        match.apply(MatchFinished(Result(0, "resignation"), 0.0))
        refusal = match.handle(MakeOffer(ADA.id, OfferKind.REMATCH), 9.0).refusal
        assert (refusal.reason if refusal else None) is reason
