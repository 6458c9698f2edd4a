"""Tests of time controls as text and in messages."""

import pytest
from pydantic import TypeAdapter

from kibitz_protocol.values.clocks import (
    FORMS,
    Byoyomi,
    Clock,
    Correspondence,
    Fischer,
    PerMove,
    SimpleDelay,
    parse_clock,
)

ADAPTER: TypeAdapter[Clock] = TypeAdapter(Clock)


@pytest.mark.parametrize(
    ("text", "clock", "written"),
    [
        ("5+3", Fischer(base_s=300, increment_s=3), "5+3"),
        ("0.5+0", Fischer(base_s=30), "0.5+0"),
        ("10", Fischer(base_s=600), "10+0"),
        (" 1 + 0.5 ", Fischer(base_s=60, increment_s=0.5), "1+0.5"),
        ("1440+3600", Fischer(base_s=86_400, increment_s=3_600), "1440+3600"),
        ("5d3", SimpleDelay(base_s=300, delay_s=3), "5d3"),
        ("1.5 D .5", SimpleDelay(base_s=90, delay_s=0.5), "1.5d0.5"),
        ("10b3x30", Byoyomi(base_s=600, periods=3, period_s=30), "10b3x30"),
        ("0b1X10", Byoyomi(base_s=0, periods=1, period_s=10), "0b1x10"),
        ("30s", PerMove(move_s=30), "30s"),
        ("0.5 s", PerMove(move_s=0.5), "0.5s"),
        ("3days", Correspondence(days=3), "3days"),
        ("1 Day", Correspondence(days=1), "1day"),
    ],
)
def test_a_clock_is_parsed_and_written(text: str, clock: Clock, written: str) -> None:
    """Each kind has its text form, which parses back to the same clock."""
    assert parse_clock(text) == clock
    assert str(clock) == written
    assert parse_clock(written) == clock


@pytest.mark.parametrize(
    "text",
    [
        *("", "+", "5+", "+3", "five", "5+3+1", "0+3", "-1+0", "5+-1", "nan", "inf+1", "1441"),
        *("5d", "5d0", "d3", "10b", "10b3", "10b0x30", "10b3x0", "10b1.5x30", "b3x30", "0s", "s", "-3s", "100000s"),
        *("0days", "31days", "1.5days", "days", "3d", "\u0663days", "1" * 41, "9" * 4000 + "+1"),
    ],
)
def test_an_invalid_clock_is_refused_with_a_message(text: str) -> None:
    """An invalid clock raises a ValueError whose message shows every form."""
    with pytest.raises(ValueError, match="is not a clock; write it like ") as caught:
        parse_clock(text)
    assert FORMS in str(caught.value)
    assert all(form in FORMS for form in ("5+3", "5d3", "10b3x30", "30s", "3days"))


@pytest.mark.parametrize("text", ["5+3", "5d3", "10b3x30", "30s", "3days"])
def test_a_clock_survives_encoding(text: str) -> None:
    """The `kind` of a clock in a message selects its model."""
    clock = parse_clock(text)
    assert ADAPTER.validate_json(ADAPTER.dump_json(clock)) == clock
