"""The shapes of boards: boxes, sizes, the neighbours of a cell, and the cells and sides of each shape."""

from itertools import pairwise
from typing import get_args

import pytest

from kibitz_client.board.grids.layout import SIZES
from kibitz_client.board.pits_and_heaps import PIT_SIZES
from kibitz_client.board.shapes import SHAPES, fitting, in_play, layout, sizes_of, top_seat
from kibitz_protocol.values.boards import Board, Grid
from tests.client.board.boards import HEAPS, PITS, state
from tests.client.samples import GRID


@pytest.mark.parametrize("board", [GRID, PITS, HEAPS], ids=lambda board: board.shape)
def test_each_cell_is_found_under_its_own_box(board: Board) -> None:
    """Every character of a box belongs to its cell, at every size and also on a flipped board."""
    for size in range(sizes_of(board)):
        for flipped in (False, True):
            found = layout(board, size, flipped=flipped)
            for number, box in enumerate(found.boxes):
                corner = box.x + box.width - 1, box.y + box.height - 1
                assert found.cell_at(box.x, box.y) == found.cell_at(*corner) == number


def test_the_largest_size_that_fits() -> None:
    """The board has the largest size that fits; its labels are dropped before it is cut."""
    assert [fitting(GRID, *room).size for room in ((60, 40), (20, 12), (14, 7), (9, 4))] == [8, 1, 1, 0]
    assert fitting(GRID, 200, 60).size == len(SIZES) - 1
    assert fitting(GRID, 200, 60, ascii_only=True).size == 3
    assert fitting(GRID, 7, 3).width == 7


def test_pits_are_as_high_as_there_are_rows() -> None:
    """Pits take the columns first and then the rows; in a low space they are wide and low."""
    names = [*(f"house {number}" for number in range(1, 7)), "store"]
    sides = [f"{side} {name}" for side in ("South", "North") for name in names]
    six = PITS.model_copy(update={"houses": 6, "cell_labels": [*"123456", ""] * 2, "cell_names": sides})
    for room, size in (
        ((43, 18), (5, 7)),
        ((43, 12), (5, 4)),
        ((43, 8), (4, 2)),
        ((80, 34), (9, 9)),
        ((80, 12), (9, 4)),
    ):
        found = fitting(six, *room)
        assert PIT_SIZES[found.size] == size
        assert found.width <= room[0]
        assert found.height <= room[1]
        assert fitting(six, *room, ascii_only=True).size == found.size


def test_cells_are_square() -> None:
    """At every size a cell has twice as many columns as rows, as characters are twice as tall as wide."""
    for size in range(len(SIZES)):
        one, _, _, below = layout(GRID, size, labels=False).boxes[:4]
        right = layout(GRID, size, labels=False).boxes[1]
        assert right.x - one.x == 2 * (below.y - one.y)


def test_the_names_of_blocks_are_in_the_lines_above_them() -> None:
    """Blocks whose cells are named after them show the name; where the first row of names is too much, it goes."""
    labels = [
        f"{1 + row // 2 * 2 + column // 2}/{1 + row % 2 * 2 + column % 2}" for row in range(4) for column in range(4)
    ]
    board = Grid(column_labels=[""] * 4, row_labels=[""] * 4, symbols={"-": "empty"}, cell_labels=labels, block=2)
    for size in range(3):
        found = layout(board, size)
        assert [text.text for text in found.fixed if text.role == "label"] == ["1", "2", "3", "4"]
        assert fitting(board, found.width, found.height - 1).size == size


def test_the_cursor_goes_to_the_next_cell() -> None:
    """The cursor moves in every direction and stays at the edge."""
    found = layout(GRID, 1)
    assert [found.neighbour(4, *way) for way in ((-1, 0), (1, 0), (0, -1), (0, 1))] == [3, 5, 1, 7]
    assert found.neighbour(0, -1, 0) == 0


def test_the_cursor_goes_to_and_fro_where_cells_touch_by_their_corners() -> None:
    """On a board with every other cell in play all of them are reached, and the way back is the same."""
    board = Grid(column_labels=[""] * 8, row_labels=[""] * 8, symbols={}, cell_labels=[], block=0)

    def dark(cell: int) -> bool:
        return (cell // 8 + cell % 8) % 2 == 1

    for size in range(len(SIZES)):
        found = layout(board, size)
        way = [1]
        while (there := found.neighbour(way[-1], 0, 1, dark)) != way[-1]:
            way.append(there)
        assert way == [1, 8, 17, 24, 33, 40, 49, 56]
        for before, after in pairwise(way):
            assert found.neighbour(after, 0, -1, dark) == before
        assert [found.neighbour(1, *step, dark) for step in ((1, 0), (-1, 0), (0, -1))] == [3, 1, 1]
        assert found.neighbour(7, 0, 1, dark) == 14


def test_all_cells_but_stores_are_in_play() -> None:
    """A store is filled by the rules alone; each house and each heap can be played."""
    assert [cell for cell in range(6) if in_play(PITS, state(), cell)] == [0, 1, 3, 4]
    assert [cell for cell in range(2) if in_play(HEAPS, state(), cell)] == [0, 1]


def test_whose_side_is_at_the_top() -> None:
    """A board of pits and a grid with sides say it; other boards have no sides."""
    sided = GRID.model_copy(update={"top": 0})
    assert [top_seat(board) for board in (PITS, sided, GRID, HEAPS)] == [1, 0, None, None]


def test_every_shape_of_the_protocol_is_known() -> None:
    """A shape without a row could not be drawn."""
    assert set(SHAPES) == set(get_args(get_args(Board)[0]))
