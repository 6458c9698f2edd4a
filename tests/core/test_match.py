"""A match: which commands act in which phase, what they lead to, and what is refused with which code."""

from typing import Any, get_args

import pytest

from kibitz_server.core.clock import Budget
from kibitz_server.core.commands import (
    Abort,
    AcceptOffer,
    Claim,
    Command,
    DeclineOffer,
    EngineFailed,
    EngineMoved,
    LookAtClock,
    MakeOffer,
    NotePresence,
    PlayMove,
    RematchFailed,
    RematchMade,
    Resign,
    StartMatch,
    TakeSeat,
    WithdrawOffer,
)
from kibitz_server.core.events import (
    Event,
    MatchAborted,
    MatchFinished,
    MatchPaused,
    MatchStarted,
    MovePlayed,
    OfferMade,
    RematchAgreed,
    Result,
    SeatLeft,
    SeatTaken,
)
from kibitz_server.core.grace import OPEN_FOR_S
from kibitz_server.core.hall import Hall
from kibitz_server.core.match import Decision, Match, SearchWanted
from kibitz_server.core.offers import OfferKind
from kibitz_server.core.phase import ALLOWED, Phase
from kibitz_server.core.players import Engine
from kibitz_server.core.refusal import Reason, Refusal
from tests.core.make import (
    ADA,
    BEN,
    BLITZ,
    CAT,
    DRAWN,
    ENGINE,
    SUDDEN_DEATH,
    THOUGHT,
    WON,
    made,
    make_create,
    make_match,
    play,
    standing,
)

TABLE = """
command        open         running      paused       finished     aborted
TakeSeat       acts         match_full   match_full   not_running  not_running
StartMatch     acts         not_open     not_open     not_running  not_running
PlayMove       not_running  acts         not_running  not_running  not_running
Resign         acts         acts         acts         not_running  not_running
EngineMoved    not_running  acts         not_running  not_running  not_running
EngineFailed   not_running  acts         not_running  not_running  not_running
LookAtClock    idle         idle         idle         idle         idle
NotePresence   idle         idle         idle         idle         idle
Claim          not_running  acts         not_running  not_running  not_running
Abort          acts         acts         acts         not_running  not_running
MakeOffer      not_running  acts         acts         acts         acts
AcceptOffer    not_running  acts         acts         acts         acts
DeclineOffer   not_running  acts         acts         acts         acts
WithdrawOffer  not_running  acts         acts         acts         acts
RematchMade    refused      refused      refused      acts         acts
RematchFailed  refused      refused      refused      acts         acts
"""
"""What becomes of each command in each phase; `refused` leaves the code open. What each offer may be made in has a
table of its own."""

HEAD, *LINES = (line.split() for line in TABLE.strip().splitlines())
CELLS = [
    pytest.param(kind, phase, cell, id=f"{kind}-{phase}")
    for kind, *cells in LINES
    for phase, cell in zip(HEAD[1:], cells, strict=True)
]


def match_in(phase: Phase, kind: str) -> Match:
    """A match in a phase, with those at its seats for whom a command of this kind makes sense."""
    engine_first = kind in ("EngineMoved", "EngineFailed")
    waits = kind == "TakeSeat" and phase is Phase.OPEN
    match = make_match(seats=(ENGINE if engine_first else ADA, None if waits else BEN), autostart=False)
    if phase is not Phase.OPEN:
        match.apply(MatchStarted())
    if phase is Phase.PAUSED:
        match.apply(MatchPaused(0.0, adjourned=False))
    if phase is Phase.FINISHED:
        match.apply(MatchFinished(Result(1, "resignation"), 0.0))
    if phase is Phase.ABORTED:
        match.apply(MatchAborted("a test"))
    if kind in ("AcceptOffer", "DeclineOffer"):
        match.apply(OfferMade(1, OFFERS[phase]))
    if kind == "WithdrawOffer":
        match.apply(OfferMade(0, OFFERS[phase]))
    if kind in ("RematchMade", "RematchFailed"):
        match.apply(RematchAgreed())
    assert match.phase is phase
    if kind == "Claim" and phase is Phase.RUNNING:
        match.handle(NotePresence(BEN.id, False), -1e6)
    return match


