"""Boxes and texts at places, and a board made of them: what every layout consists of. Pure."""

from collections.abc import Callable
from dataclasses import dataclass

LINED = 2
"""From this size on there are lines between all cells."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of characters."""

    x: int
    y: int
    width: int
    height: int

    def holds(self, x: int, y: int) -> bool:
        """Whether a character is in it."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


@dataclass(frozen=True, slots=True)
class Text:
    """Characters at a place, in a role that says how they are painted."""

    x: int
    y: int
    text: str
    role: str


@dataclass(frozen=True, slots=True)
class Layout:
    """A board at a size. A cell that is not in play has its box too."""

    width: int
    height: int
    size: int
    boxes: tuple[Box, ...]
    fixed: tuple[Text, ...] = ()
    discs: bool = False
    """Whether stones are drawn as discs, for which there is room from the third size on, and more than ASCII."""

    def cell_at(self, x: int, y: int) -> int | None:
        """The cell under a character."""
        return next((number for number, box in enumerate(self.boxes) if box.holds(x, y)), None)

    def neighbour(self, cell: int, dx: int, dy: int, able: Callable[[int], bool] = lambda _cell: True) -> int:
        """The nearest cell in a direction that is `able`; the same one at the edge.

        Where cells in play touch by their corners alone, going on in a direction goes to and fro instead of astray.
        """
        here, leaning = _centre(self.boxes[cell]), -1 if cell % 2 else 1
        best, nearest = cell, 1 << 30
        for number, other in enumerate(self.boxes):
            there = _centre(other)
            right, down = there[0] - here[0], 2 * (there[1] - here[1])
            ahead, aside = right * dx + down * dy, abs(right * dy) + abs(down * dx)
            # Left and right stay in their row; up and down would rather go to the next one than straight on.
            far = 10 * ahead + 9 * aside - (right * leaning > 0)
            if ahead > 0 and not (dx and aside) and far < nearest and able(number):
                best, nearest = number, far
        return best


def glyph_row(box: Box) -> int:
    """In which row of its box a cell's stone stands."""
    return (box.height - 1) // 2


def _centre(box: Box) -> tuple[int, int]:
    return 2 * box.x + box.width, 2 * box.y + box.height
