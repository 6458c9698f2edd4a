"""Boxes, texts and layouts: the parts of every board. Pure."""

from collections.abc import Callable
from dataclasses import dataclass

LINED = 2
"""The smallest size with lines between all cells."""
SELECTOR = "\ufe0e"
"""Asks for the character before it as text, and not as a picture."""


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
    slope: int = 0
    """By how many columns each row of hexes begins further right, which is also the distance of their rows."""
    columns: int = 0
    """The number of cells in a row, where a way up or down has to zigzag between rows that are shifted."""
    ascii_only: bool = False
    under: tuple[tuple[Text, ...], ...] = ()
    """What each cell shows without a stone, on a board of lines."""
    beside: tuple[Box, ...] = ()
    """Places beside the cells, for dice and the like."""
    repeated: int = 0
    """Rows at the bottom that repeat the letters of the top, and which a low screen does without."""
    near: int = 0
    """The seat at the bottom of a board of points."""

    def cell_at(self, x: int, y: int) -> int | None:
        """Return the cell at a character; None between cells."""
        found = next((number for number, box in enumerate(self.boxes) if box.holds(x, y)), None)
        if found is None and self.slope and self.on_ground(x, y):
            # The nearest middle is that of the hex around the character.
            away = [_away(box, x, y) for box in self.boxes]
            return away.index(min(away))
        return found

    def on_ground(self, x: int, y: int) -> bool:
        """Return whether a character is on the board itself, and not beside it."""
        area, slope = self.area, self.slope
        if not area.holds(x, y):
            return False
        if not slope:
            return True
        rows = area.height // slope
        row, within = divmod(y - area.y, slope)
        start, across, aside = area.x + row * slope, area.width - (rows - 1) * slope, slope - 1 - within
        left = start - aside if row else start + aside
        right = start + across - 1 - (aside if row < rows else slope + within + 1)
        return left <= x <= right

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
        if not self.boxes:
            return cell
        # At the smallest size the last cells of rows are wider, by the place of their right mark.
        most = min(box.width for box in self.boxes) if self.size == 0 else self.width
        here, leaning = _centre(self.boxes[cell], most), -1 if (cell // (self.columns or 1)) % 2 else 1
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


def _away(box: Box, x: int, y: int) -> int:
    """Return the square of the distance from the middle of a box, in half columns. A row is two columns high."""
    right, down = 2 * x + 1 - 2 * box.x - box.width, 2 * y + 1 - 2 * box.y - box.height
    return right * right + 4 * down * down


def _centre(box: Box, most: int) -> tuple[int, int]:
    return 2 * box.x + min(box.width, most), 2 * box.y + box.height
