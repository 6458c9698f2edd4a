"""Where everything stands on a board of a given size: a box for each cell, and texts that never change. Pure.

Four sizes: cells of a grid are 2x1, 4x2, 6x3 or 8x4 characters, which look square in a terminal; the two larger ones
have lines between the cells. Only a grid with blocks has lines between those at the small sizes too.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import assert_never

from kibitz_protocol.values import Board, Grid, Heaps, Pits

SIZES = ((2, 1), (4, 2), (6, 3), (8, 4))
PIT_SIZES = ((5, 1), (6, 2), (8, 3), (10, 4))
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


def layout(board: Board, size: int, *, flipped: bool = False, labels: bool = True, ascii_only: bool = False) -> Layout:
    """The board at a size from 0 to 3; `flipped` as the other side sees it."""
    match board:
        case Grid():
            return _grid(board, size, flipped=flipped, labels=labels, ascii_only=ascii_only)
        case Pits():
            return _pits(board, size, flipped=flipped)
        case Heaps():
            return _heaps(board, size)
        case _:
            assert_never(board)


def fitting(
    board: Board, width: int, height: int, *, flipped: bool = False, labels: bool = True, ascii_only: bool = False
) -> Layout:
    """The largest layout in that room, without labels where only that fits; the smallest where nothing does."""
    tries = [(size, labels) for size in (3, 2, 1, 0)] + [(0, False)]
    for size, labelled in tries:
        found = layout(board, size, flipped=flipped, labels=labelled, ascii_only=ascii_only)
        if found.width <= width and found.height <= height:
            return found
    return layout(board, 0, flipped=flipped, labels=False, ascii_only=ascii_only)


def _centre(box: Box) -> tuple[int, int]:
    return 2 * box.x + box.width, 2 * box.y + box.height


def _grid(grid: Grid, size: int, *, flipped: bool, labels: bool, ascii_only: bool) -> Layout:
    columns, rows = len(grid.column_labels), len(grid.row_labels)
    width, height = SIZES[size]
    lined = size >= LINED
    gap = 0 if lined or not grid.block else 1
    left = max(map(len, grid.row_labels), default=0) + 1 if labels and any(grid.row_labels) else 0
    top = 1 if labels and any(grid.column_labels) else 0
    xs = [left + place * width + (place // grid.block if gap else 0) for place in range(columns)]
    ys = [top + place * height + (place // grid.block if gap else 0) for place in range(rows)]
    inset = 1 if lined else 0
    boxes = [Box(x + inset, y + inset, width - inset, height - inset) for y in ys for x in xs]
    if flipped:
        boxes.reverse()
    right, bottom = xs[-1] + width + inset, ys[-1] + height + inset
    fixed = list(_lines(grid, xs, ys, right, bottom, ascii_only)) if lined else []
    if gap:
        fixed += _block_gaps(grid, xs, ys, right, bottom, ascii_only)
    found = Layout(right, bottom, size, tuple(boxes), tuple(fixed))
    return replace(found, fixed=(*fixed, *_grid_labels(grid, found, left, top)))


def _grid_labels(grid: Grid, found: Layout, left: int, top: int) -> Iterator[Text]:
    columns = len(grid.column_labels)
    for column, label in enumerate(grid.column_labels if top else []):
        box = found.boxes[column]
        yield Text(box.x + box.width // 2 - (len(label) - 1), 0, label, "label")
    for row, label in enumerate(grid.row_labels if left else []):
        box = found.boxes[row * columns]
        yield Text(left - 1 - len(label), box.y + glyph_row(box), label, "label")


def glyph_row(box: Box) -> int:
    """In which row of its box a cell's stone stands."""
    return (box.height - 1) // 2


def _lines(grid: Grid, xs: list[int], ys: list[int], right: int, bottom: int, ascii_only: bool) -> Iterator[Text]:
    """The lines between all cells; heavier ones between blocks."""
    thin, thick = (("-", "|", "+"), ("=", "#", "#")) if ascii_only else (("─", "│", "┼"), ("━", "┃", "╋"))
    edges_x, edges_y = [*xs, right - 1], [*ys, bottom - 1]

    def heavy(place: int) -> bool:
        return bool(grid.block) and place % grid.block == 0

    for row, y in enumerate(edges_y):
        across, _, _ = thick if heavy(row) else thin
        text = list(across * (right - xs[0]))
        for column, x in enumerate(edges_x):
            text[x - xs[0]] = thick[2] if heavy(row) or heavy(column) else thin[2]
        yield Text(xs[0], y, "".join(text), "line")
    for y in range(ys[0], bottom):
        if y not in edges_y:
            for column, x in enumerate(edges_x):
                yield Text(x, y, thick[1] if heavy(column) else thin[1], "line")


def _block_gaps(grid: Grid, xs: list[int], ys: list[int], right: int, bottom: int, ascii_only: bool) -> Iterator[Text]:
    across, down, cross = ("-", "|", "+") if ascii_only else ("─", "│", "┼")
    walls = [x - 1 for place, x in enumerate(xs) if place and place % grid.block == 0]
    floors = [y - 1 for place, y in enumerate(ys) if place and place % grid.block == 0]
    for y in floors:
        yield Text(xs[0], y, "".join(cross if x in walls else across for x in range(xs[0], right)), "line")
    for y in range(ys[0], bottom):
        if y not in floors:
            yield from (Text(x, y, down, "line") for x in walls)


def _pits(pits: Pits, size: int, *, flipped: bool) -> Layout:
    """Two rows of houses between two stores; flipped, the second seat sits at the bottom."""
    width, height = PIT_SIZES[size]
    houses = pits.houses
    store_y, near_y, label_y = 1 + height, 1 + 2 * height, 1 + 3 * height
    right = width * (houses + 1)
    near = [Box(width * (1 + place), near_y, width, height) for place in range(houses)]
    far = [Box(width * (houses - place), 1, width, height) for place in range(houses)]
    east, west = Box(right, store_y, width, height), Box(0, store_y, width, height)
    boxes = (*far, west, *near, east) if flipped else (*near, east, *far, west)
    fixed = []
    for number, box in enumerate(boxes):
        if number % (houses + 1) == houses:
            owner = pits.cell_names[number].removesuffix(" store")[:width]
            fixed.append(Text(box.x + box.width // 2 - len(owner) // 2, store_y - 1, owner, "label"))
        else:
            label = pits.cell_labels[number]
            fixed.append(
                Text(box.x + box.width // 2 - len(label) + 1, label_y if box.y == near_y else 0, label, "label")
            )
    return Layout(right + width, label_y + 1, size, boxes, tuple(fixed))


def _heaps(heaps: Heaps, size: int) -> Layout:
    """A line a heap: its name, how much it holds, and a picture of that, which is wider at the larger sizes."""
    height = (1, 2, 2, 3)[size]
    step = (1, 1, 2, 2)[size]
    width = 4 + max(len(str(heaps.most)), 1) + 4 + heaps.most * step
    count = len(heaps.cell_labels)
    fixed = tuple(Text(0, place * height, f"{label:>2}", "label") for place, label in enumerate(heaps.cell_labels))
    boxes = tuple(Box(3, place * height, width - 3, 1) for place in range(count))
    return Layout(width, count * height, size, boxes, fixed)
