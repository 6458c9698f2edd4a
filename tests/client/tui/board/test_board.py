"""Where a board's cells stand, what is drawn on them, and which move a click means."""

from itertools import pairwise
from typing import Any

import pytest

from kibitz_client.tui.board.appearance import BoardView
from kibitz_client.tui.board.canvas import Canvas
from kibitz_client.tui.board.engine_line import NOTHING, engine_line
from kibitz_client.tui.board.geometry import Box
from kibitz_client.tui.board.layout import SIZES, fitting, layout
from kibitz_client.tui.board.move_picker import MovePicker, marked, pick, targets
from kibitz_protocol.values import Board, Grid, Heaps, Pits, State
from tests.client.samples import GRID, position, report

PITS = Pits(
    houses=2,
    cell_labels=["1", "2", "", "1", "2", ""],
    cell_names=["South house 1", "South house 2", "South store", "North house 1", "North house 2", "North store"],
    unit="seed",
)
HEAPS = Heaps(cell_labels=["1", "2"], unit="object", most=5)


def state(**changes: object) -> State:
    """A position of another game."""
    return position().model_copy(update={"rows": [], **changes})


def lines(board: Board, view: BoardView, size: int, *, ascii_only: bool = True) -> list[str]:
    """The picture without trailing blanks."""
    canvas = Canvas(board, layout(board, size, ascii_only=ascii_only))
    canvas.show(view)
    return ["".join(text for text, _ in canvas.runs(y)).rstrip() for y in range(canvas.layout.height)]


def test_every_state_of_a_cell_has_a_shape() -> None:
    """Last move, cursor, premove and target can be told apart without colours."""
    view = BoardView(position("4"), cursor=0, premove=frozenset({8}), targets=frozenset({2}))
    assert lines(GRID, view, 1) == ["    a   b   c", "3  >.<  .   *", "", "2   .  [X]  .", "", "1   .   .  {.}", ""]


def test_two_states_of_one_cell_both_show() -> None:
    """The cursor on the last move has a mark of each."""
    assert lines(GRID, BoardView(position("4"), cursor=4), 1)[3] == "2   .  >X]  ."


def test_only_what_changes_in_a_row_is_drawn_again() -> None:
    """A move on a board with lines changes the rows of two stones, and of their boxes only the middle one."""
    canvas = Canvas(GRID, layout(GRID, 3, ascii_only=True))
    canvas.show(BoardView(position("4")))
    box = canvas.layout.boxes[5]
    assert canvas.show(BoardView(position("45"))) == [Box(box.x - 6, box.y + 1, 11, 1)]
    assert canvas.show(BoardView(position("45"))) == []


def test_stones_are_discs_at_the_larger_sizes() -> None:
    """A thick one and a thin one around the letter, whose marks have room inside; none in ASCII alone."""
    view = BoardView(position("40"), cursor=4)
    assert lines(GRID, view, 3, ascii_only=False)[1:9] == [
        "  ┌───────┬───────┬───────┐",
        "  │ ╭───╮ │       │       │",
        "3 │ │[O]│ │   .   │   .   │",
        "  │ ╰───╯ │       │       │",
        "  ├───────┼───────┼───────┤",
        "  │       │ ▄███▄ │       │",
        "2 │   .   │ █>X<█ │   .   │",
        "  │       │ ▀███▀ │       │",
    ]
    assert lines(GRID, view, 2, ascii_only=False)[2:6] == [
        "3 │╭[O]╮│  .  │  .  │",
        "  │╰───╯│     │     │",
        "  ├─────┼─────┼─────┤",
        "2 │  .  │▟>X<▙│  .  │",
    ]
    assert all(line.isascii() for size in range(4) for line in lines(GRID, view, size))


def test_what_a_search_expects_stands_on_the_cells() -> None:
    """Its line as numbers, its candidates' scores in the corners."""
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
    assert lines(GRID, view, 0)[1:] == ["3  . . 2", "2  .[X .", "1  1 . ."]


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
    """A search without shares tells that of one move; nothing is made up for the others."""
    assert engine_line(GRID, position("4"), report(line=["a1", "c3"], **changes)).notes == {6: note}


def test_a_stone_that_is_dropped_stands_on_those_before_it() -> None:
    """Where a column is a move, the line piles up in it."""
    columns = Grid(column_labels=["1", "2"], row_labels=["", "", ""], symbols=GRID.symbols, cell_labels=[], block=0)
    at = state(rows=["--", "--", "X-"], legal=["1", "2"], paths=[[2], [5]])
    seen = engine_line(columns, at, report(line=["2", "1", "2", "2", "2"]))
    assert seen.numbers == {5: "1", 2: "2", 3: "3", 1: "4"}


