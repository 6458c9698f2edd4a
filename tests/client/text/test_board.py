"""Boards of every shape in line mode."""

import re
from typing import Any

import pytest

from kibitz_client.text.board import board_lines
from kibitz_client.text.style import Style
from kibitz_protocol.values.boards import Board, Grid, Heaps, Tray
from kibitz_protocol.values.state import State
from tests.client.board.boards import PITS
from tests.client.cards import CARDS, TABLE, cards_state
from tests.client.grounds import CHESS, DOTS, HEX
from tests.client.holdem import HOLDEM, holdem_state
from tests.client.points import BACKGAMMON, CENTRED, counts, dice, points_state
from tests.client.samples import GRID, position

PLAIN = Style()
CODE = re.compile(r"\x1b\[[0-9;]*m")


def state(**fields: object) -> State:
    """Return a position that differs from the sample."""
    return State.model_validate({**position().model_dump(), "rows": [], "legal": [], "paths": [], "last": [], **fields})


def drawn(board: Board, *, targets: bool = False, turned: bool = False, **fields: Any) -> list[str]:
    """Return a board in such a position."""
    return board_lines(board, state(**fields), PLAIN, targets=targets, turned=turned)


def test_a_grid_has_labels_and_marks() -> None:
    """The last move is in brackets, a line that won between stars, and a star marks each target of a legal move."""
    moved = position("40")
    assert board_lines(GRID, moved, PLAIN) == ["   a b c", "3 [O]. .", "2  . X .", "1  . . ."]
    assert board_lines(GRID, moved, PLAIN, targets=True)[1:] == ["3 [O]* *", "2  * X *", "1  * * *"]
    assert board_lines(GRID, moved, PLAIN, turned=True) == ["   c b a", "1  . . .", "2  . X .", "3  . .[O]"]
    won = position("03142", to_move=None).model_copy(update={"lines": [[0, 1, 2]]})
    assert board_lines(GRID, won, PLAIN)[1] == "3 *X*X*X]"
    assert drawn(GRID, rows=["X--", "---", "---"], shades="--O-X----")[1:] == ["3  X . o", "2  . x .", "1  . . ."]


def test_a_piece_that_may_be_captured_is_a_target() -> None:
    """Pieces are letters, and the star of a target stands before a piece of the other side."""
    taking: dict[str, Any] = {"rows": ["-k", "K-"], "legal": ["Kxb2"], "paths": [[2, 1]], "last": [1]}
    assert drawn(CHESS, targets=True, **taking) == ["   a b", "2  .[k*", "1  K ."]


def test_cells_with_names_show_them() -> None:
    """Numbered squares have their number below the piece, also where they are empty."""
    board = Grid(
        column_labels=["", ""],
        row_labels=["", ""],
        symbols={" ": "not in play", "-": "empty", "b": "black man", "B": "black king"},
        cell_labels=["", "9", "10", ""],
        block=0,
    )
    found = drawn(board, rows=[" b", "- "], last=[1], paths=[[1, 2]], legal=["9-10"], targets=True)
    assert found == [":::: [b]", "::::  9", "  * ::::", " 10 ::::"]


def test_wide_labels_make_wide_cells() -> None:
    """Columns stay aligned with labels of two digits, and rows may have no label."""
    board = Grid(
        column_labels=["9", "10"], row_labels=["", ""], symbols={"-": "empty", "X": "cross"}, cell_labels=[], block=0
    )
    assert drawn(board, rows=["-X", "--"], last=[1]) == ["  9  10", "  .  [X]", "  .   ."]


def test_blocks_are_divided_and_their_owners_shown() -> None:
    """A board of blocks has lines between the blocks, and their owners below, as the viewer sees them."""
    board = Grid(
        column_labels=[""] * 4,
        row_labels=[""] * 2,
        symbols={"-": "empty", "X": "cross", "O": "nought"},
        cell_labels=[f"{1 + column // 2}/{1 + row * 2 + column % 2}" for row in range(2) for column in range(4)],
        block=2,
    )
    fields: dict[str, Any] = {"rows": ["X-O-", "-X--"], "blocks": "X-", "last": [0]}
    assert drawn(board, **fields) == ["  1     2", "[X]  | O 2", "   X | 3 4", "", "boards  X ."]
    assert drawn(board, turned=True, **fields)[-1] == "boards  . X"
    assert drawn(board, lines=[[0]], **fields)[-1] == "boards  X* ."


