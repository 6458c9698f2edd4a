import pytest

from kibitz_server.games.game import BadPosition, IllegalMove, Position
from tests.server.engine.helpers import compiled_perft
from tests.server.games import naive, naive_flying
from tests.server.games.helpers import game_of, perft, play, quiet_game, texts, worth

GAME = game_of("russian")


def said(position: Position) -> set[str]:
    """Return the legal moves as people write them."""
    return {GAME.rules.said(position.state, move.code) for move in position.legal}


def test_perft() -> None:
    """The counts of pydraughts."""
    assert perft(GAME, 5) == [7, 49, 302, 1469, 7482]


@pytest.mark.compiled
@pytest.mark.io
@pytest.mark.timeout(300)
def test_perft_in_machine_code() -> None:
    """The same in machine code, and deeper."""
    assert compiled_perft(GAME, 7) == [7, 49, 302, 1469, 7482, 37986, 190146]


def test_perft_agrees_with_the_second_implementation() -> None:
    """The naive rules count the same."""
    assert [naive.perft(naive_flying.RUSSIAN.start(), plies) for plies in range(1, 5)] == [7, 49, 302, 1469]


def test_start() -> None:
    """White has the rows 1 to 3, moves first and upwards; a1 is dark, at the bottom left."""
    position = GAME.start()
    assert position.game.declaration.seats[position.to_move or 0] == "White"
    assert texts(position) == {"a3-b4", "c3-b4", "c3-d4", "e3-d4", "e3-f4", "g3-f4", "g3-h4"}
    assert position.picture.rows[0] == " b b b b"
    assert position.picture.rows[7] == "w w w w "
    assert position.find("c3-d4").path == (42, 35)
    assert position.text == "W:Wa1,c1,e1,g1,b2,d2,f2,h2,a3,c3,e3,g3:Bb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8"


def test_men_capture_forwards_and_backwards() -> None:
    """A man moves forwards only, but jumps in all directions."""
    assert texts(GAME.start("W:Wc5:Bb4")) == {"c5:a3"}
    assert texts(GAME.start("W:Wc5:Bd6")) == {"c5:e7"}
    assert texts(GAME.start("W:Wc5:Bh8")) == {"c5-b6", "c5-d6"}


def test_any_capture_may_be_chosen() -> None:
    """A shorter capture is as legal as a longer one, but each must be carried to its end."""
    position = GAME.start("W:Wc3:Bd4,f6,b4")
    assert texts(position) == {"c3:a5", "c3:e5:g7"}
    with pytest.raises(IllegalMove, match="the capture must be carried to its end: c3:e5:g7"):
        position.find("c3:e5")
    with pytest.raises(IllegalMove, match="a capture is compulsory: c3:a5, c3:e5:g7"):
        position.find("c3-d2")


def test_kings_fly() -> None:
    """A king takes from a distance, and lands on any square behind from which it can go on, if there is one."""
    assert texts(GAME.start("W:WKa1:Bd4")) == {"a1:e5", "a1:f6", "a1:g7", "a1:h8"}
    assert texts(GAME.start("W:WKa1:Bd4,e7")) == {"a1:f6:d8"}
    assert texts(GAME.start("W:WKd4:Bf2,Kg1")) == {f"d4-{to}" for to in "a1 b2 c3 e3 c5 b6 a7 e5 f6 g7 h8".split()}


def test_a_man_on_the_last_row_goes_on_as_a_king() -> None:
    """A man that reaches the last row in a capture is a king at once, and stays one."""
    crowned = GAME.start("W:Wf6:Be7,c7,b4,h2")
    assert texts(crowned) == {"f6:d8:a5:c3", "f6:d8:a5:d2", "f6:d8:a5:e1"}
    assert play(crowned, "f6:d8:a5:d2").text == "B:WKd2:Bh2"
    assert play(GAME.start("W:Wa7:Bh2"), "a7-b8").text == "B:WKb8:Bh2"


def test_what_is_taken_leaves_after_the_whole_capture() -> None:
    """A piece that was jumped stands in the way until the move is over, and is not jumped again."""
    assert texts(GAME.start("W:WKf4:Bg3,c7,g7")) == {"f4:b8", "f4:h2"}
    assert texts(GAME.start("W:WKd4:Bf2,f4,b6,c7")) == {"d4:a7", "d4:g1"}


def test_captures_of_the_same_pieces_with_the_same_ends_are_one() -> None:
    """A loop is one move. Its text names a way that may end there, even if another way would have to go on."""
    position = GAME.start("W:WKd6:BKa1,Kb2,f2,Ke3,Kc5,Ke5,f6,Kb8")
    assert {text for text in texts(position) if text.endswith(":d6")} == {"d6:a3:c1:f4:d6"}
    assert position.find("d6:a3:c1:f4:d6") in position.legal


