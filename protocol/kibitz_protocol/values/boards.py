"""Boards: the part that stays the same during a match, one model for each shape, and what lies beside the cells."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from kibitz_protocol.validation.bounds import (
    MAX_CELLS,
    MAX_CHECKERS,
    MAX_FACES,
    MAX_HEAPS,
    MAX_HOUSES,
    MAX_SIDE,
    MAX_UNITS,
    Cells,
    Character,
    Glyph,
    Label,
    ShortText,
)
from kibitz_protocol.values.base import ServerModel
from kibitz_protocol.values.fields import Seat

POINTS = 24
"""Points of a board of points, which are its first cells."""
BARS, OFF = (24, 25), (26, 27)
"""Cells of a board of points, by seat: its bar, and what it has borne off."""


class Face(ServerModel):
    """What a die, a card or a cube in a tray shows."""

    kind: Literal["die", "card", "back", "cube"] = Field(description="back is the back of a card")
    text: Label = Field(description="a few characters to draw, such as 6 or A♠")
    words: ShortText = Field(description="what it is, for a screen reader")


Faces = Annotated[
    dict[Label, Face],
    Field(max_length=MAX_FACES, description="everything that may lie in a tray beside the cells, by its key"),
]


class Tray(ServerModel):
    """What lies beside the cells of a board, such as dice that were rolled, in one place."""

    name: Label
    owner: Seat | None = Field(description="null for a tray that belongs to all seats")
    faces: list[Label] = Field(max_length=MAX_FACES, description="keys of the board's faces")
    said: ShortText = Field(
        default="",
        description="what the faces make together, such as `a pair of tens`, or what they are called, such as `flop`;"
        " empty if there is nothing to say",
    )


class Grid(ServerModel):
    """The fixed part of a board of cells in rows and columns, numbered from 0 at the top left, row by row."""

    shape: Literal["grid"] = "grid"
    column_labels: list[Label] = Field(min_length=1, max_length=MAX_SIDE)
    row_labels: list[Label] = Field(min_length=1, max_length=MAX_SIDE, description="from the top")
    symbols: dict[Character, ShortText] = Field(
        max_length=100, description="each character that a cell may contain, with its name in words"
    )
    cell_labels: list[Label] = Field(
        max_length=MAX_CELLS,
        description="names of the cells, where they are not column and row; empty for a cell that is not in play",
    )
    block: int = Field(
        ge=0, le=MAX_SIDE, description="number of cells between heavier lines, across and down; 0 for none"
    )
    every_empty_cell: bool = Field(
        default=False,
        description="whether each empty cell is a legal move in every position, so that marks tell nothing",
    )
    top: Seat | None = Field(
        default=None, description="the seat whose side is drawn at the top; null for a board without sides"
    )
    stars: Cells = Field(default=[], description="empty cells that are drawn with a dot, for orientation")
    owners: dict[Character, Seat] = Field(
        default={},
        max_length=100,
        description="the seat that each symbol of a side belongs to; empty from servers that do not tell, where the"
        " order and the letters of the symbols tell",
    )
    glyphs: dict[Character, Glyph] = Field(
        default={}, max_length=100, description="texts to show in place of symbols, one column of a terminal wide"
    )
    ground: Literal["cells", "checkered", "lines", "hexes", "dots"] = Field(
        default="cells",
        description="checkered squares are light and dark in turn; on lines, stones are on the crossings; each row"
        " of hexes begins half a cell further right than the row above; with dots, every other row and column is thin,"
        " the first and the last too",
    )
    edges: list[Seat] | None = Field(
        default=None,
        min_length=4,
        max_length=4,
        description="the seats that the top, right, bottom and left edge belong to; null where they belong to no one",
    )
    faces: Faces = {}

    @property
    def cells(self) -> int:
        """The number of cells."""
        return len(self.column_labels) * len(self.row_labels)

    def cell_name(self, cell: int) -> str:
        """Return the name of a cell as moves write it: its own label, or those of its column and row."""
        columns = len(self.column_labels)
        row, column = divmod(cell, columns)
        if self.ground == "dots" and row % 2 and column % 2 and self.cell_labels:
            # A box has the names of two of its dots.
            return f"{self.cell_labels[cell + columns - 1]}-{self.cell_labels[cell - columns + 1]}"
        if self.cell_labels:
            return self.cell_labels[cell]
        return self.column_labels[column] + (self.row_labels[row] if row < len(self.row_labels) else "")

    @model_validator(mode="after")
    def _cells_agree(self) -> Self:
        cells = self.cells
        if self.cell_labels and len(self.cell_labels) != cells:
            raise ValueError(f"has labels of {len(self.cell_labels)} cells where the grid has {cells}")
        if self.block > min(len(self.column_labels), len(self.row_labels)):
            raise ValueError(f"has blocks of {self.block} cells, which are larger than the grid")
        if max(self.stars, default=0) >= cells:
            raise ValueError(f"has a star on cell {max(self.stars)} where the grid has {cells}")
        for what, named in (("an owner", self.owners), ("a glyph", self.glyphs)):
            if unknown := named.keys() - self.symbols.keys():
                raise ValueError(f"has {what} of the symbol {min(unknown)!r}, which it does not have")
        if self.ground == "dots" and not (len(self.column_labels) % 2 and len(self.row_labels) % 2):
            raise ValueError("has dots on an even number of columns or rows")
        return self


class Pits(ServerModel):
    """The fixed part of a board of two rows of pits between two stores, each cell holding a number of units.

    Cells are numbered counter-clockwise: the pits of the first seat (bottom row, left to right), its store (right), the
    pits of the second seat (top row, right to left), its store (left).
    """

    shape: Literal["pits"] = "pits"
    houses: int = Field(ge=1, le=MAX_HOUSES)
    cell_labels: list[Label] = Field(max_length=2 * MAX_HOUSES + 2, description="the input text of each cell")
    cell_names: list[Label] = Field(
        max_length=2 * MAX_HOUSES + 2, description="the name of each cell for a screen reader"
    )
    unit: Label
    faces: Faces = {}

    @property
    def cells(self) -> int:
        """The number of cells."""
        return 2 * self.houses + 2

    @property
    def bounds(self) -> tuple[int, int]:
        """The least and the greatest count of a cell."""
        return 0, MAX_UNITS

    @model_validator(mode="after")
    def _cells_agree(self) -> Self:
        cells = self.cells
        for what, found in (("labels", len(self.cell_labels)), ("names", len(self.cell_names))):
            if found != cells:
                raise ValueError(f"has {what} of {found} cells where {self.houses} houses a side make {cells}")
        return self


class Heaps(ServerModel):
    """The fixed part of a row of heaps, each cell holding a number of units."""

    shape: Literal["heaps"] = "heaps"
    cell_labels: list[Label] = Field(min_length=1, max_length=MAX_HEAPS)
    unit: Label
    most: int = Field(ge=0, le=MAX_UNITS, description="the largest number in any heap")
    faces: Faces = {}

    @property
    def cells(self) -> int:
        """The number of cells."""
        return len(self.cell_labels)

    @property
    def bounds(self) -> tuple[int, int]:
        """The least and the greatest count of a cell."""
        return 0, self.most


class Points(ServerModel):
    """The fixed part of a board of 24 points, as in backgammon, on which the two seats run in opposite directions.

    Cells 0 to 23 are the points 1 to 24 of seat 0, so that point p of seat 1 is cell 24 - p. Cells 24 and 25 are the
    bars of seats 0 and 1, cells 26 and 27 the checkers that seats 0 and 1 have borne off. Counts are positive for
    checkers of seat 0 and negative for those of seat 1. The path of a move is a list of pairs, origin and target of
    each of its steps.
    """

    shape: Literal["points"] = "points"
    cell_labels: list[Annotated[list[Label], Field(min_length=28, max_length=28)]] = Field(
        min_length=2, max_length=2, description="for each seat, the names of all cells as this seat types them"
    )
    unit: Label
    names: list[Label] = Field(min_length=2, max_length=2, description="the sides of the checkers by seat")
    faces: Faces = {}

    @property
    def cells(self) -> int:
        """The number of cells."""
        return POINTS + len(BARS + OFF)

    @property
    def bounds(self) -> tuple[int, int]:
        """The least and the greatest count of a cell."""
        return -MAX_CHECKERS, MAX_CHECKERS


class Table(ServerModel):
    """The fixed part of a board without cells, as in games of cards: all that players see lies in trays.

    A state has no rows and no counts, and the path of each move is empty.
    """

    shape: Literal["table"] = "table"
    faces: Faces

    @property
    def cells(self) -> int:
        """The number of cells."""
        return 0

    @property
    def bounds(self) -> tuple[int, int]:
        """The least and the greatest count of a cell."""
        return 0, 0


Board = Annotated[Grid | Pits | Heaps | Points | Table, Field(discriminator="shape")]
