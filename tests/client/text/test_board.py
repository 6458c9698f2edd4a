"""Boards of every shape, drawn from their descriptions."""

from kibitz_client.board.roles import stone_roles
from kibitz_client.text.board import board_lines
from kibitz_client.text.style import Style
from kibitz_protocol.values.boards import Board, Grid, Heaps, Pits
from kibitz_protocol.values.state import State
from tests.client.grounds import CHESS, DOTS, HEX
from tests.client.samples import GRID, position

PLAIN = Style()


def drawn(board: Board, targets: bool = False, turned: bool = False, **fields: object) -> list[str]:
    """Return a board in a position that differs from the sample."""
    values = {**position().model_dump(), "rows": [], "legal": [], "paths": [], "last": [], **fields}
    return board_lines(board, State.model_validate(values), PLAIN, targets=targets, turned=turned)


def test_cells_with_names_show_them() -> None:
    """With numbered squares, pieces and empty squares show the number, and other cells are blank."""
    board = Grid(
        column_labels=["", ""],
        row_labels=["", ""],
        symbols={" ": "not in play", "-": "empty", "b": "black man", "B": "black king"},
        cell_labels=["", "9", "10", ""],
        block=0,
    )
    assert drawn(board, rows=[" b", "- "], last=[1]) == ["      [9b]", " 10."]
    assert drawn(board, rows=[" b", "- "], paths=[[1, 2]], legal=["9-10"], targets=True) == ["       9b", " 10*"]


def test_blocks_are_divided_and_their_owners_shown() -> None:
    """A board of blocks has lines between the blocks, and their owners below."""
    board = Grid(
        column_labels=[""] * 4,
        row_labels=[""] * 2,
        symbols={"-": "empty", "X": "cross", "O": "nought"},
        cell_labels=[f"{1 + column // 2}/{1 + row * 2 + column % 2}" for row in range(2) for column in range(4)],
        block=2,
    )
    assert drawn(board, rows=["X-O-", "-X--"], blocks="X-", last=[0]) == [
        "  [X] 1/2 |   O  2/2",
        " 1/3    X | 2/3  2/4",
        "",
        "boards  X .",
    ]


def test_a_turned_grid_has_its_last_cell_first() -> None:
    """The opponent sees rows, columns, labels and marks from the other side."""
    moved = position("40").model_dump()
    assert drawn(GRID, turned=True, **moved) == ["  c  b  a", "1 .  .  .", "2 .  X  .", "3 .  . [O]"]


PITS = Pits(
    houses=2,
    cell_labels=["1", "2", "", "1", "2", ""],
    cell_names=["South house 1", "South house 2", "South store", "North house 1", "North house 2", "North store"],
    unit="seed",
)


def test_pits_lie_between_their_stores() -> None:
    """The first seat's houses are the lower row from left to right, and the other row is reversed."""
    assert drawn(PITS, counts=[1, 2, 10, 3, 4, 0], last=[1, 2]) == [
        "      2   1       North",
        "      4   3",
        "  0         [10]",
        "      1  [2]",
        "      1   2       South",
    ]


def test_turned_pits_have_the_other_side_below() -> None:
    """The second seat's houses are the lower row, in the colour of that seat."""
    assert drawn(PITS, counts=[1, 2, 10, 3, 4, 0], last=[1, 2], turned=True) == [
        "      2   1       South",
        "     [2]  1",
        "[10]          0",
        "      3   4",
        "      1   2       North",
    ]
    south = {**position().model_dump(), "rows": [], "counts": [1, 2, 10, 3, 4, 0], "legal": [], "paths": [], "last": []}
    colour = Style(colour=True)
    lines = board_lines(PITS, State.model_validate(south), colour, turned=True)
    assert colour.paint("3", "second") in lines[3]
    assert colour.paint("1", "first") in lines[1]


def test_heaps_are_counted_and_pictured() -> None:
    """Each heap shows its number, its count, and as many strokes."""
    board = Heaps(cell_labels=["1", "2"], unit="object", most=10)
    assert drawn(board, counts=[3, 0], last=[1]) == [" 1    3   |||", " 2  [ 0]"]


def test_the_line_that_won_is_marked() -> None:
    """The stones of the line are between stars, the last move has its bracket, and won blocks of the line a star."""
    won = position("03142", to_move=None).model_copy(update={"lines": [[0, 1, 2]]})
    assert board_lines(GRID, won, PLAIN)[1] == "3*X**X**X]"
    board = Grid(
        column_labels=["", ""], row_labels=["", ""], symbols={"-": "empty", "X": "cross"}, cell_labels=[], block=1
    )
    assert drawn(board, rows=["X-", "-X"], blocks="X--X", lines=[[0], [3]])[-2:] == ["boards  X* .", "        .  X*"]


def test_rows_of_hexes_begin_further_right() -> None:
    """Each row begins half a cell further right, with the names of columns at both ends, and the owners of edges."""
    assert drawn(HEX, rows=["-R-", "RB-", "---"], last=[4], lines=[[1, 3]]) == [
        "  a b c",
        "1 .*R*.",
        " 2*R[B].",
        "  3 . . .",
        "     a b c",
        "",
        " edges  R top and bottom, B right and left",
    ]


def test_turned_hexes_lean_the_same_way() -> None:
    """Half a turn keeps the neighbours of each hex; the edges turn too."""
    board = HEX.model_copy(update={"edges": [0, 1, 1, 0]})
    found = drawn(board, rows=["-R-", "RB-", "---"], turned=True)
    assert found[:5] == ["  c b a", "3 . . .", " 2 . B R", "  1 . R .", "     c b a"]
    assert found[-1] == " edges  B top and left, R right and bottom"


def test_edges_and_their_names_have_the_colours_of_their_owners() -> None:
    """The names of columns belong to the top and bottom edge, those of rows to the left one."""
    style = Style(colour=True)
    values = {**position().model_dump(), "rows": ["---"] * 3, "legal": [], "paths": [], "last": []}
    found = board_lines(HEX, State.model_validate(values), style)
    assert style.paint("a", "first") in found[0]
    assert style.paint("1", "second") in found[1]


def test_dots_have_lines_between_them() -> None:
    """A line has three columns or one row, a box the letter of its owner; the last line is in brackets."""
    assert drawn(DOTS, rows=["+|+-+", "|A| -", "+|+-+"], last=[7]) == [
        "   a   b   c",
        "2  +---+   +",
        "   | A[|]",
        "1  +---+   +",
    ]
    assert drawn(DOTS, rows=["+|+-+", "|A| -", "+-+|+"], last=[13], targets=True, legal=["c1c2"], paths=[[9]])[1:] == [
        "2  +---+   +",
        "   | A |   *",
        "1  +   +[-]+",
    ]
    assert drawn(DOTS, rows=["+|+-+", "|A| -", "+|+-+"], turned=True) == [
        "   c   b   a",
        "1  +   +---+",
        "       | A |",
        "2  +   +---+",
    ]


def test_the_cells_of_a_side_have_its_small_letter() -> None:
    """An empty cell that belongs to a side has the small letter of its stones."""
    assert drawn(GRID, rows=["X--", "---", "---"], shades="--O-X----")[1:] == ["3 X  .  o", "2 .  x  .", "1 .  .  ."]


def test_letters_of_two_sides_have_two_colours() -> None:
    """A capital and a small letter have the colours of their owners, by their names where these are colours."""
    assert stone_roles(CHESS) == {"-": "faint", "K": "second", "k": "first"}
