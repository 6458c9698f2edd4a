"""Values of SGF's properties for Go: points, komi, results and times, also in other forms that servers write."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product

from kibitz_protocol.formats.games.go import COLUMNS, PASS
from kibitz_protocol.formats.text import BadGame
from kibitz_protocol.validation.legible import legible

LEAST_SIZE, MOST_SIZE = 2, 19
USUAL_SIZE = 19
MOST_KOMI = 100
LETTERS = "abcdefghijklmnopqrstuvwxyz"
"""Coordinates of SGF, from the left and from the top."""
QUOTED = 40
NUMBER = re.compile(r"[+-]?[0-9]{1,6}(?:[.,][0-9]{0,6})?|[+-]?[.,][0-9]{1,6}")
WON = re.compile(r"([BW])\+\s*(.*)", re.IGNORECASE | re.DOTALL)
DRAWS = ("0", "draw", "jigo")
ENDS = {"r": "resignation", "resign": "resignation", "resignation": "resignation"} | dict.fromkeys(
    ("t", "time", "timeout"), "time"
)
FORFEITS = ("f", "forfeit")
INCREMENT = re.compile(
    r"([0-9]{1,5}(?:\.[0-9]{1,3})?)\s*(?:s(?:ec(?:onds?)?)?\s*)?(?:fischer|increment)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class ToldResult:
    """The result that a file has: whether it has one, the seat that won, the points it won by, and the reason.

    `points` is None where the game was not counted.
    """

    finished: bool
    winner: int | None = None
    points: float | None = None
    reason: str = ""

    @property
    def open(self) -> bool:
        """Whether the file does not say how the game ended."""
        return not self.finished and not self.reason


def quoted(value: str) -> str:
    """Return a value for a sentence, in one line that can be shown."""
    return repr(legible(" ".join(value[: 2 * QUOTED].split()))[:QUOTED])


def board_size(value: str | None) -> int:
    """Return the size of the board by `SZ`, which is 19 where it is left out.

    Raises:
        BadGame: The board is not a square, or it is too large or too small.
    """
    if value is None:
        return USUAL_SIZE
    numbers = [part.strip() for part in value.split(":")]
    if len(numbers) > 2 or not all(re.fullmatch(r"[0-9]{1,3}", part, re.ASCII) for part in numbers):
        raise BadGame(f"SZ, the size of the board, is a number, not {quoted(value)}")
    size = int(numbers[0])
    if int(numbers[-1]) != size:
        raise BadGame(f"the board has {size} columns and {int(numbers[-1])} rows; only square boards are played here")
    if not LEAST_SIZE <= size <= MOST_SIZE:
        raise BadGame(f"a board has {LEAST_SIZE} to {MOST_SIZE} lines here, not {size}")
    return size


def vertex(value: str, size: int) -> str:
    """Return a move as it is typed here: `D4`, or `pass` for an empty value and for `tt`.

    Raises:
        BadGame: The value is not a point of the board.
    """
    text = value.strip()
    if text in ("", "tt"):
        return PASS
    across, down = _place(text, size)
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
    text = text.strip()
    places = tuple(map(LETTERS[:size].find, text))
    if len(places) != 2 or min(places) < 0:
        raise BadGame(f"{quoted(text)} is not a point of a board of {size}x{size}")
    return places[0], places[1]


def komi(value: str | None) -> float:
    """Return the komi of `KM` in points; without one it is 0.

    Some servers leave the point out (`650` is 6.5). Others count stones, as is usual in China; each is two
    points: `3.75` and `375` are 7.5. No komi in points ends with a quarter, so these are stones.

    Raises:
        BadGame: It is not a number of halves from 0 to 100.
    """
    text = (value or "").strip()
    if not text:
        return 0.0
    if NUMBER.fullmatch(text) is None:
        raise BadGame(f"KM, the komi, is a number, not {quoted(text)}")
    number = float(text.replace(",", "."))
    if number > MOST_KOMI and number.is_integer():
        number /= 100
    if (4 * number) % 2 == 1:
        number *= 2
    if not (2 * number).is_integer() or not 0 <= number <= MOST_KOMI:
        raise BadGame(f"a komi is 0 to {MOST_KOMI} in steps of 0.5 here, not {text}")
    return number


def handicap(value: str | None) -> int:
    """Return the number of handicap stones of `HA`; 0 without one.

    Raises:
        BadGame: It is not a number.
    """
    text = (value or "").strip()
    if not text:
        return 0
    if re.fullmatch(r"[0-9]{1,3}", text, re.ASCII) is None:
        raise BadGame(f"HA, the number of handicap stones, is a number, not {quoted(text)}")
    return int(text) if int(text) > 1 else 0


def result(value: str | None) -> ToldResult:
    """Return what `RE` says: `B+3.5`, `W+R`, `B+T`, `B+F`, `B+`, `0`, `Draw`, `Void` or `?`.

    Another text says nothing of the end. Another reason of a win is kept unchanged.
    """
    text = legible(" ".join((value or "")[: 2 * QUOTED].split()))
    if text.lower() in DRAWS:
        return ToldResult(finished=True, points=0.0)
    found = WON.fullmatch(text)
    if found is None:
        return ToldResult(finished=False, reason="the game is void" if text.lower() == "void" else "")
    winner, rest = "BW".index(found[1].upper()), found[2].strip()
    if NUMBER.fullmatch(rest):
        return ToldResult(finished=True, winner=winner, points=abs(float(rest.replace(",", "."))))
    told = rest.lower()
    reason = "forfeit" if told in FORFEITS else ENDS.get(told, told[:QUOTED])
    return ToldResult(finished=True, winner=winner, reason=reason)


def increment_s(value: str | None) -> float:
    """Return the seconds that each move adds by `OT`, such as `3 fischer`; 0 for other forms of overtime."""
    found = INCREMENT.search((value or "")[: 2 * QUOTED])
    return float(found[1]) if found else 0.0


def seconds(value: str | None) -> float | None:
    """Return a time in seconds; None where there is none."""
    text = (value or "").strip()
    return max(0.0, float(text.replace(",", "."))) if NUMBER.fullmatch(text) else None
