"""Dice, cards and cubes beside a board."""

from kibitz_client.terminal.board_in_words import board_in_words
from kibitz_client.text.board import board_lines
from kibitz_client.text.boards.trays import tray_in_words, tray_text
from kibitz_client.text.style import Style
from kibitz_protocol.values.boards import Face, Tray
from tests.client.points import BACKGAMMON, dice, points_state
from tests.client.samples import GRID, position

CARDS = {"As": Face(kind="card", text="A♠", words="ace of spades"), "?": Face(kind="back", text="?", words="a card")}


def test_a_tray_has_its_name_and_its_faces() -> None:
    """A tray is a few characters, or words."""
    tray = Tray(name="hand", owner=0, faces=["As", "?"])
    assert tray_text(CARDS, tray) == "hand A♠ ?"
    assert tray_in_words(CARDS, tray) == "hand: ace of spades, a card"
    assert tray_in_words(CARDS, Tray(name="hand", owner=0, faces=[])) == "hand: none"


def test_trays_are_below_the_cells_of_other_boards() -> None:
    """A board of any shape may have trays."""
    board = GRID.model_copy(update={"faces": CARDS})
    found = position().model_copy(update={"trays": [Tray(name="hand", owner=0, faces=["As"])]})
    assert board_lines(board, found, Style())[-2:] == ["", " hand A♠"]
    assert board_in_words(board, found)[-1] == "hand: ace of spades"


def test_words_name_the_owner() -> None:
    """A screen reader says whose dice they are."""
    lines = board_in_words(BACKGAMMON, points_state(trays=[dice(1, 6, 6)]), 1)
    assert lines[-1] == "Black dice: six, six"
