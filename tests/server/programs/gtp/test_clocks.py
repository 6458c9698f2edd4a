"""Clocks of a game by GTP."""

import pytest

from kibitz_server.programs.engines.clock import LEAST_S
from kibitz_server.programs.gtp.clocks import GtpClocks, GtpTimeControl, GtpTimeLeft, control_of, expected_moves

CANADIAN = GtpTimeControl("canadian", 60.0, 30.0, 5)
JAPANESE = GtpTimeControl("japanese", 60.0, 30.0, 3)


def test_time_settings_name_a_control() -> None:
    """A period without stones means that there is no limit, and no period that the main time is all there is."""
    assert control_of(0, 10, 0) == GtpTimeControl()
    assert control_of(300, 0, 0) == GtpTimeControl("absolute", 300)
    assert control_of(300, 0, 5) == GtpTimeControl("absolute", 300)
    assert control_of(60, 30, 5) == CANADIAN


def test_without_a_limit_no_clock_runs() -> None:
    """No time bounds the search."""
    clocks = GtpClocks()
    clocks.spend(0, 1000)
    assert clocks.seconds(0, 30) is None


def test_absolute_time_runs_out() -> None:
    """A move gets a share of what is left, and a moment when nothing is."""
    clocks = GtpClocks(GtpTimeControl("absolute", 60.05))
    assert clocks.seconds(0, 30) == pytest.approx(2.0)
    clocks.spend(0, 30)
    assert clocks.left(0).seconds == pytest.approx(30.05)
    assert clocks.left(1).seconds == 60.05
    assert clocks.seconds(0, 30) == pytest.approx(1.0)
    clocks.spend(0, 40)
    assert clocks.seconds(0, 30) == LEAST_S
    assert GtpClocks(GtpTimeControl("absolute", 0.0)).seconds(1, 30) == LEAST_S


def test_canadian_periods_begin_again_after_their_stones() -> None:
    """A move that uses up the main time counts in the first period."""
    clocks = GtpClocks(CANADIAN)
    clocks.spend(0, 50)
    assert clocks.left(0) == GtpTimeLeft(10)
    clocks.spend(0, 16)
    assert clocks.left(0) == GtpTimeLeft(24, 4)
    for _ in range(3):
        clocks.spend(0, 5)
    assert clocks.left(0) == GtpTimeLeft(9, 1)
    assert clocks.seconds(0, 30) == pytest.approx(0.8 * 8.95)
    clocks.spend(0, 8)
    assert clocks.left(0) == GtpTimeLeft(30, 5)


def test_japanese_periods_begin_again_with_each_move() -> None:
    """A period that a move has used up is lost, and the last one is never taken away."""
    clocks = GtpClocks(JAPANESE)
    clocks.spend(1, 65)
    assert clocks.left(1) == GtpTimeLeft(30, 3)
    clocks.spend(1, 29)
    assert clocks.left(1) == GtpTimeLeft(30, 3)
    clocks.spend(1, 31)
    assert clocks.left(1) == GtpTimeLeft(30, 2)
    assert clocks.seconds(1, 30) == pytest.approx(0.8 * 29.95)
    clocks.spend(1, 100)
    assert clocks.left(1) == GtpTimeLeft(30, 1)
    clocks.spend(0, 95)
    assert clocks.left(0) == GtpTimeLeft(30, 2)


def test_any_number_of_periods_is_counted_at_once() -> None:
    """Also of the shortest ones, of which a move uses up more than can be counted one by one."""
    clocks = GtpClocks(GtpTimeControl("japanese", 0, 1e-300, 10**308))
    clocks.spend(0, 7)
    assert clocks.left(0) == GtpTimeLeft(1e-300, 10**308 - 7000)
    clocks = GtpClocks(GtpTimeControl("japanese", 0, 1e-300, 3))
    clocks.spend(0, 7)
    assert clocks.left(0) == GtpTimeLeft(1e-300, 1)


def test_byo_yomi_adds_to_the_main_time() -> None:
    """A move gets half of what a period allows for it beside its share of the main time."""
    assert GtpClocks(CANADIAN).seconds(0, 30) == pytest.approx(59.95 / 30 + 3)
    assert GtpClocks(JAPANESE).seconds(0, 30) == pytest.approx(59.95 / 30 + 15)


def test_a_clock_without_main_time_begins_in_byo_yomi() -> None:
    """Its first period runs at once."""
    assert GtpClocks(GtpTimeControl("canadian", 0, 30, 5)).left(0) == GtpTimeLeft(30, 5)
    assert GtpClocks(GtpTimeControl("japanese", 0, 30, 3)).left(1) == GtpTimeLeft(30, 3)


def test_a_runner_sets_what_a_clock_shows() -> None:
    """It may do so without settings, which then means a clock that runs out."""
    clocks = GtpClocks(CANADIAN)
    clocks.set_left(1, GtpTimeLeft(20, 4))
    assert clocks.seconds(1, 30) == pytest.approx(19.95 / 4)
    clocks.set_left(1, GtpTimeLeft(20))
    assert clocks.left(1) == GtpTimeLeft(20)
    clocks = GtpClocks()
    clocks.set_left(0, GtpTimeLeft(60.05))
    assert clocks.seconds(0, 30) == pytest.approx(2.0)
    clocks.set_left(0, GtpTimeLeft(30, 5))
    clocks.spend(0, 10)
    assert clocks.left(0) == GtpTimeLeft(20, 5)


def test_the_end_of_a_game_needs_fewer_moves() -> None:
    """There are always some."""
    assert [expected_moves(empty) for empty in (361, 81, 20, 0)] == [144, 32, 10, 10]
