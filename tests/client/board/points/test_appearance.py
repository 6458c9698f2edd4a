"""The appearance of points, checkers, dice and the cube."""

from kibitz_client.board.canvas import Canvas
from kibitz_client.board.marks import BoardView
from kibitz_client.board.move_picker import with_steps
from kibitz_client.board.shapes import in_play, layout
from kibitz_protocol.values.boards import BARS, OFF, Tray
from tests.client.board.boards import lines
from tests.client.points import BACKGAMMON, CENTRED, INITIAL, counts, dice, points_state

BUSY = {
    "counts": counts(c5=7, c7=2, c12=5, c23=2, c18=-5, c16=-3, c11=-4, c0=-2, bar1=-1, off1=-2, bar0=1),
    "last": [5, 12],
}


def test_a_board_in_ascii_has_letters_and_marks() -> None:
    """All marks are around the outermost checker, a high stack has its number, and the cube lies in the middle."""
    view = BoardView(points_state(**BUSY), cursor=3, picked=(7,), targets=frozenset((3, 4)))
    assert lines(BACKGAMMON, view, 2) == [
        " 13 14 15 16 17 18    19 20 21 22 23 24",
        "+------------------+-+------------------+",
        "| O  .  :  .  X  . | | X  .  :  .  :  O | X",
        "| O  .  :  .  X  . | | X  .  :  .  :  O | 2",
        "| O  .  :  .  X  . | | X  .  :  .  :  . |",
        "| O  .  :  .  :  . | | X  .  :  .  :  . |",
        "|[O] .  :  .  :  . |X| X  .  :  .  :  . |",
        "|                  | |     [3] [1]      |64",
        "| .  :  .  :  .  : |O|[7] :  .  :  .  : |",
        "| X  :  .  :  .  : | | O  :  .  :  .  : |",
        "| X  :  .  :  .  : | | O  :  .  :  .  : |",
        "| X  :  .  : (O) : | | O  :  .  :  .  X | O",
        "| X  :  .  :  O  : | | O  * >.* :  .  X | 0",
        "+------------------+-+------------------+",
        " 12 11 10  9  8  7     6  5  4  3  2  1",
    ]


def runs(view: BoardView, size: int, *, flipped: bool = False) -> list[list[tuple[str, str]]]:
    """Return the rows of the initial board as runs of characters with roles."""
    canvas = Canvas(BACKGAMMON, layout(BACKGAMMON, size, flipped=flipped))
    canvas.show(view)
    return [canvas.runs(y) for y in range(canvas.layout.height)]


def test_triangles_are_grounds_where_there_are_colours() -> None:
    """A checker on a triangle stands on its colour; without colours, characters show the triangles."""
    base = runs(BoardView(points_state(), pictures=True), 3)[2]
    assert ("●", "square spike second") in base
    assert ("●", "square spike first") in base
    plain = runs(BoardView(points_state()), 3)[2]
    assert ("▒", "square empty") in plain
    assert ("○", "square second") in plain
    assert {role for row in runs(BoardView(points_state(), pictures=True), 3) for _, role in row} >= {
        "square tip",
        "square tip-other",
        "square spike-other",
    }


def test_triangles_alternate_as_both_seats_see_them() -> None:
    """The first point of the seat at the bottom is of the same colour for both."""
    view = BoardView(points_state(counts=counts()), pictures=True)
    assert runs(view, 3)[2][:-2] == runs(view, 3, flipped=True)[2][:-2]


def test_large_checkers_stand_upright_in_both_halves() -> None:
    """The bottom half is turned, but the picture of a checker is not."""
    rows = ["".join(text for text, _ in row) for row in runs(BoardView(points_state(counts=INITIAL)), 7)]
    assert [row[2:5] for row in rows[2:6]] == ["╭─╮", "╰─╯", "╭─╮", "╰─╯"]
    assert [row[2:5] for row in rows[-6:-2]] == ["▟█▙", "▜█▛", "▟█▙", "▜█▛"]


def test_what_a_large_ring_encloses_has_a_role() -> None:
    """A large ring is filled where the colours of the board have a fill."""
    found = {role for row in runs(BoardView(points_state()), 9) for _, role in row}
    assert "square second inside" in found


def test_dice_lie_at_the_side_of_their_owner() -> None:
    """The dice of the seat at the bottom are in the right half; large ones have pips."""
    near = lines(BACKGAMMON, BoardView(points_state(trays=[dice(0, 6, 6), CENTRED])), 2, ascii_only=False)
    far = lines(BACKGAMMON, BoardView(points_state(trays=[dice(1, 2, 5)])), 2, ascii_only=False)
    assert near[7] == "│                  │ │      6   6       │64"
    assert far[7] == "│      2   5       │ │                  │"
    large = lines(BACKGAMMON, BoardView(points_state(trays=[dice(1, 2, 5)])), 5)
    assert [row[8:17] for row in large[10:13]] == ["o     o o", "       o ", "  o   o o"]


def test_more_dice_than_fit_are_left_out() -> None:
    """A tray of many things shows those for which there is room."""
    many = lines(BACKGAMMON, BoardView(points_state(trays=[dice(0, *[1, 2, 3, 4, 5] * 4)])), 2)
    assert many[7] == "|                  | | [1] [2] [3] [4]  |"


def test_a_cube_lies_with_its_owner() -> None:
    """A cube of a seat is in its half, beside the checkers that were borne off."""
    for owner, row in ((1, 6), (0, 8)):
        tray = Tray(name="cube", owner=owner, faces=["x4"])
        found = lines(BACKGAMMON, BoardView(points_state(trays=[tray])), 2)
        assert [y for y, line in enumerate(found) if line.endswith(" 4")] == [row]


def test_bar_and_off_are_in_play_only_where_a_step_uses_them() -> None:
    """The cursor passes over empty places beside the points."""
    entering = points_state(legal=["bar/20"], paths=[[BARS[0], 19]])
    assert in_play(BACKGAMMON, entering, BARS[0])
    assert not in_play(BACKGAMMON, entering, OFF[0])
    assert in_play(BACKGAMMON, entering, 3)


def test_picked_steps_are_made_on_the_board() -> None:
    """A picked step moves its checker, and hits a checker that is alone."""
    lonely = points_state(counts=counts(c7=2, c4=-1), legal=["8/5*/4"], paths=[[7, 4, 4, 3]])
    assert with_steps(BACKGAMMON, lonely, (7,)).counts == lonely.counts
    assert with_steps(BACKGAMMON, lonely, (7, 4)).counts == counts(c7=1, c4=1, bar1=-1)
    black = points_state(counts=counts(c20=-2, c22=1), to_move=1, legal=["4/2*"], paths=[[20, 22]])
    assert with_steps(BACKGAMMON, black, (20, 22)).counts == counts(c20=-1, c22=-1, bar0=1)
    off = points_state(counts=counts(c2=1), legal=["3/off"], paths=[[2, OFF[0]]])
    assert with_steps(BACKGAMMON, off, (2, OFF[0])).counts == counts(off0=1)
