"""Colours of line mode."""

import pytest

from kibitz_client.text.style import wants_colour


@pytest.mark.parametrize(
    ("environ", "tty", "painted"),
    [
        ({}, True, True),
        ({}, False, False),
        ({"NO_COLOR": "1"}, True, False),
        ({"NO_COLOR": ""}, True, True),
        ({"FORCE_COLOR": "1"}, False, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, True, False),
        ({"TERM": "dumb"}, True, False),
    ],
)
def test_variables_decide_on_colour(environ: dict[str, str], tty: bool, painted: bool) -> None:
    """NO_COLOR wins over FORCE_COLOR, which wins over the type of standard output."""
    assert wants_colour(environ, tty=tty) is painted
