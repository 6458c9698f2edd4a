"""Clocks of the seats between two server messages."""

from typing import Any

import pytest

from kibitz_client.match.state import MatchState, advance
from kibitz_client.text.clock import deadline_text, seat_clock_text
from kibitz_protocol.values.clocks import Clock, parse_clock
from tests.client.samples import position, snapshot


def match(moves: str, **changes: Any) -> MatchState:
    """Return a match after these moves."""
    state = advance(None, snapshot(moves, **changes))
    assert state is not None
    return state


def shown(clock: str, **times: Any) -> MatchState:
    """Return a match after one move, so that seat 1 is to move."""
    kind: Clock = parse_clock(clock)
    return match("4", clock=kind, state=position("4", **times))


@pytest.mark.parametrize(
    ("elapsed_ms", "text"),
    [
        (0, "00:12 (+2 periods)"),
        (2_500, "00:09.5 (+2 periods)"),
        (11_999, "00:00.0 (+2 periods)"),
        (12_000, "00:30 (2 periods)"),
        (13_000, "00:29 (2 periods)"),
        (41_999, "00:00.0 (2 periods)"),
        (42_000, "00:30 (last period)"),
        (71_000, "00:01.0 (last period)"),
        (99_000, "00:00.0 (last period)"),
    ],
)
def test_byo_yomi_runs_through_main_time_and_periods(elapsed_ms: int, text: str) -> None:
    """The main time runs first, then each period, with the number that is left."""
    state = shown("1b2x30", remaining_ms=[60_000, 12_000], flag_ms=[120_000, 72_000], periods=[2, 2])
    assert seat_clock_text(state, 1, elapsed_ms) == text
    assert seat_clock_text(state, 0, elapsed_ms) == "01:00 (+2 periods)"


def test_a_player_in_byo_yomi_has_the_whole_period_again() -> None:
    """Without main time, a player's period is whole again between moves."""
    state = shown("1b2x30", remaining_ms=[30_000, 60_000], flag_ms=[60_000, 120_000], periods=[2, 2])
    assert seat_clock_text(state, 0, 5_000) == "00:30 (2 periods)"


@pytest.mark.parametrize(
    ("elapsed_ms", "text"), [(0, "01:00 +3"), (2_500, "01:00 +1"), (3_000, "01:00"), (4_500, "00:58")]
)
def test_a_delay_runs_before_the_clock(elapsed_ms: int, text: str) -> None:
    """The free seconds of a move run before the clock."""
    state = shown("1d3", remaining_ms=[60_000, 60_000], flag_ms=[63_000, 63_000])
    assert seat_clock_text(state, 1, elapsed_ms) == text


def test_days_are_shown_as_days() -> None:
    """A correspondence clock shows days, hours and minutes."""
    state = shown("3days", remaining_ms=[259_200_000, 259_200_000])
    assert seat_clock_text(state, 1, 1_000) == "2d 23:59"


def test_a_clock_that_stands_shows_the_same() -> None:
    """While no clock runs, the shown time is constant."""
    state = shown("30s", remaining_ms=[30_000, 30_000], ticking=None)
    assert seat_clock_text(state, 1, 20_000) == "00:30"


def test_an_older_server_sends_less() -> None:
    """Without the time until the flag, the remaining time is shown; without a clock, no time."""
    state = shown("5+3", remaining_ms=[61_000, 62_000], flag_ms=None)
    assert seat_clock_text(state, 1, 1_000) == "01:01"
    assert seat_clock_text(match("4"), 0, 0) == ""


def test_a_deadline_beside_the_clocks() -> None:
    """A free first move has one for its side, and settling what is dead for both sides and without a clock."""
    first = match("", state=position("", first_move_ms=30_000))
    assert [deadline_text(first, seat, 4_000) for seat in (0, 1)] == ["first move within 00:26", ""]
    groups = position("408", to_move=None, settle_ms=86_400_000).model_copy(update={"removable": [[4]]})
    settling = match("408", phase="paused", state=groups)
    assert [deadline_text(settling, seat, 1_000) for seat in (0, 1)] == ["settle within 23:59:59"] * 2
    assert deadline_text(match("408", state=groups), 0, 0) == ""
