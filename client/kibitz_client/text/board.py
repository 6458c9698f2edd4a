"""Boards as lines of ASCII text, drawn from the server's description, without knowledge of any game.

The last move is in brackets, and the stones of a winning line are between two `*`. With targets, a `*` marks each empty
cell where a legal move ends.
"""

from collections.abc import Collection, Sequence
from typing import assert_never

from kibitz_client.board.roles import block_rows, edge_roles, stone_roles
from kibitz_client.match.owners import EMPTY, NOT_IN_PLAY, edge_owners
from kibitz_client.text.boards.points import points_lines
from kibitz_client.text.boards.table import table_lines
from kibitz_client.text.boards.trays import tray_text
from kibitz_client.text.style import Style
from kibitz_protocol.values.boards import Board, Grid, Heaps, Pits, Points, Table
from kibitz_protocol.values.state import State


def board_lines(
    board: Board,
    position: State,
    style: Style,
    *,
    targets: bool = False,
    turned: bool = False,
    sides: Sequence[str] = (),
) -> list[str]:
    """Return a board of any shape, with its labels and what lies beside it.

    Args:
        board: The fixed part of the board.
        position: The position to draw.
        style: Paints the stones.
        targets: Whether to mark the empty cells where a legal move ends.
        turned: Whether to draw a board with sides as the opponent sees it.
        sides: The name of each seat, for a table of cards.
    """
    if isinstance(board, Points):
        return points_lines(board, position, style, int(turned), targets=targets)
    if isinstance(board, Table):
        return table_lines(board, position, style, int(turned), sides)
    if turned:
        board, position = _turned(board, position)
    trays = [f" {tray_text(board.faces, tray)}" for tray in position.trays]
    return [*_cells(board, position, style, targets, turned), *([""] if trays else []), *trays]


def _cells(board: Grid | Pits | Heaps, position: State, style: Style, targets: bool, turned: bool) -> list[str]:
    """Return the cells of a board, which is turned already if it has to be."""
    match board:
        case Grid(ground="hexes"):
            return _hexes(board, position, style, targets)
        case Grid(ground="dots"):
            return _dots(board, position, style, targets)
        case Grid():
            return _grid(board, position, style, targets)
        case Pits():
            return _pits(board, position, style, ("second", "first") if turned else ("first", "second"))
        case Heaps():
            return _heaps(board, position, style)
        case _:
            assert_never(board)


def _turned(board: Grid | Pits | Heaps, position: State) -> tuple[Grid | Pits | Heaps, State]:
    """Return a board and a position as the opponent sees them: the cells of a grid and of pits are half a turn away."""
    if isinstance(board, Heaps):
        return board, position
    cells = sum(map(len, position.rows)) or len(position.counts)
    far = board.houses + 1 if isinstance(board, Pits) else 0

    def cell(number: int) -> int:
        return (number + far) % cells if far else cells - 1 - number

    place = {
        "counts": position.counts[far:] + position.counts[:far],
        "rows": [row[::-1] for row in reversed(position.rows)],
        "blocks": position.blocks[::-1],
        "shades": position.shades[::-1],
        "last": [cell(number) for number in position.last],
        "paths": [[cell(number) for number in path] for path in position.paths],
        "lines": [[cell(number) for number in line] for line in position.lines],
    }
    names = ("cell_labels", "cell_names") if isinstance(board, Pits) else ("column_labels", "row_labels", "cell_labels")
    labels = {name: getattr(board, name) for name in names}
    turned: dict[str, object] = {
        name: texts[far:] + texts[:far] if far else texts[::-1] for name, texts in labels.items()
    }
    if isinstance(board, Grid) and board.edges is not None:
        turned["edges"] = board.edges[2:] + board.edges[:2]
    return board.model_copy(update=turned), position.model_copy(update=place)


