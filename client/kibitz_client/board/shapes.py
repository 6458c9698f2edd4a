"""The shapes of boards: for each, how it is laid out, drawn, played on and told in words. Pure.

A new shape has a module of its own beside this one, and a row in `SHAPES`.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from kibitz_client.board import pits_and_heaps as numbers
from kibitz_client.board import words
from kibitz_client.board.geometry import Layout, Text
from kibitz_client.board.grids import appearance as grid_appearance
from kibitz_client.board.grids import layout as grids
from kibitz_client.board.marks import BoardView
from kibitz_client.board.points import appearance as point_appearance
from kibitz_client.board.points import layout as points
from kibitz_client.board.table import appearance as table_appearance
from kibitz_client.board.table import layout as tables
from kibitz_protocol.values.boards import Board, Grid, Heaps, Pits, Points, Table
from kibitz_protocol.values.fields import Seat
from kibitz_protocol.values.state import State

B = TypeVar("B")


@dataclass(frozen=True, kw_only=True)
class BoardShape(Generic[B]):
    """What the fronts of a terminal know of a shape of boards."""

    sizes: Callable[[B, bool], int]
    """How many sizes a board has, in ASCII if the second argument is true."""
    cells_size: Callable[[B, int], tuple[int, int]]
    """The width and height of all cells at a size, without lines and labels around them."""
    layout: Callable[..., Layout]
    """The layout of a board at a size, with the keywords `flipped`, `labels` and `ascii_only`."""
    cell_texts: Callable[[B, Layout, BoardView, int], list[Text]]
    """The texts of a cell."""
    beside_texts: Callable[[B, Layout, BoardView, int], list[Text]] = lambda *_: []
    """The texts of a place beside the cells, by its index in `Layout.beside`."""
    in_play: Callable[[B, State, int], bool] = lambda *_: True
    """Whether a cell can be played at all."""
    words: Callable[[B, State, Seat, Sequence[str]], Iterable[str]]
    """The cells in words, with the seat that reads them and the names of the seats; of a table the trays too."""
    top: Callable[[B], Seat | None] = lambda _: None
    """The seat whose side is drawn at the top; None for boards without sides."""
    line_size: Callable[[B], int] = lambda _: 0
    """The smallest size at which names can be read, for line mode; of a table a size that line mode alone has."""
    ends: Callable[[list[int]], list[int]] = lambda _: []
    """The cells of a move's path where the move ends, or a step of it, which line mode can mark."""


SHAPES: dict[type[Board], BoardShape[Any]] = {
    Grid: BoardShape[Grid](
        sizes=grids.grid_sizes,
        cells_size=grids.cells_size,
        layout=grids.grid_layout,
        cell_texts=grid_appearance.square_texts,
        in_play=grid_appearance.can_be_played,
        words=words.grid_words,
        top=lambda grid: grid.top,
        line_size=grids.line_size,
        ends=lambda path: path[-1:],
    ),
    Pits: BoardShape[Pits](
        sizes=lambda *_: len(numbers.PIT_SIZES),  # the seeds of a pit are drawn in ASCII too
        cells_size=numbers.pits_size,
        layout=numbers.pits_layout,
        cell_texts=numbers.pit_texts,
        in_play=lambda pits, _, number: numbers.is_house(pits, number),
        words=words.pits_words,
        top=lambda _: 1,
        line_size=lambda _: 2,  # walls tell counts from names
    ),
    Heaps: BoardShape[Heaps](
        sizes=numbers.heap_sizes,
        cells_size=numbers.heaps_size,
        layout=numbers.heaps_layout,
        cell_texts=numbers.heap_texts,
        words=words.heaps_words,
    ),
    Points: BoardShape[Points](
        sizes=points.point_sizes,
        cells_size=points.points_size,
        layout=points.points_layout,
        cell_texts=point_appearance.point_texts,
        beside_texts=point_appearance.beside_texts,
        in_play=points.is_on_the_way,
        words=words.points_words,
        top=lambda _: 1,
        line_size=lambda _: 2,  # each point has its number
        ends=lambda path: path[1::2],
    ),
    Table: BoardShape[Table](
        sizes=lambda *_: tables.TABLE_ROWS,
        cells_size=tables.table_size,
        layout=tables.table_layout,
        cell_texts=lambda *_: [],
        beside_texts=table_appearance.band_texts,
        words=words.table_words,
        top=lambda _: 1,
        line_size=lambda _: tables.TABLE_ROWS,
    ),
}


def shape_of(board: Board) -> BoardShape[Any]:
    """Return the shape of a board."""
    return SHAPES[type(board)]


def sizes_of(board: Board, *, ascii_only: bool = False) -> int:
    """Return how many sizes a board has."""
    return shape_of(board).sizes(board, ascii_only)


def layout(board: Board, size: int, *, flipped: bool = False, labels: bool = True, ascii_only: bool = False) -> Layout:
    """Return the layout at one of its `sizes_of`, or at its `line_size`; `flipped` as the opponent sees it."""
    return shape_of(board).layout(board, size, flipped=flipped, labels=labels, ascii_only=ascii_only)


def fitting(
    board: Board, width: int, height: int, *, flipped: bool = False, labels: bool = True, ascii_only: bool = False
) -> Layout:
    """Return the largest layout that fits, without labels if needed; the smallest one if none fits."""
    # The names of blocks are also in the lines between them, so the first row of names may go.
    optional = isinstance(board, Grid) and any(grids.block_names(board))
    for size in reversed(range(sizes_of(board, ascii_only=ascii_only))):
        # Layouts that are too large even without lines and labels need not be made.
        cells = shape_of(board).cells_size(board, size)
        if cells[0] > width or cells[1] > height:
            continue
        for labelled in [labels, False] if optional or size == 0 else [labels]:
            found = layout(board, size, flipped=flipped, labels=labelled, ascii_only=ascii_only)
            if found.width <= width and found.height - found.repeated <= height:
                return replace(found, height=min(found.height, height))
    return layout(board, 0, flipped=flipped, labels=False, ascii_only=ascii_only)


def in_play(board: Board, position: State, number: int) -> bool:
    """Return whether a cell can be played at all. Unused cells of a board and stores cannot."""
    return shape_of(board).in_play(board, position, number)


def top_seat(board: Board) -> Seat | None:
    """Return the seat whose side is drawn at the top; None for boards without sides."""
    return shape_of(board).top(board)


def board_in_words(board: Board, position: State, viewer: Seat | None = None, sides: Sequence[str] = ()) -> list[str]:
    """Return a line for each kind of stone with its cells, or for each pit or heap with its number of units.

    After them comes a line for each tray beside the board. `viewer` is the seat by whose numbers points are named, and
    whose cards come first. `sides` are the names of the seats, for a table of cards.
    """
    trays = () if isinstance(board, Table) else (words.tray_line(board, tray) for tray in position.trays)
    return [*shape_of(board).words(board, position, viewer or 0, sides), *trays]
