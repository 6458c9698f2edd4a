"""The result of a search on the cells of a board."""

from typing import Any

import pytest

from kibitz_client.board.engine_line import NOTHING, engine_line
from kibitz_client.board.marks import BoardView
from kibitz_protocol.values.boards import Grid
from tests.client.board.boards import HEAPS, lines, state
from tests.client.samples import GRID, position, report


def test_what_a_search_expects_stands_on_the_cells() -> None:
    """The line is shown as numbers, and the shares of candidates in the corners."""
    seen = engine_line(GRID, position("4"), report(line=["a1", "c3", "a1"], shares=[("a1", 712), ("c3", 288)]))
    assert (seen.numbers, seen.notes) == ({6: "1", 2: "2"}, {6: "71%", 2: "28%"})
    view = BoardView(position("4"), numbers=seen.numbers, notes=seen.notes)
    assert lines(GRID, view, 1)[1:] == [
        "3   .   .   2",
        "          28%",
        "2   .  [X]  .",
        "",
        "1   1   .   .",
        "  71%",
    ]
    assert lines(GRID, view, 0)[1:] == ["3  . . 2", "2  .[X].", "1  1 . ."]


@pytest.mark.parametrize(
    ("changes", "note"),
    [
        ({"score": 150}, "+1.5"),
        ({"score": -30}, "-0.3"),
        ({"score": 1215}, "+12"),
        ({"wins_in": 5}, "W5"),
        ({"wins_in": -4}, "L4"),
        ({"score": 1, "exact": True}, "+1"),
    ],
)
def test_the_score_of_the_best_move(changes: dict[str, Any], note: str) -> None:
    """A search without shares has a score for its best move only."""
    assert engine_line(GRID, position("4"), report(line=["a1", "c3"], **changes)).notes == {6: note}


def test_a_stone_that_is_dropped_stands_on_those_before_it() -> None:
    """If moves are columns, later moves of the line land on earlier ones."""
    columns = Grid(column_labels=["1", "2"], row_labels=["", "", ""], symbols=GRID.symbols, cell_labels=[], block=0)
    at = state(rows=["--", "--", "X-"], legal=["1", "2"], paths=[[2], [5]])
    seen = engine_line(columns, at, report(line=["2", "1", "2", "2", "2"]))
    assert seen.numbers == {5: "1", 2: "2", 3: "3", 1: "4"}


def test_a_move_from_cell_to_cell_ends_on_the_last() -> None:
    """A move is numbered at its last cell, also with named cells; a move that names no cell has no number."""
    named = GRID.model_copy(update={"cell_labels": [str(cell) for cell in range(1, 10)]})
    at = state(rows=["---", "---", "---"], legal=["1-5"], paths=[[0, 4]])
    assert engine_line(named, at, report(line=["1-5", "9x7", "pass"])).numbers == {4: "1", 6: "2"}
    blocks = GRID.model_copy(update={"cell_labels": [f"1/{cell}" for cell in range(1, 10)]})
    assert engine_line(blocks, at, report(line=["1-5", "1/9", "2/9"])).numbers == {4: "1", 8: "2"}
    assert engine_line(HEAPS, state(counts=[1, 2]), report()) == NOTHING
    assert engine_line(GRID, position(), None) == NOTHING