def test_a_move_from_cell_to_cell_ends_on_the_last() -> None:
    """Also where cells have names of their own; and what is no cell at all has no number."""
    named = GRID.model_copy(update={"cell_labels": [str(cell) for cell in range(1, 10)]})
    at = state(rows=["---", "---", "---"], legal=["1-5"], paths=[[0, 4]])
    assert engine_line(named, at, report(line=["1-5", "9x7", "pass"])).numbers == {4: "1", 6: "2"}
    blocks = GRID.model_copy(update={"cell_labels": [f"1/{cell}" for cell in range(1, 10)]})
    assert engine_line(blocks, at, report(line=["1-5", "1/9", "2/9"])).numbers == {4: "1", 8: "2"}
    assert engine_line(HEAPS, state(counts=[1, 2]), report()) == NOTHING
    assert engine_line(GRID, position(), None) == NOTHING


def test_blanks_go_on_with_the_lines_before_them() -> None:
    """A row of empty boxes is one piece for the terminal."""
    canvas = Canvas(GRID, layout(GRID, 3))
    canvas.show(BoardView(position("4")))
    assert [role for _, role in canvas.runs(canvas.layout.boxes[0].y)] == ["", "line"]


def test_lines_come_with_the_larger_sizes() -> None:
    """From the third size on cells have lines between them, in ASCII where that is asked for."""
    drawn = lines(GRID, BoardView(position("4")), 2)
    assert drawn[1] == "  +-----+-----+-----+"
    assert drawn[5] == "2 |  .  | [X] |  .  |"
    drawn = lines(GRID, BoardView(position()), 2, ascii_only=False)
    assert [drawn[row] for row in (1, 4, 10)] == [
        "  ┌─────┬─────┬─────┐",
        "  ├─────┼─────┼─────┤",
        "  └─────┴─────┴─────┘",
    ]


def test_heavier_lines_between_blocks() -> None:
    """A board of blocks shows them at every size."""
    board = Grid(column_labels=[""] * 4, row_labels=[""] * 4, symbols={"-": "empty"}, cell_labels=[], block=2)
    view = BoardView(state(rows=["----"] * 4, last=[]))
    assert lines(board, view, 0) == [" . .| . .", " . .| . .", "----+----", " . .| . .", " . .| . ."]
    assert lines(board, view, 2)[6] == "#===========#===========#".replace("===========", "=====#=====")


def test_pits_and_heaps() -> None:
    """Houses lie between two stores; a heap is a line; what the last move has changed is told in numbers or dots."""
    before, after = state(counts=[3, 4, 0, 1, 12, 7], last=[]), state(counts=[3, 0, 1, 2, 13, 8], last=[1])
    assert lines(PITS, BoardView(after, before=before), 1) == [
        "        2   1",
        "       13   2",
        " North +1  +1  South",
        "   8             1",
        "        3  [0]",
        "           -4",
        "        1   2",
    ]
    assert lines(PITS, BoardView(after, before=before), 2) == [
        "  North   2     1    South",
        "+------+-----+-----+------+",
        "|      | 13  |  2  |      |",
        "|      | +1  | +1  |      |",
        "|   8  +-----+-----+   1  |",
        "|      |  3  | [0] |      |",
        "|  +1  |     | -4  |  +1  |",
        "+------+-----+-----+------+",
        "          1     2",
    ]
    taken = BoardView(state(counts=[5, 2], last=[1]), before=state(counts=[5, 4], last=[]), targets=frozenset({0, 1}))
    assert lines(HEAPS, taken, 0) == ["heap objects", "  1 * 5   |||||", "  2 [ 2]  ||.."]


def test_nothing_stands_where_nothing_can_be_played_any_more() -> None:
    """The empty cells of a decided block are blank."""
    board = Grid(
        column_labels=[""] * 4, row_labels=[""] * 4, symbols={"-": "empty", "X": "cross"}, block=2, cell_labels=[]
    )
    view = BoardView(state(rows=["XX--", "----", "----", "----"], blocks="X---", last=[]))
    assert lines(board, view, 0)[:2] == [" X X| . .", "    | . ."]


