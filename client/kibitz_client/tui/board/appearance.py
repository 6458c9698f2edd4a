"""The appearance of each cell, as characters with roles. Every state of a cell has a shape as well as a role. Pure.

| state           | shape     |
|-----------------|-----------|
| cursor          | `>X<`     |
| picked          | `(X)`     |
| premove         | `{X}`     |
| hint            | `!X!`     |
| winning line    | `*X*`     |
| last move       | `[X]`     |
| legal target    | `*`       |

If a cell has two states, the left mark is the first of this order, and the right mark the second. A piece that may be
picked counts as a legal target. At the smallest size the right mark of a cell is in the column before the next one.

Pieces are drawn from the second size on, unless the board is ASCII only. An empty cell on which a move of the expected
line ends shows the number of that move.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby

from kibitz_client.text.board import EMPTY, NOT_IN_PLAY, stone_roles
from kibitz_client.tui.board.geometry import LINED, Box, Layout, Text, glyph_row
from kibitz_client.tui.board.pieces import SMALL, Rows, Shape, piece_letter, piece_rows, piece_shape
from kibitz_client.tui.board.pits_and_heaps import HEAP_STEPS
from kibitz_protocol.values.boards import Board, Grid, Heaps, Pits
from kibitz_protocol.values.state import State

MARKS = {
    "cursor": "><",
    "picked": "()",
    "premove": "{}",
    "hint": "!!",
    "won": "**",
    "last": "[]",
    "target": "**",
}
"""The marks left and right of a piece, the highest priority first."""


@dataclass(frozen=True, slots=True)
class BoardView:
    """A position with cursor, picks, premoves and hints; `before` is the position of the previous ply, if known."""

    position: State
    cursor: int | None = None
    picked: tuple[int, ...] = ()
    premove: frozenset[int] = frozenset()
    hint: frozenset[int] = frozenset()
    targets: frozenset[int] = frozenset()
    numbers: Mapping[int, str] = field(default_factory=dict)
    notes: Mapping[int, str] = field(default_factory=dict)
    before: State | None = None
    outline: bool = False
    """Whether the pieces of the first side are rings too."""

    def states(self, number: int) -> list[str]:
        """Return the states of a cell that have marks, the highest priority first."""
        active = {
            "cursor": self.cursor == number,
            "picked": number in self.picked,
            "premove": number in self.premove,
            "hint": number in self.hint,
            "won": any(number in line for line in self.position.lines),
            "last": number in self.position.last,
            "target": number in self.targets,
        }
        return [name for name in MARKS if active[name]]

    def gained(self, number: int) -> int:
        """Return how many objects the last move added to a pit or heap; negative if it took some."""
        return self.position.counts[number] - self.before.counts[number] if self.before is not None else 0


def cell_texts(board: Board, layout: Layout, view: BoardView, number: int) -> list[Text]:
    """Return the texts of a cell. The caller has cleared its box."""
    box = layout.boxes[number]
    if isinstance(board, Heaps):
        return _heap(layout, view, number, box)
    if isinstance(board, Grid):
        return _square(board, layout, view, number)
    return _pit(board, layout, view, number)


def _pit(board: Pits, layout: Layout, view: BoardView, number: int) -> list[Text]:
    """Return the texts of a pit: its count, the change by the last move, and its objects if there is room for all."""
    box, count = layout.boxes[number], view.position.counts[number]
    role = "first" if number <= board.houses else "second"
    texts = []
    gained = view.gained(number)
    # The count is in the upper third, because the objects are below it.
    at = (box.height - 1) // 3
    across, rows = box.width // 2, box.height - at - 2
    if layout.size >= LINED and count <= across * rows:
        seed = "•" if layout.discs else "o"
        for row in range(-(-count // across)):
            seeds = " ".join(seed * min(across, count - row * across))
            texts.append(Text(box.x + (box.width - len(seeds)) // 2, box.y + at + 1 + row, seeds, role))
    texts += _marked(str(count), role, view.states(number), box.x + box.width // 2, box, at)
    if box.height > 1 and gained:
        note = f"{gained:+}"
        texts.append(Text(box.x + box.width // 2 + 1 - len(note), box.y + box.height - 1, note, "note"))
    return texts


def in_play(board: Board, position: State, number: int) -> bool:
    """Return whether a cell can be played at all. Unused cells of a board and stores cannot."""
    if isinstance(board, Pits):
        return number % (board.houses + 1) != board.houses
    if isinstance(board, Heaps):
        return True
    return board.symbols.get(_symbol(position, number)) != NOT_IN_PLAY


def _symbol(position: State, number: int) -> str:
    columns = len(position.rows[0]) if position.rows else 1
    return position.rows[number // columns][number % columns]


def _square(grid: Grid, layout: Layout, view: BoardView, number: int) -> list[Text]:
    box = layout.boxes[number]
    symbol = _symbol(view.position, number)
    name = grid.symbols.get(symbol)
    if name == NOT_IN_PLAY:
        shade = ("░" if layout.discs else ":") * box.width
        return [Text(box.x, box.y + row, shade, "shade") for row in range(box.height)] if layout.size else []
    middle = box.x + (1 if layout.size == 0 else box.width // 2)
    label = view.notes.get(number) or (grid.cell_labels[number] if grid.cell_labels else "")
    texts: list[Text] = []
    if name == EMPTY:
        glyph, role = _empty(grid, layout, view, number)
        # A mark on an empty cell is the glyph itself.
        states = [state for state in view.states(number) if state != "target"]
    else:
        glyph, role, states = symbol, stone_roles(grid).get(symbol, ""), view.states(number)
        if layout.discs:
            texts, glyph, role = _piece(grid, layout, view, symbol, box, states)
    if layout.size == 0:
        texts += _small(glyph, role, states, _right_mark(grid, layout, view, number), middle, box)
    else:
        texts += _marked(glyph, role, states, middle, box, glyph_row(box))
    if label and layout.size and not (grid.block and not view.notes.get(number)):
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


def _piece(
    grid: Grid, layout: Layout, view: BoardView, symbol: str, box: Box, states: list[str]
) -> tuple[list[Text], str, str]:
    """Return the picture of a piece, and the glyph in its middle with its role."""
    stone = stone_roles(grid).get(symbol, "")
    shape: Shape = piece_shape(grid, symbol, outline=view.outline)
    rows = SMALL[shape] if layout.size < LINED else piece_rows(shape, box.width, box.height)
    x = box.x + (box.width + 1 - len(rows[0][0])) // 2
    texts = list(_drawn(rows, x, box.y, stone))
    glyph = piece_letter(grid, symbol)
    if states and (layout.size < LINED or states != ["target"]):
        glyph = glyph or symbol
    # Text on a filled disc is reversed, and under the cursor a hole in it.
    filled = shape == "disc" and "cursor" not in states
    return texts, glyph or (" " if states else ""), f"{stone} on" if filled else stone


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
    return (_marks(states)[1], " ".join(reversed(states))) if states and states != ["target"] else (" ", "")


def _small(glyph: str, role: str, states: list[str], before: tuple[str, str], middle: int, box: Box) -> list[Text]:
    """Return a cell of 2x1: its left mark, or the right one of the cell before it, and its glyph."""
    roles = " ".join([role, *reversed(states)])
    left = Text(middle - 1, box.y, _marks(states)[0], roles) if states else Text(middle - 1, box.y, *before)
    texts = [left, Text(middle, box.y, glyph, roles)]
    if box.width > 2 and states and states != ["target"]:
        texts.append(Text(middle + 1, box.y, _marks(states)[1], roles))
    return texts


def _marks(states: list[str]) -> tuple[str, str]:
    """Return the left mark of the first state and the right one of the second, if there is a second."""
    return MARKS[states[0]][0], MARKS[states[min(1, len(states) - 1)]][1]


def _marked(glyph: str, role: str, states: list[str], middle: int, box: Box, at: int) -> list[Text]:
    """Return a glyph in row `at` of a box, between its marks."""
    row = box.y + at
    start = middle - len(glyph) + 1
    if not states:
        return [Text(start, row, glyph, role)] if glyph else []
    roles = " ".join([role, *reversed(states)])
    left, right = _marks(states)
    if states == ["target"]:
        return [Text(start, row, glyph, role), Text(start - 1, row, left, "target")]
    texts = [Text(start - 1, row, left + glyph, roles)]
    if middle + 1 < box.x + box.width:
        texts.append(Text(middle + 1, row, right, roles))
    return texts


def _heap(layout: Layout, view: BoardView, number: int, box: Box) -> list[Text]:
    """Return the texts of a heap: its count, a stroke for each object, a dot for each that the last move took.

    Strokes are as tall as the box.
    """
    count, taken = view.position.counts[number], max(0, -view.gained(number))
    states = view.states(number)
    left, right = _marks(states) if states else (" ", " ")
    if states == ["target"]:
        right = " "
    gap = " " * (HEAP_STEPS[layout.size][0] - 1)
    roles = " ".join(["first", *reversed(states)])
    head = f"{left}{count:>2}{right}  "
    return [
        Text(box.x, box.y, head, roles if states and states != ["target"] else "target" if states else "label"),
        *(Text(box.x + len(head), box.y + row, f"|{gap}" * count, "first") for row in range(box.height)),
        Text(box.x + len(head) + count * (1 + len(gap)), box.y, f".{gap}" * taken, "empty"),
    ]
