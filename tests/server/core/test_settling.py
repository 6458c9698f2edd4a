"""Settling: what both sides agree is dead leaves the board of a finished game of Go before it is counted."""

from typing import Any

import pytest

from kibitz_server.core.match.commands import (
    AcceptOffer,
    CheckClock,
    DeclineOffer,
    EngineSettles,
    MakeOffer,
    PlayMove,
    Resign,
)
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.settling import MAX_PROPOSALS, SETTLE_S, lead, settle_s, whole_groups
from kibitz_server.core.values.clock import DAY_S, Correspondence, Fischer
from kibitz_server.core.values.endings import EndKind
from kibitz_server.core.values.events import (
    Event,
    MatchFinished,
    MatchPaused,
    MatchSettled,
    MatchStarted,
    MovePlayed,
    OfferDeclined,
    OfferMade,
    Result,
)
from kibitz_server.core.values.offers import MadeOffer, OfferKind
from kibitz_server.core.values.players import Human, Player
from kibitz_server.core.values.refusal import Reason, Refusal
from kibitz_server.core.values.terms import Place, Terms
from tests.server.core.make import ADA, BEN, BLITZ, ENGINE, make_match, play, refused, remaining_s

BOARD = "-----/-BBB-/-BWB-/-B-BW/--BBB B"
"""White has two dead chains: C3, and E2, which Black can capture."""
C3, E2 = 12, 19
OPTIONS = (("size", 5), ("komi", 0.5))
STANDS, SETTLED = (10, 2.5), (25, 0.5)
"""Points as the board stands, and without the dead stones."""
BOT = Human("id-bot", "Bot", bot=True)


def passed(*, at: float = 1.0, **fields: Any) -> Match:
    """Return a match of Go on a small board whose players have passed, at `at` and a second later."""
    match = make_match("go", **{"options": OPTIONS, "position": BOARD, "control": BLITZ, **fields})
    play(match, "pass", "pass", first_at=at)
    return match


def settle(match: Match, player: Human, *cells: int, at: float = 3.0) -> tuple[Event, ...]:
    """Offer to settle, and return the events."""
    decision = match.handle(MakeOffer(player.id, OfferKind.SETTLE, cells=cells), at)
    assert decision.refusal is None, decision.refusal
    return decision.events


def test_a_finished_game_waits_for_what_is_dead() -> None:
    """After two passes the clocks stand, and each chain can be taken off."""
    match = passed()
    assert (match.phase, match.settling, match.to_move, match.ticking) == (Phase.PAUSED, True, None, None)
    assert sorted(map(len, match.position.removable)) == [1, 1, 10]
    assert match.next_deadline() == 2.0 + SETTLE_S


def test_both_sides_agree() -> None:
    """A proposal has whole chains; the other side accepts it, and the rules count the rest of the board."""
    match = passed()
    settle(match, ADA, C3, E2)
    assert match.offers.open == (MadeOffer(0, OfferKind.SETTLE, (C3, E2)),)
    events = match.handle(AcceptOffer(BEN.id), 4.0).events
    assert events[1:] == (MatchSettled((C3, E2)), MatchFinished(Result(0, "area", SETTLED), 0.0))
    assert match.end is not None
    assert match.end.kind is EndKind.RULES
    assert match.position.text == "-----/-BBB-/-B-B-/-B-B-/--BBB B 2-0 pass pass"


def test_the_same_proposal_agrees_and_another_one_does_not() -> None:
    """Both proposals stay open until they are the same, and a side's own one takes the place of its last one."""
    match = passed()
    settle(match, ADA, C3, E2)
    settle(match, BEN, E2)
    settle(match, BEN, C3)
    assert [(each.seat, each.cells) for each in match.offers.open] == [(0, (C3, E2)), (1, (C3,))]
    assert settle(match, ADA, C3)[-1] == MatchFinished(Result(0, "area", (12, 1.5)), 0.0)


