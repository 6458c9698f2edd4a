"""Offers: clocks and positions after a takeback, answers of engines, rematches.

The stories show the rest: `takeback`, `pause`, `people_pause`, `agreed_draw`, `aborted`, `engine_answers`,
`engines_hosted`.

"""

from dataclasses import replace
from typing import Any

import pytest

from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.core.lobby.series import rematch_of
from kibitz_server.core.match.commands import (
    Abort,
    AcceptOffer,
    DeclineOffer,
    EngineMoved,
    GoBerserk,
    MakeOffer,
    PlayMove,
    Resign,
)
from kibitz_server.core.match.match import Decision, Match
from kibitz_server.core.match.offer_rules import EVEN, OPENING_PLIES, PHASES, engine_agrees
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.values.clock import Byoyomi, Fischer, PerMove, TimeControl
from kibitz_server.core.values.events import (
    Event,
    MatchFinished,
    MatchPaused,
    OfferDeclined,
    OfferMade,
    Result,
    TakenBack,
)
from kibitz_server.core.values.offers import OfferKind
from kibitz_server.core.values.refusal import Reason
from kibitz_server.core.values.terms import Place, Series, Terms
from tests.server.core.make import (
    ADA,
    BEN,
    ENGINE,
    SEARCH_INFO,
    create,
    make_create,
    make_match,
    play,
    refused,
    remaining_s,
)

RUNNING, PAUSED, OVER = [Phase.RUNNING], [Phase.PAUSED], [Phase.FINISHED, Phase.ABORTED]
TABLE = {
    OfferKind.DRAW: RUNNING + PAUSED,
    OfferKind.TAKEBACK: RUNNING,
    OfferKind.PAUSE: RUNNING,
    OfferKind.RESUME: PAUSED,
    OfferKind.ADJOURN: RUNNING + PAUSED,
    OfferKind.ABORT: RUNNING + PAUSED,
    OfferKind.REMATCH: OVER,
    OfferKind.SETTLE: [],
}
"""Phases in which each offer can be made."""


def match_in(phase: Phase) -> Match:
    """Return a match of two human players in a phase, after one move of each."""
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
    """Let Ada offer and Ben accept; return the events of the acceptance."""
    assert match.handle(MakeOffer(ADA.id, kind), now).refusal is None
    decision = match.handle(AcceptOffer(BEN.id, kind), now)
    assert decision.refusal is None, decision.refusal
    return decision.events


def test_only_players_answer_and_only_offers_that_are_open() -> None:
    """The two refusals differ."""
    match = match_in(Phase.RUNNING)
    for by, reason in (("a spectator", Reason.NOT_SEATED), (BEN.id, Reason.NO_OFFER)):
        assert refused(match.handle(AcceptOffer(by, OfferKind.DRAW), 9.0)).reason is reason


def test_a_match_that_never_had_all_of_its_players_has_no_rematch() -> None:
    """It can be created again instead."""
    match = make_match(seats=(ADA, None))
    assert match.handle(Abort("a test"), 1.0).refusal is None
    assert refused(match.handle(MakeOffer(ADA.id, OfferKind.REMATCH), 2.0)).reason is Reason.SEATS_EMPTY


@pytest.mark.parametrize("phase", [phase for phase in Phase if phase is not Phase.OPEN])
@pytest.mark.parametrize("kind", OfferKind)
def test_an_offer_is_valid_in_its_phases(kind: OfferKind, phase: Phase) -> None:
    """Each offer is valid in some phases; in others it is refused and changes nothing."""
    match = match_in(phase)
    seq = match.seq
    decision = match.handle(MakeOffer(ADA.id, kind), 9.0)
    assert (decision.refusal is None) == (phase in TABLE[kind]) == bool(decision.events)
    assert match.seq == seq + len(decision.events)
    # Only a pause that follows the end of the game is one to settle in.
    assert set(PHASES[kind]) == set(PAUSED if kind is OfferKind.SETTLE else TABLE[kind])


@pytest.mark.parametrize(
    ("phase", "kind", "most"), [(Phase.RUNNING, OfferKind.DRAW, 1), (Phase.FINISHED, OfferKind.REMATCH, 3)]
)
def test_a_declined_offer_may_not_be_repeated_at_will(phase: Phase, kind: OfferKind, most: int) -> None:
    """A seat offers the same once between two of its moves, and a few times where there are no moves."""
    match = match_in(phase)
    for _ in range(most):
        assert match.handle(MakeOffer(ADA.id, kind), 9.0).refusal is None
        assert match.handle(DeclineOffer(BEN.id, kind), 9.0).refusal is None
    refusal = match.handle(MakeOffer(ADA.id, kind), 9.0).refusal
    assert refusal is not None
    assert refusal.reason is Reason.TOO_SOON
    assert match.handle(MakeOffer(BEN.id, kind), 9.0).refusal is None
    if phase is Phase.RUNNING:
        play(match, "c3")
        assert match.handle(MakeOffer(ADA.id, kind), 9.0).refusal is None


