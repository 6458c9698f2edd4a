"""Boards of cells in one line, in the app, in ASCII and in words."""

from kibitz_client.board.marks import BoardView
from kibitz_client.board.shapes import board_in_words, fitting, layout, sizes_of
from kibitz_client.text.board import board_lines
from kibitz_client.text.style import Style
from kibitz_protocol.values.boards import Track
from tests.client.board.boards import lines, state

TRACK = Track(cell_labels=["1", "2", "3"], names=["Red", "Blue"])
POSITION = state(counts=[2, 0, -1], legal=[], paths=[])


def test_runners_have_the_letter_of_their_side_and_their_number() -> None:
    """The names of the cells are below them, in the app and in line mode."""
    assert lines(TRACK, BoardView(POSITION), 0) == [" A2   .  B1", "  1   2   3"]
    assert board_lines(TRACK, POSITION, Style(colour=False))[-1] == "  1   2   3"


def test_each_cell_is_found_under_its_box() -> None:
    """A wider room has larger cells."""
    for size in range(sizes_of(TRACK)):
        found = layout(TRACK, size)
        assert [found.cell_at(box.x, box.y) for box in found.boxes] == [0, 1, 2]
    assert fitting(TRACK, 80, 24).width == 24


def test_a_track_in_words() -> None:
    """A screen reader hears the cells of each side."""
    assert board_in_words(TRACK, POSITION) == ["Red: 1 has 2", "Blue: 3 has 1"]
