"""Where the cells of a board are in a pane of tmux, found by the layouts of the app, and the keys between cells."""

from collections import deque
from dataclasses import dataclass

from kibitz_client.board.geometry import Box, Layout
from kibitz_client.board.shapes import in_play, layout, sizes_of
from kibitz_protocol.values.boards import Board, Grid
from kibitz_protocol.values.state import State
from tests.client.tui.screens.match.test_every_game import STEPS

KEYS = {"left": "Left", "right": "Right", "up": "Up", "down": "Down"}
"""The names of the arrow keys in tmux."""


@dataclass(frozen=True, slots=True)
class DrawnBoard:
    """A layout of a board that is in a pane, and the column and row of its corner."""

    layout: Layout
    left: int
    top: int

    def middle(self, cell: int) -> tuple[int, int]:
        """Return the column and row of the middle of a cell."""
        box = self.layout.boxes[cell]
        return self.left + box.x + box.width // 2, self.top + box.y


def drawn_board(board: Board, position: State, lines: list[str], *, flipped: bool) -> DrawnBoard | None:
    """Return the board that is in a pane; None while it is not drawn."""
    tries = [
        (place, size, labelled, drawn)
        for size in range(sizes_of(board))
        for labelled in (False, True)
        for drawn in [layout(board, size, flipped=flipped, labels=labelled)]
        if (place := find(board, drawn, position, lines)) is not None
    ]
    if not tries:
        return None
    (_, left, top), _, _, drawn = max(tries, key=lambda one: (one[0][0], one[1], one[2]))
    return DrawnBoard(drawn, left, top)


def find(board: Board, drawn: Layout, position: State, lines: list[str]) -> tuple[float, int, int] | None:
    """Return where a layout is in a pane: the share of its texts that are there, the column and the row.

    It is known by its labels, or by the letters and names in its cells where there is no room for labels.
    """
    # Stones on crossings hide parts of the lines.
    fixed = [text for text in drawn.fixed if text.text.strip() and not (drawn.under and text.role == "line")]
    texts = [(Box(text.x, text.y, len(text.text), 1), {text.text.strip()}) for text in fixed]
    if not texts and position.rows is not None and isinstance(board, Grid):
        names = board.cell_labels or [""] * len(drawn.boxes)
        for box, symbol, name in zip(drawn.boxes, "".join(position.rows), names, strict=True):
            empty = {"┼", "•"} if drawn.under else {"."}
            texts.append((box, (empty if symbol == "-" else {symbol.lower(), name}) - {" ", ""}))
        texts = [text for text in texts if text[1]]
    best = (0.5, -1, -1)
    for top in range(len(lines) - drawn.height + 1):
        for left in range(max(map(len, lines)) - drawn.width + 2):
            if not any(holds(lines, left, top, box, able) for box, able in texts[:4]):
                continue
            there = sum(holds(lines, left, top, box, able) for box, able in texts)
            best = max(best, (there / len(texts), left, top)) if texts else best
    return best if best[1] >= 0 else None


def holds(lines: list[str], left: int, top: int, box: Box, texts: set[str]) -> bool:
    """Return whether one of the texts is in a box of a board."""
    for y in range(top + box.y, top + box.y + box.height):
        if y < len(lines):
            found = lines[y][left + box.x : left + box.x + box.width].lower()
            if any(text.lower() in found for text in texts):
                return True
    return False


def way(board: Board, position: State, drawn: Layout, start: int, end: int) -> list[str]:
    """Return the fewest arrow keys from a cell to another."""
    found: dict[int, list[str]] = {start: []}
    waiting = deque(found)
    while end not in found:
        here = waiting.popleft()
        for key, step in STEPS.items():
            there = drawn.neighbour(here, *step, lambda cell: in_play(board, position, cell))
            if there not in found:
                found[there] = [*found[here], KEYS[key]]
                waiting.append(there)
    return found[end]
