"""Boards of hexes: their picture, the hex under the mouse, and the way of the cursor."""

from kibitz_client.board.canvas import Canvas
from kibitz_client.board.marks import BoardView
from kibitz_client.board.shapes import fitting, layout, sizes_of
from tests.client.board.boards import lines, state
from tests.client.grounds import HEX

ROWS = ["-R-", "RB-", "---"]


def test_hexes_have_slanting_lines() -> None:
    """From the second size on, lines divide the hexes; a stone is one character between its marks."""
    view = BoardView(state(rows=ROWS, last=[4]), cursor=2)
    assert lines(HEX, view, 0) == ["   a b c", "1  . R>.<", " 2  R[B].", "  3  . . .", "      a b c"]
    assert lines(HEX, view, 1, ascii_only=False) == [
        "    a   b   c",
        "   ╱ ╲ ╱ ╲ ╱ ╲",
        "1 │   │ ● │> <│",
        "   ╲ ╱ ╲ ╱ ╲ ╱ ╲",
        "  2 │ ● │[○]│   │",
        "     ╲ ╱ ╲ ╱ ╲ ╱ ╲",
        "    3 │   │   │   │",
        "       ╲ ╱ ╲ ╱ ╲ ╱",
        "         a   b   c",
    ]
    assert lines(HEX, view, 3, ascii_only=False)[7:10] == [
        "     ╲ ╱▄███▄╲ ╱▄▀▀▀▄╲ ╱     ╲",
        "    2 │ █████ │ █[B]█ │       │",
        "       ╲▀███▀╱ ╲▀▄▄▄▀╱ ╲     ╱ ╲",
    ]


def test_a_score_does_not_hide_a_hex_of_one_row() -> None:
    """The result of a search has a number in a hex, and its score only where there is a row for it."""
    view = BoardView(state(rows=ROWS, last=[]), numbers={0: "1"}, notes={0: "+2.5"})
    assert lines(HEX, view, 1)[2] == "1 | 1 | R |   |"
    assert "1" in lines(HEX, view, 3)[4]
    assert "+2.5" in lines(HEX, view, 3)[5]


def test_a_turned_board_leans_the_same_way() -> None:
    """Half a turn reverses the order of the cells and keeps the neighbours of each."""
    for size in range(sizes_of(HEX)):
        there, turned = layout(HEX, size), layout(HEX, size, flipped=True)
        assert [(box.x, box.y) for box in there.boxes] == [(box.x, box.y) for box in reversed(turned.boxes)]


def test_the_edges_have_the_colours_of_their_owners() -> None:
    """Top and bottom are drawn in the colour of the first side, left and right in that of the second."""
    for flipped in (False, True):
        found = layout(HEX.model_copy(update={"edges": [0, 1, 0, 1]}), 1, flipped=flipped)
        roles = {(text.x, text.y): text.role for text in found.fixed}
        assert roles[3, 1] == "line first"
        assert roles[2, 2] == "line second"
        assert roles[found.boxes[0 if flipped else 8].x + 3, 6] == "line second"


def test_the_mouse_is_in_the_nearest_hex() -> None:
    """Between the lines of a hex, also above and below its middle, a click picks it; beside the board none."""
    found = layout(HEX, 3)
    for number, box in enumerate(found.boxes):
        x, y = box.x + box.width // 2, box.y + 1
        assert {found.cell_at(x, y + down) for down in (-2, -1, 0, 1, 2)} == {number}
        assert found.cell_at(x + 3, y) == number
    assert found.cell_at(0, 0) is None
    assert found.cell_at(2, 12) is None
    assert found.cell_at(found.width - 2, 2) is None


def test_the_cursor_goes_up_and_down_in_zigzag() -> None:
    """Up and down alternate between the two neighbours of a hex, so the way back is the same."""
    for flipped in (False, True):
        found = layout(HEX, 1, flipped=flipped)
        down = [7, 4, 2] if flipped else [1, 4, 6]
        assert [found.neighbour(cell, 0, 1) for cell in down[:2]] == down[1:]
        assert [found.neighbour(cell, 0, -1) for cell in down[:0:-1]] == down[1::-1]
        assert found.neighbour(4, 1, 0) == (3 if flipped else 5)


def test_the_ground_leaves_the_corners_out() -> None:
    """The colour of the board is behind hexes alone."""
    for size in range(4):
        canvas = Canvas(HEX, layout(HEX, size))
        grounds = [
            "".join(("x" if "square" in role else " ") * len(text) for text, role in canvas.runs(y))
            for y in range(1, 4)
        ]
        assert all(canvas.layout.on_ground(box.x, box.y) for box in canvas.layout.boxes)
        assert grounds[0].strip() == "x" * len(grounds[0].strip())
        assert not canvas.layout.on_ground(canvas.layout.width - 1, 1)


def test_the_largest_size_that_fits_is_chosen() -> None:
    """A board of hexes is wider than its rows, because they lean."""
    found = fitting(HEX, 23, 10)
    assert (found.size, found.width, found.height) == (1, 22, 9)
    assert fitting(HEX, 10, 5).size == 0
