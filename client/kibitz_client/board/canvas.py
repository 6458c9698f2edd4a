"""A board as rows of characters with roles. Only cells that changed are written again. Pure."""

import re
from collections.abc import Iterator

from kibitz_client.board.geometry import SELECTOR, Box, Layout, Text
from kibitz_client.board.grids.layout import has_half_rows, is_shaded
from kibitz_client.board.marks import BoardView
from kibitz_client.board.shapes import shape_of
from kibitz_protocol.values.boards import Board, Grid

SHADES = "light", "dark"
"""The roles of the squares of a chequered board, from the top left."""
Run = tuple[str, str]
"""Text and the role that decides its style."""


class Canvas:
    """The picture of a board. The constructor draws the fixed texts, `show` the cells.

    With `shades`, squares have colours, so that they may begin and end in the middle of a row.
    """

    def __init__(self, board: Board, layout: Layout, *, shades: bool = False) -> None:
        self.board = board
        self.layout = layout
        self._grounds = _grounds(board, layout)
        self._characters = [[" "] * layout.width for _ in range(layout.height)]
        self._roles = [[self._base(x, y) for x in range(layout.width)] for y in range(layout.height)]
        self._shown: list[list[Text] | None] = [None] * (len(layout.boxes) + len(layout.beside))
        for text in (*layout.fixed, *(_half_rows(board, layout) if shades else ())):
            self._write(text)

    def show(self, view: BoardView) -> list[Box]:
        """Draw a view. Return the changed part of each row, because terminals are updated by rows."""
        changed: dict[int, tuple[int, int]] = {}
        for number, box in enumerate((*self.layout.boxes, *self.layout.beside)):
            texts = self._texts(view, number)
            if texts != self._shown[number]:
                before = self._rows(box)
                self._shown[number] = texts
                self._clear(box)
                for text in texts:
                    self._write(text)
                for y, row in enumerate(self._rows(box), box.y):
                    different = [x for x, pair in enumerate(row, box.x) if pair != before[y - box.y][x - box.x]]
                    if different:
                        left, right = changed.get(y, (different[0], different[-1]))
                        changed[y] = min(left, different[0]), max(right, different[-1])
        return [Box(left, y, right + 1 - left, 1) for y, (left, right) in sorted(changed.items())]

    def _texts(self, view: BoardView, number: int) -> list[Text]:
        """Return the texts of a cell, or of a place beside the cells, which are counted after them."""
        shape, cells = shape_of(self.board), len(self.layout.boxes)
        if number < cells:
            return shape.cell_texts(self.board, self.layout, view, number)
        return shape.beside_texts(self.board, self.layout, view, number - cells)

    def runs(self, y: int) -> list[Run]:
        """Return the runs of a row from the left."""
        if not 0 <= y < self.layout.height:
            return []
        runs: list[Run] = []
        start, characters, roles = 0, self._characters[y], self._roles[y]
        for x in range(1, len(characters) + 1):
            if x == len(characters) or roles[x] != roles[start]:
                runs.append(("".join(characters[start:x]), roles[start]))
                start = x
        return runs

    def _rows(self, box: Box) -> list[list[tuple[str, str]]]:
        """Return the characters in a box with their roles."""
        across = slice(box.x, box.x + box.width)
        rows = range(box.y, min(box.y + box.height, self.layout.height))
        return [list(zip(self._characters[y][across], self._roles[y][across], strict=True)) for y in rows]

    def _clear(self, box: Box) -> None:
        for y in range(box.y, box.y + box.height):
            self._characters[y][box.x : box.x + box.width] = " " * box.width
            self._roles[y][box.x : box.x + box.width] = [self._base(x, y) for x in range(box.x, box.x + box.width)]

    def _base(self, x: int, y: int) -> str:
        """Return the role of the ground at a character."""
        return self._grounds[y][x]

    def _write(self, text: Text) -> None:
        if 0 <= text.y < self.layout.height:
            for x, character in enumerate(_columns(text.text), text.x):
                if 0 <= x < self.layout.width:
                    self._characters[text.y][x] = character
                    self._roles[text.y][x] = f"{self._base(x, text.y)} {text.role}".strip()


def _grounds(board: Board, layout: Layout) -> list[list[str]]:
    """Return the role of the ground at each character."""
    found = [["square" if layout.on_ground(x, y) else "" for x in range(layout.width)] for y in range(layout.height)]
    if isinstance(board, Grid) and is_shaded(board):
        columns, half = len(board.column_labels), has_half_rows(board, layout.size)
        for number, box in enumerate(layout.boxes):
            shade = SHADES[(number // columns + number % columns) % 2]
            # The upper half of a row between squares belongs to the square above it.
            first = box.y - (half and box.y > layout.area.y + 1)
            for row in found[first : box.y + box.height]:
                row[box.x : box.x + box.width] = [f"square {shade}"] * box.width
        for y in (layout.area.y, layout.area.y + layout.area.height - 1) if half else ():
            found[y] = [""] * layout.width
    return found


def _half_rows(board: Board, layout: Layout) -> Iterator[Text]:
    """Yield the rows between squares of which the upper half belongs to the square above it."""
    if not isinstance(board, Grid) or layout.ascii_only or not has_half_rows(board, layout.size):
        return
    columns = len(board.column_labels)
    for number, box in enumerate(layout.boxes):
        shade = SHADES[(number // columns + number % columns) % 2]
        yield Text(box.x, box.y + 1, "▀" * box.width, f"half-{shade}")
        if box.y == layout.area.y + 1:
            yield Text(box.x, box.y - 1, "▄" * box.width, f"half-{shade}")


def _columns(text: str) -> list[str]:
    """Return the characters of a text by columns: a variation selector belongs to the character before it."""
    if text.isascii() or SELECTOR not in text:
        return list(text)
    return re.findall(f".{SELECTOR}?", text)
