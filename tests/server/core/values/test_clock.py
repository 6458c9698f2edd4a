"""Clocks: the charge and the increment of a move, and the budget of an engine under a clock."""

import hypothesis.strategies as st
import pytest
from hypothesis import given

from kibitz_server.core.values.clock import (
    Byoyomi,
    Clock,
    ClockDisplay,
    Correspondence,
    Fischer,
    PerMove,
    SimpleDelay,
    TimeControl,
)
from kibitz_server.core.values.players import Engine
from kibitz_server.core.values.time_management import CORRESPONDENCE_MOVE_S, MARGIN_S, Budget

RAPID = Fischer(600.0, 5.0)


def test_a_fresh_clock_gives_every_seat_the_base() -> None:
    """Before the first move every seat has the whole base time, without an increment."""
    assert Clock.fresh(RAPID, 3).remaining_s == (600.0, 600.0, 600.0)


def test_a_move_costs_its_time_and_earns_the_increment() -> None:
    """A move subtracts its time from the clock of its seat and adds the increment; other seats do not change."""
    assert Clock.fresh(RAPID, 2).pressed(1, 20.0).remaining_s == (600.0, 585.0)


def test_a_quick_move_may_earn_more_than_it_cost() -> None:
    """A Fischer clock adds the increment even if the time left then exceeds the base."""
    assert Clock.fresh(RAPID, 2).pressed(0, 1.0).remaining_s == (604.0, 600.0)


def test_a_seat_that_went_berserk_earns_no_increment() -> None:
    """Its time only falls, and an engine does not count on an increment; the other seat has its own."""
    clock = Clock.fresh(RAPID, 2).gone_berserk(1, 300.0)
    assert clock.remaining_s == (600.0, 300.0)
    assert clock.pressed(1, 20.0).pressed(0, 20.0).remaining_s == (585.0, 280.0)
    budgets = [Budget().limited_by(clock.with_remaining(seat, 60.0), seat).seconds for seat in (0, 1)]
    assert budgets == [pytest.approx(59.95 / 30 + 4), pytest.approx(59.95 / 30)]


def test_a_clock_is_a_value() -> None:
    """A move returns a new clock and does not change the old one."""
    clock = Clock.fresh(RAPID, 2)
    clock.pressed(0, 10.0)
    assert clock == Clock.fresh(RAPID, 2)


def test_a_clock_is_never_below_zero() -> None:
    """The time left is never negative, however long a move took."""
    assert Clock.fresh(Fischer(10.0), 2).pressed(0, 99.0).remaining_s == (0.0, 10.0)
    assert Clock.fresh(RAPID, 2).with_remaining(1, -1.0).remaining_s == (600.0, 0.0)


@pytest.mark.parametrize(
    ("control", "text"),
    [
        (Fischer(300.0, 3.0), "5+3"),
        (Fischer(30.0), "0.5+0"),
        (Fischer(90.0, 0.5), "1.5+0.5"),
        (SimpleDelay(300.0, 3.0), "5d3"),
        (Byoyomi(600.0, 3, 30.0), "10b3x30"),
        (PerMove(30.0), "30s"),
        (Correspondence(3), "3days"),
        (Correspondence(1), "1day"),
    ],
)
def test_a_time_control_is_written_in_minutes_and_seconds(control: TimeControl, text: str) -> None:
    """A time control is formatted in the usual notation: minutes, plus seconds for each move."""
    assert str(control) == text


# -- other clocks than Fischer's


def test_a_delay_is_free_and_not_kept() -> None:
    """The first seconds of each move are free; unused ones do not accumulate."""
    clock = Clock.fresh(SimpleDelay(60.0, 5.0), 2)
    assert clock.pressed(0, 3.0).remaining_s == (60.0, 60.0)
    assert clock.pressed(0, 3.0).pressed(0, 7.0).remaining_s == (58.0, 60.0)
    assert clock.until_flag_s(0) == 65.0


def test_byo_yomi_uses_the_main_time_first() -> None:
    """No period is used while there is main time."""
    clock = Clock.fresh(Byoyomi(60.0, 3, 10.0), 2).pressed(0, 59.0)
    assert (clock.remaining_s, clock.periods) == ((1.0, 60.0), (3, 3))
    assert clock.until_flag_s(0) == 31.0


@pytest.mark.parametrize(
    ("charged_s", "periods"), [(60.0, 3), (69.9, 3), (70.0, 2), (79.9, 2), (80.0, 1), (89.9, 1), (90.0, 1)]
)
def test_a_period_that_is_used_up_is_lost(charged_s: float, periods: int) -> None:
    """A move keeps the period in which it ends, and loses each one before.

    A move in time never loses the last period.

    """
    clock = Clock.fresh(Byoyomi(60.0, 3, 10.0), 2).pressed(1, charged_s)
    assert (clock.remaining_s, clock.periods) == ((60.0, 0.0), (3, periods))