def test_hexes_name_the_owners_of_their_edges() -> None:
    """Each row begins half a cell further right; half a turn turns the edges too."""
    assert drawn(HEX, rows=["-R-", "RB-", "---"], last=[4], lines=[[1, 3]]) == [
        "   a b c",
        "1  .*R*.",
        " 2 *R[B].",
        "  3  . . .",
        "      a b c",
        "",
        " edges  R top and bottom, B right and left",
    ]
    turned = drawn(HEX.model_copy(update={"edges": [0, 1, 1, 0]}), rows=["-R-", "RB-", "---"], turned=True)
    assert turned[1:4] == ["3  . . .", " 2  . B R", "  1  . R ."]
    assert turned[-1] == " edges  B top and left, R right and bottom"


def test_dots_have_lines_between_them() -> None:
    """A line has three columns or one row, a box the letter of its owner; the last line is in brackets."""
    found = drawn(DOTS, rows=["+|+-+", "|A| -", "+-+|+"], last=[13], targets=True, legal=["c1c2"], paths=[[9]])
    assert found == ["   a   b   c", "2  +---+   +", "   | A |   *", "1  +   +[=]+"]


def test_pits_lie_between_their_stores() -> None:
    """A player has the own houses below, from left to right, and the own store at the right."""
    assert drawn(PITS, counts=[1, 2, 10, 3, 4, 0], last=[1, 2]) == [
        " North   2    1  South",
        "+-----+----+----+-----+",
        "|     |  4 |  3 |     |",
        "|  0  |    |    |[10] |",
        "|     +----+----+     |",
        "|     |  1 | [2]|     |",
        "|     |    |    |     |",
        "+-----+----+----+-----+",
        "         1    2",
    ]
    turned = drawn(PITS, counts=[1, 2, 10, 3, 4, 0], turned=True)
    assert (turned[0], turned[5]) == (" South   2    1  North", "|     |  3 |  4 |     |")


def test_heaps_are_counted_and_pictured() -> None:
    """Each heap shows its number, its count, and as many strokes."""
    board = Heaps(cell_labels=["1", "2"], unit="object", most=10)
    assert drawn(board, counts=[3, 0], last=[1]) == ["heap objects", "  1   3   |||", "  2 [ 0]"]


def test_points_have_their_sides_beside_them() -> None:
    """The letter of a side, its dice and its cube stand at its end; a high stack has its number."""
    held = counts(c5=7, c0=11, c20=-1, bar0=2, bar1=-1, off0=3)
    assert board_lines(BACKGAMMON, points_state(counts=held, last=[5, 2, 0, 24]), PLAIN) == [
        " 13 14 15 16 17 18    19 20 21 22 23 24     X Black  off 0",
        "+------------------+-+------------------+",
        "| :  .  :  .  :  . | | :  .  X  .  :  . | X",
        "| :  .  :  .  :  . | | :  .  :  .  :  . | 0",
        "| :  .  :  .  :  . | | :  .  :  .  :  . |",
        "| :  .  :  .  :  . | | :  .  :  .  :  . |",
        "| :  .  :  .  :  . |X| :  .  :  .  :  . |",
        "|                  | |     [3] [1]      |64 cube",
        "| .  :  .  :  .  : |O|[7] :  .  :  . [11|",
        "| .  :  .  :  .  : [O] O  :  .  :  .  O |",
        "| .  :  .  :  .  : | | O  :  .  :  .  O |",
        "| .  :  .  :  .  : | | O  :  .  :  .  O | O",
        "| .  :  .  :  .  : | | O  :  . [:] .  O | 3",
        "+------------------+-+------------------+",
        " 12 11 10  9  8  7     6  5  4  3  2  1     O White  off 3  dice 3 1",
    ]


