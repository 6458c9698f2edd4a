"""The layout of a board of hexes: each row begins half a cell further right than the row above. Pure.

A hex of size p is 2p columns wide, and the next row begins p rows below. It has one row between two walls, and p - 1
rows of slanting lines above and below, which are the lower and upper lines of its neighbours. At the smallest size
there are no lines.
"""

from collections.abc import Iterator

from kibitz_client.board.geometry import Box, Layout, Text
from kibitz_client.board.roles import edge_roles
from kibitz_protocol.values.boards import Grid

HEX_SIZES = 8
"""How many sizes there are."""


def hexes_size(grid: Grid, size: int) -> tuple[int, int]:
    """Return the width and height of all cells at a size."""
    half, columns, rows = size + 1, len(grid.column_labels), len(grid.row_labels)
    return 2 * half * columns + half * (rows - 1) + 1, half * rows + half - 1


def hexes_layout(grid: Grid, size: int, *, flipped: bool, labels: bool, ascii_only: bool) -> Layout:
    """Return the layout at a size."""
    columns, rows, half = len(grid.column_labels), len(grid.row_labels), size + 1
    named = labels and any(grid.column_labels)
    left = max(map(len, grid.row_labels), default=0) + 1 if labels and any(grid.row_labels) else 0
    top = int(named)
    places = [
        (left + row * half + column * 2 * half, top + row * half) for row in range(rows) for column in range(columns)
    ]
    # A taller box is narrower, because it has to leave the slanting lines alone.
    tall = 0 if half < 4 else 1 if half < 7 else 2
    boxes = [
        Box(x, y, 2 + (number % columns == columns - 1), 1)
        if half == 1
        else Box(x + 1 + tall, y + half - 1 - tall, 2 * half - 1 - 2 * tall, 1 + 2 * tall)
        for number, (x, y) in enumerate(places)
    ]
    edges = edge_roles(grid)
    if flipped:
        boxes.reverse()
        edges = edges[2:] + edges[:2]
    width, height = hexes_size(grid, size)
    fixed: list[Text] = []
    if half > 1:
        fixed += _lines(places, columns, half, edges, ascii_only)
    if named:
        names = grid.column_labels[::-1] if flipped else grid.column_labels
        fixed += _column_names(names, left, top, rows, half, edges)
    if left:
        row_names = grid.row_labels[::-1] if flipped else grid.row_labels
        for row, name in enumerate(row_names):
            x = left + row * half - 1 - len(name)
            fixed.append(Text(x, top + row * half + half - 1, name, _name_role(edges[3])))
    # The names of the columns are below the last row, as the lines between them lead there.
    spare = (half + 1) if named else 0
    return Layout(
        left + width + spare,
        top + height + int(named),
        size,
        tuple(boxes),
        tuple(fixed),
        discs=size > 0 and not ascii_only,
        area=Box(left, top, width, height),
        slope=half,
        columns=columns,
        ascii_only=ascii_only,
    )


def _column_names(
    names: list[str], left: int, top: int, rows: int, half: int, edges: tuple[str, ...]
) -> Iterator[Text]:
    """Yield the names of the columns above the first row and below the last one, in line with the cells."""
    for column, name in enumerate(names):
        x = left + column * 2 * half + half
        yield Text(x, top - 1, name, _name_role(edges[0]))
        below = top + rows * half + half - 1
        yield Text(x + rows * half - (half > 1) * (half // 2), below, name, _name_role(edges[2]))


def _name_role(edge: str) -> str:
    """Return the role of names at an edge, which are not on the ground on which stones have their colours."""
    return f"label edge-{edge}" if edge else "label"


def _lines(
    places: list[tuple[int, int]], columns: int, half: int, edges: tuple[str, ...], ascii_only: bool
) -> Iterator[Text]:
    """Yield the walls of all hexes, those at the edge of the board in the colour of their owner."""
    rising, falling, wall = ("/", "\\", "|") if ascii_only else ("╱", "╲", "│")
    top, right, bottom, left = (f"line {edge}".strip() for edge in edges)
    rows = len(places) // columns
    for number, (x, y) in enumerate(places):
        row, column = divmod(number, columns)
        middle, width, last = y + half - 1, 2 * half, column == columns - 1
        yield Text(x, middle, wall, left if column == 0 else "line")
        if last:
            yield Text(x + width, middle, wall, right)
        for aside in range(1, half):
            upper = top if row == 0 else "line"
            yield Text(x + aside, middle - aside, rising, upper)
            yield Text(x + width - aside, middle - aside, falling, right if last and row else upper)
            if row == rows - 1:
                yield Text(x + aside, middle + aside, falling, bottom)
                yield Text(x + width - aside, middle + aside, rising, bottom)
            elif column == 0:
                yield Text(x + aside, middle + aside, falling, left)
