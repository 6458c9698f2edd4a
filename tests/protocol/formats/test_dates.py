"""Dates in files."""

import pytest

from kibitz_protocol.formats.dates import day_of

DAY = 1578182400.0


@pytest.mark.parametrize(
    "text",
    [
        "2020-01-05",
        "2020-01-05,06",
        "2020/1/5",
        "2020.01.05",
        "5.1.2020",
        "Jan 5, 2020",
        "January 5th, 2020",
        "5 January 2020",
        "2020年1月5日",
        "played on 2020-01-05 in Kyoto",
    ],
)
def test_dates_of_several_countries(text: str) -> None:
    """All are the same day, by UTC."""
    assert day_of(text) == DAY


@pytest.mark.parametrize(
    "text", ["", "?", "2020", "2020-01", "2020-??-??", "January 2020", "2020年", "1846-09-11", "unknown"]
)
def test_dates_that_are_not_known_to_the_day(text: str) -> None:
    """A day that is not known, or before 1970, is 0."""
    assert day_of(text) == 0.0


@pytest.mark.parametrize("text", ["yesterday", "2020-13-01", "2020-02-30", "Spring 2020", "soon", "x" * 9999])
def test_other_texts_are_no_date(text: str) -> None:
    """They differ from dates without a day."""
    assert day_of(text) is None
