"""Clocks are sent as a main time and a time for one stone, in whole seconds."""

import pytest

from kibitz_client.bots import TimeLeft
from kibitz_client.bots.gtp.clock import clock_settings, times_left
from kibitz_protocol.values.clocks import Byoyomi, Clock, Correspondence, Fischer, PerMove, SimpleDelay


@pytest.mark.parametrize(
    ("control", "settings"),
    [
        (Fischer(base_s=300), "time_settings 300 0 0"),
        (Fischer(base_s=300, increment_s=5), "time_settings 295 4 1"),
        (Fischer(base_s=300, increment_s=1), "time_settings 300 0 0"),
        (Fischer(base_s=3, increment_s=10), "time_settings 0 9 1"),
        (SimpleDelay(base_s=60, delay_s=3), "time_settings 60 2 1"),
        (Byoyomi(base_s=600, periods=3, period_s=30), "time_settings 600 28 1"),
        (Byoyomi(base_s=0, periods=3, period_s=1), "time_settings 0 1 1"),
        (PerMove(move_s=8), "time_settings 0 7 1"),
        (PerMove(move_s=0.1), "time_settings 0 1 1"),
        (Correspondence(days=3), None),
        (None, None),
    ],
)
def test_time_controls_are_sent(control: Clock | None, settings: str | None) -> None:
    """An increment, a delay or a period is the time for one stone, with a margin; an increment of a second is left out.

    Without a clock the program decides, unless it is given a time.
    """
    assert clock_settings(control) == settings
    assert clock_settings(control, 4) == (settings or "time_settings 0 4 1")


@pytest.mark.parametrize(
    ("control", "yours_s", "periods", "left"),
    [
        (Fischer(base_s=300), 10.0, None, "9 0"),
        (Fischer(base_s=300), 0.5, None, "0 0"),
        (Fischer(base_s=300, increment_s=5), 65.0, None, "59 0"),
        (Fischer(base_s=300, increment_s=5), 5.4, None, "4 1"),
        (Fischer(base_s=300, increment_s=5), 3.0, None, "2 1"),
        (SimpleDelay(base_s=60, delay_s=3), 63.0, None, "59 0"),
        (SimpleDelay(base_s=60, delay_s=3), 3.0, None, "2 1"),
        (Byoyomi(base_s=600, periods=3, period_s=30), 690.0, 3, "599 0"),
        (Byoyomi(base_s=600, periods=3, period_s=30), 60.0, 2, "28 1"),
        (Byoyomi(base_s=600, periods=3, period_s=30), 40.0, 2, "9 1"),
        (Byoyomi(base_s=600, periods=3, period_s=30), 30.0, 1, "28 1"),
        (PerMove(move_s=8), 8.0, None, "7 1"),
        (PerMove(move_s=8), 4.0, None, "3 1"),
    ],
)
def test_times_are_sent(control: Clock, yours_s: float, periods: int | None, left: str) -> None:
    """Each seat has its main time, or after it the time for one stone, which uses no byo-yomi period up."""
    clock = TimeLeft(yours_s, (yours_s, 1000.0), "")
    numbers = None if periods is None else (periods, 1)
    assert times_left(control, clock, numbers)[0] == f"time_left black {left}"
    assert times_left(control, clock, numbers)[1].startswith("time_left white ")


def test_without_a_clock_a_time_can_be_given() -> None:
    """Days for a move are not a time for a program either."""
    for control in (None, Correspondence(days=1)):
        assert times_left(control, TimeLeft(86_400.0, (86_400.0, 86_400.0), ""), None) == ()
        assert times_left(control, None, None, 4) == ("time_left black 4 1", "time_left white 4 1")
    assert times_left(Fischer(base_s=300), None, None, 4) == ()


def test_a_seat_that_went_berserk_has_no_increment() -> None:
    """All of its time is main time."""
    control, clock = Fischer(base_s=300, increment_s=5), TimeLeft(65.0, (65.0, 65.0), "")
    assert times_left(control, clock, None, berserk=[1]) == ("time_left black 59 0", "time_left white 64 0")