def test_time_counts_the_board_as_it_stands() -> None:
    """Silence neither wins nor stalls: at the end of the time all stones count, also while a proposal is open."""
    match = passed()
    settle(match, ADA, C3, E2)
    assert match.handle(CheckClock(), 2.0 + SETTLE_S).events == (MatchFinished(Result(0, "area", STANDS), 0.0),)
    assert [settle_s(control) for control in (BLITZ, Correspondence(3), None)] == [SETTLE_S, 3 * DAY_S, DAY_S]


def test_a_side_plays_on_alone_once() -> None:
    """The passes are taken back with their clocks; the next two passes end the match at once."""
    match = passed()
    match.handle(MakeOffer(BEN.id, OfferKind.RESUME), 50.0)
    assert (match.phase, match.to_move, match.ply, match.turn.began_at) == (Phase.RUNNING, 0, 0, 50.0)
    assert remaining_s(match, 50.0) == (61.0, 60.0)
    play(match, "pass", "pass", first_at=51.0)
    assert match.result == Result(0, "area", STANDS)


def test_players_can_end_it_otherwise() -> None:
    """A resignation and an agreed draw count as such, and an adjournment is refused."""
    match = passed()
    assert refused(match.handle(MakeOffer(ADA.id, OfferKind.ADJOURN), 3.0)).reason is Reason.NOT_ALLOWED
    match.handle(Resign(ADA.id), 4.0)
    assert (match.result, match.end and match.end.kind) == (Result(1, "resignation"), EndKind.RESIGNATION)
    drawn = passed()
    drawn.handle(MakeOffer(ADA.id, OfferKind.DRAW), 4.0)
    drawn.handle(MakeOffer(BEN.id, OfferKind.DRAW), 4.0)
    assert drawn.end is not None
    assert drawn.end.kind is EndKind.AGREEMENT


@pytest.mark.parametrize(
    "fields",
    [
        {"seats": (ADA, BEN), "position": None},
        {"seats": (BOT, BEN), "host": BEN},
        {"seats": (BOT, Human("b2", "B2", bot=True)), "host": BOT},
    ],
    ids=["no stones", "a person and a bot", "bots"],
)
def test_who_settles(fields: dict[str, Any]) -> None:
    """A match is settled where there are stones, and a person is among its players."""
    match = make_match("go", **{"options": OPTIONS, "position": BOARD, **fields})
    first, second = match.seats
    assert isinstance(first, Human)
    assert isinstance(second, Human)
    match.handle(PlayMove(first.id, 0, "pass"), 1.0)
    match.handle(PlayMove(second.id, 1, "pass"), 2.0)
    assert match.settling is (BEN in match.seats and match.created.position is not None)
    assert match.over is not match.settling


def test_refusals() -> None:
    """A proposal needs a game that the rules have ended, and stones; a side proposes a limited number of times."""
    match = make_match("go", options=OPTIONS, position=BOARD)
    assert refused(match.handle(MakeOffer(ADA.id, OfferKind.SETTLE), 1.0)).reason is Reason.NOT_RUNNING
    match.apply(MatchPaused(0.0, adjourned=False))
    assert refused(match.handle(MakeOffer(ADA.id, OfferKind.SETTLE), 1.0)).reason is Reason.NOT_ALLOWED
    match = passed()
    assert refused(match.handle(MakeOffer(ADA.id, OfferKind.SETTLE, cells=(0,)), 3.0)).reason is Reason.ILLEGAL_MOVE
    for number in range(MAX_PROPOSALS):
        settle(match, ADA, *([C3] if number % 2 else []))
    assert refused(match.handle(MakeOffer(ADA.id, OfferKind.SETTLE, cells=(E2,)), 3.0)).reason is Reason.TOO_SOON


def test_one_player_of_both_sides_settles_alone() -> None:
    """At one keyboard the players agree by talking."""
    match = passed(seats=(ADA, ADA), control=None)
    assert settle(match, ADA, C3, E2)[-1] == MatchFinished(Result(0, "area", SETTLED), 0.0)


def test_games_of_tournaments_are_settled() -> None:
    """Players of a tournament settle as others do."""
    match = passed(terms=Terms(tournament=Place("t1", "T1", 1, 0, 0)))
    settle(match, ADA, C3, E2)
    settle(match, BEN, C3, E2)
    assert match.result == Result(0, "area", SETTLED)


