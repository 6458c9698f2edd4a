"""Boards of lines with stones on their crossings, and boards of shaded squares with glyphs."""

import pytest

from kibitz_client.board.canvas import Canvas
from kibitz_client.board.marks import BoardView
from kibitz_client.board.pieces import PICTURES, chessman, piece_shape
from kibitz_client.board.shapes import layout, sizes_of
from tests.client.board.boards import lines, state
from tests.client.grounds import CHESS, CROSSINGS
from tests.client.samples import GRID, position


def test_stones_stand_on_crossings() -> None:
    """Lines go through the empty cells and end at the edge; in ASCII there are dots."""
    view = BoardView(state(rows=["X--", "---", "--O"], last=[8]), cursor=5)
    assert lines(CROSSINGS, view, 0, ascii_only=False) == ["   a b c", "3  ●─┬─┐", "2  ├─•>┤<", "1  └─┴[○]"]
    assert lines(CROSSINGS, view, 1, ascii_only=False) == [
        "    a   b   c",
        "3  ▟█▙──┬───┐",
        "   ▜█▛  │   │",
        "2   ├───•──>┤<",
        "    │   │   │",
        "1   └───┴──[O]",
        "           ╰─╯",
    ]
    assert lines(CROSSINGS, view, 1)[1:4] == ["3   X   .   .", "", "2   .   +  >.<"]


def test_lines_come_back_when_a_stone_goes() -> None:
    """A cell that is empty again looks as before."""
    for size in range(sizes_of(CROSSINGS)):
        for flipped in (False, True):
            canvas = Canvas(CROSSINGS, layout(CROSSINGS, size, flipped=flipped))
            empty = BoardView(state(rows=["---"] * 3, last=[]))
            canvas.show(empty)
            before = [canvas.runs(y) for y in range(canvas.layout.height)]
            canvas.show(BoardView(state(rows=["XOX", "OXO", "XOX"], last=[4])))
            canvas.show(empty)
            assert [canvas.runs(y) for y in range(canvas.layout.height)] == before


def test_a_piece_is_its_glyph_in_one_column() -> None:
    """A glyph with its selector has one column; in ASCII a letter stands for it."""
    view = BoardView(state(rows=["k-", "-K"], last=[3]))
    assert lines(CHESS, view, 1, ascii_only=False) == ["    a   b", "2   ♚\ufe0e   .", "", "1   .  [♔\ufe0e]", ""]
    assert lines(CHESS, view, 1) == ["    a   b", "2   k   .", "", "1   .  [K]", ""]
    wide = CHESS.model_copy(update={"glyphs": {"K": "王", "k": "♚\ufe0e"}})
    assert "[K]" in lines(wide, view, 1, ascii_only=False)[3]


def test_squares_are_light_and_dark() -> None:
    """The top left square is light, and each piece has the colour of its side."""
    canvas = Canvas(CHESS, layout(CHESS, 1))
    canvas.show(BoardView(state(rows=["k-", "-K"], last=[])))
    roles = {text.strip(): role for text, role in (*canvas.runs(1), *canvas.runs(3))}
    assert roles["♚\ufe0e"] == "square light first"
    assert roles["♔\ufe0e"] == "square light second"
    assert "square dark" in {role for _, role in canvas.runs(2)}


def test_large_squares_have_pictures_of_chessmen() -> None:
    """Where colours tell the sides, a piece fills its square, between marks at the edges."""
    view = BoardView(state(rows=["k-", "-K"], last=[3]), cursor=1, targets=frozenset({0}), pictures=True)
    assert lines(CHESS, view, 3, ascii_only=False) == [
        "      a       b",
        "    ▄██▄",
        "2 * ▄██▄     > <",
        "   ██████",
        "   ▄████▄",
        "            ▄██▄",
        "1         [ ▄██▄ ]",
        "           ██████",
        "           ▄████▄",
    ]
    assert lines(CHESS, view, 1, ascii_only=False)[1] == "2  *♚\ufe0e  > <"
    assert {len(row) for name in PICTURES for row in chessman(name[0])} == {6}
    assert (chessman("♜\ufe0e"), chessman("x")) == (chessman("♖"), ())


@pytest.mark.parametrize("symbol", ["K", "k"])
def test_pieces_are_named_after_their_colour(symbol: str) -> None:
    """A black piece is a disc and a white one a ring, whichever side begins."""
    plain = CHESS.model_copy(update={"glyphs": {}})
    assert piece_shape(plain, symbol) == ("ring" if symbol == "K" else "disc")


def test_the_cells_of_a_side_have_its_letter() -> None:
    """An empty cell that belongs to a side has the small letter of its stones."""
    owned = GRID.model_copy(update={"owners": {"X": 0, "O": 1}})
    view = BoardView(position("4").model_copy(update={"shades": "X-------O"}))
    assert lines(owned, view, 1)[1:6:4] == ["3   x   .   .", "1   .   .   o"]
