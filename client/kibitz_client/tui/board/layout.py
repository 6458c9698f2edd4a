"""The layout of a board at a given size: a box for each cell, and the fixed texts. Pure.

Cells of a grid are 2x1, 4x2, 6x3 or 8x4 characters, which look square in a terminal. The two larger sizes have lines
between the cells. A grid with blocks has lines between its blocks at the small sizes too.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

from kibitz_client.tui.board.geometry import LINED, Box, Layout, Text, glyph_row
from kibitz_client.tui.board.pits_and_heaps import heaps_layout, pits_layout
from kibitz_protocol.values import Board, Grid, Heaps, Pits, Seat

SIZES = ((2, 1), (4, 2), (6, 3), (8, 4))


def top_seat(board: Board) -> Seat | None:
    """Return the seat whose side is drawn at the top; None for boards without sides."""
    return 1 if isinstance(board, Pits) else None


def layout(board: Board, size: int, *, flipped: bool = False, labels: bool = True, ascii_only: bool = False) -> Layout:
    """Return the layout at a size from 0 to 3; `flipped` as the opponent sees it."""
    match board:
        case Grid():
            return _grid(board, size, flipped=flipped, labels=labels, ascii_only=ascii_only)
        case Pits():
            return pits_layout(board, size, flipped=flipped, ascii_only=ascii_only)
        case Heaps():
            return heaps_layout(board, size)
        case _:
            assert_never(board)


def fitting(
    board: Board, width: int, height: int, *, flipped: bool = False, labels: bool = True, ascii_only: bool = False
) -> Layout:
    """Return the largest layout that fits, without labels if needed; the smallest one if none fits."""
    tries = [(size, labels) for size in (3, 2, 1, 0)] + [(0, False)]
    for size, labelled in tries:
        found = layout(board, size, flipped=flipped, labels=labelled, ascii_only=ascii_only)
        if found.width <= width and found.height <= height:
            return found
    return layout(board, 0, flipped=flipped, labels=False, ascii_only=ascii_only)


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
    found = Layout(right, bottom, size, tuple(boxes), tuple(fixed), discs=lined and not ascii_only)
    return replace(found, fixed=(*fixed, *_grid_labels(grid, found, left, top)))


def _grid_labels(grid: Grid, found: Layout, left: int, top: int) -> Iterator[Text]:
    columns = len(grid.column_labels)
    for column, label in enumerate(grid.column_labels if top else []):
        box = found.boxes[column]
        yield Text(box.x + box.width // 2 - (len(label) - 1), 0, label, "label")
    for row, label in enumerate(grid.row_labels if left else []):
        box = found.boxes[row * columns]
        yield Text(left - 1 - len(label), box.y + glyph_row(box), label, "label")


JOINTS = {
    # By heavy row and heavy column: left, middle and right joint of the first row, of inner rows, of the last row.
    (False, False): ("┌┬┐", "├┼┤", "└┴┘"),
    (True, False): ("┍┯┑", "┝┿┥", "┕┷┙"),
    (False, True): ("┎┰┒", "┠╂┨", "┖┸┚"),
    (True, True): ("┏┳┓", "┣╋┫", "┗┻┛"),
}


def _lines(grid: Grid, xs: list[int], ys: list[int], right: int, bottom: int, ascii_only: bool) -> Iterator[Text]:
    """Yield the lines between all cells, heavy ones between blocks."""
    thin, thick = (("-", "|"), ("=", "#")) if ascii_only else (("─", "│"), ("━", "┃"))
    edges_x, edges_y = [*xs, right - 1], [*ys, bottom - 1]

    def heavy(place: int) -> bool:
        return bool(grid.block) and place % grid.block == 0

    def side(place: int, edges: list[int]) -> int:
        return 0 if place == 0 else 2 if place == len(edges) - 1 else 1

    for row, y in enumerate(edges_y):
        text = list((thick if heavy(row) else thin)[0] * (right - xs[0]))
        for column, x in enumerate(edges_x):
            joint = JOINTS[heavy(row), heavy(column)][side(row, edges_y)][side(column, edges_x)]
            text[x - xs[0]] = ("#" if heavy(row) or heavy(column) else "+") if ascii_only else joint
        yield Text(xs[0], y, "".join(text), "line")
    for y in range(ys[0], bottom):
        if y not in edges_y:
            for column, x in enumerate(edges_x):
                yield Text(x, y, (thick if heavy(column) else thin)[1], "line")


def _block_gaps(grid: Grid, xs: list[int], ys: list[int], right: int, bottom: int, ascii_only: bool) -> Iterator[Text]:
    across, down, cross = ("-", "|", "+") if ascii_only else ("─", "│", "┼")
    walls = [x - 1 for place, x in enumerate(xs) if place and place % grid.block == 0]
    floors = [y - 1 for place, y in enumerate(ys) if place and place % grid.block == 0]
    for y in floors:
        yield Text(xs[0], y, "".join(cross if x in walls else across for x in range(xs[0], right)), "line")
    for y in range(ys[0], bottom):
        if y not in floors:
            yield from (Text(x, y, down, "line") for x in walls)