@pytest.mark.parametrize("game", ["chess", "draughts", "russian", "international"])
def test_a_draw_offer_stands_until_the_other_side_moves(game: str) -> None:
    """In chess and draughts it can be accepted, declined and withdrawn after the own move, and not after the other."""
    for kind in OfferKind.DRAW, OfferKind.PAUSE:
        match = make_match(game)
        play(match, match.position.legal[0].text, match.position.after(match.position.legal[0]).legal[0].text)
        assert match.handle(MakeOffer(ADA.id, kind), 9.0).refusal is None
        play(match, match.position.legal[0].text)
        accepted = match.handle(AcceptOffer(BEN.id, kind), 9.0)
        assert (accepted.refusal is None) == (match.over) == (kind is OfferKind.DRAW)
    match = make_match(game)
    assert match.handle(MakeOffer(ADA.id, OfferKind.DRAW), 9.0).refusal is None
    play(match, match.position.legal[0].text)
    assert refused(match.handle(MakeOffer(ADA.id, OfferKind.DRAW), 9.0)).reason is Reason.OFFER_OPEN
    play(match, match.position.legal[0].text)
    refusal = refused(match.handle(AcceptOffer(BEN.id, OfferKind.DRAW), 9.0))
    assert refusal.reason is Reason.NO_OFFER
    assert refusal.hint == "a draw offer stands until you move, others until the next move"


def test_a_standing_offer_that_was_declined_is_not_repeated_before_the_next_move() -> None:
    """The own move does not allow a second offer beside the one that stands."""
    match = make_match("chess")
    match.handle(MakeOffer(ADA.id, OfferKind.DRAW), 1.0)
    play(match, "e2e4")
    assert match.handle(DeclineOffer(BEN.id, OfferKind.DRAW), 9.0).refusal is None
    assert refused(match.handle(MakeOffer(ADA.id, OfferKind.DRAW), 9.0)).reason is Reason.TOO_SOON
    play(match, "e7e5", "g1f3")
    assert match.handle(MakeOffer(ADA.id, OfferKind.DRAW), 9.0).refusal is None
    match.handle(MakeOffer(BEN.id, OfferKind.DRAW), 9.0)
    assert match.result == Result(None, "agreement")


def test_in_other_games_each_move_ends_a_draw_offer() -> None:
    """The own move does, too, and the refusal says so."""
    match = make_match()
    match.handle(MakeOffer(ADA.id, OfferKind.DRAW), 1.0)
    play(match, "b2")
    assert refused(match.handle(AcceptOffer(BEN.id), 9.0)).hint == "offers expire on the next move"


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
    """After a takeback one side keeps its time after its move; the other gets back its time before the answer."""
    match = make_match(control=control)
    play(match, "b2", first_at=5.0)
    play(match, "a1", first_at=8.0)
    agreed(match, OfferKind.TAKEBACK, 11.0)
    assert match.ply == 0
    assert (match.clock.remaining_s if match.clock else None) == after
    if isinstance(control, Byoyomi):
        assert match.clock is not None
        assert match.clock.periods == (3, 3)


def test_a_takeback_does_not_undo_berserk() -> None:
    """The seat that went berserk after the move has half of its time, and no increment, also before that move."""
    match = make_match(control=Fischer(60.0, 2.0), terms=Terms(berserk=True))
    play(match, "b2", first_at=4.0)
    match.handle(GoBerserk(BEN.id), 5.0)
    match.handle(MakeOffer(ADA.id, OfferKind.TAKEBACK), 6.0)
    match.handle(AcceptOffer(BEN.id), 7.0)
    assert match.berserk == (False, True)
    assert remaining_s(match, 7.0) == (58.0, 30.0)
    play(match, "b2", "a1", first_at=10.0, every_s=3.0)
    assert remaining_s(match, 13.0) == (57.0, 27.0)


def test_a_repeated_takeback_has_no_effect() -> None:
    """A repeated offer makes no second one, and a repeated move that was taken back is not made again."""
    match, events = create(MatchRegistry(), make_create(seats=(ADA, BEN)))
    for command in (
        PlayMove(ADA.id, 0, "b2", id="c0"),
        PlayMove(BEN.id, 1, "a1", id="c1"),
        MakeOffer(ADA.id, OfferKind.TAKEBACK, "offer"),
        AcceptOffer(BEN.id),
    ):
        events += match.handle(command, 1.0).events
    assert events[-1] == TakenBack(0, 2)
    again = Match.from_events(events, 4.0)
    for each in (match, again):
        assert each.handle(MakeOffer(ADA.id, OfferKind.TAKEBACK, "offer"), 5.0) == Decision()
        assert each.handle(PlayMove(ADA.id, 0, "b2", id="c0"), 5.0) == Decision()
        assert each.handle(PlayMove(BEN.id, 1, "a1", id="c1"), 5.0) == Decision()
        assert each.handle(MakeOffer(BEN.id, OfferKind.TAKEBACK, "offer"), 5.0).refusal is not None
        assert each.handle(PlayMove(ADA.id, 0, "b2", id="new"), 5.0).events


