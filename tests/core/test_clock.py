"""The clock: what a move costs and earns, and what an engine may spend under it."""

import pytest

from kibitz_server.core.clock import MARGIN_S, Budget, Clock, TimeControl
from kibitz_server.core.players import Engine

RAPID = TimeControl(600.0, 5.0)


def test_a_fresh_clock_gives_every_seat_the_base() -> None:
    """Before the first move every seat has the whole base time, and no increment yet."""
    assert Clock.fresh(RAPID, 3).remaining_s == (600.0, 600.0, 600.0)


def test_a_press_costs_the_time_and_earns_the_increment() -> None:
    """After a move its seat has less by what the move took and more by the increment; the others are untouched."""
    assert Clock.fresh(RAPID, 2).pressed(1, 20.0).remaining_s == (600.0, 585.0)


def test_a_quick_move_may_earn_more_than_it_cost() -> None:
    """Fischer's clock adds the increment even when the base would be exceeded."""
    assert Clock.fresh(RAPID, 2).pressed(0, 1.0).remaining_s == (604.0, 600.0)


def test_a_clock_is_a_value() -> None:
    """A press makes another clock and leaves the one it was made from alone."""
    clock = Clock.fresh(RAPID, 2)
    clock.pressed(0, 10.0)
    assert clock == Clock.fresh(RAPID, 2)


def test_a_clock_is_never_below_zero() -> None:
    """However long a move took, there is at least nothing left."""
    assert Clock.fresh(TimeControl(10.0), 2).pressed(0, 99.0).remaining_s == (0.0, 10.0)
    assert Clock.fresh(RAPID, 2).showing(1, -1.0).remaining_s == (600.0, 0.0)


@pytest.mark.parametrize(
    ("control", "text"),
    [
        (TimeControl(300.0, 3.0), "5+3"),
        (TimeControl(30.0), "0.5+0"),
        (TimeControl(90.0, 0.5), "1.5+0.5"),
    ],
)
def test_a_time_control_is_written_in_minutes_and_seconds(control: TimeControl, text: str) -> None:
    """A time control reads as people say it: minutes, plus seconds a move."""
    assert str(control) == text


def test_without_a_clock_a_budget_is_what_it_was() -> None:
    """No clock, no cut."""
    budget = Budget(seconds=2.0, depth=4)
    assert budget.under(None, 0) is budget
    assert Budget().under(None, 0) == Budget()


def test_a_clock_bounds_a_budget_that_has_no_seconds() -> None:
    """An engine with a depth alone still gets seconds from the clock, so that it cannot lose by thinking on."""
    budget = Budget(depth=4).under(Clock.fresh(RAPID, 2), 0)
    assert budget.depth == 4
    assert budget.seconds == pytest.approx((600.0 - MARGIN_S) / 30 + 4.0)


def test_the_smaller_of_clock_and_budget_counts() -> None:
    """A budget smaller than the clock's share stays; a larger one is cut."""
    clock = Clock.fresh(RAPID, 2)
    assert Budget(seconds=1.0).under(clock, 0).seconds == 1.0
    assert Budget(seconds=300.0).under(clock, 0).seconds == Budget().under(clock, 0).seconds


@pytest.mark.parametrize("left_s", [600.0, 60.0, 5.0, 1.0, 0.3, 0.16])
@pytest.mark.parametrize("increment_s", [0.0, 2.0, 60.0])
def test_a_budget_never_spends_the_whole_clock(left_s: float, increment_s: float) -> None:
    """Even with a large increment a move may not take more than half of what is left."""
    seconds = Budget().under(Clock(TimeControl(600.0, increment_s), (left_s, 600.0)), 0).seconds
    assert seconds is not None
    assert 0 < seconds <= max(MARGIN_S, left_s / 2)


def test_an_empty_clock_still_allows_a_moment() -> None:
    """With nothing left a search still gets a positive time, for a search without any finds no move."""
    assert Budget(seconds=5.0).under(Clock(RAPID, (0.0, 0.0)), 0).seconds == MARGIN_S


@pytest.mark.parametrize(
    ("engine", "name"),
    [
        (Engine("random", Budget()), "random"),
        (Engine("alphabeta", Budget(seconds=1.0)), "alphabeta:seconds=1"),
        (Engine("alphabeta", Budget(0.5, 8, 1000, 7)), "alphabeta:seconds=0.5,depth=8,nodes=1000,seed=7"),
    ],
)
def test_an_engine_is_named_by_what_it_may_spend(engine: Engine, name: str) -> None:
    """People see an engine as its algorithm and its bounds."""
    assert engine.name == name


def test_an_engines_name_can_be_typed_again() -> None:
    """The name under which people see an engine is one that they can type."""
    assert Engine("alphabeta", Budget(nodes=1_000_000)).name == "alphabeta:nodes=1000000"
