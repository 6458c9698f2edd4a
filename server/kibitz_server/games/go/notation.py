"""Texts of Go: points as in the Go Text Protocol (Farnebäck, 2002), places of handicap stones, positions, and refusals.

Columns are letters from the left, without I, and rows are numbers from the bottom: `D4`. A position is written as its
rows from the top joined by `/`, the side to move, the stones that Black and White have captured, and `pass` for each
pass that came last: `---/-B-/--W B 0-0`. A game that has ended by its length ends with `length`.
"""

import re
from typing import Any

from kibitz_server.games.board import read_rows
from kibitz_server.games.moves import PASS as PASSED
from kibitz_server.games.moves import PASSES

SLOTS = ("SIZE", "WIDE", "PLACES", "MAX_PLIES", "KOMI2", "begin", "breathes", "hash_after", "put")
SIZE = WIDE = MAX_PLIES = KOMI2 = 0
PLACES: tuple[int, ...] = ()
begin: Any = None
breathes: Any = None
hash_after: Any = None
put: Any = None

COLUMNS = "ABCDEFGHJKLMNOPQRST"
SYMBOLS = "-BW"
PASS = 0
"""Code of a pass: a corner of the border, which is not a point."""
LAST_WORDS = re.compile(r"([BW])(?: ([0-9]{1,4})-([0-9]{1,4}))?((?: PASS){0,2})((?<! PASS PASS) LENGTH)?", re.ASCII)
"""What follows the rows of a position."""


def most_handicap(size: int) -> int:
    """Return the largest number of handicap stones that have fixed places on a board."""
    if size < 7:
        return 0
    return 9 if size % 2 and size > 7 else 4


def handicap_places(size: int, stones: int) -> tuple[int, ...]:
    """Return the codes of the fixed places of handicap stones, in the order of the Go Text Protocol.

    They are on the third line from the edge, and from 13 lines on on the fourth.
    """
    wide, low, middle = size + 2, 3 if size < 13 else 4, (size + 1) // 2
    high = size + 1 - low
    # Columns and rows count from the bottom left.
    corners = [(low, low), (high, high), (low, high), (high, low)]
    sides = [(low, middle), (high, middle), (middle, low), (middle, high)]
    centred = stones > 4 and stones % 2 == 1
    places = [*(corners + sides)[: stones - centred], *([(middle, middle)] if centred else [])]
    return tuple((size + 1 - row) * wide + column for column, row in places)


def star_places(size: int) -> tuple[int, ...]:
    """Return the codes of the points with a dot, by which players find their way on a board."""
    if size < 7:
        return ((size + 1) // 2 * (size + 3),) if size == 5 else ()
    if size % 2 == 0:
        return handicap_places(size, 4)
    return handicap_places(size, 9 if size > 13 else 5)


def number(cell: int) -> int:
    """Return the number of a point on the board without a border."""
    return (cell // WIDE - 1) * SIZE + cell % WIDE - 1


def point_name(cell: int) -> str:
    """Return the name of a point."""
    return f"{COLUMNS[cell % WIDE - 1]}{SIZE + 1 - cell // WIDE}"


def move_text(_s: Any, move: int) -> str:
    """Return the name of the point, or `pass`."""
    return point_name(move) if move else PASSED


def alias(_s: Any, text: str) -> str:
    """Accept a row with zeros before it, and a pass as files and programs write it."""
    if text in PASSES:
        return PASSED
    point = re.fullmatch(r"([a-z])0+([1-9][0-9]?)", text)
    return f"{point[1]}{point[2]}" if point else text


def why_not(s: Any, text: str) -> str | None:
    """Return a sentence with a way out for a point that does not exist, is taken, or may not be played."""
    point = re.fullmatch(r"([a-z])([0-9]{1,3})", text.lower(), re.ASCII)
    if point is None:
        return None
    column, row = COLUMNS.find(point[1].upper()), int(point[2])
    if not (0 <= column < SIZE and 1 <= row <= SIZE):
        skipped = ", and there is no column I" if SIZE > 8 else ""
        return f"there is no point {text.upper()}; points are A1 to {COLUMNS[SIZE - 1]}{SIZE}{skipped}"
    cell = (SIZE + 1 - row) * WIDE + column + 1
    name = point_name(cell)
    if s.cells[cell]:
        return f"{name} is taken by {('Black', 'White')[s.cells[cell] - 1]}; play on an empty point, or pass"
    if not breathes(s, cell, 1 + s.turn):
        return f"a stone there would have no liberties: {name} would be suicide; play elsewhere, or pass"
    return forbidden(s, cell)


def forbidden(s: Any, cell: int) -> str:
    """Return the sentence for a stone that would repeat a position."""
    repeated = s.plies - s.history[s.plies :: -1].index(hash_after(s, cell, 1 + s.turn))
    when = f"after move {repeated}" if repeated else "before the first move"
    if repeated == s.plies - 1:
        return f"the board would be as it was {when} (ko); play elsewhere before you take {point_name(cell)}, or pass"
    return f"the board would be as it was {when} (superko); play elsewhere than {point_name(cell)}, or pass"


def position_text(s: Any, rows: tuple[str, ...]) -> str:
    """Return the rows, the side to move, the captured stones, and how the game comes to its end."""
    text = f"{'/'.join(rows)} {SYMBOLS[1 + s.turn]} {s.captures[0]}-{s.captures[1]}{' pass' * s.passes}"
    return f"{text} length" if s.plies >= MAX_PLIES and s.passes < 2 else text


def read_position(s: Any, text: str) -> None:
    """Fill a state from the text that `position_text` writes. Captured stones may be left out.

    The history of the game begins at the text, so nothing is forbidden there by ko or superko.

    Raises:
        ValueError: The text cannot be read, or no game can reach the position.
    """
    board, _, rest = text.partition(" ")
    flat = read_rows(board, SIZE, SIZE, SYMBOLS)
    words = LAST_WORDS.fullmatch(rest.upper())
    if words is None:
        if rest[:1].upper() not in ("B", "W") or rest[1:2].strip():
            raise ValueError("the side to move must be B or W, after a blank")
        raise ValueError("after the side come the stones that Black and White have captured, such as 3-1, and passes")
    side, by_black, by_white, passes, length = words.groups()
    begin(s)
    for cell, symbol in zip(PLACES, flat, strict=True):
        if symbol != "-":
            put(s, cell, SYMBOLS.index(symbol))
    for cell in PLACES:
        if s.cells[cell] and s.open[s.head[cell]] == 0:
            raise ValueError(f"the chain of {point_name(cell)} has no liberties, so its stones cannot be on the board")
    s.turn = SYMBOLS.index(side) - 1
    s.captures[0], s.captures[1] = int(by_black or 0), int(by_white or 0)
    s.passes = passes.count("PASS")
    s.komi2 = KOMI2
    s.history[0] = s.hash
    if length:
        s.plies = MAX_PLIES
