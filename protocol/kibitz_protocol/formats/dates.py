"""Dates in files, in the forms of several countries."""

import re
from datetime import UTC, datetime

from kibitz_protocol.formats.sgf.numbers import plain

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
YEAR_FIRST = re.compile(
    r"(?<![0-9])([0-9]{4})\s*[-./年년]\s*([0-9]{1,2})\s*[-./月월]\s*([0-9]{1,2})(?![0-9])", re.ASCII
)
DAY_FIRST = re.compile(r"(?<![0-9])([0-9]{1,2})\.\s*([0-9]{1,2})\.\s*([0-9]{4})(?![0-9])", re.ASCII)
WITH_NAME = re.compile(
    r"(?:([0-9]{1,2})\.?\s+)?([a-z]{3})[a-z]*\.?\s+(?:([0-9]{1,2})(?:st|nd|rd|th)?,?\s+)?([0-9]{4})", re.ASCII
)
WITHOUT_DAY = re.compile(
    r"(?:[0-9?]{4}[年년]?(?:[-./]?[0-9?]{1,2}[月월]?){0,2}"
    rf"|(?:{'|'.join(MONTHS)})[a-z]*\.? [0-9]{{4}}|[-?./ ]*|unknown|n/?a|none)",
    re.ASCII,
)
"""What says that the day is not known, as far as it is a date."""
LONGEST = 200


def day_of(text: str) -> float | None:
    """Return the first date of a text in seconds since 1970; 0 if it is not known to the day, or earlier.

    A text that is not a date has none: None.

    `2020-01-05`, `2020/1/5`, `5.1.2020`, `Jan 5, 2020`, `5 January 2020` and `2020年1月5日` are the same day.
    """
    told = plain(text[:LONGEST])
    numbers: tuple[str, ...] = ()
    if found := YEAR_FIRST.search(told):
        numbers = found.groups()
    elif found := DAY_FIRST.search(told):
        numbers = found.groups()[::-1]
    elif (found := WITH_NAME.search(told)) and found[2] in MONTHS and (found[1] or found[3]):
        numbers = (found[4], str(1 + MONTHS.index(found[2])), found[1] or found[3])
    if not numbers:
        return 0.0 if WITHOUT_DAY.fullmatch(told.strip()) else None
    year, month, day = map(int, numbers)
    try:
        return max(0.0, datetime(year, month, day, tzinfo=UTC).timestamp())
    except ValueError:
        return None
