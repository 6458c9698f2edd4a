"""Symmetries of boards: positions that differ by one alone are the same for a player.

A game names them in `SYMMETRIES`. Those of a grid are images of its cells that leave the first position as it is, so
they turn any moves from it into other moves from it.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from kibitz_server.games.board import Grid
from kibitz_server.games.game import Game, Position
from kibitz_server.games.moves import LegalMove


class Square(NamedTuple):
    """Size of a grid, and the column and row of a cell."""

    columns: int
    rows: int
    column: int
    row: int


Image = tuple[int, ...]
"""For each cell of a board, the cell that it goes to."""
HEAPS = "heaps"
"""Name of the symmetry by which the order of heaps does not matter."""
OF_GRIDS: dict[str, Callable[[Square], tuple[int, int]]] = {
    "columns": lambda at: (at.columns - 1 - at.column, at.row),
    "rows": lambda at: (at.column, at.rows - 1 - at.row),
    "turn": lambda at: (at.columns - 1 - at.column, at.rows - 1 - at.row),
    "diagonal": lambda at: (at.row, at.column),
}
"""Symmetries of grids by name: left and right, or top and bottom, change places; half a turn; rows become columns."""
NAMES = (*OF_GRIDS, HEAPS)
"""Names that `SYMMETRIES` may have."""


@lru_cache(maxsize=32)
def images_of(game: Game) -> tuple[Image, ...]:
    """Return the images of the cells by all symmetries of a game, that of no change first."""
    found = [tuple(range(game.board.cells))]
    given = [_image(game, name) for name in game.names["SYMMETRIES"] if name in OF_GRIDS]
    for image in found:  # grows meanwhile
        for other in filter(None, given):
            both = tuple(other[cell] for cell in image)
            if both not in found:
                found.append(both)
    return tuple(image for image in found if _keeps_start(game, image))


def _image(game: Game, name: str) -> Image | None:
    """Return the image of a grid's cells; None where the grid does not have the symmetry."""
    board = game.board
    if not isinstance(board, Grid):
        return None
    columns, rows = len(board.column_labels), len(board.row_labels)
    if name == "diagonal" and columns != rows:
        return None
    places = [OF_GRIDS[name](Square(columns, rows, cell % columns, cell // columns)) for cell in range(board.cells)]
    return tuple(row * columns + column for column, row in places)


def _keeps_start(game: Game, image: Image) -> bool:
    """Return whether the first position is its own image: options may put stones on a board that spoil it."""
    cells = "".join(game.start().picture.rows)
    return all(cells[place] == symbol for place, symbol in zip(image, cells, strict=False))


def mapped(position: Position, move: LegalMove, image: Image) -> LegalMove | None:
    """Return the image of a move, in a position that is the image of the one before the move; None without one."""
    path = tuple(image[cell] for cell in move.path)
    same = [each for each in position.legal if each.path == path]
    if len(same) > 1 or not path:
        return next((each for each in same if each.text == move.text), None)
    return same[0] if same else None


def key_after(game: Game, moves: Iterable[LegalMove]) -> str:
    """Return a text for the position after moves from the first one: the same for all that a symmetry makes equal."""
    line = list(moves)
    texts = []
    for image in images_of(game):
        position: Position | None = game.start()
        for move in line:
            found = mapped(position, move, image) if position is not None else None
            position = position.after(found) if position is not None and found is not None else None
        if position is not None:
            texts.append(_text(position))
    return min(texts)


def _text(position: Position) -> str:
    """Return the text of a position, where heaps may be in any order, those in the order of their size."""
    if HEAPS not in position.game.names["SYMMETRIES"]:
        return position.text
    return f"{sorted(position.picture.counts)} {position.to_move}"