OFFERS = {
    Phase.OPEN: OfferKind.DRAW,
    Phase.RUNNING: OfferKind.DRAW,
    Phase.PAUSED: OfferKind.RESUME,
    Phase.FINISHED: OfferKind.REMATCH,
    Phase.ABORTED: OfferKind.REMATCH,
}
"""What may be offered in each phase."""


def command_of(kind: str, phase: Phase = Phase.RUNNING) -> Command:
    """A command that is done wherever its kind may be done at all."""
    commands: list[Command] = [
        TakeSeat(CAT, None),
        StartMatch(ADA.id),
        PlayMove(ADA.id, 0, "b2"),
        Resign(ADA.id),
        EngineMoved(0, "b2", None),
        EngineFailed(0),
        LookAtClock(),
        NotePresence(BEN.id, True),
        Claim(ADA.id),
        Abort("a test"),
        MakeOffer(ADA.id, OFFERS[phase]),
        AcceptOffer(ADA.id),
        DeclineOffer(ADA.id),
        WithdrawOffer(ADA.id),
        RematchMade("m2", "7QX42K"),
        RematchFailed("a test"),
    ]
    return next(command for command in commands if type(command).__name__ == kind)


def refused(decision: Decision) -> Refusal:
    """The refusal of a decision that led to nothing."""
    assert decision.events == ()
    assert decision.refusal is not None
    return decision.refusal


@pytest.mark.parametrize(("kind", "phase", "cell"), CELLS)
def test_a_command_acts_in_its_phases_alone(kind: str, phase: str, cell: str) -> None:
    """A command acts in the phases it is meant for; in the others it is refused with a code and changes nothing."""
    match = match_in(Phase(phase), kind)
    before = standing(match), match.next_deadline()
    decision = match.handle(command_of(kind, match.phase), 5.0)
    if cell == "acts":
        assert decision.refusal is None
        assert decision.events
        assert match.seq == before[0]["seq"] + len(decision.events)
        return
    assert decision.events == ()
    assert (standing(match), match.next_deadline()) == before
    if cell == "idle":
        assert decision.refusal is None
    else:
        refusal = refused(decision)
        assert cell in ("refused", refusal.reason.value)
        assert refusal.message


def test_the_table_names_every_command_and_phase() -> None:
    """The table of this file is complete, and says the same as the core's."""
    kinds = {kind.__name__: kind for kind in get_args(Command)}
    assert {line[0] for line in LINES} == set(kinds)
    assert HEAD[1:] == [phase.value for phase in Phase]
    for kind, *cells in LINES:
        act = {Phase(name) for name, cell in zip(HEAD[1:], cells, strict=True) if cell in ("acts", "idle")}
        assert set(ALLOWED[kinds[kind]]) == act


# -- before the start


def test_the_last_seat_taken_starts_the_match() -> None:
    """Someone who joins sits down at the free seat, and the match starts by itself."""
    match = make_match(seats=(ADA, None))
    decision = match.handle(TakeSeat(BEN, None), 5.0)
    assert decision.events == (SeatTaken(1, BEN), MatchStarted())
    assert match.phase is Phase.RUNNING
    assert match.seat_of(BEN.id) == 1


def test_a_seat_can_be_chosen() -> None:
    """Who joins may name a free seat, and the match waits while another is empty."""
    match = make_match(seats=(None, None))
    assert match.handle(TakeSeat(BEN, 1), 5.0).events == (SeatTaken(1, BEN),)
    assert match.phase is Phase.OPEN


def test_a_taken_seat_is_refused_with_the_free_ones() -> None:
    """A seat that is taken, or that does not exist, is refused and the free seats are named."""
    for seat in (0, 2, -1):
        refusal = refused(make_match(seats=(ADA, None)).handle(TakeSeat(BEN, seat), 5.0))
        assert (refusal.reason, refusal.hint) == (Reason.SEAT_TAKEN, "free: 1 (O)")


