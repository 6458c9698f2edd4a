"""Boards in words."""

from kibitz_client.terminal.board_in_words import board_in_words
from kibitz_protocol.values.boards import Grid, Heaps, Pits
from kibitz_protocol.values.state import State
from tests.client.grounds import DOTS, HEX
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
