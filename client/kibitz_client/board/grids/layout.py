"""The layout of a grid at a given size: a box for each cell, and the fixed texts. Pure.

Cells are 2x1, 4x2, 6x3 characters and so on, which look square in a terminal. From 6x3 on there are lines between the
cells. A grid with blocks has lines between its blocks at the small sizes too.

Chequered squares whose pieces are characters have an odd width, so that a piece has as much room at its left as at its
right. Squares of two rows begin and end in the middle of a row, so that a piece has as much room above as below.
"""

from collections.abc import Iterator
from dataclasses import replace

from kibitz_client.board.geometry import LINED, Box, Layout, Text, glyph_row
from kibitz_client.board.grids.crossings import board_lines, crossing_boxes
from kibitz_client.board.grids.dots import DOT_SIZES, dots_layout, dots_size
from kibitz_client.board.grids.hexes import HEX_SIZES, hexes_layout, hexes_size
from kibitz_client.match.owners import NOT_IN_PLAY
from kibitz_protocol.values.boards import Grid

SIZES = tuple((2 * height, height) for height in range(1, 13))
"""Width and height of a cell, by size."""
ASCII_SIZES = 4
"""How many sizes there are in ASCII: larger cells would be empty around their letter."""
GLYPH_SIZES = ((2, 1), (3, 1), (5, 2), (7, 3), (8, 4))
"""The sizes of a chequered grid whose pieces are characters, or pictures from three rows on."""
FRAMED = 15
"""The least rows with which a board of lines has the names of its columns below it too."""
GLYPH_MOST = 4
"""How many sizes any other grid has whose pieces are characters."""


def grid_sizes(grid: Grid, ascii_only: bool) -> int:
    """Return how many sizes a grid has."""
    most = {"hexes": HEX_SIZES, "dots": len(DOT_SIZES)}.get(grid.ground, len(_sizes(grid)))
    return min(most, ASCII_SIZES if ascii_only else most)


def _sizes(grid: Grid) -> tuple[tuple[int, int], ...]:
    return GLYPH_SIZES if grid.glyphs and is_shaded(grid) else SIZES[:GLYPH_MOST] if grid.glyphs else SIZES


def has_half_rows(grid: Grid, size: int) -> bool:
    """Return whether squares begin and end in the middle of a row at a size."""
    return _sizes(grid) is GLYPH_SIZES and GLYPH_SIZES[size][1] == 2


def cells_size(grid: Grid, size: int) -> tuple[int, int]:
    """Return the width and height of all cells at a size."""
    if grid.ground in ("hexes", "dots"):
        return (hexes_size if grid.ground == "hexes" else dots_size)(grid, size)
    width, height = _sizes(grid)[size]
    return width * len(grid.column_labels), height * len(grid.row_labels) + has_half_rows(grid, size)


def line_size(grid: Grid) -> int:
    """Return the smallest size at which the names of the cells can be read."""
    if grid.ground in ("hexes", "dots") or grid.block:
        return 0
    # Names of cells are in a row below the stones, and a column has two characters at the smallest size.
    return int(bool(grid.cell_labels) or max(map(len, grid.column_labels)) > 1)


def grid_layout(grid: Grid, size: int, *, flipped: bool, labels: bool, ascii_only: bool) -> Layout:
    """Return the layout at a size; `flipped` is turned by half a turn."""
    ground = {"hexes": hexes_layout, "dots": dots_layout}.get(grid.ground, _rows_layout)
    return ground(grid, size, flipped=flipped, labels=labels, ascii_only=ascii_only)


