"""Boxes, texts and layouts: the parts of every board. Pure."""

from collections.abc import Callable
from dataclasses import dataclass

LINED = 2
"""The smallest size with lines between all cells."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of characters."""

    x: int
    y: int
    width: int
    height: int

    def holds(self, x: int, y: int) -> bool:
        """Return whether a character is in the box."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


@dataclass(frozen=True, slots=True)
class Text:
    """Characters at a place, with a role that decides their style."""

    x: int
    y: int
    text: str
    role: str


@dataclass(frozen=True, slots=True)
class Layout:
    """A board at a size. Cells that are not in play have boxes too."""

    width: int
    height: int
    size: int
    boxes: tuple[Box, ...]
    fixed: tuple[Text, ...] = ()
    discs: bool = False
    """Whether pieces are drawn and not written as letters, which needs the second size and more than ASCII."""
    area: Box = Box(0, 0, 0, 0)
    """The part with cells, without the labels around it."""

    def cell_at(self, x: int, y: int) -> int | None:
        """Return the cell at a character; None between cells."""
        return next((number for number, box in enumerate(self.boxes) if box.holds(x, y)), None)

    def left_of(self, cell: int) -> int | None:
        """Return the cell that ends where a cell begins, in the same row; None if there is none."""
        box = self.boxes[cell]
        for number in (cell - 1, cell + 1):
            if 0 <= number < len(self.boxes):
                other = self.boxes[number]
                if other.y == box.y and other.x + other.width == box.x:
                    return number
        return None

    def neighbour(self, cell: int, dx: int, dy: int, able: Callable[[int], bool] = lambda _cell: True) -> int:
        """Return the nearest cell in a direction for which `able` is true; the same cell at the edge.

        If cells in play touch only at their corners, repeated steps in a direction zigzag instead of drifting away.
        """
        # At the smallest size the last cells of rows are wider, by the place of their right mark.
        most = min(box.width for box in self.boxes) if self.size == 0 else self.width
        here, leaning = _centre(self.boxes[cell], most), -1 if cell % 2 else 1
        best, nearest = cell, 1 << 30
        for number, other in enumerate(self.boxes):
            there = _centre(other, most)
            right, down = there[0] - here[0], 2 * (there[1] - here[1])
            ahead, aside = right * dx + down * dy, abs(right * dy) + abs(down * dx)
            # Left and right stay in their row; up and down prefer the nearest row to the exact column.
            far = 10 * ahead + 9 * aside - (right * leaning > 0)
            if ahead > 0 and not (dx and aside) and far < nearest and able(number):
                best, nearest = number, far
        return best


def glyph_row(box: Box) -> int:
    """Return the row of a box in which the stone of its cell is drawn."""
    return (box.height - 1) // 2


def _centre(box: Box, most: int) -> tuple[int, int]:
    return 2 * box.x + min(box.width, most), 2 * box.y + box.height
