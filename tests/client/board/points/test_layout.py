"""The layout of points, bars and what lies beside them."""

import pytest

from kibitz_client.board.geometry import Layout
from kibitz_client.board.points.layout import POINT_SIZES, points_size
from kibitz_client.board.shapes import fitting, layout, sizes_of
from kibitz_protocol.values.boards import BARS, OFF
from tests.client.points import BACKGAMMON


@pytest.mark.parametrize("size", range(len(POINT_SIZES)))
@pytest.mark.parametrize("flipped", [False, True])
def test_places_do_not_overlap(size: int, flipped: bool) -> None:
    """Every cell and every place beside the cells has characters of its own, inside the layout."""
    found = layout(BACKGAMMON, size, flipped=flipped)
    assert (len(found.boxes), len(found.beside)) == (28, 3)
    taken = set[tuple[int, int]]()
    for box in (*found.boxes, *found.beside):
        spots = {(x, y) for x in range(box.x, box.x + box.width) for y in range(box.y, box.y + box.height)}
        assert not spots & taken
        assert all(0 <= x < found.width and 0 <= y < found.height for x, y in spots)
        taken |= spots
    across, down = points_size(BACKGAMMON, size)
    assert across <= found.width <= across + 2
    assert down <= found.height <= down + 4


def corner(found: Layout, cell: int) -> tuple[bool, bool]:
    """Return whether a cell is right of the bar, and whether it is in the bottom half."""
    box = found.boxes[cell]
    return box.x > found.boxes[BARS[0]].x, box.y > found.height // 2


def test_each_seat_bears_off_at_the_bottom_right() -> None:
    """Seen from either seat, its own points 1 to 6 are at the bottom right and 24 at the top right."""
    for flipped, one, mid, last in ((False, 0, 12, 23), (True, 23, 11, 0)):
        found = layout(BACKGAMMON, 2, flipped=flipped)
        assert corner(found, one) == (True, True)
        assert corner(found, mid) == (False, False)
        assert corner(found, last) == (True, False)
        assert corner(found, OFF[int(flipped)]) == (True, True)
        assert found.boxes[BARS[int(flipped)]].y > found.boxes[BARS[1 - int(flipped)]].y


def test_a_small_terminal_has_all_points_with_numbers() -> None:
    """Beside the panel of a terminal of 80x24 there is room for points of three columns."""
    found = fitting(BACKGAMMON, 43, 18)
    assert (found.width, found.height) == (43, 17)
    numbers = {text.text for text in found.fixed if text.role == "label"}
    assert numbers == {str(number) for number in range(1, 25)}


def test_numbers_that_would_touch_are_left_out() -> None:
    """Points of two columns have every second number, those of the seat at the bottom."""
    found = fitting(BACKGAMMON, 35, 18, flipped=True)
    numbers = [text for text in found.fixed if text.role == "label"]
    assert [text.text for text in numbers if text.y == 0] == ["13", "15", "17", "19", "21", "23"]
    assert [text.text for text in numbers if text.y] == ["12", "10", "8", "6", "4", "2"]


def test_sizes_grow_with_the_space() -> None:
    """More room gives larger checkers, but in ASCII only as far as letters make sense."""
    assert fitting(BACKGAMMON, 220, 50).size == len(POINT_SIZES) - 1
    assert fitting(BACKGAMMON, 20, 5).size == 0
    assert sizes_of(BACKGAMMON, ascii_only=True) == sum(size.checker == 1 for size in POINT_SIZES)
    assert sizes_of(BACKGAMMON) == len(POINT_SIZES)


def test_the_cursor_goes_from_point_to_point() -> None:
    """Left and right stay in a row and cross the bar; down goes to the point below."""
    found = layout(BACKGAMMON, 3)
    assert found.neighbour(12, 1, 0) == 13
    assert found.neighbour(12, 0, 1) == 11
    assert found.neighbour(17, 1, 0) == BARS[1]
    assert found.neighbour(17, 1, 0, lambda cell: cell < 24) == 18
    assert found.neighbour(0, 1, 0) == OFF[0]
