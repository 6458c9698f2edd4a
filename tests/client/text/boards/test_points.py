"""The board of backgammon as lines of text and in words."""

from kibitz_client.board.roles import top_seat
from kibitz_client.text.board import board_lines
from kibitz_client.text.boards.points import points_in_words
from kibitz_client.text.style import Style
from tests.client.points import BACKGAMMON, CENTRED, counts, dice, points_state

PLAIN = Style()


def test_the_initial_position_looks_as_players_know_it() -> None:
    """White bears off at the bottom right, and the dice are beside its side."""
    assert board_lines(BACKGAMMON, points_state(), PLAIN) == [
        " +13-14-15-16-17-18------19-20-21-22-23-24-+  X Black",
        " | O           X    |   | X              O |  pips 167",
        " | O           X    |   | X              O |  off 0",
        " | O           X    |   | X                |",
        " | O                |   | X                |",
        " | O                |   | X                |",
        " |                  |BAR|                  |  cube 64",
        " | X                |   | O                |",
        " | X                |   | O                |",
        " | X           O    |   | O                |  dice 3 1",
        " | X           O    |   | O              X |  off 0",
        " | X           O    |   | O              X |  pips 167",
        " +12-11-10--9--8--7-------6--5--4--3--2--1-+  O White",
    ]


def test_black_sees_the_board_from_its_own_side() -> None:
    """Turned, the numbers are those of Black, whose checkers are the same letters as before."""
    assert top_seat(BACKGAMMON) == 1
    position = points_state(trays=[dice(0, 3, 1), CENTRED.model_copy(update={"owner": 1})])
    lines = board_lines(BACKGAMMON, position, PLAIN, turned=True)
    assert lines[0] == " +13-14-15-16-17-18------19-20-21-22-23-24-+  O White"
    assert lines[1:4] == [
        " | X           O    |   | O              X |  pips 167",
        " | X           O    |   | O              X |  off 0",
        " | X           O    |   | O                |  dice 3 1",
    ]
    assert lines[-4:] == [
        " | O           X    |   | X                |  cube 64",
        " | O           X    |   | X              O |  off 0",
        " | O           X    |   | X              O |  pips 167",
        " +12-11-10--9--8--7-------6--5--4--3--2--1-+  X Black",
    ]


def test_high_stacks_bars_and_the_last_move_are_shown() -> None:
    """A stack of more than five has its number, the bars stand beside the middle, and brackets mark the last move."""
    found = counts(c5=7, c0=11, c20=-1, bar0=2, bar1=-1, off0=3)
    lines = board_lines(BACKGAMMON, points_state(counts=found, last=[5, 2, 0, 24]), PLAIN)
    assert lines[1:] == [
        " |                  |   |       X          |  pips 167",
        " |                  |   |                  |  off 0",
        " |                  |   |                  |",
        " |                  |   |                  |",
        " |                  | X |                  |",
        " |                  |BAR|                  |  cube 64",
        " |                  | O |[7]            11]|",
        " |                  |[O]| O              O |",
        " |                  |   | O              O |  dice 3 1",
        " |                  |   | O              O |  off 3",
        " |                  |   | O       [ ]    O |  pips 167",
        " +12-11-10--9--8--7-------6--5--4--3--2--1-+  O White",
    ]


def test_targets_have_a_star() -> None:
    """With targets, the next place of each point where a step may end is marked."""
    lines = board_lines(BACKGAMMON, points_state(), PLAIN, targets=True)
    assert lines[1] == " | O           X    |   | X  *  *     *  O |  pips 167"
    assert lines[-2] == " | X     *     O    |   | O  *  *        X |  pips 167"


def test_sides_have_the_colours_of_their_names() -> None:
    """White is light although its seat is the first one."""
    painted = board_lines(BACKGAMMON, points_state(), Style(colour=True))
    assert painted[0].endswith("\x1b[1;31mX Black\x1b[0m")
    assert painted[-1].endswith("\x1b[1;34mO White\x1b[0m")


def test_the_board_in_words_has_the_numbers_of_its_reader() -> None:
    """Each side is a line, and all points are numbered as the reader types them."""
    position = points_state(counts=counts(c5=2, c23=1, c0=-2, bar1=-1, off0=12))
    assert points_in_words(BACKGAMMON, position, 0) == [
        "White: 6 has 2, 24 has 1; 12 off, pips 167",
        "Black: 1 has 2, bar has 1; 0 off, pips 167",
    ]
    assert points_in_words(BACKGAMMON, position, 1) == [
        "White: 1 has 1, 19 has 2; 12 off, pips 167",
        "Black: 24 has 2, bar has 1; 0 off, pips 167",
    ]
    assert points_in_words(BACKGAMMON, points_state(counts=counts()), 0)[0] == "White: none; 0 off, pips 167"