def test_black_sees_points_from_its_own_side() -> None:
    """Turned, the numbers are those of Black. A star marks each point where a step may end."""
    found = points_state(trays=[dice(0, 3, 1), CENTRED.model_copy(update={"owner": 1})])
    lines = board_lines(BACKGAMMON, found, PLAIN, turned=True, targets=True)
    assert lines[0].endswith("24     O White  off 0  dice 3 1")
    assert lines[2] == "| X  .  *  .  O  . | | O  *  *  .  :  X | O"
    assert lines[-1].endswith("1     X Black  off 0  cube 64")


def test_a_side_of_a_table_has_its_own_cards_at_the_bottom() -> None:
    """Each side has its name, cards and counters in a row, and the last hand is below. Suits are letters in ASCII."""
    lines = board_lines(HOLDEM, holdem_state(), Style(ascii_only=True), sides=CARDS.seats)
    assert lines == [
        " South  [?]   [?]    bet 4  stack 194  chips 6",
        " board  [As]  [Kh]   pot 8  hand 3 of 20",
        " North  [Qc]  [10d]  bet 2  stack 196  chips -6",
        "",
        " last hand won by South: 6",
        " South 9s 10d",
        " board As",
    ]
    turned = board_lines(HOLDEM, holdem_state(), PLAIN, turned=True, sides=CARDS.seats)
    assert [line[:17] for line in turned[:3]] == [" North  [Q♣]  [10", " board  [A♠]  [K♥", " South  [?]   [?]"]


def test_a_table_without_cards_or_names() -> None:
    """The middle has a name only with cards. Trays of unknown seats lie in the middle, so that nothing is lost."""
    dealt = cards_state(trays=[Tray(name="board", owner=None, faces=[])], counters={"pot": 2})
    assert board_lines(TABLE, dealt, PLAIN, sides=CARDS.seats) == [" South", f"{'pot 2':>26}", " North"]
    assert " hand  [K]   [?]    pot 2  North chips 0  South chips 0" in board_lines(TABLE, cards_state(), PLAIN)
    assert board_lines(HOLDEM, holdem_state(), PLAIN)[-2:] == [" hand 9♠ 10♦", " board A♠"]


def test_trays_are_below_the_cells_of_other_boards() -> None:
    """A board of any shape may have trays."""
    board = GRID.model_copy(update={"faces": HOLDEM.faces})
    found = position().model_copy(update={"trays": [Tray(name="hand", owner=0, faces=["As"])]})
    assert board_lines(board, found, PLAIN)[-2:] == ["", " hand A♠"]


@pytest.mark.parametrize(
    ("board", "found", "painted"),
    [
        (GRID, position("40"), ["\x1b[1;31mX\x1b[0m", "\x1b[1;34m[O\x1b[0m"]),
        (HEX, state(rows=["---"] * 3), ["\x1b[1;31ma\x1b[0m", "\x1b[1;34m1\x1b[0m"]),
        (PITS, state(counts=[1, 2, 9, 3, 4, 0]), ["\x1b[1;31m1\x1b[0m", "\x1b[1;34m3\x1b[0m"]),
        (BACKGAMMON, points_state(), ["\x1b[30;100mX Black\x1b[0m", "\x1b[1;97;100mO White\x1b[0m"]),
        (HOLDEM, holdem_state(), ["\x1b[1m[Q♣]\x1b[0m", "\x1b[1;31m[10♦]\x1b[0m", "\x1b[2m[?]\x1b[0m"]),
    ],
    ids=["grid", "hexes", "pits", "points", "table"],
)
def test_colour_says_nothing_that_is_not_there_without_it(board: Board, found: State, painted: list[str]) -> None:
    """Sides have their colours, and a painted board without its colour codes equals the plain board."""
    lines = board_lines(board, found, Style(colour=True), sides=CARDS.seats)
    assert [text for text in painted if text not in "\n".join(lines)] == []
    assert [CODE.sub("", line) for line in lines] == board_lines(board, found, PLAIN, sides=CARDS.seats)