def with_passes(*seats: Player, **fields: Any) -> Match:
    """Return a match whose sides have passed, with the events of a store."""
    match = make_match("go", seats=seats, host=BEN, options=OPTIONS, position=BOARD, **fields)
    for ply in (0, 1):
        match.replay(MovePlayed(ply, ply, "pass", 1.0, None), 1.0 + ply)
    match.replay(MatchPaused(0.0, adjourned=False), 2.0)
    return match


def against_engine(*cells: int, asked: tuple[int, ...] | None = None) -> tuple[Match, tuple[Event, ...]]:
    """Return a match whose engine holds cells to be dead, with the events of that; the player asked before."""
    match = with_passes(ENGINE, BEN)
    if asked is not None:
        assert len(settle(match, BEN, *asked)) == 1
    return match, match.handle(EngineSettles(match.turn.number, cells), 3.0).events


def test_an_engine_proposes_and_agrees() -> None:
    """It agrees to what is no worse for it than its own proposal."""
    match, _ = against_engine(C3, E2)
    assert match.offers.open == (MadeOffer(0, OfferKind.SETTLE, (C3, E2)),)
    assert settle(match, BEN, C3)[-1] == OfferDeclined(1, OfferKind.SETTLE, 0)
    assert match.offers.open == (MadeOffer(0, OfferKind.SETTLE, (C3, E2)),)
    assert match.handle(AcceptOffer(BEN.id), 5.0).events[-1] == MatchFinished(Result(0, "area", SETTLED), 0.0)
    better, events = against_engine(C3, asked=(C3, E2))
    assert (better.result, events[-1]) == (Result(0, "area", SETTLED), MatchFinished(Result(0, "area", SETTLED), 0.0))
    worse, events = against_engine(C3, E2, asked=(C3,))
    assert [type(each).__name__ for each in events] == ["OfferDeclined", "OfferMade"]
    assert refused(worse.handle(EngineSettles(0, ()), 5.0)).reason is Reason.STALE_PLY


def test_an_engine_that_finds_nothing_dead_ends_only_what_it_has_not_won() -> None:
    """A player who has lost as the board stands is asked, and can name dead stones or play on."""
    won, events = against_engine()
    assert (events, won.settling) == ((OfferMade(0, OfferKind.SETTLE, None, ()),), True)
    assert won.handle(MakeOffer(BEN.id, OfferKind.RESUME), 4.0).refusal is None
    lost = with_passes(BEN, ENGINE)
    assert lost.handle(EngineSettles(lost.turn.number, ()), 3.0).events == (
        MatchFinished(Result(0, "area", STANDS), 0.0),
    )


def test_groups() -> None:
    """A cell stands for its group, and the lead is that of the board without the groups."""
    position = passed().position
    black = next(group for group in position.removable if len(group) > 1)
    assert whole_groups(position, (black[0], C3)) == tuple(sorted((*black, C3)))
    assert isinstance(whole_groups(position, (25,)), Refusal)
    assert (lead(position, (), 0), lead(position, (C3, E2), 1)) == (7.5, -24.5)


def test_a_restart_in_the_middle_changes_nothing() -> None:
    """The events alone tell that a match is being settled, and what was proposed."""
    match = with_passes(ADA, BEN, control=Fischer(60.0))
    settle(match, ADA, C3)
    proposed = OfferMade(0, OfferKind.SETTLE, None, (C3,))
    events: list[tuple[Event, float]] = [
        (match.created, 0.0),
        (MatchStarted(), 0.0),
        *[(move, 2.0) for move in match.moves],
    ]
    again = Match.from_timed_events([*events, (MatchPaused(0.0, adjourned=False), 2.0), (proposed, 3.0)])
    assert (again.settling, again.offers, again.next_deadline()) == (True, match.offers, 2.0 + SETTLE_S)
    assert again.handle(DeclineOffer(BEN.id), 4.0).refusal is None
