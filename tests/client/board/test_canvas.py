"""The picture of a board and of the states of its cells."""

from kibitz_client.board.canvas import Canvas
from kibitz_client.board.geometry import Box
from kibitz_client.board.marks import BoardView
from kibitz_client.board.pits_and_heaps import PIT_SIZES
from kibitz_client.board.shapes import layout
from kibitz_protocol.values.boards import Grid
from tests.client.board.boards import HEAPS, PITS, lines, state
from tests.client.samples import GRID, position


def test_every_state_of_a_cell_has_a_shape() -> None:
    """Last move, cursor, premove and target have different shapes, without colours."""
    view = BoardView(position("4"), cursor=0, premove=frozenset({8}), targets=frozenset({2}))
    assert lines(GRID, view, 1) == ["    a   b   c", "3  >.<  .   *", "", "2   .  [X]  .", "", "1   .   .  {.}", ""]


def test_two_states_of_one_cell_both_show() -> None:
    """The cursor on the last move has a mark of each."""
    assert lines(GRID, BoardView(position("4"), cursor=4), 1)[3] == "2   .  >X]  ."


def test_only_what_changes_in_a_row_is_drawn_again() -> None:
    """A move on a board with lines redraws one row from the old last move to the new one."""
    canvas = Canvas(GRID, layout(GRID, 3, ascii_only=True))
    canvas.show(BoardView(position("4")))
    box = canvas.layout.boxes[5]
    assert canvas.show(BoardView(position("45"))) == [Box(box.x - 6, box.y + 1, 11, 1)]
    assert canvas.show(BoardView(position("45"))) == []


STONES = GRID.model_copy(update={"symbols": {"-": "empty", "X": "black disc", "O": "white disc"}})


def test_the_smallest_size_has_both_marks() -> None:
    """At 2x1 the right mark of a cell is in the column before the next cell, which is drawn again when it goes."""
    canvas = Canvas(GRID, layout(GRID, 0))
    for view, row in (
        (BoardView(position("4")), "2  .[X]."),
        (BoardView(position("4"), cursor=5), "2  .[X>.<"),
        (BoardView(position("40"), premove=frozenset({4})), "2  .{X}."),
        (BoardView(position("40")), "2  . X ."),
    ):
        canvas.show(view)
        assert "".join(text for text, _ in canvas.runs(2)).rstrip() == row


def test_the_cursor_leaves_the_mark_of_a_piece_that_may_move() -> None:
    """A piece that is a legal target shows it, also under the cursor, at every size."""
    targets = frozenset({0, 4})
    for size in range(4):
        for cursor, marked in ((None, "[O*"), (0, ">O]"), (4, ">X*")):
            view = BoardView(position("40"), cursor=cursor, targets=targets)
            assert any(marked in line for line in lines(STONES, view, size)), (size, marked)


def test_a_hint_and_a_winning_line_are_marked() -> None:
    """The cells of a hint have exclamation marks, those of the line stars, and the last of them its bracket."""
    won = position("03142", to_move=None).model_copy(update={"lines": [[0, 1, 2]]})
    assert lines(GRID, BoardView(won), 1, ascii_only=True)[1] == "3  *X* *X* *X]"
    # A piece keeps its form: beside each of its rows is the left mark of a state.
    assert lines(GRID, BoardView(won), 1, ascii_only=False)[1:3] == ["3 *╲ ╱*╲ ╱*╲ ╱", "  *╱ ╲*╱ ╲[╱ ╲"]
    assert lines(GRID, BoardView(position("4"), hint=frozenset({0})), 1)[1] == "3  !.!  .   ."


def test_pieces_are_drawn_at_the_larger_sizes() -> None:
    """The first side has discs and the second rings, around the marks of a state; in ASCII there are letters."""
    view = BoardView(position("408"), cursor=4)
    assert lines(STONES, view, 3, ascii_only=False)[1:] == [
        "  ┌───────┬───────┬───────┐",
        "  │▄█▀▀▀█▄│       │       │",
        "3 │█     █│   .   │   .   │",
        "  │▀█▄▄▄█▀│       │       │",
        "  ├───────┼───────┼───────┤",
        "  │       │▄█████▄│       │",
        "2 │   .   │██>X<██│   .   │",
        "  │       │▀█████▀│       │",
        "  ├───────┼───────┼───────┤",
        "  │       │       │▄█████▄│",
        "1 │   .   │   .   │██[X]██│",
        "  │       │       │▀█████▀│",
        "  └───────┴───────┴───────┘",
    ]
    assert lines(STONES, view, 1, ascii_only=False)[1:] == [
        "3  ╭─╮  .   .",
        "   ╰─╯",
        "2   . >▟█▙  .",
        "      >▜█▛",
        "1   .   . [▟█▙",
        "          [▜█▛",
    ]
    assert all(line.isascii() for size in range(4) for line in lines(STONES, view, size))


