"""Time controls as PGN and people write them."""

import pytest

from kibitz_protocol.formats.time_control import time_control

MINUTE, HOUR, DAY = 60, 3600, 86_400


@pytest.mark.parametrize(
    ("text", "stages"),
    [
        ("300+3", [(None, 300, 3)]),
        ("0.5+0.1", [(None, 0.5, 0.1)]),
        ("40/7200:3600", [(40, 2 * HOUR, 0), (None, HOUR, 0)]),
        ("40/7200:20/3600:900+30", [(40, 2 * HOUR, 0), (20, HOUR, 0), (None, 900, 30)]),
        ("1/86400", [(1, DAY, 0)]),
        ("3 days/move", [(1, 3 * DAY, 0)]),
        ("G/30", [(None, 30 * MINUTE, 0)]),
        ("G/90;+30", [(None, 90 * MINUTE, 30)]),
        ("40/90, SD/30", [(40, 90 * MINUTE, 0), (None, 30 * MINUTE, 0)]),
        ("3|2", [(None, 3 * MINUTE, 2)]),
        ("Blitz 3+2", [(None, 3, 2)]),
        ("90 min + 30 s", [(None, 90 * MINUTE, 30)]),
        ("1h30m", [(None, 90 * MINUTE, 0)]),
        ("90'+30\"", [(None, 90 * MINUTE, 30)]),
        ("40 moves in 2 hours, then 30 min", [(40, 2 * HOUR, 0), (None, 30 * MINUTE, 0)]),
        ("90min/40moves + 30min + 30sec/move", [(40, 90 * MINUTE, 30), (None, 30 * MINUTE, 30)]),
        ("-", []),
        ("?", []),
        ("", []),
    ],
)
def test_a_time_control_has_stages(text: str, stages: list[tuple[int | None, float, float]]) -> None:
    """Each has its moves, its time and its increment, in seconds."""
    found = time_control(text)
    assert found is not None
    assert [(stage.moves, stage.base_s, stage.increment_s) for stage in found.stages] == stages


def test_a_sandglass_is_one() -> None:
    """One side gets what the other one uses."""
    found = time_control("*60")
    assert found is not None
    assert found.sandglass


@pytest.mark.parametrize("text", ["soon", "5 bananas", "40/90, SD", "1,2,3", "G/x"])
def test_other_text_is_none(text: str) -> None:
    """The caller says that it is left out."""
    assert time_control(text) is None
