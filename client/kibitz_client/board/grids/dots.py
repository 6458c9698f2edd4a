"""A board of dots, with places for lines between them: layout and appearance. Pure.

The rows and columns of dots and lines are thin. A place of a vertical line takes a column of the boxes beside it too,
for its marks and for the mouse.
"""

from kibitz_client.board.geometry import Box, Layout, Text, glyph_row
from kibitz_client.board.marks import BoardView, marked_text
from kibitz_client.board.roles import stone_roles
from kibitz_client.match.owners import EMPTY, symbol_owners
from kibitz_protocol.values.boards import Grid

DOT_SIZES = tuple((2 * height + 1, height) for height in range(1, 9))
"""Width and height of a box between dots, by size."""


def dots_size(grid: Grid, size: int) -> tuple[int, int]:
    """Return the width and height of all cells at a size."""
    width, height = DOT_SIZES[size]
    return len(grid.column_labels) // 2 * (width + 1) + 3, len(grid.row_labels) // 2 * (height + 1) + 1


def dots_layout(grid: Grid, size: int, *, flipped: bool, labels: bool, ascii_only: bool) -> Layout:
    """Return the layout at a size."""
    columns, rows = len(grid.column_labels), len(grid.row_labels)
    width, height = DOT_SIZES[size]
    left = max(map(len, grid.row_labels), default=0) + 1 if labels and any(grid.row_labels) else 0
    top = int(labels and any(grid.column_labels))
    xs = [left + 1 + column // 2 * (width + 1) + column % 2 for column in range(columns)]
    ys = [top + row // 2 * (height + 1) + row % 2 for row in range(rows)]
    boxes = [_box(column, row, x, y, width, height) for row, y in enumerate(ys) for column, x in enumerate(xs)]
    fixed = []
    for x, name in zip(xs, grid.column_labels[::-1] if flipped else grid.column_labels, strict=True):
        if top and name:
            fixed.append(Text(x + 1 - len(name), 0, name, "label"))
    for y, name in zip(ys, grid.row_labels[::-1] if flipped else grid.row_labels, strict=True):
        if left and name:
            fixed.append(Text(left - 1 - len(name), y, name, "label"))
    if flipped:
        boxes.reverse()
    all_width, all_height = dots_size(grid, size)
    return Layout(
        left + all_width,
        top + all_height,
        size,
        tuple(boxes),
        tuple(fixed),
        discs=size > 0 and not ascii_only,
        area=Box(left, top, all_width, all_height),
        columns=columns,
        ascii_only=ascii_only,
    )


def _box(column: int, row: int, x: int, y: int, width: int, height: int) -> Box:
    if row % 2 == 0:
        return Box(x, y, width if column % 2 else 1, 1)
    return Box(x + 1, y, width - 2, height) if column % 2 else Box(x - 1, y, 3, height)


def is_line(grid: Grid, number: int) -> bool:
    """Return whether a cell is the place of a line, and not a dot or a box."""
    row, column = divmod(number, len(grid.column_labels))
    return row % 2 != column % 2


def dots_texts(grid: Grid, layout: Layout, view: BoardView, number: int, symbol: str) -> list[Text]:
    """Return the texts of a dot, a place of a line, or a box."""
    box = layout.boxes[number]
    if is_line(grid, number):
        return _line(grid, layout, view, number, symbol)
    if number // len(grid.column_labels) % 2 == 0:
        return [Text(box.x, box.y, "+" if layout.ascii_only else "•", "solid")]
    if symbol not in symbol_owners(grid):
        return []
    role, middle, at = stone_roles(grid)[symbol], box.x + box.width // 2, glyph_row(box)
    fill = [Text(box.x, box.y + line, "░" * box.width, role) for line in range(box.height)]
    letter = f" {symbol} " if box.width > 4 else symbol
    own = Text(middle - len(letter) // 2, box.y + at, letter, role)
    return [*([] if layout.ascii_only or box.width == 1 else fill), own]


def _line(grid: Grid, layout: Layout, view: BoardView, number: int, symbol: str) -> list[Text]:
    box, states = layout.boxes[number], view.states(number)
    across, middle = number // len(grid.column_labels) % 2 == 0, box.x + box.width // 2
    if grid.symbols.get(symbol) == EMPTY:
        glyph, role = view.numbers.get(number, " "), "expected"
        if number in view.targets:
            glyph, role, states = "*", "target", [state for state in states if state != "target"]
        return marked_text(glyph, role, states, middle, box, glyph_row(box)) if glyph != " " or states else []
    heavy = "last" in states
    shapes = ("-|", "=#") if layout.ascii_only else ("─│", "━┃")
    shape = shapes[heavy][0 if across else 1]
    role = "solid last" if heavy else "solid"
    drawn = (
        [Text(box.x, box.y, shape * box.width, role)]
        if across
        else [Text(middle, box.y + line, shape, role) for line in range(box.height)]
    )
    return [*drawn, *(marked_text(shape, role, states, middle, box, glyph_row(box)) if states else [])]