def test_nobody_sits_twice() -> None:
    """Who sits in a match already cannot take a second seat of it."""
    refusal = refused(make_match(seats=(ADA, None)).handle(TakeSeat(ADA, None), 5.0))
    assert refusal.reason is Reason.ALREADY_SEATED


def test_a_full_match_has_no_seat() -> None:
    """A match whose seats are all taken is full, before it starts and while it runs."""
    waiting = make_match(autostart=False)
    running = make_match()
    for match in (waiting, running):
        assert refused(match.handle(TakeSeat(CAT, None), 5.0)).reason is Reason.MATCH_FULL


def test_the_host_alone_starts_a_match_that_waits() -> None:
    """A match without autostart starts when its host says so and all are seated, and not before."""
    match = make_match(seats=(ADA, None), autostart=False)
    assert refused(match.handle(StartMatch(ADA.id), 1.0)).reason is Reason.SEATS_EMPTY
    assert match.handle(TakeSeat(BEN, None), 2.0).events == (SeatTaken(1, BEN),)
    assert refused(match.handle(StartMatch(BEN.id), 3.0)).reason is Reason.NOT_HOST
    assert match.handle(StartMatch(ADA.id), 4.0).events == (MatchStarted(),)


def test_a_guest_who_leaves_frees_the_seat() -> None:
    """Who leaves before the start stands up, and the seat can be taken again."""
    match = make_match(autostart=False)
    assert match.handle(Resign(BEN.id), 5.0).events == (SeatLeft(1),)
    assert match.handle(TakeSeat(CAT, None), 6.0).events == (SeatTaken(1, CAT),)


@pytest.mark.parametrize("seats", [(ADA, None), (None, None)], ids=["seated", "standing"])
def test_the_host_withdraws_the_match(seats: tuple[Any, ...]) -> None:
    """A host who leaves before the start takes the whole match back, whether the host has a seat or not."""
    match = make_match(seats=seats)
    assert match.handle(Resign(ADA.id), 5.0).events == (MatchAborted("Ada withdrew it"),)
    assert match.phase is Phase.ABORTED
    assert match.result == Result(None, "Ada withdrew it")


def test_a_match_that_nobody_joins_is_given_up() -> None:
    """An open match ends when it has waited for an hour, counted from its making and not from who came and went."""
    match = make_match(seats=(ADA, None), autostart=False, now=100.0)
    match.handle(TakeSeat(BEN, None), 200.0)
    match.handle(Resign(BEN.id), 300.0)
    assert match.next_deadline() == 100.0 + OPEN_FOR_S
    assert match.handle(LookAtClock(), 100.0 + OPEN_FOR_S).events == (MatchAborted("it did not start in time"),)
    assert match.next_deadline() is None


# -- moves


def test_a_move_is_played() -> None:
    """A legal move by who is to move is a fact: its ply, seat, text, and how long it took."""
    match = make_match()
    decision = match.handle(PlayMove(ADA.id, 0, " B2 ", match.position.id), 1.5)
    assert decision.events == (MovePlayed(0, 0, "b2", 1.5, None),)
    assert (match.ply, match.to_move) == (1, 1)
    assert match.position.text == "---/-X-/--- O"


@pytest.mark.parametrize(
    ("by", "ply", "move", "position", "reason"),
    [
        (CAT, 1, "a1", None, Reason.NOT_SEATED),
        (BEN, 0, "a1", None, Reason.STALE_PLY),
        (BEN, 2, "a1", None, Reason.STALE_PLY),
        (ADA, 0, "b2", None, Reason.STALE_PLY),
        (ADA, 1, "a1", None, Reason.NOT_YOUR_TURN),
        (BEN, 1, "a1", "0123456789ab", Reason.STALE_PLY),
        (BEN, 1, "b2", None, Reason.ILLEGAL_MOVE),
        (BEN, 1, "z9", None, Reason.ILLEGAL_MOVE),
        (BEN, 1, "", None, Reason.ILLEGAL_MOVE),
    ],
)
def test_a_move_that_is_refused_changes_nothing(
    by: Any, ply: int, move: str, position: str | None, reason: Reason
) -> None:
    """A move of a stranger, for another ply or position, out of turn or against the rules is refused with its code."""
    match = make_match(control=BLITZ)
    play(match, "b2")
    before = standing(match), match.next_deadline()
    refusal = refused(match.handle(PlayMove(by.id, ply, move, position), 5.0))
    assert refusal.reason is reason
    assert refusal.message
    assert refusal.hint
    assert (standing(match), match.next_deadline()) == before