def test_a_takeback_counts_turns_not_plies() -> None:
    """In a game where a side can move twice, a takeback goes back to the last move of that side."""
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
    """Opening moves cannot be taken back."""
    match = make_match(opening=("b2", "a1"))
    assert match.handle(MakeOffer(ADA.id, OfferKind.TAKEBACK), 1.0).refusal is not None
    play(match, "c3")
    agreed(match, OfferKind.TAKEBACK, 5.0)
    assert (match.ply, match.position.text) == (0, make_match(opening=("b2", "a1")).position.text)


def test_a_match_continues_normally_after_a_takeback() -> None:
    """After a takeback the game can be played to its end, without the removed moves."""
    match = make_match()
    play(match, "b2", "a1", "c3", "a2")
    agreed(match, OfferKind.TAKEBACK, 9.0)
    play(match, "b3", "c1", "b1", first_at=10.0)
    assert match.result == Result(0, "line")
    assert [move.ply for move in match.moves] == [0, 1, 2, 3, 4]


# -- engines


def match_with_score(score: int, plies: int = OPENING_PLIES, **fields: Any) -> Match:
    """Return a match in which the engine reported this score at its last move."""
    match = make_match("mnk", options=(("columns", 9), ("rows", 9), ("connect", 9)), seats=(ADA, ENGINE))
    while match.ply < plies:
        if match.to_move == 0:
            match.handle(PlayMove(ADA.id, match.ply, match.position.legal[0].text), 1.0)
        else:
            search_info = replace(SEARCH_INFO, score=score, **fields)
            match.handle(EngineMoved(match.turn.number, match.position.legal[0].text, search_info), 1.0)
    return match


@pytest.mark.parametrize(
    ("match", "accepts"),
    [
        (match_with_score(EVEN), True),
        (match_with_score(-900), True),
        (match_with_score(EVEN + 1), False),
        (match_with_score(0, plies=OPENING_PLIES - 2), False),
        (match_with_score(1, exact=True), False),
        (match_with_score(0, exact=True), True),
        (match_with_score(20, wins_in=5), False),
        (match_with_score(-20, wins_in=-4), True),
        (make_match(seats=(ADA, ENGINE)), False),
    ],
)
def test_the_last_search_of_an_engine_decides(match: Match, accepts: bool) -> None:
    """An engine accepts a draw after the opening if its score is low, and never with a proven win."""
    assert engine_agrees(match, 1, OfferKind.DRAW) is accepts


def test_an_engine_declines_takebacks_in_a_rated_match() -> None:
    """An engine declines takebacks in a rated match, and accepts all else but draws."""
    known = replace(ADA, account=True)
    rated = make_match(host=known, seats=(known, ENGINE), terms=Terms(rated=True))
    casual = make_match(seats=(ADA, ENGINE))
    for match, kinds in ((rated, {OfferKind.TAKEBACK, OfferKind.DRAW}), (casual, {OfferKind.DRAW})):
        assert {kind for kind in OfferKind if not engine_agrees(match, 1, kind)} == kinds
    play(rated, "b2")
    declined = rated.handle(MakeOffer(ADA.id, OfferKind.TAKEBACK), 5.0).events[-1]
    assert declined == OfferDeclined(0, OfferKind.TAKEBACK, 1)


# -- pauses


def test_the_end_of_a_paused_match_charges_no_time() -> None:
    """A resignation or a draw during a pause charges no time."""
    for end in (Resign(ADA.id), MakeOffer(ADA.id, OfferKind.DRAW)):
        match = make_match(control=Fischer(60.0))
        agreed(match, OfferKind.PAUSE, 10.0)
        match.handle(end, 500.0)
        match.handle(AcceptOffer(BEN.id), 600.0)
        assert match.phase is Phase.FINISHED
        assert remaining_s(match, 700.0) == (50.0, 60.0)


def test_adjourning_a_paused_match_keeps_its_times() -> None:
    """A pause can become an adjournment, whose time counts from then; no time is charged twice."""
    match = make_match(control=Fischer(60.0))
    agreed(match, OfferKind.PAUSE, 10.0)
    agreed(match, OfferKind.ADJOURN, 100.0)
    assert match.adjourned
    assert match.turn.began_at == 100.0
    assert remaining_s(match, 200.0) == (50.0, 60.0)


