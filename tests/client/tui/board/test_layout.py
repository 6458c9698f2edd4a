"""The layout of boards: boxes, sizes and the neighbours of a cell."""

from itertools import pairwise

import pytest

from kibitz_client.tui.board.layout import SIZES, fitting, layout
from kibitz_protocol.values import Grid
from tests.client.samples import GRID
from tests.client.tui.board.boards import HEAPS, PITS


@pytest.mark.parametrize("size", range(len(SIZES)))
def test_each_cell_is_found_under_its_own_box(size: int) -> None:
    """Every character of a box belongs to its cell, also on a flipped board."""
    for board in (GRID, PITS, HEAPS):
        for flipped in (False, True):
            found = layout(board, size, flipped=flipped)
            for number, box in enumerate(found.boxes):
                corner = box.x + box.width - 1, box.y + box.height - 1
                assert found.cell_at(box.x, box.y) == found.cell_at(*corner) == number


def test_the_largest_size_that_fits() -> None:
    """The board has the largest size that fits; its labels are dropped before it is cut."""
    assert [fitting(GRID, *room).size for room in ((60, 40), (20, 12), (14, 7), (9, 4))] == [3, 1, 1, 0]
    assert fitting(GRID, 6, 3).width == 6


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