def test_an_illegal_move_is_told_the_legal_ones() -> None:
    """The refusal of an illegal move says why, and its hint names every legal move."""
    match = make_match()
    play(match, "b2")
    refusal = refused(match.handle(PlayMove(BEN.id, 1, "b2"), 5.0))
    assert refusal.message == "b2 is taken by X"
    assert refusal.hint == "legal moves: a3 b3 c3 a2 c2 a1 b1 c1"


def test_a_hint_of_many_legal_moves_is_cut() -> None:
    """On a large board the hint names the first forty moves and counts the others."""
    match = make_match("mnk", options=(("columns", 8), ("rows", 8)))
    hint = refused(match.handle(PlayMove(ADA.id, 0, "z9"), 1.0)).hint
    assert hint is not None
    assert hint.endswith("and 24 more")
    assert len(hint.removeprefix("legal moves: ").removesuffix(" and 24 more").split()) == 40


@pytest.mark.parametrize(
    ("moves", "result"),
    [(WON, Result(0, "line")), (DRAWN, Result(None, "full board"))],
    ids=["won", "drawn"],
)
def test_the_move_that_ends_the_game_ends_the_match(moves: tuple[str, ...], result: Result) -> None:
    """The last move and the result come together, and then nobody is to move."""
    match = make_match(control=BLITZ)
    *_, last = play(match, *moves)
    assert [type(event) for event in last.events] == [MovePlayed, MatchFinished]
    assert match.phase is Phase.FINISHED
    assert match.result == result
    assert match.to_move is None
    assert match.next_deadline() is None


def test_a_match_may_begin_from_any_position() -> None:
    """A match made from a position starts there, with that side to move, at ply 0."""
    match = make_match(position="---/-X-/--- O")
    assert (match.ply, match.to_move) == (0, 1)
    assert match.handle(PlayMove(BEN.id, 0, "a1"), 1.0).events == (MovePlayed(0, 1, "a1", 1.0, None),)


def test_resigning_gives_the_match_to_the_other() -> None:
    """Who resigns loses, on either side's turn, and the side to move is charged for its thinking."""
    for resigned in (0, 1):
        match = make_match(control=BLITZ)
        decision = match.handle(Resign((ADA, BEN)[resigned].id), 5.0)
        assert decision.events == (MatchFinished(Result(1 - resigned, "resignation"), 5.0),)
        assert match.remaining_s(9.0) == (55.0, 60.0)


def test_a_stranger_cannot_resign() -> None:
    """Who has no seat has nothing to give up, even the host once the match runs."""
    match = make_match(seats=(BEN, CAT))
    assert refused(match.handle(Resign(ADA.id), 1.0)).reason is Reason.NOT_SEATED
    assert refused(make_match(seats=(None, CAT), host=BEN).handle(Resign(ADA.id), 1.0)).reason is Reason.NOT_SEATED


def test_an_aborted_match_keeps_the_reason_and_has_no_winner() -> None:
    """A match that is stopped for a reason that is nobody's fault has no winner, and says the reason."""
    match = make_match()
    assert match.handle(Abort("the server made a mistake"), 1.0).events == (MatchAborted("the server made a mistake"),)
    assert match.result == Result(None, "the server made a mistake")


# -- engines