# -- rematches


def test_a_rematch_is_like_the_match_before() -> None:
    """A rematch has the same settings with the seats swapped, and belongs to no series."""
    terms = Terms(key_hash="k", chat=False, series=Series("s", 2, 2))
    match = make_match("mnk", options=(("columns", 4),), control=Fischer(60.0), terms=terms, listed=False)
    again = rematch_of(match, "m2", "7QX42K", 5.0)
    assert (again.id, again.code, again.created_at) == ("m2", "7QX42K", 5.0)
    assert again.seats == (BEN, ADA)
    assert again.terms == replace(terms, series=None)
    assert dict(again.options)["columns"] == 4
    assert (again.control, again.listed) == (Fischer(60.0), False)


def test_a_rematch_of_a_game_of_a_tournament_is_a_match_of_its_own() -> None:
    """It has neither the place in the tournament nor berserk."""
    terms = Terms(tournament=Place("t1", "TQ7X", 1, 1, 1), berserk=True, chat=False)
    match = make_match(terms=terms, control=Fischer(60.0))
    match.handle(Resign(ADA.id), 1.0)
    assert rematch_of(match, "m2", "7QX42K", 0.0).terms == Terms(chat=False)


def test_a_rematch_is_refused_within_a_series() -> None:
    """A rematch is refused between two games of a series, but not after the last one."""
    for number, reason in ((1, Reason.NOT_OVER), (2, None)):
        match = make_match(terms=Terms(series=Series("s", 2, number)))
        match.apply(MatchFinished(Result(0, "resignation"), 0.0))
        refusal = match.handle(MakeOffer(ADA.id, OfferKind.REMATCH), 9.0).refusal
        assert (refusal.reason if refusal else None) is reason


# -- claims of draws

SIX_STONES = ("c3", "b3", "b1", "c2", "b2", "a2")


@pytest.mark.usefixtures("trial")
@pytest.mark.parametrize("seats", [(ADA, BEN), (ADA, ENGINE), (ADA, ADA)], ids=["two players", "an engine", "alone"])
def test_an_offer_of_a_player_who_may_claim_ends_the_match(seats: tuple[Any, ...]) -> None:
    """The reason is that of the game, against any opponent, and the offer is recorded."""
    match = claimable_match(seats)
    decision = match.handle(MakeOffer(ADA.id, OfferKind.DRAW, "c1"), 9.0)
    assert decision.events == (OfferMade(0, OfferKind.DRAW, "c1"), MatchFinished(Result(None, "six stones"), 9.0))
    assert match.handle(MakeOffer(ADA.id, OfferKind.DRAW, "c1"), 10.0) == Decision()


@pytest.mark.usefixtures("trial")
def test_only_the_side_to_move_claims() -> None:
    """An offer of the other side waits for an answer. The side to move ends the match by its own offer, not by that."""
    match = claimable_match((ADA, BEN))
    assert match.handle(MakeOffer(BEN.id, OfferKind.DRAW), 8.0).events == (OfferMade(1, OfferKind.DRAW, None),)
    assert match.handle(MakeOffer(ADA.id, OfferKind.DRAW), 9.0).events[1:] == (
        MatchFinished(Result(None, "six stones"), 9.0),
    )


@pytest.mark.usefixtures("trial")
def test_without_a_claim_an_offer_waits() -> None:
    """A position that allows no claim, or options without claims, leave the answer to the opponent."""
    for claims, opening in ((True, SIX_STONES[:4]), (False, SIX_STONES)):
        match = make_match("trial", options=(("claims", claims),), opening=opening)
        assert match.handle(MakeOffer(ADA.id, OfferKind.DRAW), 9.0).events == (OfferMade(0, OfferKind.DRAW, None),)


def test_the_third_occurrence_in_chess_is_claimed() -> None:
    """With the option `claims`, a match of chess goes on after it until the player to move offers a draw."""
    round_trip = "g1f3 g8f6 f3g1 f6g8".split()
    match = make_match("chess", options=(("claims", True),), opening=(*round_trip, *round_trip))
    assert match.handle(MakeOffer(BEN.id, OfferKind.DRAW), 8.0).events == (OfferMade(1, OfferKind.DRAW, None),)
    claimed = MatchFinished(Result(None, "threefold repetition"), 9.0)
    assert match.handle(MakeOffer(ADA.id, OfferKind.DRAW), 9.0).events[1:] == (claimed,)


def claimable_match(seats: tuple[Any, ...]) -> Match:
    """Return a match in which Ada is to move and may claim a draw."""
    return make_match("trial", options=(("claims", True),), seats=seats, opening=SIX_STONES)