def _grid(grid: Grid, position: State, style: Style, targets: bool) -> list[str]:
    columns = len(grid.column_labels)
    marked = _targets(position, targets)
    symbols_of_cells = "".join(position.rows)
    shades = position.shades or "-" * len(symbols_of_cells)
    texts = [
        _cell_text(grid, symbol, number, number in marked, shades[number])
        for number, symbol in enumerate(symbols_of_cells)
    ]
    width = max([1, *map(len, grid.column_labels), *map(len, texts)])
    margin = max([0, *map(len, grid.row_labels)])
    roles = stone_roles(grid)
    lines = [_in_blocks([f" {label:>{width}} " for label in grid.column_labels], grid.block, " ")]
    lines = [" " * margin + lines[0]] if any(grid.column_labels) else []
    for row, symbols in enumerate(position.rows):
        cells = []
        for column, symbol in enumerate(symbols):
            number = row * columns + column
            text = texts[number]
            left, right = (_mark(mark, style) for mark in _marks(position, number))
            shade = shades[number]
            role = roles.get(shade if text == shade.lower() else symbol, "")
            cells.append(" " * (width - len(text)) + left + style.paint(text, role) + right)
        if grid.block and row and row % grid.block == 0:
            lines.append(" " * margin + _in_blocks(["-" * (width + 2)] * columns, grid.block, "+"))
        label = grid.row_labels[row] if row < len(grid.row_labels) else ""
        lines.append(f"{label:>{margin}}" + _in_blocks(cells, grid.block, "|"))
    return [line.rstrip() for line in lines] + _block_lines(grid, position)


def _targets(position: State, targets: bool) -> Collection[int]:
    """Return the cells where a legal move ends, if they are to be marked."""
    return {path[-1] for path in position.paths if path} if targets else ()


def _marks(position: State, number: int) -> str:
    """Return the marks left and right of a cell."""
    won = any(number in line for line in position.lines)
    # The last move of a winning line has a mark of each.
    last = "*]" if won else "[]"
    return last if number in position.last else "**" if won else "  "


def _mark(mark: str, style: Style) -> str:
    return style.paint(mark, "strong") if mark != " " else mark


def _cell_text(grid: Grid, symbol: str, number: int, target: bool, shade: str = "-") -> str:
    """Return the text of a cell: a stone, the cell's own label, or in small letters whose empty cell it is."""
    name = grid.symbols.get(symbol)
    label = grid.cell_labels[number] if grid.cell_labels else ""
    if name == NOT_IN_PLAY:
        return ""
    if name == EMPTY and shade != "-" and not target:
        return shade.lower()
    if name == EMPTY:
        # In blocks, labels are long and stones never move, so a label alone shows an empty cell.
        return label if grid.block and not target else f"{label}{'*' if target else '.'}"
    return symbol if grid.block else f"{label}{symbol}"


def _hexes(grid: Grid, position: State, style: Style, targets: bool) -> list[str]:
    """Return a board each of whose rows begins half a cell further right.

    Between two stones is one column, for the right mark of the one or the left mark of the other.
    """
    columns, rows, roles = len(grid.column_labels), len(grid.row_labels), stone_roles(grid)
    marked = _targets(position, targets)
    half = (max([1, *map(len, grid.column_labels)]) + 2) // 2
    margin = max([0, *map(len, grid.row_labels)])
    top, _, bottom, left = edge_roles(grid)

    def names(row: int, role: str) -> str:
        labels = [" " * (2 * half - len(label)) + style.paint(label, role) for label in grid.column_labels]
        return " " * (margin + half * row) + "".join(labels)

    lines = []
    for row, symbols in enumerate(position.rows):
        label = grid.row_labels[row]
        text, before = " " * (half * row + margin - len(label)) + style.paint(label, left), " "
        for number, symbol in enumerate(symbols, row * columns):
            marks = _marks(position, number)
            own, after = marks[0], marks[1]
            # The bracket of the last move is worth more than the star of a line.
            mark = before if own == " " or before == "]" else own
            stone = _cell_text(grid, symbol, number, number in marked)
            text += " " * (2 * half - 1 - len(stone)) + _mark(mark, style) + style.paint(stone, roles.get(symbol, ""))
            before = after
        lines.append(text + _mark(before, style))
    if any(grid.column_labels):
        lines = [names(0, top), *lines, names(rows, bottom)]
    owners = edge_owners(grid)
    return [line.rstrip() for line in lines] + (["", f" edges  {owners}"] if owners else [])


