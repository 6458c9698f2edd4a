"""The appearance of the cells of a grid, as characters with roles. Pure.

Pieces are drawn from the second size on, unless the board is ASCII only. An empty cell on which a move of the expected
line ends shows the number of that move.
"""

from collections.abc import Iterator
from itertools import groupby

from kibitz_client.board.geometry import LINED, SELECTOR, Box, Layout, Text, glyph_row
from kibitz_client.board.grids.crossings import crossing
from kibitz_client.board.grids.dots import dots_texts, is_line
from kibitz_client.board.grids.layout import is_shaded
from kibitz_client.board.marks import MARKS, BoardView, marked_text, marks_of, own_role
from kibitz_client.board.pieces import (
    CHARACTERS,
    FILLED,
    SMALL,
    Rows,
    Shape,
    chessman,
    piece_letter,
    piece_rows,
    piece_shape,
)
from kibitz_client.board.roles import are_black_and_white, stone_roles
from kibitz_client.columns import width_of
from kibitz_client.match.owners import EMPTY, NOT_IN_PLAY
from kibitz_protocol.values.boards import Grid
from kibitz_protocol.values.state import State


def can_be_played(grid: Grid, position: State, number: int) -> bool:
    """Return whether a cell can be played at all: of dots the places of lines, else what is in play."""
    if grid.ground == "dots":
        return is_line(grid, number)
    return grid.symbols.get(_symbol(position, number)) != NOT_IN_PLAY


