"""Clocks and deadlines of a match: charged time, and events that are caused by time alone."""

import pytest

from kibitz_server.core.match.commands import CheckClock, Claim, PlayMove, Resign, TakeSeat, UpdatePresence
from kibitz_server.core.match.match import Decision
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.values.endings import DRAWN_ON_TIME
from kibitz_server.core.values.events import MatchAborted, MatchFinished, MovePlayed, Result
from kibitz_server.core.values.timeouts import OPEN_TIMEOUT_S
from tests.server.core.make import ADA, BEN, BLITZ, SUDDEN_DEATH, WON, make_match, play, remaining_s, state_of


def test_an_open_match_is_aborted_after_an_hour() -> None:
    """An open match is aborted an hour after its creation, whichever players joined and left."""
    match = make_match(seats=(ADA, None), autostart=False, now=100.0)
    match.handle(TakeSeat(BEN, None), 200.0)
    match.handle(Resign(BEN.id), 300.0)
    assert match.next_deadline() == 100.0 + OPEN_TIMEOUT_S
    assert match.handle(CheckClock(), 100.0 + OPEN_TIMEOUT_S).events == (MatchAborted("it did not start in time"),)
    assert match.next_deadline() is None


def test_the_clock_of_the_side_to_move_runs() -> None:
    """Only the clock of the side to move runs, and a move adds the increment."""
    match = make_match(control=BLITZ)
    assert remaining_s(match, 10.0) == (50.0, 60.0)
    play(match, "b2", first_at=10.0)
    assert remaining_s(match, 10.0) == (52.0, 60.0)
    assert remaining_s(match, 13.0) == (52.0, 57.0)


def test_no_clock_runs_before_the_start() -> None:
    """Waiting for an opponent is not charged; the clock runs from the start."""
    match = make_match(seats=(ADA, None), control=BLITZ)
    assert remaining_s(match, 500.0) == (60.0, 60.0)
    match.handle(TakeSeat(BEN, None), 1000.0)
    assert remaining_s(match, 1001.0) == (59.0, 60.0)
    assert match.next_deadline() == 1060.0


def test_the_time_left_is_never_below_zero() -> None:
    """After the deadline, before it is applied, the display shows zero."""
    assert remaining_s(make_match(control=SUDDEN_DEATH), 1e9) == (0.0, 60.0)


def test_without_a_clock_there_is_no_deadline() -> None:
    """A running match without a clock has no deadline and no displayed times."""
    match = make_match()
    assert match.next_deadline() is None
    assert remaining_s(match, 5.0) is None
    assert match.handle(CheckClock(), 1e9) == Decision()


def test_a_check_before_the_deadline_does_nothing() -> None:
    """A timer that fires early has no effect."""
    match = make_match(control=SUDDEN_DEATH)
    assert match.next_deadline() == 60.0
    assert match.handle(CheckClock(), 59.999) == Decision()
    assert match.phase is Phase.RUNNING


def test_the_deadline_itself_is_too_late() -> None:
    """At the deadline the side to move has lost on time, and its clock shows zero."""
    match = make_match(control=SUDDEN_DEATH)
    decision = match.handle(CheckClock(), 60.0)
    assert decision == Decision((MatchFinished(Result(1, "time"), 60.0),))
    assert remaining_s(match, 99.0) == (0.0, 60.0)
    assert match.next_deadline() is None


def test_a_command_after_the_deadline_is_refused() -> None:
    """A command after the deadline of an open match is refused: the match is over."""
    match = make_match(seats=(ADA, None))
    decision = match.handle(TakeSeat(BEN, None), OPEN_TIMEOUT_S)
    assert decision.events == (MatchAborted("it did not start in time"),)
    assert decision.refusal is not None
    assert match.seats == (ADA, None)


def test_only_time_differences_matter() -> None:
    """Only differences of `now` matter."""
    early, late = make_match(control=BLITZ), make_match(control=BLITZ, now=4096.0)
    play(early, *WON[:3], first_at=2.0)
    play(late, *WON[:3], first_at=4098.0)
    assert state_of(early) == state_of(late)


@pytest.mark.parametrize(("lag_s", "credit_s"), [(0.2, 0.2), (0.5, 0.5), (60.0, 0.5), (-1.0, 0.0)])
def test_lag_is_not_charged_up_to_a_bound(lag_s: float, credit_s: float) -> None:
    """Measured lag is deducted from the time of a move, at most half a second."""
    match = make_match(control=BLITZ)
    decision = match.handle(PlayMove(ADA.id, 0, "b2", None, lag_s), 10.0)
    assert decision.events == (MovePlayed(0, 0, "b2", 10.0, 52.0 + credit_s, lag_s=credit_s),)