@pytest.mark.parametrize("text", ["f6:d4:f2", "f6xd4xf2", "F6:F2", "f6 d4 f2", "f6d4f2", "f6-f2", "f6f2"])
def test_other_ways_to_write_a_capture(text: str) -> None:
    """Any separator or none, and origin and end alone when only one capture has them."""
    position = GAME.start("B:Wc1,e5,e3:Bf6")
    assert texts(position) == {"f6:d4:f2"}
    assert said(position) == {"f6:f2"}
    assert position.find(text).text == "f6:d4:f2"


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("b4-c5", "square b4 is empty"),
        ("b6-c5", "square b6 is the opponent's"),
        ("b2-c3", "square c3 is occupied"),
        ("c3-c4", "squares are a1 to h8, and only the dark ones are used"),
        ("c3-j4", "squares are a1 to h8"),
        ("c3-e5", "the piece on square c3 cannot move to square e5"),
        ("c3", "is not a move here"),
    ],
)
def test_refused_moves(move: str, reason: str) -> None:
    """The refusal says what is wrong with a move."""
    with pytest.raises(IllegalMove, match=reason):
        GAME.start().find(move)


def test_the_third_time_is_a_draw() -> None:
    """The third occurrence of a position with the same side to move is a draw; the start counts."""
    moves = "a5-b4 h2-g1 b4-a5 g1-h2"
    before = play(GAME.start("W:WKa5:BKh2"), f"{moves} {moves}".rsplit(" ", 1)[0])
    assert before.outcome is None
    third = play(before, "g1-h2")
    assert third.outcome is not None
    assert (third.outcome.winner, third.outcome.reason) == (None, "threefold repetition")


@pytest.mark.parametrize("text", ["W:WKa1,Kc1,Ke1:BKh6", "W:WKa1,a3:BKh6,h4"])
def test_15_moves_of_kings_alone_are_a_draw(text: str) -> None:
    """The game is drawn after 15 moves of each side without a capture or a man's move, also of three kings to one."""
    before = quiet_game(GAME.start(text), 29)
    assert before is not None
    assert before.outcome is None
    last = quiet_game(before, 1)
    assert last is not None
    assert last.outcome is not None
    assert (last.outcome.winner, last.outcome.reason) == (None, "15-move rule")


@pytest.mark.parametrize(
    ("text", "reason"), [("W:Wa1:Bb2,c3", "no moves"), ("W:W:Ba1", "no pieces left"), ("W:WKa1:Bb2,c3", "no moves")]
)
def test_a_side_without_a_move_has_lost(text: str, reason: str) -> None:
    """A side that is blocked or has no pieces has lost."""
    outcome = GAME.start(text.replace("Ba1", "BKa1")).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (1, reason)


def test_forgiving_position_texts() -> None:
    """Blanks, case, the order of squares and sides, and a full stop do not matter."""
    start = GAME.start().text
    for text in (start.lower(), f"{start}.", start.replace(",", ", ")):
        assert GAME.start(text).text == start
    assert GAME.start("B:BKh8,b6:WKd4,c3,a1").text == "B:Wa1,c3,Kd4:Bb6,Kh8"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("W:Wa2:Bb8", "there is no square a2; squares are a1 to h8"),
        ("W:W33:Bb8", "there is no square 33"),
        ("W:Wb8:Ba7", "a man of White on b8 would be a king"),
        ("W:Wa3:Ba1", "a man of Black on a1 would be a king"),
        ("W:Wa3:Ba3", "square a3 is named twice"),
        ("W:Wa3:B", "Black has no pieces and cannot have moved last"),
        ("W:Wx:Bb8", "'X' is not a square, such as d4 or Ke1"),
        ("W:Wa3", "it must be like W:Wa1,c3,Kd8:Bb6,h8"),
    ],
)
def test_refused_positions(text: str, reason: str) -> None:
    """An impossible position is refused with the reason."""
    with pytest.raises(BadPosition, match=reason):
        GAME.start(text)


def test_evaluation() -> None:
    """An extra piece is better, a king is better than a man, and a king on the longest diagonal holds out."""
    assert worth(GAME, "W:Wb2,f2:Bc7") > 50 > worth(GAME, "W:Wb2:Bc7") > -50 > worth(GAME, "W:Wb2:Bc7,f8")
    assert worth(GAME, "W:WKc3,a1:Bh8,f8") > worth(GAME, "W:Wc3,a1:Bh8,f8") + 100
    assert 0 < worth(GAME, "W:WKa3,Ka5,Ka7:BKh8") < worth(GAME, "W:WKa3,Ka5,Ka7:BKh2") // 3
    assert GAME.rules.unsettled(GAME.start("W:Wc5:Bd6").state) == 1


def test_squares_by_numbers() -> None:
    """Some programs number the squares from 1 at the top left, in moves and in positions."""
    found = GAME.start()
    for number, text in (("22-18", "c3-d4"), ("11-15", "f6-e5"), ("18x11", "d4:f6"), ("7:16", "e7:g5")):
        move = found.find(number)
        assert move.text == text
        found = found.after(move)
    assert GAME.start("W:W22,K29:B9-10").text == GAME.start("W:Wc3,Ka1:Bb6,d6").text
    with pytest.raises(IllegalMove, match="squares are a1 to h8"):
        GAME.start().find("33-28")
