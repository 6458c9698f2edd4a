"""How much of its clock an engine takes for a move."""

import pytest

from kibitz_server.programs.engines.clock import LEAST_S, share_s


@pytest.mark.parametrize(
    ("left_s", "moves", "extra_s", "seconds"),
    [
        (60.05, 30, 0.0, 2.0),
        (60.05, 30, 1.0, 2.8),
        (10.05, 1, 0.0, 8.0),
        (1.05, 30, 20.0, 0.5),
        (0.0, 30, 5.0, LEAST_S),
        (-3.0, 1, 0.0, LEAST_S),
    ],
)
def test_a_move_gets_its_share(left_s: float, moves: int, extra_s: float, seconds: float) -> None:
    """It never gets all that is left."""
    assert share_s(left_s, moves, extra_s) == pytest.approx(seconds)
