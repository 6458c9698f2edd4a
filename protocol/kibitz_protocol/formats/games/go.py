"""Go as far as other programs need it: first stones, first side, and texts of positions. Pure.

A client has no rules, but engines and files of games want the stones before the first move, which the server sends only
once. A vertex is a string such as `D4`: a column without I, and a row from 1 at the bottom.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kibitz_protocol.values.games import OptionValue

SIZE, KOMI, HANDICAP = "size", "komi", "handicap"
"""Options of the game."""
PASS = "pass"
COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
BLACK, WHITE = range(2)
"""Seats."""
STONES = "BW"
"""Symbol of each seat's stone, in rows and for the side to move."""
LEAST_ODD, LEAST = 9, 7
"""Sizes from which a board has nine places for a handicap, if it is odd, or four."""


@dataclass(frozen=True, slots=True)
class StartPosition:
    """A position as its text has it: rows from the top, the side to move, and whether the last move was a pass."""

    rows: tuple[str, ...]
    side: int
    passed: bool = False


def read_start(text: str) -> StartPosition:
    """Return a position such as `---/-B-/--W B 0-0`, whose text ends with the passes that came last.

    As on the server, captured stones may be left out, and letters may be small.

    Raises:
        ValueError: The text is not a position.
    """
    match text.upper().split():
        case [rows, ("B" | "W") as side, *last]:
            return StartPosition(tuple(rows.split("/")), STONES.index(side), PASS.upper() in last)
    raise ValueError(f"{text!r} is not a position of Go")


def first_seat(options: Mapping[str, OptionValue], start: str | None) -> int:
    """Return the seat that makes the first move: White after a handicap, else Black, or as the start of the match says.

    Raises:
        ValueError: The start is not a position.
    """
    if start is not None:
        return read_start(start).side
    return WHITE if options.get(HANDICAP, 0) else BLACK


def handicap_places(size: int, number: int) -> tuple[str, ...]:
    """Return the vertices of Black's handicap stones, in the order of `fixed_handicap` of the Go Text Protocol.

    They are on the third line from the edge, and from size 13 on on the fourth.

    Raises:
        ValueError: The board has no places for so many stones.
    """
    if size < LEAST or not 2 <= number <= (9 if size % 2 and size >= LEAST_ODD else 4):
        raise ValueError(f"a board of size {size} has no places for {number} stones")
    low = 3 if size < 13 else 4
    high, middle = size + 1 - low, (size + 1) // 2
    corners = [(low, low), (high, high), (low, high), (high, low)]
    sides = [(low, middle), (high, middle), (middle, low), (middle, high)]
    even = number - number % 2
    centre = [(middle, middle)] if number >= 5 and number % 2 else []
    places = (corners + sides)[: even if number >= 5 else number] + centre
    return tuple(vertex(column, row) for column, row in places)


def stones(rows: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the vertices of Black's and of White's stones in rows from the top."""
    height = len(rows)
    found: tuple[list[str], list[str]] = ([], [])
    for down, row in enumerate(rows):
        for across, symbol in enumerate(row):
            if symbol in STONES:
                found[STONES.index(symbol)].append(vertex(across + 1, height - down))
    return tuple(found[BLACK]), tuple(found[WHITE])


def vertex(column: int, row: int) -> str:
    """Return the text of a point; both numbers begin with 1, at the bottom left."""
    return f"{COLUMNS[column - 1]}{row}"