def test_a_period_starts_again_with_every_move() -> None:
    """In byo-yomi a player who always moves within the period never runs out of time."""
    clock = Clock.fresh(Byoyomi(0.0, 1, 10.0), 2)
    for _ in range(100):
        clock = clock.pressed(0, 9.99)
    assert clock.until_flag_s(0) == 10.0


@pytest.mark.parametrize(("control", "move_s"), [(PerMove(30.0), 30.0), (Correspondence(3), 259_200.0)])
def test_each_move_has_its_own_time(control: TimeControl, move_s: float) -> None:
    """With a time for each move, the next move has the same time, whatever this one took."""
    clock = Clock.fresh(control, 2)
    assert clock.pressed(0, 25.0) == clock
    assert clock.until_flag_s(0) == move_s
    assert clock.display(0, 10.0).remaining_s == move_s - 10.0


@pytest.mark.parametrize(
    ("charged_s", "display"),
    [
        (0.0, ClockDisplay(4.0, 24.0, 2)),
        (3.0, ClockDisplay(1.0, 21.0, 2)),
        (4.0, ClockDisplay(10.0, 20.0, 2)),
        (13.0, ClockDisplay(1.0, 11.0, 2)),
        (14.0, ClockDisplay(10.0, 10.0, 1)),
        (23.5, ClockDisplay(0.5, 0.5, 1)),
        (24.0, ClockDisplay(0.0, 0.0, 0)),
        (99.0, ClockDisplay(0.0, 0.0, 0)),
    ],
)
def test_the_display_of_byo_yomi_shows_main_time_then_the_period(charged_s: float, display: ClockDisplay) -> None:
    """During a move the display shows the main time, then each period in turn."""
    assert Clock.fresh(Byoyomi(4.0, 2, 10.0), 2).display(1, charged_s) == display


def test_the_display_of_a_delay_does_not_move_at_first() -> None:
    """The displayed time decreases only after the free seconds."""
    clock = Clock.fresh(SimpleDelay(60.0, 5.0), 2)
    assert clock.display(0, 3.0) == ClockDisplay(60.0, 62.0, 0)
    assert clock.display(0, 6.0) == ClockDisplay(59.0, 59.0, 0)


CONTROLS = (Fischer(20.0, 1.5), SimpleDelay(20.0, 2.0), Byoyomi(15.0, 3, 4.0), PerMove(12.0), Correspondence(1))


@pytest.mark.parametrize("control", CONTROLS, ids=str)
@pytest.mark.parametrize("charged_s", [0.0, 3.0, 16.0, 99.0])
def test_the_displays_of_a_clock_are_those_of_its_seats(control: TimeControl, charged_s: float) -> None:
    """Only the seat whose move is charged shows less than its clock has."""
    clock = Clock.fresh(control, 2).pressed(1, 5.0)
    assert tuple(zip(*clock.displays(1, charged_s), strict=True)) == (clock.display(0), clock.display(1, charged_s))
    assert tuple(zip(*clock.displays(), strict=True)) == (clock.display(0), clock.display(1))