def test_an_engine_is_asked_when_it_is_to_move() -> None:
    """The match wants a search exactly while an engine is to move."""
    match = make_match(seats=(ADA, ENGINE))
    assert match.search_wanted() is None
    play(match, "b2")
    assert match.search_wanted() == SearchWanted(1, 1, ENGINE, ENGINE.budget, 1)
    decision = match.handle(EngineMoved(1, "a1", THOUGHT), 3.0)
    assert decision.events == (MovePlayed(1, 1, "a1", 2.0, None, THOUGHT),)
    assert match.search_wanted() is None


def test_no_search_is_wanted_before_the_start_or_after_the_end() -> None:
    """An engine thinks only while the match runs."""
    match = make_match(seats=(ENGINE, BEN), autostart=False)
    assert match.search_wanted() is None
    match.handle(StartMatch(ADA.id), 1.0)
    assert match.search_wanted() is not None
    match.handle(Resign(BEN.id), 2.0)
    assert match.search_wanted() is None


def test_two_engines_play_to_the_end() -> None:
    """A match without people runs from its making, each search for the next ply."""
    match = make_match(seats=(ENGINE, ENGINE))
    for ply, move in enumerate(WON):
        wanted = match.search_wanted()
        assert wanted is not None
        assert (wanted.ply, wanted.seat) == (ply, ply % 2)
        assert match.handle(EngineMoved(ply, move, None), ply + 1.0).refusal is None
    assert match.result == Result(0, "line")


def test_the_answer_of_an_old_search_is_refused() -> None:
    """A search for another ply, or while a person is to move, has come too late: neither its move nor its failure
    counts."""
    match = make_match(seats=(ENGINE, BEN))
    for stale in (EngineMoved(1, "b2", None), EngineFailed(1), EngineMoved(-1, "b2", None)):
        assert refused(match.handle(stale, 1.0)).reason is Reason.STALE_PLY
    match.handle(EngineMoved(0, "b2", None), 2.0)
    for stale in (EngineMoved(0, "a1", None), EngineFailed(0), EngineMoved(1, "a1", None), EngineFailed(1)):
        assert refused(match.handle(stale, 3.0)).reason is Reason.STALE_PLY
    assert match.ply == 1


def test_an_engine_keeps_to_the_rules() -> None:
    """An illegal move of an engine is refused like anyone's, and the search is still wanted."""
    match = make_match(seats=(ENGINE, BEN))
    assert refused(match.handle(EngineMoved(0, "z9", None), 1.0)).reason is Reason.ILLEGAL_MOVE
    assert match.search_wanted() is not None


def test_an_engine_that_fails_loses() -> None:
    """When no search finds a move, the engine's opponent wins and the reason says so."""
    match = make_match(seats=(ENGINE, BEN), control=BLITZ)
    decision = match.handle(EngineFailed(0), 3.0)
    assert decision.events == (MatchFinished(Result(1, "engine failure"), 3.0),)


def test_an_engine_is_budgeted_under_its_clock() -> None:
    """The search wanted may not spend more than the clock allows, less as the clock runs down."""
    match = make_match(seats=(Engine("alphabeta", Budget()), BEN), control=SUDDEN_DEATH)
    first = match.search_wanted()
    match.handle(EngineMoved(0, "b2", None), 50.0)
    play(match, "a1", first_at=51.0)
    second = match.search_wanted()
    assert first is not None
    assert second is not None
    assert first.budget.seconds == pytest.approx(59.95 / 30)
    assert second.budget.seconds == pytest.approx(9.95 / 30)


# -- time


def test_the_clock_of_who_is_to_move_runs() -> None:
    """The time left falls for the side to move alone, and a move gives the increment."""
    match = make_match(control=BLITZ)
    assert match.remaining_s(10.0) == (50.0, 60.0)
    play(match, "b2", first_at=10.0)
    assert match.remaining_s(10.0) == (52.0, 60.0)
    assert match.remaining_s(13.0) == (52.0, 57.0)


