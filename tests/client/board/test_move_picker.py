"""The moves that picked cells stand for."""

import pytest

from kibitz_client.board.move_picker import MovePicker, could_be_move, marked, pick, premove_cells, targets
from kibitz_protocol.values.boards import Board
from tests.client.board.boards import HEAPS, state
from tests.client.grounds import CROSSINGS
from tests.client.samples import GRID, position

NUMBERED = GRID.model_copy(
    update={"column_labels": [], "row_labels": [], "cell_labels": [str(cell) for cell in range(1, 33)]}
)
CHESS = GRID.model_copy(
    update={
        "column_labels": list("abcdefgh"),
        "row_labels": list("87654321"),
        "symbols": dict.fromkeys("KQRBNPkqrbnp", "a piece"),
    }
)


def test_a_stone_is_placed_with_one_pick() -> None:
    """An empty cell is a move; an occupied one is not."""
    assert pick(GRID, position("4"), (), 0) == MovePicker((0,), ("a3",))
    assert pick(GRID, position("4"), (), 4) == MovePicker()


def test_a_stone_is_moved_with_two_picks() -> None:
    """An origin and then a target is a move; another origin starts again."""
    moving = state(rows=["---"] * 3, legal=["1-2", "1-3", "5-6"], paths=[[0, 1], [0, 2], [4, 5]])
    assert targets(GRID, moving, ()) == {0, 4}
    assert pick(GRID, moving, (), 0) == MovePicker((0,))
    assert targets(GRID, moving, (0,)) == {1, 2}
    assert pick(GRID, moving, (0,), 2).moves == ("1-3",)
    assert pick(GRID, moving, (0,), 4) == MovePicker((4,))
    assert pick(GRID, moving, (0,), 8) == MovePicker()


def test_two_ways_to_the_same_cell() -> None:
    """Two captures with the same ends are both returned; a cell between the ends decides."""
    jumping = state(rows=["---"] * 3, legal=["1x2x9", "1x4x9"], paths=[[0, 1, 8], [0, 3, 8]])
    assert pick(GRID, jumping, (0,), 8).moves == ("1x2x9", "1x4x9")
    assert pick(GRID, jumping, (0, 3), 8).moves == ("1x4x9",)


def test_any_cell_stands_for_its_column() -> None:
    """If moves are columns, any cell of a column picks it."""
    board = GRID.model_copy(update={"column_labels": ["1", "2", "3"]})
    dropping = position().model_copy(update={"legal": ["1", "2", "3"], "paths": [[6], [7], [8]]})
    assert pick(board, dropping, (), 1).moves == ("2",)


def test_a_heap_tells_all_its_moves() -> None:
    """A heap returns all its moves, because the number to take is still open."""
    taking = state(counts=[2, 1], legal=["1-1", "1-2", "2-1"], paths=[[0], [0], [1]])
    assert pick(HEAPS, taking, (), 0).moves == ("1-1", "1-2")


def test_targets_are_marked_where_they_tell_something() -> None:
    """Targets are not marked in a game where every empty cell is one. In others they are, even if all happen to be."""
    assert marked(GRID, position("4"), ()) == frozenset()
    selective = GRID.model_copy(update={"every_empty_cell": False})
    assert marked(selective, position("40826"), ()) == {1, 3, 5, 7}


def test_an_empty_point_where_no_stone_may_stand_is_picked() -> None:
    """On a board of lines the server is asked, because it says why; a stone is still a miss, and so is a square."""
    forbidden = state(rows=["-XO", "---", "---"], legal=["pass", "C1"], paths=[[], [8]])
    points = CROSSINGS.model_copy(update={"column_labels": ["A", "B", "C"], "every_empty_cell": False})
    assert pick(points, forbidden, (), 8) == MovePicker((8,), ("C1",))
    assert pick(points, forbidden, (), 0) == MovePicker((0,), ("A3",))
    assert pick(points, forbidden, (), 1) == MovePicker()
    assert pick(points.model_copy(update={"ground": "cells"}), forbidden, (), 0) == MovePicker()


def test_points_are_not_marked_where_stones_are_placed() -> None:
    """Nearly every crossing is a target there; pieces that move from crossing to crossing have marks."""
    placing = state(rows=["---"] * 3, legal=["a3", "pass"], paths=[[0], []])
    selective = CROSSINGS.model_copy(update={"every_empty_cell": False})
    assert marked(selective, placing, ()) == frozenset()
    assert marked(selective, state(rows=["X--"] * 3, legal=["a3-b3"], paths=[[0, 1]]), ()) == {0}


def test_a_premove_may_be_typed_in_small_letters() -> None:
    """A premove `c1` is the legal move `C1`, and its cell is marked."""
    capital = state(rows=["---"] * 3, legal=["C1", "pass"], paths=[[8], []])
    assert premove_cells(capital, ["c1", "pass", "b2"]) == {8}


@pytest.mark.parametrize(
    ("board", "text", "possible"),
    [
        (GRID, "a1", True),
        (GRID, "C2", True),
        (GRID, "d1", False),
        (GRID, "a4", False),
        (GRID, "decline", False),
        (GRID, "", False),
        (CHESS, "B1c3", True),
        (CHESS, "Nf3", True),
        (CHESS, "Nbd7+", True),
        (CHESS, "e8=Q", True),
        (CHESS, "♘f3", True),
        (CHESS, "O-O", True),
        (CHESS, "0-0-0", True),
        (CHESS, "o-0", False),
        (CHESS, "Nf9", False),
        (CHESS, "Nj3", False),
        (CHESS, "meet me at e4 o'clock", False),
        (GRID, "O-O", False),
        (NUMBERED, "11x18x25", True),
        (NUMBERED, "11-99", False),
        (HEAPS, "2-3", True),
        (HEAPS, "draw", False),
    ],
)
def test_what_may_be_a_move_later(board: Board, text: str, possible: bool) -> None:
    """Letters and numbers of a move name cells of the board, or a number of objects."""
    assert could_be_move(board, state(legal=["pass"]), text) == possible
    assert could_be_move(board, state(legal=["pass"]), "pass")