@pytest.mark.parametrize("control", CONTROLS, ids=str)
@given(thinking=st.lists(st.floats(0.0, 30.0), max_size=30))
def test_what_is_charged_is_what_was_spent(control: TimeControl, thinking: list[float]) -> None:
    """For moves of any length, all time is accounted for, and nothing is negative."""
    clock, charged_s, extra_s, free_s = Clock.fresh(control, 2), 0.0, 0.0, 0.0
    for seconds in thinking:
        until_flag_s = clock.until_flag_s(0)
        assert clock.display(0, seconds).until_flag_s == pytest.approx(max(0.0, until_flag_s - seconds))
        if seconds >= until_flag_s:
            assert clock.display(0, seconds) == ClockDisplay(0.0, 0.0, 0)
            break
        charged_s += seconds
        if isinstance(control, Fischer):
            extra_s += control.increment_s
        if isinstance(control, SimpleDelay):
            free_s += min(seconds, control.delay_s)
        if isinstance(control, Byoyomi):
            overtime_s = max(0.0, seconds - clock.remaining_s[0])
            lost = clock.periods[0] - clock.pressed(0, seconds).periods[0]
            assert lost == min(overtime_s // control.period_s, clock.periods[0] - 1)
            free_s += overtime_s
        clock = clock.pressed(0, seconds)
        assert clock.remaining_s[0] >= 0
        assert clock.until_flag_s(0) > 0
    if isinstance(control, PerMove | Correspondence):
        assert clock == Clock.fresh(control, 2)
    else:
        assert clock.remaining_s[0] == pytest.approx(control.base_s + extra_s + free_s - charged_s)
    assert clock.remaining_s[1] == Clock.fresh(control, 2).remaining_s[1]


# -- budgets


@pytest.mark.parametrize("control", CONTROLS, ids=str)
@given(thinking=st.lists(st.floats(0.0, 30.0), max_size=10))
def test_an_engine_that_keeps_to_its_budget_never_loses_on_time(control: TimeControl, thinking: list[float]) -> None:
    """A budget is always positive, and leaves a margin before the flag."""
    clock = Clock.fresh(control, 2)
    for seconds in thinking:
        clock = clock.pressed(0, min(seconds, 0.99 * clock.until_flag_s(0)))
        budget = Budget(seconds=300.0).limited_by(clock, 0)
        assert budget.seconds is not None
        assert 0 < budget.seconds <= max(MARGIN_S, clock.until_flag_s(0) / 2)


def test_an_engine_in_byo_yomi_keeps_its_periods() -> None:
    """After its main time an engine moves well within one period."""
    clock = Clock.fresh(Byoyomi(60.0, 3, 10.0), 2).pressed(0, 60.0)
    assert Budget().limited_by(clock, 0).seconds == pytest.approx(5.0 - MARGIN_S)


def test_an_engine_in_correspondence_answers_soon() -> None:
    """In correspondence an engine without a budget in seconds answers after a short time."""
    assert Budget().limited_by(Clock.fresh(Correspondence(3), 2), 0).seconds == CORRESPONDENCE_MOVE_S


def test_without_a_clock_a_budget_is_what_it_was() -> None:
    """Without a clock a budget does not change."""
    budget = Budget(seconds=2.0, depth=4)
    assert budget.limited_by(None, 0) is budget
    assert Budget().limited_by(None, 0) == Budget()


def test_a_clock_bounds_a_budget_that_has_no_seconds() -> None:
    """A budget with a depth alone gets seconds from the clock, so that the engine cannot lose on time."""
    budget = Budget(depth=4).limited_by(Clock.fresh(RAPID, 2), 0)
    assert budget.depth == 4
    assert budget.seconds == pytest.approx((600.0 - MARGIN_S) / 30 + 4.0)


def test_the_smaller_of_clock_and_budget_counts() -> None:
    """A budget below the clock's share stays; a larger one is reduced."""
    clock = Clock.fresh(RAPID, 2)
    assert Budget(seconds=1.0).limited_by(clock, 0).seconds == 1.0
    assert Budget(seconds=300.0).limited_by(clock, 0).seconds == Budget().limited_by(clock, 0).seconds


@pytest.mark.parametrize("left_s", [600.0, 60.0, 5.0, 1.0, 0.3, 0.16])
@pytest.mark.parametrize("increment_s", [0.0, 2.0, 60.0])
def test_a_budget_never_spends_the_whole_clock(left_s: float, increment_s: float) -> None:
    """Even with a large increment a budget is at most half of the time left."""
    seconds = Budget().limited_by(Clock(Fischer(600.0, increment_s), (left_s, 600.0), (0, 0)), 0).seconds
    assert seconds is not None
    assert 0 < seconds <= max(MARGIN_S, left_s / 2)


def test_an_empty_clock_still_allows_a_minimum() -> None:
    """A budget is positive without time left, because a search without time finds no move."""
    assert Budget(seconds=5.0).limited_by(Clock(RAPID, (0.0, 0.0), (0, 0)), 0).seconds == MARGIN_S


@pytest.mark.parametrize(
    ("engine", "name"),
    [
        (Engine("random", Budget()), "random"),
        (Engine("alphabeta", Budget(seconds=1.0)), "alphabeta:seconds=1"),
        (Engine("alphabeta", Budget(0.5, 8, 1000, 7)), "alphabeta:seconds=0.5,depth=8,nodes=1000,seed=7"),
    ],
)
def test_an_engine_is_named_by_its_limits(engine: Engine, name: str) -> None:
    """The display name of an engine is its algorithm and its limits."""
    assert engine.name == name


def test_an_engines_name_can_be_typed_again() -> None:
    """The display name of an engine can be typed as an engine argument."""
    assert Engine("alphabeta", Budget(nodes=1_000_000)).name == "alphabeta:nodes=1000000"
