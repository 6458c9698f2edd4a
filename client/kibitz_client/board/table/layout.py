"""The layout of a table of cards: the last hand, the other side, the middle, and the near side at the bottom. Pure.

Each part is a band of the whole width. Its cards are at the left, and its chips at the right of them.
"""

from typing import NamedTuple

from kibitz_client.board.geometry import Box, Layout
from kibitz_protocol.values.boards import Table

MOST_CARDS = 5
"""Cards of a band for which each size has room beside the chips."""


class TableSize(NamedTuple):
    """Width and height of a card, columns of the chips, rows between the bands, and rows of the last hand.

    Of the last hand are drawn its result, the hands, and the cards of the middle. The result may take two rows.
    """

    width: int
    height: int
    chips: int
    gap: int
    last: int = 4

    @property
    def columns(self) -> int:
        """The columns of a table."""
        return MOST_CARDS * (self.width + 1) + 1 + self.chips

    @property
    def rows(self) -> int:
        """The rows of a table."""
        return 3 * self.height + 2 * self.gap + (self.last + self.gap) * bool(self.last)


TABLE_SIZES = (
    TableSize(5, 1, 7, 0, last=0),
    TableSize(5, 1, 12, 0, last=3),
    TableSize(5, 3, 12, 0, last=0),
    TableSize(5, 3, 12, 0, last=3),
    TableSize(5, 3, 12, 1),
    TableSize(7, 5, 14, 1),
    TableSize(9, 7, 16, 1),
    TableSize(13, 9, 18, 2),
    TableSize(5, 1, 40, 0),
)
"""Sizes of a table. Cards of one row have no frame. The last size is for line mode alone."""
TABLE_ROWS = len(TABLE_SIZES) - 1
"""The size for line mode: each side is one row, which has room for all its chips."""
LAST, FAR, MIDDLE, NEAR = range(4)
"""The bands, as indexes of `Layout.beside`."""


def table_size(_table: Table, size: int) -> tuple[int, int]:
    """Return the width and height of a table at a size."""
    return TABLE_SIZES[size].columns, TABLE_SIZES[size].rows


def table_layout(_table: Table, size: int, *, flipped: bool, ascii_only: bool, **_: bool) -> Layout:
    """Return the layout at a size; `flipped` has the second seat at the bottom. It has no cells."""
    found = TABLE_SIZES[size]
    heights = [found.last, *[found.height] * 3]
    bands, y = [], 0
    for height in heights:
        bands.append(Box(0, y, found.columns, height))
        y += height + found.gap * bool(height)
    return Layout(
        found.columns,
        found.rows,
        size,
        (),
        discs=not ascii_only,
        area=Box(0, 0, found.columns, found.rows),
        ascii_only=ascii_only,
        beside=tuple(bands),
        near=int(flipped),
    )
