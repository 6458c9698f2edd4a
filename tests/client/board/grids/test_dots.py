"""Boards of dots with lines and boxes between them."""

from kibitz_client.board.geometry import Layout
from kibitz_client.board.marks import BoardView
from kibitz_client.board.shapes import fitting, in_play, layout, sizes_of
from tests.client.board.boards import lines, state
from tests.client.grounds import DOTS

ROWS = ["+|+-+", "|A| -", "+|+-+"]


def test_lines_lie_between_dots() -> None:
    """A line is as long as its box, the last one is heavy, and a closed box has the letter of its owner."""
    view = BoardView(state(rows=ROWS, last=[7]), cursor=3, hint=frozenset({9}))
    assert lines(DOTS, view, 0) == ["   a   b   c", "2  +---+> <+", "   | A[#] ! !", "1  +---+   +"]
    assert lines(DOTS, view, 2, ascii_only=False) == [
        "   a       b       c",
        "2  •───────•  > <  •",
        "   │ ░░░░░ ┃",
        "   │ ░ A ░[┃]     ! !",
        "   │ ░░░░░ ┃",
        "1  •───────•       •",
    ]


def test_a_legal_line_and_the_expected_one_are_marked() -> None:
    """A place of a line shows that it is legal, or the number of a move of the expected line."""
    view = BoardView(state(rows=ROWS, last=[]), targets=frozenset({3}), numbers={9: "1"})
    assert lines(DOTS, view, 0)[1:3] == ["2  +---+ * +", "   | A |   1"]


def test_only_lines_are_in_play() -> None:
    """The cursor passes dots and boxes, and comes back on the same way."""
    position = state(rows=ROWS)
    assert [cell for cell in range(15) if in_play(DOTS, position, cell)] == [1, 3, 5, 7, 9, 11, 13]
    for size in range(sizes_of(DOTS)):
        for flipped in (False, True):
            found = layout(DOTS, size, flipped=flipped)
            start = 11 if flipped else 1
            assert way(found, start, 1, 1) == ([5, 1] if flipped else [7, 11])
            assert way(found, start, 1, 1, -1, -1)[-1] == start


def way(found: Layout, cell: int, *steps: int) -> list[int]:
    """Return the cells that the cursor comes to by steps down (1) and up (-1)."""
    position, cells = state(rows=ROWS), [cell]
    for step in steps:
        cells.append(found.neighbour(cells[-1], 0, step, lambda other: in_play(DOTS, position, other)))
    return cells[1:]


def test_a_vertical_line_is_as_wide_as_its_marks() -> None:
    """The mouse need not hit the one column of a vertical line."""
    found = layout(DOTS, 0)
    box = found.boxes[7]
    assert [found.cell_at(box.x + at, box.y) for at in range(3)] == [7, 7, 7]
    assert fitting(DOTS, 23, 12).width == 21
