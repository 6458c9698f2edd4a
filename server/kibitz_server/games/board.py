"""Shape and contents of a board, in a form that any client can draw without knowing the rules.

A board has a fixed part, sent once. It is one of a few shapes, distinguished by `shape`: a `Grid` of cells, `Pits` in
two rows between two stores, `Heaps`, `Points` of backgammon, or a `Table` without cells. The part that changes with
each ply is a `Picture`, the same for all shapes. The cells of every shape are numbered from 0. A move's path
lists these numbers.

Beside its cells, a board of any shape may have `Tray`s of dice, cards and the like: each shows some of the board's
`faces`.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, NamedTuple, get_args

__all__ = [
    "GROUNDS",
    "LETTERS",
    "Board",
    "Face",
    "FaceKind",
    "Grid",
    "Ground",
    "Heaps",
    "Picture",
    "Pits",
    "Points",
    "Table",
    "Tray",
    "as_symbols",
    "doubling",
    "half_of",
    "marked",
    "read_rows",
    "read_turn",
    "runs",
    "split_rows",
    "square_name",
]

STONES = str.maketrans("012", "-XO")
LETTERS = "abcdefghijklmnopqrstuvwxyz"

Ground = Literal["cells", "checkered", "lines", "hexes", "dots"]
"""How the cells of a grid are drawn, the empty ones too.