def test_the_clock_stands_before_the_start() -> None:
    """Waiting for an opponent costs nobody time; the clock runs from the start."""
    match = make_match(seats=(ADA, None), control=BLITZ)
    assert match.remaining_s(500.0) == (60.0, 60.0)
    match.handle(TakeSeat(BEN, None), 1000.0)
    assert match.remaining_s(1001.0) == (59.0, 60.0)
    assert match.next_deadline() == 1060.0


def test_the_time_left_is_never_below_zero() -> None:
    """A look after the deadline, before anyone was told of it, shows nothing left."""
    assert make_match(control=SUDDEN_DEATH).remaining_s(1e9) == (0.0, 60.0)


def test_without_a_clock_time_decides_nothing() -> None:
    """A running match without a clock has no deadline and shows no times."""
    match = make_match()
    assert match.next_deadline() is None
    assert match.remaining_s(5.0) is None
    assert match.handle(LookAtClock(), 1e9) == Decision()


def test_a_look_before_the_deadline_does_nothing() -> None:
    """A timer that fires early ends nothing."""
    match = make_match(control=SUDDEN_DEATH)
    assert match.next_deadline() == 60.0
    assert match.handle(LookAtClock(), 59.999) == Decision()
    assert match.phase is Phase.RUNNING


def test_the_deadline_itself_is_too_late() -> None:
    """At the deadline the side to move has lost on time, and its clock shows zero."""
    match = make_match(control=SUDDEN_DEATH)
    decision = match.handle(LookAtClock(), 60.0)
    assert decision == Decision((MatchFinished(Result(1, "time"), 60.0),))
    assert match.remaining_s(99.0) == (0.0, 60.0)
    assert match.next_deadline() is None


@pytest.mark.parametrize("kind", [line[0] for line in LINES if "idle" not in line])
def test_overdue_time_wins_whatever_command_came(kind: str) -> None:
    """A command that comes after the deadline is refused, and the match ends on time instead."""
    seats = (ENGINE, BEN) if kind in ("EngineMoved", "EngineFailed") else (ADA, BEN)
    match = make_match(seats=seats, control=SUDDEN_DEATH)
    decision = match.handle(command_of(kind), 75.0)
    assert decision.events == (MatchFinished(Result(1, "time"), 60.0),)
    assert decision.refusal is not None
    assert decision.refusal.reason is Reason.NOT_RUNNING
    assert match.result == Result(1, "time")
    assert match.ply == 0


def test_who_comes_after_the_hour_finds_the_match_given_up() -> None:
    """A seat asked for after an open match's deadline is not taken: the match is over."""
    match = make_match(seats=(ADA, None))
    decision = match.handle(TakeSeat(BEN, None), OPEN_FOR_S)
    assert decision.events == (MatchAborted("it did not start in time"),)
    assert decision.refusal is not None
    assert match.seats == [ADA, None]


def test_the_clock_of_the_player_counts_not_the_clock_of_the_wall() -> None:
    """Only differences of `now` matter: the same match at another hour goes the same way."""
    early, late = make_match(control=BLITZ), make_match(control=BLITZ, now=4096.0)
    play(early, *WON[:3], first_at=2.0)
    play(late, *WON[:3], first_at=4098.0)
    assert standing(early) == standing(late)


@pytest.mark.parametrize(("lag_s", "credit_s"), [(0.2, 0.2), (0.5, 0.5), (60.0, 0.5), (-1.0, 0.0)])
def test_lag_is_not_charged_up_to_a_bound(lag_s: float, credit_s: float) -> None:
    """What the server measured of the network comes off the time of a move, never more than half a second."""
    match = make_match(control=BLITZ)
    decision = match.handle(PlayMove(ADA.id, 0, "b2", None, lag_s), 10.0)
    assert decision.events == (MovePlayed(0, 0, "b2", 10.0, 52.0 + credit_s, lag_s=credit_s),)


def test_lag_gives_nobody_time() -> None:
    """A move that took less than the lag cost nothing, and no more than that."""
    match = make_match(control=BLITZ)
    decision = match.handle(PlayMove(ADA.id, 0, "b2", None, 0.4), 0.1)
    assert decision.events == (MovePlayed(0, 0, "b2", 0.1, 62.0, lag_s=0.1),)


