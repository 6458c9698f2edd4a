"""Boards as lines of ASCII text, drawn from the server's description, without knowledge of any game.

The last move is in brackets, and the stones of a winning line are between two `*`. With targets, a `*` marks each empty
cell where a legal move ends.
"""

from typing import assert_never

from kibitz_client.text.style import Style
from kibitz_protocol.values.boards import Board, Grid, Heaps, Pits
from kibitz_protocol.values.fields import Seat
from kibitz_protocol.values.state import State

NOT_IN_PLAY = "not in play"
EMPTY = "empty"


def top_seat(board: Board) -> Seat | None:
    """Return the seat whose side is drawn at the top; None for boards without sides."""
    return 1 if isinstance(board, Pits) else board.top if isinstance(board, Grid) else None


def board_lines(
    board: Board, position: State, style: Style, *, targets: bool = False, turned: bool = False
) -> list[str]:
    """Return a board of any shape, with its labels.

    Args:
        board: The fixed part of the board.
        position: The position to draw.
        style: Paints the stones.
        targets: Whether to mark the empty cells where a legal move ends.
        turned: Whether to draw a board with sides as the opponent sees it.
    """
    if turned:
        board, position = _turned(board, position)
    match board:
        case Grid():
            return _grid(board, position, style, targets)
        case Pits():
            return _pits(board, position, style, ("second", "first") if turned else ("first", "second"))
        case Heaps():
            return _heaps(board, position, style)
        case _:
            assert_never(board)


def _turned(board: Board, position: State) -> tuple[Board, State]:
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
        "last": [cell(number) for number in position.last],
        "paths": [[cell(number) for number in path] for path in position.paths],
        "lines": [[cell(number) for number in line] for line in position.lines],
    }
    names = ("cell_labels", "cell_names") if isinstance(board, Pits) else ("column_labels", "row_labels", "cell_labels")
    labels = {name: getattr(board, name) for name in names}
    turned = {name: texts[far:] + texts[:far] if far else texts[::-1] for name, texts in labels.items()}
    return board.model_copy(update=turned), position.model_copy(update=place)


def _grid(grid: Grid, position: State, style: Style, targets: bool) -> list[str]:
    columns = len(grid.column_labels)
    marked = {path[-1] for path in position.paths if path} if targets else set()
    texts = [
        _cell_text(grid, symbol, row * columns + column, row * columns + column in marked)
        for row, symbols in enumerate(position.rows)
        for column, symbol in enumerate(symbols)
    ]
    width = max([1, *map(len, grid.column_labels), *map(len, texts)])
    margin = max([0, *map(len, grid.row_labels)])
    roles = stone_roles(grid)
    won = {cell for line in position.lines for cell in line}
    lines = [_in_blocks([f" {label:>{width}} " for label in grid.column_labels], grid.block, " ")]
    lines = [" " * margin + lines[0]] if any(grid.column_labels) else []
    for row, symbols in enumerate(position.rows):
        cells = []
        for column, symbol in enumerate(symbols):
            number = row * columns + column
            text = texts[number]
            # The last move of a winning line has a mark of each.
            last = "*]" if number in won else "[]"
            marks = last if number in position.last else "**" if number in won else "  "
            left, right = (style.paint(mark, "strong") if mark != " " else mark for mark in marks)
            cells.append(" " * (width - len(text)) + left + style.paint(text, roles.get(symbol, "")) + right)
        if grid.block and row and row % grid.block == 0:
            lines.append(" " * margin + _in_blocks(["-" * (width + 2)] * columns, grid.block, "+"))
        label = grid.row_labels[row] if row < len(grid.row_labels) else ""
        lines.append(f"{label:>{margin}}" + _in_blocks(cells, grid.block, "|"))
    return [line.rstrip() for line in lines] + _block_lines(grid, position)


def _cell_text(grid: Grid, symbol: str, number: int, target: bool) -> str:
    """Return the text of a cell: a stone, or the cell's own label."""
    name = grid.symbols.get(symbol)
    label = grid.cell_labels[number] if grid.cell_labels else ""
    if name == NOT_IN_PLAY:
        return ""
    if name == EMPTY:
        # In blocks, labels are long and stones never move, so a label alone shows an empty cell.
        return label if grid.block and not target else f"{label}{'*' if target else '.'}"
    return symbol if grid.block else f"{label}{symbol}"


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


def block_rows(grid: Grid, position: State) -> list[str]:
    """Return the owners of the blocks by rows, those of a winning line with a `*`."""
    columns = len(grid.column_labels)
    across = columns // grid.block
    won = {
        cell // columns // grid.block * across + cell % columns // grid.block
        for line in position.lines
        for cell in line
    }
    shown = [owner + ("*" if number in won else " " if won else "") for number, owner in enumerate(position.blocks)]
    rows = [" ".join(shown[at : at + across]) for at in range(0, len(shown), across)]
    return [row.replace("-", ".").rstrip() for row in rows]


def stone_roles(grid: Grid) -> dict[str, str]:
    """Return the colour role of each symbol: faint for empty cells, else by the order in which the game lists them."""
    solid = [symbol for symbol, name in grid.symbols.items() if name not in (EMPTY, NOT_IN_PLAY)]
    # Kings and men of one side have one colour: a capital letter is the king of the same side.
    order = list(dict.fromkeys(symbol.lower() for symbol in solid))
    roles = {symbol: ("first", "second")[order.index(symbol.lower()) % 2] for symbol in solid}
    return {symbol: roles.get(symbol, "faint") for symbol in grid.symbols}


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
