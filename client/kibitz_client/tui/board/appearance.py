"""The appearance of each cell, as characters with roles. Every state of a cell has a shape as well as a role. Pure.

| state           | shape     |
|-----------------|-----------|
| last move       | `[X]`     |
| cursor          | `>X<`     |
| picked          | `(X)`     |
| premove         | `{X}`     |
| legal target    | `*`       |

From the third size on, unless the board is ASCII only, stones are discs around their letter: thick for the first seat,
thin for the second. At the smallest size only the left mark fits. If a cell has two states, the left mark is the first
of cursor, picked, premove and last, and the right mark the second. An empty cell on which a move of the expected line
ends shows the number of that move.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from kibitz_client.text.board import EMPTY, NOT_IN_PLAY, stone_roles
from kibitz_client.tui.board.geometry import Box, Layout, Text, glyph_row
from kibitz_client.tui.board.pits_and_heaps import HEAP_STEPS
from kibitz_protocol.values import Board, Grid, Heaps, Pits, State

MARKS = {"cursor": "><", "picked": "()", "premove": "{}", "last": "[]"}
"""The marks left and right of a stone, the highest priority first."""
DISCS = {
    ("first", 3): ("▄███▄", "█   █", "▀███▀"),
    ("second", 3): ("╭───╮", "│   │", "╰───╯"),
    ("first", 2): ("▟   ▙", "▜███▛"),
    ("second", 2): ("╭   ╮", "╰───╯"),
}
"""The disc of a role, by the number of rows of its box."""


@dataclass(frozen=True, slots=True)
class BoardView:
    """A position with cursor, picks and premoves; `before` is the position of the previous ply, if known."""

    position: State
    cursor: int | None = None
    picked: tuple[int, ...] = ()
    premove: frozenset[int] = frozenset()
    targets: frozenset[int] = frozenset()
    numbers: Mapping[int, str] = field(default_factory=dict)
    notes: Mapping[int, str] = field(default_factory=dict)
    before: State | None = None

    def states(self, number: int) -> list[str]:
        """Return the states of a cell that have marks, the highest priority first."""
        active = {
            "cursor": self.cursor == number,
            "picked": number in self.picked,
            "premove": number in self.premove,
            "last": number in self.position.last,
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
    role = "first" if number <= board.houses else "second"
    if number in view.targets and "last" not in view.states(number):
        role = f"{role} target"
    texts = _marked(str(view.position.counts[number]), role, view, number, box)
    if box.height > 1 and (gained := view.gained(number)):
        note = f"{gained:+}"
        texts.append(Text(box.x + box.width // 2 + 1 - len(note), box.y + box.height - 1, note, "label"))
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
        return []
    target = number in view.targets
    texts = []
    if name == EMPTY:
        expected = view.numbers.get(number)
        # No more moves are possible in a decided block.
        plain = (" " if _decided(grid, view.position, number) else ".", "empty")
        glyph, role = ("*", "target") if target else (expected, "expected") if expected else plain
    else:
        stone = stone_roles(grid).get(symbol, "")
        glyph, role = symbol, stone + (" target" if target else "")
        if layout.discs:
            texts = list(_disc(stone, box))
    texts += _marked(glyph, role, view, number, box)
    note = view.notes.get(number) or (grid.cell_labels[number] if grid.cell_labels else "")
    if note and box.height > 1:
        row = box.y + box.height - 1
        texts.append(Text(box.x + max(0, box.width - len(note) - 1), row, note[: box.width], "label"))
    return texts


def _decided(grid: Grid, position: State, number: int) -> bool:
    if not position.blocks:
        return False
    columns = len(grid.column_labels)
    block = number // columns // grid.block * (columns // grid.block) + number % columns // grid.block
    return grid.symbols.get(position.blocks[block]) != EMPTY


def _disc(stone: str, box: Box) -> Iterator[Text]:
    """Yield the outline of a stone, which leaves room for the letter and its marks."""
    for row, line in enumerate(DISCS.get((stone, box.height), ())):
        yield Text(box.x + (box.width - len(line)) // 2, box.y + row, line, stone)


def _marked(glyph: str, role: str, view: BoardView, number: int, box: Box) -> list[Text]:
    at, row = box.x + box.width // 2, box.y + glyph_row(box)
    states = view.states(number)
    roles = " ".join([role, *reversed(states)])
    start = at - len(glyph) + 1
    texts = [Text(start, row, glyph, roles)]
    if states:
        left, right = MARKS[states[0]], MARKS[states[min(1, len(states) - 1)]]
        texts.append(Text(start - 1, row, left[0], roles))
        if at + 1 < box.x + box.width:
            texts.append(Text(at + 1, row, right[1], roles))
    elif "target" in role and glyph != "*":
        texts.append(Text(start - 1, row, "*", "target"))
    return texts


def _heap(layout: Layout, view: BoardView, number: int, box: Box) -> list[Text]:
    """Return the texts of a heap: its count, a stroke for each object, a dot for each that the last move took."""
    count, taken = view.position.counts[number], max(0, -view.gained(number))
    states = view.states(number)
    left, right = (MARKS[states[0]], MARKS[states[min(1, len(states) - 1)]]) if states else ("  ", "  ")
    if number in view.targets and not states:
        left = "* "
    gap = " " * (HEAP_STEPS[layout.size][0] - 1)
    roles = " ".join(["first", *reversed(states)])
    head = f"{left[0]}{count:>2}{right[1]}  "
    return [
        Text(box.x, box.y, head, roles if states else "target" if number in view.targets else "label"),
        Text(box.x + len(head), box.y, f"|{gap}" * count, "first"),
        Text(box.x + len(head) + count * (1 + len(gap)), box.y, f".{gap}" * taken, "empty"),
    ]
