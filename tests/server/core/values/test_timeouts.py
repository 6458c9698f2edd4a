"""Timeouts of a match for each time control."""

import pytest

from kibitz_server.core.values.clock import Byoyomi, Correspondence, Fischer, PerMove, SimpleDelay, TimeControl
from kibitz_server.core.values.timeouts import Patience, claim_after_s, first_move_s, open_timeout_s

DAY_S = 86_400.0


@pytest.mark.parametrize(
    ("control", "first_move", "claim", "host_timeout", "open_timeout"),
    [
        (None, None, 120.0, 300.0, 3600.0),
        (Fischer(60.0), 30.0, 20.0, 60.0, 3600.0),
        (Fischer(180.0, 2.0), 30.0, 52.0, 60.0, 3600.0),
        (Fischer(1800.0), 30.0, 120.0, 60.0, 3600.0),
        (SimpleDelay(180.0, 2.0), 30.0, 52.0, 60.0, 3600.0),
        (Byoyomi(60.0, 3, 5.0), 30.0, 52.0, 60.0, 3600.0),
        (PerMove(10.0), 30.0, 80.0, 60.0, 3600.0),
        (Correspondence(3), 3 * DAY_S, None, None, 7 * DAY_S),
    ],
    ids=str,
)
def test_timeouts_follow_from_the_time_control(
    control: TimeControl | None,
    first_move: float | None,
    claim: float | None,
    host_timeout: float | None,
    open_timeout: float,
) -> None:
    """Timeouts are short for fast time controls and long, or absent, for correspondence."""
    assert first_move_s(control) == first_move
    assert claim_after_s(control) == claim
    assert Patience().of_open(control) == host_timeout
    assert open_timeout_s(control) == open_timeout


def test_a_deserted_match_without_moves_ends_soon() -> None:
    """A match without a clock that was never played ends when its open seat would, and otherwise after a day."""
    assert Patience().of_left(moved=False) == Patience().of_open(None)
    assert Patience().of_left(moved=True) == DAY_S


def test_a_server_sets_its_patience() -> None:
    """A match that was never played does not outlast one that was."""
    short = Patience(host_s=2.0, left_s=30.0)
    assert (short.of_open(Fischer(60.0)), short.of_open(None), short.of_open(Correspondence(1))) == (2.0, 10.0, None)
    assert (short.of_left(moved=True), short.of_left(moved=False)) == (30.0, 30.0)
