"""The layout of 24 points, two bars, and places for dice, a cube and what was borne off. Pure.

The side at the bottom bears off at the bottom right. The bar is between the halves of the board. The dice lie in the
rows between the two sides, and a cube without an owner is at the right of them.
"""

from typing import NamedTuple

from kibitz_client.board.geometry import Box, Layout, Text
from kibitz_protocol.values.boards import BARS, OFF, POINTS, Points
from kibitz_protocol.values.fields import Seat
from kibitz_protocol.values.state import State

HALF = POINTS // 4
"""Points of a row at each side of the bar."""


class PointSize(NamedTuple):
    """Width of a point, height of a checker, height of a point, and height of the dice, in characters."""

    width: int
    checker: int
    height: int
    die: int

    @property
    def bar(self) -> int:
        """The width of the bar with its walls."""
        return max(3, self.width if self.checker > 1 else 0)

    @property
    def off(self) -> int:
        """The width of the places of checkers that were borne off."""
        return 2 if self.width <= 3 else max(3, self.width if self.checker > 1 else 0)


POINT_SIZES = (
    PointSize(2, 1, 3, 1),
    PointSize(2, 1, 5, 1),
    PointSize(3, 1, 5, 1),
    PointSize(3, 1, 6, 1),
    PointSize(4, 1, 6, 1),
    PointSize(4, 1, 8, 3),
    PointSize(5, 2, 10, 1),
    PointSize(5, 2, 10, 3),
    PointSize(6, 2, 11, 3),
    PointSize(7, 3, 16, 3),
    PointSize(9, 4, 20, 3),
)
"""Sizes of a board of points. The smallest has neither a frame nor numbers."""
ASCII_POINT_SIZES = 6
"""How many of them there are in ASCII, where a checker is a letter."""
LEFT, RIGHT, CUBE = range(3)
"""What lies beside the cells, as indexes of `Layout.beside`: dice of the far side, of the near side, and the cube."""


def point_sizes(_points: Points, ascii_only: bool) -> int:
    """Return how many sizes there are."""
    return ASCII_POINT_SIZES if ascii_only else len(POINT_SIZES)


def points_size(_points: Points, size: int) -> tuple[int, int]:
    """Return the width and height of all cells at a size."""
    found = POINT_SIZES[size]
    return 2 * HALF * found.width + found.bar + found.off, 2 * found.height + found.die


def points_layout(points: Points, size: int, *, flipped: bool, ascii_only: bool, **_: bool) -> Layout:
    """Return the layout at a size; `flipped` has the second seat at the bottom."""
    found, near = POINT_SIZES[size], int(flipped)
    width, height = found.width, found.height
    wall, margin = (1, 2) if size else (0, 0)
    bar_x = wall + HALF * width
    right_x = bar_x + found.bar
    off_x = right_x + HALF * width + wall
    top, low = margin, margin + height + found.die
    boxes = [Box(0, 0, 0, 0)] * (POINTS + len(BARS + OFF))
    for y, row in zip((top, low), cells_of_rows(near), strict=True):
        for place, cell in enumerate(row):
            boxes[cell] = Box((wall if place < HALF else right_x - HALF * width) + place * width, y, width, height)
    for seat, y in ((near, low), (1 - near, top)):
        boxes[BARS[seat]] = Box(bar_x, y, found.bar, height)
        boxes[OFF[seat]] = Box(off_x, y, found.off, height)
    halves = [Box(x, top + height, HALF * width, found.die) for x in (wall, right_x)]
    bottom = low + height + margin
    edges = (top - 1, low + height) if size else (0, bottom - 1)
    fixed = [*_bar_walls(boxes[BARS[near]], top + height, found.die, ascii_only)]
    if size:
        fixed += [*_frame([0, bar_x, right_x - 1, off_x - 1], *edges, ascii_only), *_numbers(points, near, boxes)]
    return Layout(
        off_x + found.off,
        bottom,
        size,
        tuple(boxes),
        tuple(fixed),
        discs=not ascii_only,
        area=Box(0, edges[0], off_x + found.off, edges[1] + 1 - edges[0]),
        ascii_only=ascii_only,
        beside=(*halves, Box(off_x, top + height, found.off, found.die)),
        near=near,
    )


def is_on_the_way(_points: Points, position: State, number: int) -> bool:
    """Return whether a cell can be played: each point, and a bar or what was borne off while a move has it."""
    return number < POINTS or any(number in path for path in position.paths)


def cells_of_rows(near: Seat) -> tuple[list[int], list[int]]:
    """Return the points of the top and the bottom row, from the left, as a seat at the bottom sees them."""
    row = list(range(POINTS)) if near == 0 else list(reversed(range(POINTS)))
    return row[POINTS // 2 :], row[: POINTS // 2][::-1]


def point_label(points: Points, near: Seat, cell: int) -> str:
    """Return the name of a cell as a seat types it."""
    return points.cell_labels[near][cell]


def _bar_walls(bar: Box, top: int, height: int, ascii_only: bool) -> list[Text]:
    """Return the walls of the bar between the two sides. Beside the checkers on it, they belong to its cells."""
    down = "|" if ascii_only else "│"
    return [Text(x, top + row, down, "line") for x in (bar.x, bar.x + bar.width - 1) for row in range(height)]


def _frame(walls: list[int], top: int, bottom: int, ascii_only: bool) -> list[Text]:
    """Return a frame around the points, with joints at the walls of the bar."""
    across, down, joints = ("-", "|", ("+++", "+++")) if ascii_only else ("─", "│", ("┌┬┐", "└┴┘"))
    texts = []
    for y, joint in ((top, joints[0]), (bottom, joints[1])):
        line = [across] * (walls[-1] + 1)
        for x in walls:
            line[x] = joint[0] if x == 0 else joint[2] if x == walls[-1] else joint[1]
        texts.append(Text(0, y, "".join(line), "line"))
    return [*texts, *(Text(x, y, down, "line") for x in (0, walls[-1]) for y in range(top + 1, bottom))]


def _numbers(points: Points, near: int, boxes: list[Box]) -> list[Text]:
    """Return the numbers of the points outside the frame, as the side at the bottom counts them.

    Where two numbers would touch, every second point has its number.
    """
    texts = []
    for y, row in zip((0, boxes[BARS[near]].y + boxes[BARS[near]].height + 1), cells_of_rows(near), strict=True):
        for place, cell in enumerate(row):
            box, label = boxes[cell], point_label(points, near, cell)[: boxes[cell].width]
            if box.width > 2 or place % 2 == 0:
                texts.append(Text(box.x + box.width // 2 + 1 - len(label), y, label, "label"))
    return texts
