"""The layout of 24 points, two bars, and places for dice, a cube and what was borne off. Pure.

The side at the bottom bears off at the bottom right. Each half of the board has the points of a table six by six, and
the bar is between them. The dice lie in the rows between the halves, and the cube beside them at the right.
"""

from typing import NamedTuple

from kibitz_client.text.boards.points import cells_of_rows, point_label
from kibitz_client.tui.board.geometry import Box, Layout, Text
from kibitz_protocol.values.boards import BARS, OFF, POINTS, Points


class PointSize(NamedTuple):
    """Width of a point, height of a checker, height of a point, and height of the dice, in characters."""

    width: int
    checker: int
    height: int
    die: int


POINT_SIZES = (
    PointSize(2, 1, 3, 1),
    PointSize(2, 1, 5, 1),
    PointSize(3, 1, 5, 1),
    PointSize(3, 1, 6, 1),
    PointSize(4, 1, 6, 1),
    PointSize(5, 1, 6, 1),
    PointSize(4, 2, 10, 3),
    PointSize(5, 2, 11, 3),
    PointSize(6, 2, 11, 3),
    PointSize(6, 3, 15, 3),
    PointSize(7, 3, 16, 3),
    PointSize(9, 4, 20, 3),
)
"""Sizes of a board of points. The smallest has neither a frame nor numbers."""
CUBE_WIDTH = 4
"""The least width of the column at the right: `v64`, and a blank."""
LEFT, RIGHT, CUBE = range(3)
"""What lies beside the cells, as indexes of `Layout.beside`: dice of the far side, of the near side, and the cube."""


def points_size(size: int) -> tuple[int, int]:
    """Return the width and height of all cells at a size."""
    found = POINT_SIZES[size]
    return 12 * found.width + _bar_width(found) + CUBE_WIDTH, 2 * found.height + found.die


def _bar_width(size: PointSize) -> int:
    return max(size.width, min(3, size.width + 1))


def points_layout(points: Points, size: int, *, flipped: bool, ascii_only: bool) -> Layout:
    """Return the layout at a size; `flipped` has the second seat at the bottom."""
    found, near = POINT_SIZES[size], int(flipped)
    width, height, middle = found.width, found.height, found.die
    wall, margin = (1, 2) if size else (0, 0)
    bar, off = _bar_width(found), max(CUBE_WIDTH, width)
    bar_x = wall + 6 * width + wall
    right_x = bar_x + bar + wall
    off_x = right_x + 6 * width + wall
    top, low = margin, margin + height + middle
    boxes = [Box(0, 0, 0, 0)] * (POINTS + len(BARS + OFF))
    for y, row in ((top, cells_of_rows(near)[0]), (low, cells_of_rows(near)[1])):
        for place, cell in enumerate(row):
            x = wall + place * width if place < 6 else right_x + (place - 6) * width
            boxes[cell] = Box(x, y, width, height)
    for seat, y in ((near, low), (1 - near, top)):
        boxes[BARS[seat]] = Box(bar_x, y, bar, height)
        boxes[OFF[seat]] = Box(off_x, y, off, height)
    between = top + height
    beside = (
        Box(wall, between, 6 * width, middle),
        Box(right_x, between, 6 * width, middle),
        Box(off_x, between, off, middle),
    )
    right, bottom = off_x + off + wall, low + height + margin
    walls = [0, bar_x - 1, right_x - 1, off_x - 1, right - 1]
    fixed = (
        [*_frame(walls, top - 1, bottom - margin, ascii_only), *_numbers(points, near, boxes, bottom)] if size else []
    )
    area = Box(0, max(0, top - 1), right, bottom - 2 * max(0, top - 1))
    return Layout(
        right,
        bottom,
        size,
        tuple(boxes),
        tuple(fixed),
        discs=not ascii_only,
        area=area,
        ascii_only=ascii_only,
        beside=beside,
        near=near,
    )


def _frame(walls: list[int], top: int, bottom: int, ascii_only: bool) -> list[Text]:
    """Return a frame with walls beside the bar."""
    across, down, joints = ("-", "|", ("+++", "+++")) if ascii_only else ("─", "│", ("┌┬┐", "└┴┘"))
    texts = []
    for y, joint in ((top, joints[0]), (bottom, joints[1])):
        line = [across] * (walls[-1] + 1)
        for x in walls:
            line[x] = joint[0] if x == 0 else joint[2] if x == walls[-1] else joint[1]
        texts.append(Text(0, y, "".join(line), "line"))
    return [*texts, *(Text(x, y, down, "line") for x in walls for y in range(top + 1, bottom))]


def _numbers(points: Points, near: int, boxes: list[Box], bottom: int) -> list[Text]:
    """Return the numbers of the points outside the frame, as the side at the bottom counts them."""
    texts = []
    for cell in range(POINTS):
        label, box = point_label(points, near, cell)[: boxes[cell].width], boxes[cell]
        y = 0 if boxes[cell].y < bottom // 2 else bottom - 1
        texts.append(Text(box.x + (box.width - 1) // 2 + 1 - len(label) // 2 - len(label) % 2, y, label, "label"))
    return texts
