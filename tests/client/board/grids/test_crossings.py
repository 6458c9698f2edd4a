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
    assert lines(CHESS, view, 1, ascii_only=False) == ["   a  b", "2  ♚\ufe0e  .", "1  . [♔\ufe0e]"]
    assert lines(CHESS, view, 1) == ["   a  b", "2  k  .", "1  . [K]"]
    wide = CHESS.model_copy(update={"glyphs": {"K": "王", "k": "♚\ufe0e"}})
    assert "[○]" in lines(wide, view, 1, ascii_only=False)[2]


def test_squares_are_light_and_dark() -> None:
    """The top left square is light, and each piece has the colour of its side."""
    canvas = Canvas(CHESS, layout(CHESS, 1))
    canvas.show(BoardView(state(rows=["k-", "-K"], last=[])))
    roles = {text.strip(): role for text, role in (*canvas.runs(1), *canvas.runs(2))}
    assert roles["♚\ufe0e"] == "square light first"
    assert roles["♔\ufe0e"] == "square light second"
    assert "square dark" in {role for _, role in canvas.runs(2)}


def test_a_piece_is_in_the_middle_of_a_square_of_two_rows() -> None:
    """Squares begin and end in the middle of a row, in the colours of both squares."""
    canvas = Canvas(CHESS, layout(CHESS, 2), shades=True)
    canvas.show(BoardView(state(rows=["k-", "-K"], last=[]), pictures=True))
    rows = [[(text, role) for text, role in canvas.runs(y) if text.strip() or "square" in role] for y in range(6)]
    assert rows[1] == [("▄▄▄▄▄", "half-light"), ("▄▄▄▄▄", "half-dark")]
    assert [text for text, _ in rows[2]] == ["2", "  ", "♚\ufe0e", "  ", "  ", " ", "  "]
    assert rows[3] == [("▀▀▀▀▀", "square dark half-light"), ("▀▀▀▀▀", "square light half-dark")]
    assert [text for text, _ in rows[4]] == ["1", "  ", " ", "  ", "  ", "♚\ufe0e", "  "]
    assert rows[5] == [("▀▀▀▀▀", "half-dark"), ("▀▀▀▀▀", "half-light")]
    plain = lines(CHESS, BoardView(state(rows=["k-", "-K"], last=[3])), 2, ascii_only=False)
    assert plain == ["    a    b", "", "2   ♚\ufe0e    .", "", "1   .   [♔\ufe0e]", ""]


@pytest.mark.parametrize("size", range(5))
def test_pieces_are_centred_at_every_size(size: int) -> None:
    """A piece of chess has as many columns at its left as at its right, from the second size on."""
    found = layout(CHESS, size)
    assert found.width == [6, 8, 12, 16, 18][size] + (size == 0) * 1
    view = BoardView(state(rows=["kk", "kk"], last=[]), pictures=True)
    canvas = Canvas(CHESS, found, shades=True)
    canvas.show(view)
    box = found.boxes[3]
    for y in range(box.y, box.y + box.height):
        row = "".join(text.replace("\ufe0e", "") for text, _ in canvas.runs(y))[box.x : box.x + box.width]
        if size and row.strip():
            assert len(row) - len(row.lstrip()) == len(row) - len(row.rstrip()), row


def test_large_squares_have_pictures_of_chessmen() -> None:
    """Where colours tell the sides, a piece fills its square, between marks at the edges."""
    view = BoardView(state(rows=["k-", "-K"], last=[3]), cursor=1, targets=frozenset({0}), pictures=True)
    assert lines(CHESS, view, 4, ascii_only=False) == [
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
    assert lines(CHESS, view, 3, ascii_only=False) == [
        "     a      b",
        "    ▄█▄",
        "2 *▄▄█▄▄   > <",
        "   ▄███▄",
        "           ▄█▄",
        "1        [▄▄█▄▄]",
        "          ▄███▄",
    ]
    assert lines(CHESS, view, 1, ascii_only=False)[1] == "2 *♚\ufe0e > <"
    for name in PICTURES:
        assert [{len(row) for row in chessman(name[0], height)} for height in (3, 4, 9)] == [{5}, {6}, {6}]
    assert (chessman("♜\ufe0e", 4), chessman("x", 4), chessman("♜", 2)) == (chessman("♖", 4), (), ())


@pytest.mark.parametrize("symbol", ["K", "k"])
def test_pieces_are_named_after_their_colour(symbol: str) -> None:
    """A black piece is a disc and a white one a ring, whichever side begins."""
    plain = CHESS.model_copy(update={"glyphs": {}})
    assert piece_shape(plain, symbol) == ("ring" if symbol == "K" else "disc")
    assert piece_shape(plain, symbol, filled=True) == "disc"


def test_the_cells_of_a_side_have_its_letter() -> None:
    """An empty cell that belongs to a side has the small letter of its stones."""
    owned = GRID.model_copy(update={"owners": {"X": 0, "O": 1}})
    view = BoardView(position("4").model_copy(update={"shades": "X-------O"}))
    assert lines(owned, view, 1)[1:6:4] == ["3   x   .   .", "1   .   .   o"]