def _symbol(position: State, number: int) -> str:
    columns = len(position.rows[0]) if position.rows else 1
    return position.rows[number // columns][number % columns]


def square_texts(grid: Grid, layout: Layout, view: BoardView, number: int) -> list[Text]:
    """Return the texts of a cell."""
    box = layout.boxes[number]
    symbol = _symbol(view.position, number)
    if grid.ground == "dots":
        return dots_texts(grid, layout, view, number, symbol)
    name = grid.symbols.get(symbol)
    if name == NOT_IN_PLAY:
        if layout.size == 0:
            mark, roles = _right_mark(grid, layout, view, number)
            return [Text(box.x, box.y, mark, roles)] if mark != " " else []
        shade = ("░" if layout.discs else ":") * box.width
        return [Text(box.x, box.y + row, shade, "shade") for row in range(box.height)]
    middle = box.x + (1 if layout.size == 0 else box.width // 2)
    label = view.notes.get(number) or (grid.cell_labels[number] if grid.cell_labels else "")
    texts: list[Text] = []
    shown = _glyph(grid, layout, symbol)
    if name == EMPTY:
        glyph, role = _empty(grid, layout, view, number)
        # A mark on an empty cell is the glyph itself.
        states = [state for state in view.states(number) if state != "target"]
        texts += layout.under[number] if layout.under else ()
    else:
        glyph, role, states = symbol, stone_roles(grid).get(symbol, ""), view.states(number)
        if layout.size == 0 and layout.under:
            texts += layout.under[number]
        if shown:
            if view.pictures and (rows := chessman(shown, box.height)):
                return _chessman(rows, role, states, box)
            glyph = shown.translate(FILLED) if view.pictures else shown
        elif layout.discs and box.height == 1:
            glyph = _small_piece(grid, symbol, view)
        elif layout.discs:
            texts, glyph, role = _piece(grid, layout, view, symbol, box, states)
    if layout.size == 0:
        texts += _small(glyph, role, states, _right_mark(grid, layout, view, number), middle, box)
    else:
        beside = name != EMPTY and not shown and layout.discs and _marks_are_beside(layout, box)
        texts += marked_text(glyph, role, [] if beside else states, middle, box, glyph_row(box))
    # In a hex of one row, a label would hide the stone. A number over a man would tear it.
    hides = name != EMPTY and layout.discs and not view.notes.get(number)
    if label and layout.size and box.height > 1 and not hides and not (grid.block and not view.notes.get(number)):
        row = box.y + box.height - 1
        role = role if role.endswith(" on") else "note"
        texts.append(Text(box.x + max(0, box.width - len(label) - 1), row, label[: box.width], role))
    return texts


def _empty(grid: Grid, layout: Layout, view: BoardView, number: int) -> tuple[str, str]:
    """Return the glyph of an empty cell and its role."""
    if number in view.targets:
        return "*", "target"
    if number in view.numbers:
        return view.numbers[number], "expected"
    if _decided(grid, view.position, number):
        return " ", "empty"  # no more moves are possible
    if view.position.shades and (shade := view.position.shades[number]) != "-":
        return shade.lower(), stone_roles(grid).get(shade, "empty")
    if layout.under:
        x, y = crossing(layout.boxes[number])
        row = layout.under[number][y - layout.boxes[number].y]
        return row.text[x - row.x], "line"
    if layout.slope > 1 or (layout.size and view.pictures and is_shaded(grid)):
        return " ", "empty"  # its ground or the lines around it show it
    label = grid.cell_labels[number] if grid.cell_labels else ""
    if grid.block and "/" in label:
        return label.rpartition("/")[2][-1:], "empty"
    if label and layout.size and not grid.block:
        return " ", "empty"  # its label is below
    return "+" if number in grid.stars else ".", "empty"


def _decided(grid: Grid, position: State, number: int) -> bool:
    if not position.blocks:
        return False
    columns = len(grid.column_labels)
    block = number // columns // grid.block * (columns // grid.block) + number % columns // grid.block
    return grid.symbols.get(position.blocks[block]) != EMPTY


def _glyph(grid: Grid, layout: Layout, symbol: str) -> str:
    """Return the character of the game for a symbol; none if it has none that fits into a column, or in ASCII."""
    glyph = "" if layout.ascii_only else grid.glyphs.get(symbol, "")
    return glyph if width_of(glyph) == 1 == len(glyph.removesuffix(SELECTOR)) else ""


def _chessman(rows: tuple[str, ...], role: str, states: list[str], box: Box) -> list[Text]:
    """Return the picture of a chessman, with marks at the edges of its square."""
    x, at = box.x + (box.width - len(rows[0])) // 2, glyph_row(box)
    own = " ".join([*(state for state in states if state == "check"), role])
    texts = [Text(x, box.y + row, line, own) for row, line in enumerate(rows)]
    if states:
        roles, (left, right) = " ".join([role, *reversed(states)]), marks_of(states)
        texts.append(Text(box.x, box.y + at, left, "target" if states == ["target"] else roles))
        if states != ["target"]:
            texts.append(Text(box.x + box.width - 1, box.y + at, right, roles))
    return texts


def _shape(grid: Grid, symbol: str, view: BoardView) -> Shape:
    return piece_shape(grid, symbol, outline=view.outline, filled=view.pictures and are_black_and_white(grid))


def _small_piece(grid: Grid, symbol: str, view: BoardView) -> str:
    """Return a piece of one character."""
    shape = _shape(grid, symbol, view)
    return piece_letter(grid, symbol) or CHARACTERS.get(shape, symbol)


def _piece(
    grid: Grid, layout: Layout, view: BoardView, symbol: str, box: Box, states: list[str]
) -> tuple[list[Text], str, str]:
    """Return the picture of a piece, and the glyph in its middle with its role."""
    stone = stone_roles(grid).get(symbol, "")
    shape = _shape(grid, symbol, view)
    rows = SMALL[shape] if layout.size < LINED else piece_rows(shape, box.width, box.height)
    x = box.x + (box.width + 1 - len(rows[0][0])) // 2
    texts = list(_drawn(rows, x, box.y, stone))
    glyph = piece_letter(grid, symbol)
    if _marks_are_beside(layout, box):
        # The piece keeps its form: the marks are in the column beside it, below each other.
        texts += _marks_beside(x - 1, box, stone, states)
        return texts, glyph, f"{stone} on" if glyph and shape == "disc" else stone
    if states and (layout.size < LINED or states != ["target"]):
        glyph = glyph or symbol
    # Text on a filled disc is reversed, and under the cursor a hole in it.
    filled = shape == "disc" and "cursor" not in states
    return texts, glyph or (" " if states else ""), f"{stone} on" if filled else stone


def _marks_are_beside(layout: Layout, box: Box) -> bool:
    """Return whether a piece of two rows leaves a column of its cell for marks. A stone on a crossing does not."""
    return layout.size < LINED and box.height == len(SMALL["disc"]) < box.width - 1


def _marks_beside(x: int, box: Box, role: str, states: list[str]) -> Iterator[Text]:
    """Yield the left mark of the first state of a piece of two rows, and below it that of the second, or the same."""
    if states:
        roles = " ".join([role, *reversed(states)])
        yield Text(x, box.y, MARKS[states[0]][0], "target" if states == ["target"] else roles)
        if states != ["target"]:
            yield Text(x, box.y + 1, MARKS[states[min(1, len(states) - 1)]][0], roles)


def _drawn(rows: Rows, x: int, y: int, stone: str) -> Iterator[Text]:
    """Yield the rows of a piece. What it encloses has a role of its own."""
    for row, (line, enclosed) in enumerate(rows):
        for inside, run in groupby(range(len(line)), key=lambda at: (line[at] == " ", enclosed[at])):
            places = list(run)
            text = line[places[0] : places[-1] + 1]
            if not text.isspace() or inside[1]:
                yield Text(x + places[0], y + row, text, f"{stone} inside" if inside[1] else stone)


def _right_mark(grid: Grid, layout: Layout, view: BoardView, number: int) -> tuple[str, str]:
    """Return the right mark of the cell to the left, at the smallest size, and its role."""
    before = layout.left_of(number)
    if before is None or grid.symbols.get(_symbol(view.position, before)) == NOT_IN_PLAY:
        return " ", ""
    states = view.states(before)
    if grid.symbols.get(_symbol(view.position, before)) == EMPTY:
        states = [state for state in states if state != "target"]
    return (marks_of(states)[1], " ".join(reversed(states))) if states and states != ["target"] else (" ", "")


def _small(glyph: str, role: str, states: list[str], before: tuple[str, str], middle: int, box: Box) -> list[Text]:
    """Return a cell of 2x1: its left mark, or the right one of the cell before it, and its glyph."""
    roles = " ".join([role, *reversed(states)])
    left = Text(middle - 1, box.y, marks_of(states)[0], roles) if states else Text(middle - 1, box.y, *before)
    own = own_role(role, states)
    texts = [*([left] if left.text != " " else []), Text(middle, box.y, glyph, own)]
    if box.width > 2 and states and states != ["target"]:
        texts.append(Text(middle + 1, box.y, marks_of(states)[1], roles))
    return texts
