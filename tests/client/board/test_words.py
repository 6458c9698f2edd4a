"""Boards in words."""

from kibitz_client.board.shapes import board_in_words
from kibitz_protocol.values.boards import Grid, Heaps, Pits, Tray
from kibitz_protocol.values.state import State
from tests.client.cards import CARDS, TABLE, cards_state
from tests.client.grounds import DOTS, HEX
from tests.client.holdem import HOLDEM, holdem_state
from tests.client.points import BACKGAMMON, counts, dice, points_state
from tests.client.samples import GRID, position


def state(**changes: object) -> State:
    """Return a position with these fields."""
    return position().model_copy(update={"rows": [], **changes})


def test_a_grid_lists_the_cells_of_each_kind_of_stone() -> None:
    """Each kind of stone has a line with its cells, and empty cells are counted."""
    assert board_in_words(GRID, position("408")) == ["empty: 6 cells", "cross: b2 c1", "nought: a3"]
    assert "cross: none" in board_in_words(GRID, position())


def test_a_grid_with_its_own_names_and_blocks() -> None:
    """Cells that are not in play have no word, and won blocks have a line for each side."""
    grid = Grid(
        column_labels=["", ""],
        row_labels=["", ""],
        symbols={"-": "empty", "X": "cross", " ": "not in play"},
        cell_labels=["1/1", "1/2", "", "2/1"],
        block=1,
    )
    lines = board_in_words(grid, state(rows=["X-", " X"], blocks="X--X"))
    assert lines == ["empty: 1 cell", "cross: 1/1 2/1", "boards won by cross: 1 4"]


def test_pits_and_heaps_are_counted() -> None:
    """Each pit and heap has a line, with singular and plural."""
    pits = Pits(houses=1, cell_labels=["1", "", "1", ""], cell_names=["a", "b", "c", "d"], unit="seed")
    assert board_in_words(pits, state(counts=[1, 0, 2, 3])) == ["a: 1 seed", "b: 0 seeds", "c: 2 seeds", "d: 3 seeds"]
    heaps = Heaps(cell_labels=["1", "2"], unit="object", most=7)
    assert board_in_words(heaps, state(counts=[7, 1])) == ["heap 1: 7 objects", "heap 2: 1 object"]


def test_dots_name_their_lines_and_boxes() -> None:
    """Lines have the names of their dots, and boxes those of two corners; dots are always there."""
    assert board_in_words(DOTS, state(rows=["+|+-+", "|A| -", "+|+-+"])) == [
        "empty: 3 cells",
        "line: a2b2 a1a2 b1b2 a1b1",
        "open box: b1-c2",
        "box of A: a1-b2",
        "box of B: none",
    ]


def test_edges_are_named_with_their_owners() -> None:
    """In a game of joining edges, a line tells whose they are."""
    assert board_in_words(HEX, state(rows=["---"] * 3))[-1] == "edges: R top and bottom, B right and left"


def test_points_have_the_numbers_of_the_reader() -> None:
    """Each side is a line, all points are numbered as the reader types them, and dice have an owner."""
    found = points_state(counts=counts(c5=2, c23=1, c0=-2, bar1=-1, off0=12), trays=[dice(1, 6, 6)])
    assert board_in_words(BACKGAMMON, found, 0) == [
        "White: 6 has 2, 24 has 1; 12 off, pips 167",
        "Black: 1 has 2, bar has 1; 0 off, pips 167",
        "Black dice: six, six",
    ]
    assert board_in_words(BACKGAMMON, found, 1)[0] == "White: 1 has 1, 19 has 2; 12 off, pips 167"
    assert board_in_words(BACKGAMMON, points_state(counts=counts()), 0)[0] == "White: none; 0 off, pips 167"


def test_a_table_begins_with_the_reader() -> None:
    """A screen reader hears the own cards first, and the last hand at the end."""
    assert board_in_words(HOLDEM, holdem_state(), 1, CARDS.seats) == [
        "South hand: a card face down, a card face down",
        "South bet 4, stack 194, chips 6",
        "board: ace of spades, king of hearts",
        "pot 8, hand 3 of 20",
        "North hand: queen of clubs, ten of diamonds",
        "North bet 2, stack 196, chips -6",
        "last hand won by South: 6",
        "South last hand: nine of spades, ten of diamonds",
        "last board: ace of spades",
    ]


def test_a_table_without_names_of_seats_is_one_part() -> None:
    """Trays of unknown seats lie in the middle, so that nothing is lost."""
    assert board_in_words(TABLE, cards_state(), None)[:2] == ["hand: king", "hand: a card that you do not see"]


def test_other_boards_have_trays() -> None:
    """A tray has its name and its faces, and no owner where the board does not name its sides."""
    board = GRID.model_copy(update={"faces": HOLDEM.faces})
    trays = [Tray(name="hand", owner=0, faces=["As"]), Tray(name="hand", owner=1, faces=[])]
    found = position().model_copy(update={"trays": trays})
    assert board_in_words(board, found)[-2:] == ["hand: ace of spades", "hand: none"]
