"""Values of SGF's properties for Go: points, komi and times, also in other forms that people and servers write."""

import re
from collections.abc import Iterable
from itertools import product

from kibitz_protocol.formats.games.go import COLUMNS, PASS
from kibitz_protocol.formats.sgf.numbers import number_of, plain, whole_of
from kibitz_protocol.formats.text import BadGame
from kibitz_protocol.validation.legible import legible

LEAST_SIZE, MOST_SIZE = 2, 19
USUAL_SIZE = 19
MOST_KOMI = 100
LETTERS = "abcdefghijklmnopqrstuvwxyz"
"""Coordinates of SGF, from the left and from the top."""
QUOTED = 40
SIZE = re.compile(r"([0-9]{1,3})(?:\s*[:x*×,路]\s*([0-9]{1,3})?)?\s*(?:路|lines)?", re.ASCII)
NO_HANDICAP = ("", "none", "no", "-", "even", "互先", "互先番", "定先", "先", "分先")
PASSES = ("", "tt", "pass", "pa", "--", "-")
VERTEX = re.compile(r"([A-HJ-Z])0*([1-9][0-9]?)", re.IGNORECASE | re.ASCII)
"""A point as people write it, `Q16`, which some programs have in place of letters."""
CLOCK = re.compile(r"(?:([0-9]{1,4}):)?([0-9]{1,4}):([0-9]{1,2}(?:\.[0-9]{1,6})?)", re.ASCII)
TIME = re.compile(r"(?<![0-9])([0-9]{1,6}(?:[.,][0-9]{0,6})?)(?![0-9])\s*([a-z時间間小分秒시초]*)", re.ASCII)
UNITS = ((r"h|時|小時|小时|小|시", 3600), (r"m|分|min", 60), (r"s|秒|초", 1))
INCREMENT = re.compile(
    r"([0-9]{1,5}(?:\.[0-9]{1,3})?)\s*(?:s(?:ec(?:onds?)?)?\s*)?(?:fischer|increment)", re.IGNORECASE
)

OVERTIME = re.compile(
    r"[0-9]\s*(?:[x×*/:]|回|次)\s*[0-9]|[0-9]\s*(?:s|sec|m|min|秒|초|分)|byo|canad|fischer|increment|delay|bronstein|progressive"
    r"|読秒|秒読み|读秒|초읽기",
    re.IGNORECASE,
)
NO_TIME = ("", "-", "none", "no", "?", "unlimited", "unknown", "absolute", "sudden death", "n/a", "なし", "无", "無")


def quoted(value: str) -> str:
    """Return a value for a sentence, in one line that can be shown."""
    return repr(legible(" ".join(value[: 2 * QUOTED].split()))[:QUOTED])


def board_size(value: str) -> int | None:
    """Return the size of the board by `SZ`: `19`, `19:19` or `9x9`; None if the text is not a size.

    Raises:
        BadGame: The board is not a square, or it is too large or too small.
    """
    numbers = SIZE.fullmatch(plain(value[: 2 * QUOTED]).strip())
    if numbers is None:
        return None
    size, other = int(numbers[1]), int(numbers[2] or numbers[1])
    if other != size:
        raise BadGame(f"the board has {size} columns and {other} rows; only square boards are played here")
    if not LEAST_SIZE <= size <= MOST_SIZE:
        raise BadGame(f"a board has {LEAST_SIZE} to {MOST_SIZE} lines here, not {size}")
    return size


def vertex(value: str, size: int) -> str:
    """Return a move as it is typed here: `D4`, or `pass` for an empty value and for `tt`.

    Raises:
        BadGame: The value is not a point of the board.
    """
    text = value.strip()
    if text.lower() in PASSES:
        return PASS
    return vertex_at(*_place(text, size), size)


def vertex_at(across: int, down: int, size: int) -> str:
    """Return the vertex of a column and a row, both from 0 at the top left."""
    return f"{COLUMNS[across]}{size - down}"


def points(values: Iterable[str], size: int) -> set[tuple[int, int]]:
    """Return the points of a list, which may have rectangles such as `aa:cc`, as (column, row) from 0 at the top left.

    Raises:
        BadGame: A value is not a point of the board.
    """
    found: set[tuple[int, int]] = set()
    for value in values:
        first, colon, last = value.strip().partition(":")
        (left, top) = _place(first, size)
        (right, bottom) = _place(last, size) if colon else (left, top)
        left, right, top, bottom = min(left, right), max(left, right), min(top, bottom), max(top, bottom)
        found.update(product(range(left, right + 1), range(top, bottom + 1)))
    return found


def _place(text: str, size: int) -> tuple[int, int]:
    """Return the column and the row of a point. Capital letters and digits have no other meaning on small boards."""
    text = text.strip()
    places: tuple[int, ...] = tuple(map(LETTERS[:size].find, text.lower()))
    if (vertex := VERTEX.fullmatch(text)) is not None:
        places = COLUMNS.index(vertex[1].upper()), size - int(vertex[2])
    if len(places) != 2 or min(places) < 0 or max(places) >= size:
        raise BadGame(f"{quoted(text)} is not a point of a board of {size}x{size}")
    return places[0], places[1]


def komi(value: str) -> float | None:
    """Return the komi of `KM` in points, negative where Black gets them; None if the text has none.

    Some servers leave the point out (`650` is 6.5). Others count stones, as is usual in China; each is two
    points: `3.75`, `375` and `3 3/4子` are 7.5. No komi in points ends with a quarter, so these are stones.
    """
    number = number_of(plain(value[: 2 * QUOTED]))
    if number is None:
        return None
    if abs(number) > MOST_KOMI and (number / 25).is_integer():
        number /= 100
    if (4 * number) % 2 == 1:
        number *= 2
    return number if abs(number) <= MOST_KOMI else None


def handicap(value: str) -> int | None:
    """Return the number of handicap stones of `HA`, and 0 for one stone; None if the text has none."""
    text = plain(value[: 2 * QUOTED]).strip()
    number = 0 if text in NO_HANDICAP else whole_of(text)
    return 0 if number == 1 else number


def increment_s(value: str | None) -> float:
    """Return the seconds that each move adds by `OT`, such as `3 fischer`; 0 for other forms of overtime."""
    found = INCREMENT.search((value or "")[: 2 * QUOTED])
    return float(found[1]) if found else 0.0


def is_time(value: str) -> bool:
    """Return whether a text is one of `TM`, or says that there is no time."""
    text = plain(value[: 2 * QUOTED]).strip()
    return text in NO_TIME or (seconds(text) is not None and not text.startswith("-"))


def is_overtime(value: str) -> bool:
    """Return whether a text is one of `OT`, such as `5x30 byo-yomi` or `25/600`, or says that there is none."""
    text = plain(value[: 2 * QUOTED]).strip()
    return text in NO_TIME or OVERTIME.search(text) is not None


def seconds(value: str | None) -> float | None:
    """Return a time in seconds: `1800`, `30 min`, `2 hours each`, `1:30:00` or `各3時間`; None where there is none."""
    text = plain((value or "")[: 2 * QUOTED]).strip()
    if clock := CLOCK.fullmatch(text):
        return 3600 * int(clock[1] or 0) + 60 * int(clock[2]) + float(clock[3])
    times = [(float(number.replace(",", ".")), unit) for number, unit in TIME.findall(text)]
    if not times or text.startswith("-"):
        return 0.0 if times else None
    return sum(number * next((factor for form, factor in UNITS if re.match(form, unit)), 1) for number, unit in times)