`cells` are equal squares; `checkered` squares are light and dark in turn; on `lines`, stones stand on the crossings of
lines. `hexes` are six-sided cells, each row half a cell further right than the row above. With `dots`, every other row
and column is thin, from the first to the last: a cell that is thin both ways is a dot, one that is thin one way is the
place of a line between two dots, and one that is not thin is a box.
"""
GROUNDS = get_args(Ground)

FaceKind = Literal["die", "card", "back", "cube"]
"""What a face of a tray is drawn as: a die, a card, the back of a card, or a doubling cube."""
FACE_KINDS = get_args(FaceKind)

POINTS = 24
"""Points of a board of `Points`."""
BARS, OFF = (24, 25), (26, 27)
"""Cells of a board of `Points`, by seat: the bar, and the checkers that were borne off."""


class Face(NamedTuple):
    """What a die, a card or a cube shows: `text` is a few characters, such as `6` or `A♠`, and `words` say it."""

    kind: FaceKind
    text: str
    words: str


class Tray(NamedTuple):
    """Things beside the cells of a board: its name, the seat that owns it, and what lies in it, as keys of `faces`.

    A tray without an owner belongs to both seats. `said` is what its faces make together, such as `a pair of tens`. It
    may tell only what the faces show.
    """

    name: str
    owner: int | None
    faces: tuple[str, ...]
    said: str = ""


@dataclass(frozen=True, slots=True)
class Grid:
    """Fixed part of a board of equal cells in rows and columns, numbered row by row from the top left.

    `symbols` maps each character that may stand on a cell to a name for screen readers. A cell is named by its column
    and row, or by `cell_labels` where a game gives them (one per cell; empty for a cell not in play). A `block` above 0
    draws a heavier line after every `block` cells, across and down. In a game where each empty cell is a legal move in
    every position, `every_empty_cell` is true, and clients do not mark the legal cells. `top` is the seat whose side is
    drawn at the top, on a board with sides. `stars` are cells with a dot by which players find their way on a large
    board.

    `owners` maps each symbol of a side to its seat; neutral pieces are left out. `glyphs` maps symbols to what
    clients show instead: one character, perhaps with a variation selector. `edges` are the seats to which the top,
    right, bottom and left edge of the board belong, in a game of joining them.
    """

    column_labels: tuple[str, ...]
    row_labels: tuple[str, ...]
    symbols: dict[str, str]
    cell_labels: tuple[str, ...] = ()
    block: int = 0
    every_empty_cell: bool = False
    top: int | None = None
    stars: tuple[int, ...] = ()
    owners: dict[str, int] = field(default_factory=dict)
    glyphs: dict[str, str] = field(default_factory=dict)
    ground: Ground = "cells"
    edges: tuple[int, int, int, int] | None = None
    faces: dict[str, Face] = field(default_factory=dict)
    shape: Literal["grid"] = "grid"

    @property
    def cells(self) -> int:
        """The number of cells."""
        return len(self.column_labels) * len(self.row_labels)


@dataclass(frozen=True, slots=True)
class Pits:
    """Fixed part of a board of two rows of pits between two stores (mancala); each cell holds a number of units.

    Cells go round counter-clockwise: `houses` pits of the first seat, drawn as the bottom row from left to right; its
    store, on the right; `houses` pits of the second seat, drawn as the top row from right to left; its store, on the
    left. `cell_labels` are short (what a player types for a pit), `cell_names` are for a screen reader.
    """

    houses: int
    cell_labels: tuple[str, ...]
    cell_names: tuple[str, ...]
    unit: str
    faces: dict[str, Face] = field(default_factory=dict)
    shape: Literal["pits"] = "pits"

    @property
    def cells(self) -> int:
        """The number of cells."""
        return 2 * self.houses + 2


@dataclass(frozen=True, slots=True)
class Heaps:
    """Fixed part of a row of heaps; each cell holds a number of units, at most `most`."""

    cell_labels: tuple[str, ...]
    unit: str
    most: int
    faces: dict[str, Face] = field(default_factory=dict)
    shape: Literal["heaps"] = "heaps"

    @property
    def cells(self) -> int:
        """The number of cells."""
        return len(self.cell_labels)


@dataclass(frozen=True, slots=True)
class Points:
    """Fixed part of a board of 24 points (backgammon), on which the two seats run in opposite directions.

    Cells 0 to 23 are the points 1 to 24 of seat 0: its checkers run to cell 0, those of seat 1 to cell 23, so that
    point p of seat 1 is cell 24 - p. Then come the `BARS` of both seats, and what each has borne `OFF`. `counts` of the
    picture are positive for checkers of seat 0 and negative for those of seat 1.

    `cell_labels` has the names of the 28 cells for each seat, as that seat types them: `13`, `bar`, `off`. `names` are
    the sides of the checkers, such as White and Black. A path is a list of pairs: origin and target of each step.
    """

    cell_labels: tuple[tuple[str, ...], tuple[str, ...]]
    unit: str
    names: tuple[str, str]
    faces: dict[str, Face] = field(default_factory=dict)
    shape: Literal["points"] = "points"

    @property
    def cells(self) -> int:
        """The number of cells."""
        return POINTS + len(BARS + OFF)


@dataclass(frozen=True, slots=True)
class Table:
    """Fixed part of a board without cells, as in games of cards: all that players see lies in trays.

    `faces` are all things that may lie there. Every move has an empty path.
    """

    faces: dict[str, Face]
    shape: Literal["table"] = "table"

    @property
    def cells(self) -> int:
        """The number of cells."""
        return 0


Board = Grid | Pits | Heaps | Points | Table


class Picture(NamedTuple):
    """Changing part of a board.

    On a grid, `rows` has one string per row from the top, one character per cell. Where the blocks of a grid have
    owners, `blocks` has one character per block, row by row, from the same symbols. On other boards, `counts` has the
    number in each cell, if there are any. Where cells of a grid belong to a side without a piece on them (territory,
    a closed box), `shades` has one character per cell, row by row: a symbol of the owner, or `-`; it is empty if no
    cell does.
    Values of `counters` are integers, or halves as `half_of` returns them.
    `attacked` are the cells of pieces that must be saved at once, such as a king in check.
    `trays` have what lies beside the cells, in the order in which clients show them.
    """

    rows: tuple[str, ...] = ()
    counters: tuple[tuple[str, float], ...] = ()
    counts: tuple[int, ...] = ()
    blocks: str = ""
    shades: str = ""
    trays: tuple[Tray, ...] = ()
    attacked: tuple[int, ...] = ()


def half_of(twice: int) -> float:
    """Return half of an integer: an integer where it is one, so that it is written without a decimal point."""
    return twice / 2 if twice % 2 else twice // 2


def as_symbols(first: int, second: int, cells: int) -> str:
    """Return one character per cell, lowest bit first: X and O for the bits of two sets, - for neither."""
    # The decimal sum of both has the digits 0, 1 and 2, and Python formats digits faster than a loop does.
    return str(int(f"{first:b}") + 2 * int(f"{second:b}")).zfill(cells)[::-1].translate(STONES)


def doubling(step: int, length: int) -> tuple[int, ...]:
    """Return the shifts that find `length` bits in a line, `step` apart, each as far as the last ones reached."""
    shifts, found = [], 1
    while found < length:
        more = min(found, length - found)
        shifts.append(step * more)
        found += more
    return tuple(shifts)


def split_rows(symbols: str, columns: int) -> tuple[str, ...]:
    """Split a flat string of symbols into rows of `columns`."""
    return tuple([symbols[i : i + columns] for i in range(0, len(symbols), columns)])


def marked(picture: Picture, cell: int, symbol: str) -> Picture:
    """Return the picture of a grid with another symbol on one cell."""
    rows = picture.rows
    row, column = divmod(cell, len(rows[0]))
    before = rows[row]
    after = f"{before[:column]}{symbol}{before[column + 1 :]}"
    return Picture((*rows[:row], after, *rows[row + 1 :]), *picture[1:])


def runs(rows: Sequence[str], connect: int, *, exact: bool = False) -> tuple[tuple[int, ...], ...]:
    """Return the cells of each straight line of one symbol, other than `-`, that is long enough to win.

    Args:
        rows: The rows of a picture, from the top.
        connect: How many in a line win.
        exact: Whether a longer line does not win.
    """
    flat = "".join(rows)
    owners = [symbol for symbol in dict.fromkeys(flat) if symbol != "-"]
    found = []
    for way in _straight_lines(len(rows[0]), len(rows), connect):
        begun = []
        for first, step, cells in way:
            line = flat[cells]
            for owner in owners:
                if owner * connect in line:
                    spans = [run.span() for run in re.finditer(f"{re.escape(owner)}{{{connect},}}", line)]
                    begun += [tuple([first + step * place for place in range(*span)]) for span in spans]
        found += [run for run in sorted(begun) if not exact or len(run) == connect]
    return tuple(found)


def has_room(rows: Sequence[str], symbol: str, connect: int) -> bool:
    """Return whether a straight line of that length has only a symbol and empty cells (`-`), so that it may be won."""
    flat = "".join(rows).replace("-", symbol)
    ways = _straight_lines(len(rows[0]), len(rows), connect)
    return any(symbol * connect in flat[cells] for way in ways for _, _, cells in way)


@lru_cache(maxsize=64)
def _straight_lines(columns: int, rows: int, length: int) -> tuple[tuple[tuple[int, int, slice], ...], ...]:
    """Return, for each direction, the lines across a board that have that many cells: first cell, step, all cells."""
    ways = []
    for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1)):
        way, step = [], dy * columns + dx
        for cell in range(columns * rows):
            x, y = cell % columns, cell // columns
            if 0 <= x - dx < columns and y - dy >= 0:
                continue  # not where the line begins
            across = rows if dx == 0 else columns - x if dx > 0 else x + 1
            cells = min(across, rows - y) if dy else across
            if cells >= length:
                way.append((cell, step, slice(cell, cell + step * (cells - 1) + 1, step or 1)))
        ways.append(tuple(way))
    return tuple(ways)


def square_name(cell: int, columns: int, rows: int) -> str:
    """Return the name of a cell when `a1` is the bottom left."""
    return f"{LETTERS[cell % columns]}{rows - cell // columns}"


def read_rows(text: str, columns: int, rows: int, symbols: Sequence[str]) -> str:
    """Return the flat symbols of a position written as rows joined by `/`.

    A letter that is not a symbol counts as its capital.

    Raises:
        ValueError: The shape or a symbol is wrong; the message is for the author of the text.
    """
    lines = text.split("/")
    if len(lines) != rows or any(len(line) != columns for line in lines):
        raise ValueError(f"the board must be {rows} rows of {columns} symbols joined by '/'")
    flat = "".join(symbol if symbol in symbols else symbol.upper() for line in lines for symbol in line)
    if strange := set(flat) - set(symbols):
        raise ValueError(f"{min(strange)!r} is not one of the symbols {' '.join(symbols)}")
    return flat


def read_turn(flat: str, side: str) -> int:
    """Return the seat to move, checked against the stones: X moves first and the sides alternate.

    Raises:
        ValueError: The side is not X or O, or the counts of stones do not fit it.
    """
    crosses, noughts = flat.count("X"), flat.count("O")
    if side not in ("X", "O"):
        raise ValueError("the side to move must be X or O, after a blank")
    turn = "XO".index(side)
    if crosses - noughts != turn:
        raise ValueError(f"with {crosses} X and {noughts} O on the board it cannot be {side}'s turn")
    return turn


def named_cells(board: Board, names: Collection[str]) -> tuple[int, ...]:
    """Return the cells of a grid with some names, which are a column and a row such as `D4`."""
    if not isinstance(board, Grid):
        return ()
    cells = [f"{column}{row}" for row in board.row_labels for column in board.column_labels]
    return tuple([cell for cell, name in enumerate(cells) if name in names])