def test_lag_does_not_hold_up_the_flag() -> None:
    """The flag falls at its deadline; a move that comes later is late, however slow the line."""
    match = make_match(control=SUDDEN_DEATH)
    assert match.handle(PlayMove(ADA.id, 0, "b2", None, 0.5), 60.1).events[0] == MatchFinished(Result(1, "time"), 60.0)


def test_a_time_that_goes_back_charges_nobody() -> None:
    """A move that seems to have come before the turn began took no time."""
    match = make_match(control=BLITZ, now=100.0)
    assert play(match, "b2", first_at=90.0)[0].events == (MovePlayed(0, 0, "b2", 0.0, 62.0),)


# -- rebuilt


def events_of(match: Match, *decisions: Decision) -> list[Event]:
    """The whole log of a match that was running when it was made."""
    return [match.created, MatchStarted(), *(event for decision in decisions for event in decision.events)]


def test_a_rebuilt_match_goes_on_where_it_stood() -> None:
    """After a restart the clock goes on with what the turn began with: nobody is charged for the time between."""
    match = make_match(control=BLITZ)
    log = events_of(match, *play(match, "b2", first_at=10.0))
    again = Match.rebuilt(log, now=7000.0)
    assert standing(again) == standing(match)
    assert again.remaining_s(7000.0) == (52.0, 60.0)
    assert again.next_deadline() == 7060.0
    play(again, "a1", first_at=7005.0)
    assert again.remaining_s(7005.0) == (52.0, 57.0)


def test_a_rebuilt_match_asks_the_engine_again() -> None:
    """The search that was lost in a crash is wanted again, for the same ply with the same budget."""
    match = make_match(seats=(ADA, Engine("alphabeta", Budget(seconds=1.0))), control=BLITZ)
    log = events_of(match, *play(match, "b2", first_at=10.0))
    wanted = Match.rebuilt(log, now=7000.0).search_wanted()
    assert wanted is not None
    assert wanted == match.search_wanted()


@pytest.mark.parametrize("moves", [WON, DRAWN], ids=["won", "drawn"])
def test_a_match_that_is_over_is_rebuilt_over(moves: tuple[str, ...]) -> None:
    """The log of a finished match makes a finished match with the same clocks."""
    match = make_match(control=BLITZ)
    again = Match.rebuilt(events_of(match, *play(match, *moves)), now=7000.0)
    assert standing(again) == standing(match)
    assert again.over
    assert again.remaining_s(8000.0) == match.remaining_s(8000.0)


def test_a_match_is_created_once() -> None:
    """A log with a second creation is no log of a match."""
    match = make_match()
    with pytest.raises(ValueError, match="created once"):
        match.apply(match.created)


def test_a_command_sent_again_is_done_already() -> None:
    """As after a server that broke before the answer came, also when the move ended the match; others are too late."""
    match = make_match()
    for ply, move in enumerate(WON):
        assert match.handle(PlayMove((ADA, BEN)[ply % 2].id, ply, move, id=f"c{ply}"), 1.0).events
    assert match.over
    for ply, move in enumerate(WON):
        assert match.handle(PlayMove((ADA, BEN)[ply % 2].id, ply, move, id=f"c{ply}"), 2.0) == Decision()
        assert match.handle(PlayMove((ADA, BEN)[ply % 2].id, ply, move, id="new"), 2.0).refusal is not None
        assert match.handle(PlayMove(CAT.id, ply, move, id=f"c{ply}"), 2.0).refusal is not None


def test_a_match_that_is_relived_stands_as_it_did_then() -> None:
    """Events with their times bring back the clock of the turn that was running."""
    match, events = made(Hall(), make_create(control=SUDDEN_DEATH))
    events += match.handle(PlayMove(ADA.id, 0, "b2"), 10.0).events
    again = Match.relived([*((event, 100.0) for event in events[:2]), (events[2], 110.0)])
    assert again.remaining_s(130.0) == match.remaining_s(30.0) == (50.0, 40.0)