def test_targets_are_marked_where_they_tell_something() -> None:
    """Not where every empty cell is one."""
    assert marked(GRID, position("4"), ()) == frozenset()
    some = position("4").model_copy(update={"legal": ["a3"], "paths": [[0]]})
    assert marked(GRID, some, ()) == {0}


@pytest.mark.parametrize("size", range(len(SIZES)))
def test_each_cell_is_found_under_its_own_box(size: int) -> None:
    """A click anywhere in a box is a click on its cell, also on a turned board."""
    for board in (GRID, PITS, HEAPS):
        for flipped in (False, True):
            found = layout(board, size, flipped=flipped)
            for number, box in enumerate(found.boxes):
                corner = box.x + box.width - 1, box.y + box.height - 1
                assert found.cell_at(box.x, box.y) == found.cell_at(*corner) == number


def test_the_largest_size_that_fits() -> None:
    """The board is as large as there is room; labels go before it is cut."""
    assert [fitting(GRID, *room).size for room in ((60, 40), (20, 12), (14, 7), (9, 4))] == [3, 1, 1, 0]
    assert fitting(GRID, 6, 3).width == 6


def test_the_cursor_goes_to_the_next_cell() -> None:
    """In every direction, and nowhere at the edge."""
    found = layout(GRID, 1)
    assert [found.neighbour(4, *way) for way in ((-1, 0), (1, 0), (0, -1), (0, 1))] == [3, 5, 1, 7]
    assert found.neighbour(0, -1, 0) == 0


def test_the_cursor_goes_to_and_fro_where_cells_touch_by_their_corners() -> None:
    """On a board of which every other cell is in play each of those is reached, and the way back is the same."""
    board = Grid(column_labels=[""] * 8, row_labels=[""] * 8, symbols={}, cell_labels=[], block=0)

    def dark(cell: int) -> bool:
        return (cell // 8 + cell % 8) % 2 == 1

    for size in range(len(SIZES)):
        found = layout(board, size)
        way = [1]
        while (there := found.neighbour(way[-1], 0, 1, dark)) != way[-1]:
            way.append(there)
        assert way == [1, 8, 17, 24, 33, 40, 49, 56]
        for before, after in pairwise(way):
            assert found.neighbour(after, 0, -1, dark) == before
        assert [found.neighbour(1, *step, dark) for step in ((1, 0), (-1, 0), (0, -1))] == [3, 1, 1]
        assert found.neighbour(7, 0, 1, dark) == 14


def test_a_stone_is_placed_with_one_pick() -> None:
    """An empty cell is a move; an occupied one is none."""
    assert pick(GRID, position("4"), (), 0) == MovePicker((0,), ("a3",))
    assert pick(GRID, position("4"), (), 4) == MovePicker()


def test_a_stone_is_moved_with_two_picks() -> None:
    """The origin goes on, the target plays; another origin begins anew."""
    moving = state(rows=["---"] * 3, legal=["1-2", "1-3", "5-6"], paths=[[0, 1], [0, 2], [4, 5]])
    assert targets(GRID, moving, ()) == {0, 4}
    assert pick(GRID, moving, (), 0) == MovePicker((0,))
    assert targets(GRID, moving, (0,)) == {1, 2}
    assert pick(GRID, moving, (0,), 2).moves == ("1-3",)
    assert pick(GRID, moving, (0,), 4) == MovePicker((4,))
    assert pick(GRID, moving, (0,), 8) == MovePicker()


def test_two_ways_to_the_same_cell() -> None:
    """Where two captures end alike, both are told; a cell between them decides."""
    jumping = state(rows=["---"] * 3, legal=["1x2x9", "1x4x9"], paths=[[0, 1, 8], [0, 3, 8]])
    assert pick(GRID, jumping, (0,), 8).moves == ("1x2x9", "1x4x9")
    assert pick(GRID, jumping, (0, 3), 8).moves == ("1x4x9",)


def test_any_cell_stands_for_its_column() -> None:
    """Where moves are columns, the empty cells above count too."""
    board = GRID.model_copy(update={"column_labels": ["1", "2", "3"]})
    dropping = position().model_copy(update={"legal": ["1", "2", "3"], "paths": [[6], [7], [8]]})
    assert pick(board, dropping, (), 1).moves == ("2",)


def test_a_heap_tells_all_its_moves() -> None:
    """How much is taken is still to be said."""
    taking = state(counts=[2, 1], legal=["1-1", "1-2", "2-1"], paths=[[0], [0], [1]])
    assert pick(HEAPS, taking, (), 0).moves == ("1-1", "1-2")