def test_lag_adds_no_time() -> None:
    """The deducted lag is never more than the time of the move."""
    match = make_match(control=BLITZ)
    decision = match.handle(PlayMove(ADA.id, 0, "b2", None, 0.4), 0.1)
    assert decision.events == (MovePlayed(0, 0, "b2", 0.1, 62.0, lag_s=0.1),)


def test_lag_does_not_delay_the_flag() -> None:
    """The flag falls at its deadline; a later move is too late, whatever the lag."""
    match = make_match(control=SUDDEN_DEATH)
    assert match.handle(PlayMove(ADA.id, 0, "b2", None, 0.5), 60.1).events[0] == MatchFinished(Result(1, "time"), 60.0)


def test_a_time_that_goes_back_is_not_charged() -> None:
    """A move with a time before the start of its turn took no time."""
    match = make_match(control=BLITZ, now=100.0)
    assert play(match, "b2", first_at=90.0)[0].events == (MovePlayed(0, 0, "b2", 0.0, 62.0),)


@pytest.mark.usefixtures("trial")
def test_a_flag_is_a_draw_if_the_opponent_cannot_win() -> None:
    """The reason says so. A player who resigns loses also to a side that cannot win."""
    match = make_match("trial", control=SUDDEN_DEATH)
    play(match, "c3")
    assert match.handle(CheckClock(), 99.0).events == (MatchFinished(Result(0, "time"), 60.0),)
    results: list[Result | None] = []
    for command in (CheckClock(), Resign(ADA.id)):
        match = make_match("trial", control=SUDDEN_DEATH)
        play(match, *"c3 b3 b1 c2 b2 a2 a3 c1".split())
        assert [match.position.can_win(seat) for seat in (0, 1)] == [True, False]
        at = match.next_deadline()
        assert at is not None
        match.handle(command, at - 1.0 * isinstance(command, Resign))
        results.append(match.result)
    assert results == [Result(None, DRAWN_ON_TIME), Result(1, "resignation")]


@pytest.mark.parametrize(
    ("pieces", "winner"), [("k6r/8/8/8/8/8/8/1K6", 1), ("kn6/8/8/8/8/8/8/KN6", 1), ("k7/8/8/8/8/8/8/KRN5", None)]
)
def test_a_flag_in_chess(pieces: str, winner: int | None) -> None:
    """White's time is up: Black wins if it could ever mate, with help, and draws if it has only a king."""
    match = make_match("chess", control=SUDDEN_DEATH, position=f"{pieces} w - - 0 1")
    reason = DRAWN_ON_TIME if winner is None else "time"
    assert match.handle(CheckClock(), 99.0).events == (MatchFinished(Result(winner, reason), 60.0),)


@pytest.mark.parametrize(
    ("pieces", "winner"),
    [("3qk3/8/8/8/8/8/8/4KB2 b", None), ("3qk3/8/8/8/8/8/8/4KN2 b", None), ("3qkb2/8/8/8/8/8/8/4KB2 b", 0)],
)
def test_a_flag_with_a_queen_against_a_minor_piece(pieces: str, winner: int | None) -> None:
    """A queen does not help a bishop or a knight of the other side to mate, but a bishop of the other colour does."""
    match = make_match("chess", control=SUDDEN_DEATH, position=f"{pieces} - - 0 1")
    reason = DRAWN_ON_TIME if winner is None else "time"
    assert match.handle(CheckClock(), 99.0).events == (MatchFinished(Result(winner, reason), 60.0),)


@pytest.mark.parametrize(("pieces", "winner"), [("4k2r/8/8/8/8/8/8/4K3 b", 1), ("4k3/8/8/8/8/8/8/4K2R b", None)])
def test_a_match_of_a_player_who_left_follows_the_same_rule(pieces: str, winner: int | None) -> None:
    """A claim of a win is one only for a side that could still win; otherwise it is a draw."""
    match = make_match("chess", position=f"{pieces} - - 0 1")
    play(match, "e8d7", "e1d2")
    match.handle(UpdatePresence(ADA.id, False), 20.0)
    events = match.handle(Claim(BEN.id), 10_000.0).events
    reason = "abandonment" if winner else "abandonment, but the opponent cannot win"
    assert [event.result for event in events if isinstance(event, MatchFinished)] == [Result(winner, reason)]
