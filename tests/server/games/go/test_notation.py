"""Names of points, other ways to write a move, sentences for refused moves, and texts of positions."""

from itertools import product

import pytest

from kibitz_server.games.board import Grid
from kibitz_server.games.game import BadPosition, IllegalMove
from tests.server.games.helpers import field, game_of, play

GAME = game_of("go")
SMALL = game_of("go size=3")


def test_points_have_letters_without_i() -> None:
    """Columns are letters from the left without I, rows are numbers from the bottom."""
    moves = {move.text: move.path for move in game_of("go size=19").start().legal}
    assert (moves["A19"], moves["H1"], moves["J1"], moves["T1"]) == ((0,), (349,), (350,), (360,))
    assert moves["pass"] == ()
    assert not any(text.startswith("I") for text in moves)
    board = game_of("go size=19").board
    assert isinstance(board, Grid)
    assert "".join(board.column_labels) == "ABCDEFGHJKLMNOPQRST"
    assert board.row_labels[0] == "19"


@pytest.mark.parametrize(
    ("typed", "move"),
    [("d4", "D4"), ("D04", "D4"), (" d 4 ", "D4"), ("PASS", "pass"), ("Pass", "pass"), ("tt", "pass"), ("[]", "pass")],
)
def test_other_ways_to_write_a_move(typed: str, move: str) -> None:
    """Case and blanks do not matter. A row may have zeros before it, and a pass may be written as in files."""
    assert GAME.start().find(typed).text == move


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("I5", "there is no point I5; points are A1 to J9, and there is no column I"),
        ("K1", "there is no point K1; points are A1 to J9"),
        ("A10", "there is no point A10; points are A1 to J9"),
        ("a0", "there is no point A0; points are A1 to J9"),
        ("E5", "E5 is taken by Black; play on an empty point, or pass"),
        ("e05", "E5 is taken by Black; play on an empty point, or pass"),
        ("C3", "C3 is taken by White; play on an empty point, or pass"),
        ("dd", "'dd' is not a move here; a move is an empty point such as E5, or pass"),
        ("resign", "'resign' is not a move here; a move is an empty point"),
        ("D٤", "'D٤' is not a move here"),
    ],
)
def test_refused_moves(typed: str, reason: str) -> None:
    """A text that is not a legal move gets a sentence that says what to do instead."""
    with pytest.raises(IllegalMove) as refused:
        play(GAME.start(), "E5 C3").find(typed)
    assert str(refused.value).startswith(reason)


def test_the_sentence_about_small_boards_leaves_the_missing_letter_out() -> None:
    """A board that ends before the letter I does not mention it."""
    with pytest.raises(IllegalMove, match=r"there is no point I5; points are A1 to C3$"):
        SMALL.start().find("I5")


@pytest.mark.parametrize(
    ("size", "stars"),
    [(4, 0), (5, 1), (6, 0), (7, 5), (8, 4), (9, 5), (13, 5), (14, 4), (15, 9), (19, 9)],
)
def test_stars(size: int, stars: int) -> None:
    """Boards have dots at the places of handicap stones."""
    board = game_of(f"go size={size}").board
    assert isinstance(board, Grid)
    assert len(board.stars) == stars
    assert size % 2 == 0 or not stars or size * size // 2 in board.stars


@pytest.mark.parametrize(
    ("text", "stands"),
    [
        ("---/-b-/--w b", "---/-B-/--W B 0-0"),
        ("---/-B-/--W W 3-1", "---/-B-/--W W 3-1"),
        ("---/-B-/--W   w  0-0  PASS", "---/-B-/--W W 0-0 pass"),
        ("---/-B-/--W w pass pass", "---/-B-/--W W 0-0 pass pass"),
        ("---/-B-/--W W 12-0 pass length", "---/-B-/--W W 12-0 pass length"),
        ("---/---/--- W length", "---/---/--- W 0-0 length"),
    ],
)
def test_texts_are_read(text: str, stands: str) -> None:
    """Case and blanks do not matter, and the captured stones may be left out."""
    assert SMALL.start(text).text == stands


def test_a_text_begins_a_game() -> None:
    """After a text the sides, the komi, the passes and the end are as it says, and the plies are counted from there."""
    position = SMALL.start("---/-B-/--W W 3-1 pass")
    assert (position.to_move, field(position, "passes"), field(position, "plies")) == (1, 1, 0)
    assert position.picture.counters == (("Black captured", 3), ("White captured", 1))
    ended = play(position, "pass").outcome
    assert ended is not None
    assert (ended.winner, ended.reason, ended.points) == (1, "area", (1, 8.5))
    for text, reason in (("---/-B-/--- W pass pass", "area"), ("---/-B-/--- W length", "length")):
        outcome = SMALL.start(text).outcome
        assert outcome is not None
        assert (outcome.winner, outcome.reason) == (0, reason)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("---/--- B", "the board must be 3 rows of 3 symbols joined by '/'"),
        ("---/-X-/--- B", "'X' is not one of the symbols - B W"),
        ("---/-B-/---", "the side to move must be B or W, after a blank"),
        ("---/-B-/--- X", "the side to move must be B or W, after a blank"),
        ("---/-B-/--- Black", "the side to move must be B or W, after a blank"),
        ("---/-B-/--- B 3", "after the side come the stones that Black and White have captured, such as 3-1"),
        ("---/-B-/--- B 3-x", "after the side come the stones"),
        ("---/-B-/--- B 10000-0", "after the side come the stones"),
        ("---/-B-/--- B 0-0 pass pass pass", "after the side come the stones"),
        ("---/-B-/--- B 0-0 pass pass length", "after the side come the stones"),
        ("BBB/BBB/BBB W", "the chain of A3 has no liberties"),
        ("-WB/-BW/--B B", "the chain of C3 has no liberties"),
    ],
)
def test_refused_texts(text: str, reason: str) -> None:
    """A text that cannot be read, or that no game reaches, is refused with the reason."""
    with pytest.raises(BadPosition, match=f"cannot start go from .*: {reason}"):
        SMALL.start(text)


@pytest.mark.parametrize(("size", "boards"), [(2, 57), (3, 12_675)])
def test_every_possible_board_is_read(size: int, boards: int) -> None:
    """The boards on which each chain has a liberty are as many as Tromp and Farnebäck (2006) counted."""
    game, read = game_of(f"go size={size}"), 0
    for symbols in product("-BW", repeat=size * size):
        rows = ["".join(symbols[at : at + size]) for at in range(0, size * size, size)]
        try:
            game.start(f"{'/'.join(rows)} B")
        except BadPosition:
            continue
        read += 1
    assert read == boards