def test_crosses_and_noughts_look_like_that() -> None:
    """Symbols with these names are not discs."""
    view = BoardView(position("408"))
    drawn = lines(GRID, view, 2, ascii_only=False)
    assert [drawn[row] for row in (2, 3, 5, 6)] == [
        "3 │▄▀▀▀▄│  .  │  .  │",
        "  │▀▄▄▄▀│     │     │",
        "2 │  .  │▀▄ ▄▀│  .  │",
        "  │     │▄▀ ▀▄│     │",
    ]


def test_a_king_has_a_letter_and_squares_out_of_play_a_shade() -> None:
    """A man is a plain disc, a king has a K; an empty square has its number, and one that is not in play a shade."""
    symbols = {
        " ": "not in play",
        "-": "empty",
        "b": "black man",
        "B": "black king",
        "w": "white man",
        "W": "white king",
    }
    board = Grid(column_labels=["", ""], row_labels=["", ""], symbols=symbols, cell_labels=["", "9", "10", ""], block=0)
    view = BoardView(state(rows=[" b", "B "], last=[]))
    assert lines(board, view, 1, ascii_only=False) == ["░░░░ ▟█▙", "░░░░ ▜█▛", " ▟K▙░░░░", " ▜█▛░░░░"]
    assert lines(board, view, 1) == ["::::  b", "::::  9", "  B ::::", " 10 ::::"]
    assert lines(board, view, 0) == ["   b", " B"]
    movable = BoardView(state(rows=[" b", "B "], last=[1]), targets=frozenset({2}))
    assert lines(board, movable, 1, ascii_only=False) == ["░░░░[▟█▙", "░░░░[▜█▛", "*▟K▙░░░░", " ▜█▛░░░░"]
    empty = BoardView(state(rows=[" b", "- "], last=[]))
    assert lines(board, empty, 1, ascii_only=False)[3] == " 10 ░░░░"


def test_what_a_ring_encloses_has_a_role_of_its_own() -> None:
    """The inside of a ring may have a colour; the text on a disc is reversed."""
    canvas = Canvas(STONES, layout(STONES, 3))
    canvas.show(BoardView(position("40")))
    roles = {role for y in range(canvas.layout.height) for _, role in canvas.runs(y)}
    assert {"square second inside", "square first", "square", "square line", "label", "square second last"} <= roles
    canvas.show(BoardView(position("408")))
    assert ("[X]", "square first on last") in [run for y in range(14) for run in canvas.runs(y)]


def test_lines_come_with_the_larger_sizes() -> None:
    """From the third size on there are lines between cells, in ASCII if requested."""
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
    """Blocks have lines between them at every size."""
    board = Grid(column_labels=[""] * 4, row_labels=[""] * 4, symbols={"-": "empty"}, cell_labels=[], block=2)
    view = BoardView(state(rows=["----"] * 4, last=[]))
    assert lines(board, view, 0) == [" . . | . .", " . . | . .", "-----+-----", " . . | . .", " . . | . ."]
    assert lines(board, view, 2)[6] == "#===========#===========#".replace("===========", "=====#=====")


def test_pits_and_heaps() -> None:
    """Houses are between two stores and a heap is a line. Numbers or dots show the changes of the last move."""
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
        " North   2    1  South",
        "+-----+----+----+-----+",
        "|     | 13 |  2 |     |",
        "|  8  | +1 | +1 |  1  |",
        "|     +----+----+  o  |",
        "|     |  3 | [0]|     |",
        "| +1  |    | -4 | +1  |",
        "+-----+----+----+-----+",
        "         1    2",
    ]
    taken = BoardView(state(counts=[5, 2], last=[1]), before=state(counts=[5, 4], last=[]), targets=frozenset({0, 1}))
    assert lines(HEAPS, taken, 0) == ["heap objects", "  1 * 5   |||||", "  2 [ 2*  ||.."]


def test_high_pits_show_their_seeds() -> None:
    """The seeds are below the count, but only if there is room for all."""
    view = BoardView(state(counts=[3, 0, 1, 2, 13, 8], last=[1]))
    assert lines(PITS, view, PIT_SIZES.index((5, 6))) == [
        " North   2    1  South",
        "+-----+----+----+-----+",
        "|     |    |    |     |",
        "|     | 13 |  2 |     |",
        "|     |    |o o |     |",
        "|  8  |    |    |  1  |",
        "| o o |    |    |  o  |",
        "| o o +----+----+     |",
        "| o o |    |    |     |",
        "| o o |  3 | [0]|     |",
        "|     |o o |    |     |",
        "|     | o  |    |     |",
        "|     |    |    |     |",
        "+-----+----+----+-----+",
        "         1    2",
    ]


def test_nothing_stands_where_nothing_can_be_played_any_more() -> None:
    """The empty cells of a decided block are blank."""
    board = Grid(
        column_labels=[""] * 4, row_labels=[""] * 4, symbols={"-": "empty", "X": "cross"}, block=2, cell_labels=[]
    )
    view = BoardView(state(rows=["XX--", "----", "----", "----"], blocks="X---", last=[]))
    assert lines(board, view, 0)[:2] == [" X X | . .", "     | . ."]