def _dots(grid: Grid, position: State, style: Style, targets: bool) -> list[str]:
    """Return dots with the lines and boxes between them. A place of a line has three columns, or one row."""
    columns, roles, marked = len(grid.column_labels), stone_roles(grid), _targets(position, targets)
    margin = max([0, *map(len, grid.row_labels)])
    names = "".join(f"{label:^{3 if column % 2 else 1}}" for column, label in enumerate(grid.column_labels))
    lines = [" " * (margin + 2) + names] if any(grid.column_labels) else []
    for row, symbols in enumerate(position.rows):
        text = [" "] * (2 * columns + 1)
        for column, symbol in enumerate(symbols):
            number, middle, shape = row * columns + column, 2 * column + 1, symbol
            if grid.symbols.get(symbol) == EMPTY:
                shape = "*" if number in marked else " "
            elif row % 2 != column % 2:
                shape = "|" if row % 2 else "-"
            painted = style.paint(shape, roles.get(symbol, "")) if shape != " " else shape
            around = [painted if shape == "-" else " "] * 2
            marks = _marks(position, number)
            for place, beside, mark in zip((middle - 1, middle + 1), around, marks, strict=True):
                if mark != " " or beside != " ":
                    text[place] = _mark(mark, style) if mark != " " else beside
            text[middle] = painted
        lines.append(f"{grid.row_labels[row]:>{margin}} " + "".join(text))
    return [line.rstrip() for line in lines]


def _in_blocks(cells: list[str], block: int, line: str) -> str:
    """Join cells, with a line between blocks."""
    if not block:
        return "".join(cells)
    return line.join("".join(cells[i : i + block]) for i in range(0, len(cells), block))


def _block_lines(grid: Grid, position: State) -> list[str]:
    """Return the owners of the blocks, if the game has them."""
    if not position.blocks:
        return []
    return ["", *(f"{'boards' if i == 0 else '':>6}  {row}" for i, row in enumerate(block_rows(grid, position)))]


def _pits(pits: Pits, position: State, style: Style, roles: tuple[str, str]) -> list[str]:
    """Return two rows of houses between two stores. `roles`: the colours of the near and the far side."""
    near = range(pits.houses)
    near_store = pits.houses
    far = range(2 * pits.houses, pits.houses, -1)
    far_store = 2 * pits.houses + 1
    width = max(2, *(len(str(count)) for count in position.counts))

    def cell(number: int) -> str:
        mark = style.paint("[", "strong"), style.paint("]", "strong")
        left, right = mark if number in position.last else (" ", " ")
        count = str(position.counts[number])
        painted = style.paint(count, roles[number > near_store])
        return " " * (width - len(count)) + left + painted + right

    def labels(row: range) -> str:
        return "".join(f" {pits.cell_labels[number]:>{width}} " for number in row)

    margin = " " * (width + 2)
    owners = [pits.cell_names[store].removesuffix(" store") for store in (far_store, near_store)]
    lines = [
        f"{margin}{labels(far)}{margin}  {owners[0]}",
        f"{margin}{''.join(cell(number) for number in far)}",
        f"{cell(far_store)}{margin * pits.houses}{cell(near_store)}",
        f"{margin}{''.join(cell(number) for number in near)}",
        f"{margin}{labels(near)}{margin}  {owners[1]}",
    ]
    return [line.rstrip() for line in lines]


def _heaps(heaps: Heaps, position: State, style: Style) -> list[str]:
    """Return a line for each heap: its label, its count, and the count as strokes."""
    width = len(str(heaps.most))
    lines = []
    for number, (label, count) in enumerate(zip(heaps.cell_labels, position.counts, strict=True)):
        mark = "[]" if number in position.last else "  "
        lines.append(f"{label:>2}  {mark[0]}{count:>{width}}{mark[1]}  {style.paint('|' * count, 'first')}".rstrip())
    return lines