def _rows_layout(grid: Grid, size: int, *, flipped: bool, labels: bool, ascii_only: bool) -> Layout:
    columns, rows = len(grid.column_labels), len(grid.row_labels)
    width, height = _sizes(grid)[size]
    half = int(has_half_rows(grid, size))
    lined = size >= LINED and grid.ground != "lines" and not is_shaded(grid)
    names = block_names(grid)
    # Between blocks is a line, and at the smallest size a blank for the right mark of the cell before it.
    across, down = (0, 0) if lined or not grid.block else (2 - min(size, 1), 1)
    left = max(map(len, grid.row_labels), default=0) + 1 if labels and any(grid.row_labels) else 0
    top = 1 if labels and (any(grid.column_labels) or any(names)) else 0
    xs = [left + place * width + (place // grid.block * across if across else 0) for place in range(columns)]
    ys = [top + place * height + (place // grid.block * down if down else 0) for place in range(rows)]
    inset = 1 if lined else 0
    # At the smallest size the right mark of a cell is in the next one, and that of the last one needs a place.
    spare = 1 if size == 0 else 0
    ends = [place == columns - 1 or bool(across and (place + 1) % grid.block == 0) for place in range(columns)]
    boxes = [
        Box(x + inset, y + inset + half, width - inset + spare * end, height - inset - half)
        for y in ys
        for x, end in zip(xs, ends, strict=True)
    ]
    if grid.ground == "lines":
        boxes = crossing_boxes(xs, ys, width, height)
    if flipped:
        # The last box of a row is wider: reverse the order of the cells, not the boxes of a row.
        boxes.reverse()
    right, bottom = xs[-1] + width + inset + spare, ys[-1] + height + inset + half
    fixed = list(_lines(grid, xs, ys, right, bottom, ascii_only)) if lined else []
    under: list[tuple[Text, ...]] = []
    if grid.ground == "lines" and not ascii_only:
        fixed, under = board_lines(boxes, grid.stars)
    if across:
        fixed += _block_gaps(grid, xs, ys, right, bottom, ascii_only)
    if grid.block and any(names):
        fixed += _block_labels(grid, names[::-1] if flipped else names, xs, ys, width, inset, top)
    found = Layout(
        right,
        bottom,
        size,
        tuple(boxes),
        tuple(fixed),
        discs=(size > 0 or grid.ground == "lines") and not ascii_only,
        area=Box(left, top, right - left, bottom - top),
        under=tuple(under),
        ascii_only=ascii_only,
    )
    below = int(bool(top) and grid.ground == "lines" and rows >= FRAMED)
    return replace(
        found, height=bottom + below, repeated=below, fixed=(*fixed, *_grid_labels(grid, found, left, top, below))
    )


def is_shaded(grid: Grid) -> bool:
    """Return whether all squares of a chequered board are in play, so that shades have to tell dark from light."""
    return grid.ground == "checkered" and NOT_IN_PLAY not in grid.symbols.values()


def block_names(grid: Grid) -> list[str]:
    """Return the name of each block, if all names of its cells begin with it and a slash, and empty names otherwise."""
    if not grid.block or not grid.cell_labels:
        return []
    columns = len(grid.column_labels)
    across = columns // grid.block
    found: list[set[str]] = [set() for _ in range(across * (len(grid.row_labels) // grid.block))]
    for cell, label in enumerate(grid.cell_labels):
        block = cell // columns // grid.block * across + cell % columns // grid.block
        found[block].add(label.partition("/")[0] if "/" in label else "")
    return [names.pop() if len(names) == 1 else "" for names in found]


def _block_labels(
    grid: Grid, names: list[str], xs: list[int], ys: list[int], width: int, inset: int, top: int
) -> Iterator[Text]:
    """Yield the name of each block in the line above it."""
    across = len(xs) // grid.block
    for number, name in enumerate(names):
        x = xs[number % across * grid.block] + (grid.block * width + inset) // 2
        y = ys[number // across * grid.block] - (0 if inset and number >= across else 1)
        if y >= 0 and (number >= across or top):
            yield Text(x, y, name, "label")


def _grid_labels(grid: Grid, found: Layout, left: int, top: int, below: int) -> Iterator[Text]:
    columns = len(grid.column_labels)
    for column, label in enumerate(grid.column_labels if any(grid.column_labels) and top else []):
        box = found.boxes[column]
        for y in (0, found.height)[: 1 + below]:
            yield Text(_middle(found, box) - (len(label) - 1), y, label, "label")
    for row, label in enumerate(grid.row_labels if left else []):
        box = found.boxes[row * columns]
        yield Text(left - 1 - len(label), box.y + glyph_row(box), label, "label")


def _middle(found: Layout, box: Box) -> int:
    """Return the column of a cell in which its piece is drawn."""
    return box.x + (1 if found.size == 0 else box.width // 2)


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
