from typing import Any

import pytest

from kibitz_server.games.game import BadPosition, IllegalMove, Position
from tests.server.engine.helpers import compiled_perft
from tests.server.games import naive, naive_flying
from tests.server.games.helpers import field, game_of, perft, play, quiet_game, texts, worth

GAME = game_of("international")


def said(position: Position) -> set[str]:
    """Return the legal moves as people write them."""
    return {GAME.rules.said(position.state, move.code) for move in position.legal}


def test_perft() -> None:
    """The counts of pydraughts."""
    assert perft(GAME, 5) == [9, 81, 658, 4265, 27117]


@pytest.mark.compiled
@pytest.mark.io
@pytest.mark.timeout(300)
def test_perft_in_machine_code() -> None:
    """The counts that draughts programs publish."""
    assert compiled_perft(GAME, 8) == [9, 81, 658, 4265, 27117, 167140, 1049442, 6483961]


def test_perft_agrees_with_the_second_implementation() -> None:
    """The naive rules count the same."""
    assert [naive.perft(naive_flying.INTERNATIONAL.start(), plies) for plies in range(1, 4)] == [9, 81, 658]


def test_start() -> None:
    """White has 31 to 50, moves first and upwards; squares 1 and 50 are in the top and bottom rows."""
    position = GAME.start()
    assert position.game.declaration.seats[position.to_move or 0] == "White"
    assert texts(position) == {"31-26", "31-27", "32-27", "32-28", "33-28", "33-29", "34-29", "34-30", "35-30"}
    assert position.picture.rows[0] == " b b b b b"
    assert position.picture.rows[9] == "w w w w w "
    assert position.find("32-28").path == (63, 54)
    assert position.picture.counters == (("White", 20), ("Black", 20))


def test_men_capture_forwards_and_backwards() -> None:
    """A man moves forwards only, but jumps in all directions."""
    assert texts(GAME.start("W:W18:B23")) == {"18x29"}
    assert texts(GAME.start("W:W18:B4")) == {"18-12", "18-13"}
    assert texts(GAME.start("B:W18:B13")) == {"13x22"}


def test_kings_fly() -> None:
    """A king moves over any number of empty squares, takes from a distance and lands on any empty square behind."""
    assert texts(GAME.start("W:WK46:B5")) == {f"46-{to}" for to in (41, 37, 32, 28, 23, 19, 14, 10)}
    assert texts(GAME.start("W:WK46:B28")) == {f"46x{to}" for to in (23, 19, 14, 10, 5)}
    assert texts(GAME.start("W:WK46:B28,23,1")) == {"46-41", "46-37", "46-32"}, "two pieces in a row stop a king"


def test_the_longest_capture_is_compulsory() -> None:
    """Only captures of the most pieces are legal, and the refusal says so. Kings count as much as men."""
    position = GAME.start("W:W32,49:B28,19,27,44")
    assert texts(position) == {"32x23x14"}
    for shorter in ("32x21", "49x40", "32-26"):
        with pytest.raises(IllegalMove, match="the longest capture is compulsory: 32x23x14"):
            position.find(shorter)
    with pytest.raises(IllegalMove, match="the capture must be carried to its end: 32x23x14"):
        position.find("32x23")
    assert texts(GAME.start("W:W28:BK22,11,K23,32,41")) == {"28x37x46", "28x17x6"}


def test_equal_captures_may_be_chosen() -> None:
    """Of captures with equally many pieces any may be chosen."""
    assert texts(GAME.start("W:W32:B27,28")) == {"32x21", "32x23"}


def test_what_is_taken_leaves_after_the_whole_capture() -> None:
    """A piece that was jumped stands in the way until the move is over, and is not jumped again."""
    blocked = GAME.start("W:WK27:B18,20,31,45")
    assert texts(blocked) == {"27x9x25"}, "if 31 were taken first and left at once, three pieces could be taken"
    assert play(blocked, "27x9x25").text == "B:WK25:B31,45"
    assert texts(GAME.start("W:WK23:B14,31,32")) == {"23x37x26"}


def test_a_man_that_passes_the_last_row_stays_a_man() -> None:
    """Only a man that ends its move on the last row becomes a king."""
    passed = play(GAME.start("W:W15:B10,9,K50"), "15x4x13")
    assert passed.text == "B:W13:BK50"
    assert play(GAME.start("W:W15:B10,K50"), "15x4").text == "B:WK4:BK50"
    assert play(GAME.start("W:W8:B26"), "8-3").text == "B:WK3:B26"
    assert play(GAME.start("B:W26:B43"), "43-48").text == "W:W26:BK48"


def test_captures_of_the_same_pieces_with_the_same_ends_are_one() -> None:
    """A loop is one move, whichever way round; its text names the way with the lowest squares first."""
    loop = GAME.start("W:W28:B22,12,13,23,1")
    assert texts(loop) == {"28x17x8x19x28"}
    assert loop.find("28x19x8x17x28") == loop.legal[0]
    assert play(loop, "28x28").text == "B:W28:B1"


def test_a_capture_in_short() -> None:
    """Origin and end are enough where one capture has them: players write it that way, and so it is accepted."""
    position = GAME.start("W:W32,49:B28,19,27,44")
    assert said(position) == {"32x14"}
    for text in ("32x14", "32-14", "32:23:14", "32 X 23 X 14"):
        assert position.find(text).text == "32x23x14"
    assert said(GAME.start()) == texts(GAME.start())


def test_an_ambiguous_capture_in_short() -> None:
    """Where two captures have the same ends, each is written in full, and the refusal names both."""
    position = GAME.start("W:WK46:B17,27,31,41")
    assert texts(position) == {f"46x{way}x{end}" for way in ("37x26", "32x21") for end in (12, 8, 3)}
    assert said(position) == texts(position)
    with pytest.raises(IllegalMove, match="name every landing square: 46x32x21x8, 46x37x26x8"):
        position.find("46x8")
    assert position.find("46:32:21:8").text == "46x32x21x8"


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("22-17", "square 22 is empty"),
        ("16-21", "square 16 is the opponent's"),
        ("37-32", "square 32 is occupied"),
        ("32-51", "squares are numbered 1 to 50"),
        ("32-22", "the piece on square 32 cannot move to square 22"),
        ("32", "is not a move here"),
    ],
)
def test_refused_moves(move: str, reason: str) -> None:
    """The refusal says what is wrong with a move."""
    with pytest.raises(IllegalMove, match=reason):
        GAME.start().find(move)


@pytest.mark.parametrize(
    ("text", "reason"), [("W:W46:B41,37", "no moves"), ("W:W:B1", "no pieces left"), ("W:WK46:B41,37", "no moves")]
)
def test_a_side_without_a_move_has_lost(text: str, reason: str) -> None:
    """A side that is blocked or has no pieces has lost."""
    outcome = GAME.start(text).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (1, reason)


def test_the_third_time_is_a_draw() -> None:
    """The third occurrence of a position with the same side to move is a draw; the start counts."""
    start = GAME.start("W:WK46,K1,K2:BK15,K49,K50")
    moves = "46-41 15-20 41-46 20-15"
    before = play(start, f"{moves} {moves}".rsplit(" ", 1)[0])
    assert before.outcome is None
    assert GAME.rules.recurring(before.state) == 1
    third = play(before, "20-15")
    assert third.outcome is not None
    assert (third.outcome.winner, third.outcome.reason) == (None, "threefold repetition")


def test_25_moves_of_kings_alone_are_a_draw() -> None:
    """The game is drawn after 25 moves of each side without a capture or a man's move, not before."""
    position = quiet_game(GAME.start("W:W36,K46,K47:B15,K1,K2"), 49)
    assert position is not None
    assert position.outcome is None
    last = quiet_game(position, 1)
    assert last is not None
    assert last.outcome is not None
    assert (last.outcome.winner, last.outcome.reason) == (None, "25-move rule")
    assert field(play(position, "15-20"), "quiet") == 0


@pytest.mark.parametrize(
    ("text", "plies", "reason"),
    [
        ("W:WK46,K47,K48:BK1", 32, "16-move rule"),
        ("W:WK46,K47:BK1", 10, "5-move rule"),
        ("W:WK46,36:BK1", 10, "5-move rule"),
        ("W:WK46:BK2", 10, "5-move rule"),
        ("W:WK2:BK46,K47,15", 32, "16-move rule"),
    ],
)
def test_endings_with_one_king(text: str, plies: int, reason: str) -> None:
    """One king holds a draw for 16 moves against three pieces with a king, and for 5 against two or one."""
    before = quiet_game(GAME.start(text), plies - 1)
    assert before is not None
    last = quiet_game(before, 1)
    assert last is not None
    assert last.outcome is not None
    assert (last.outcome.winner, last.outcome.reason) == (None, reason)


@pytest.mark.parametrize("text", ["W:W36,37,38:BK1", "W:W36:BK1", "W:W36,K46:B10", "W:WK46,K47,K48,K49:BK1"])
def test_endings_without_such_a_count(text: str) -> None:
    """The count needs one king on one side, and a king and at most three pieces on the other."""
    assert GAME.rules.few_limit(GAME.start(text).state) == 0


def test_a_mans_move_does_not_begin_the_count_again() -> None:
    """The count of such an ending goes on after a man's move, and begins again when a piece is taken."""
    three = GAME.start("W:WK50,45,44:BK1")
    assert field(play(three, "44-40 1-6 40-35"), "few") == 3
    assert field(play(three, "44-40 1-6 40-35"), "quiet") == 0
    taken = play(GAME.start("W:WK50,K49,23:BK1"), "50-45 1x29")
    assert (taken.text, field(taken, "few")) == ("W:WK45,K49:BK29", 0)


def test_a_win_on_the_last_ply_of_a_count_wins() -> None:
    """Having no move is a loss even when the position would be drawn."""
    start = GAME.start("W:WK41,K48:BK46")
    state: Any = start.state
    state.few = 9
    last = play(start, "48-37").outcome
    assert last is not None
    assert (last.winner, last.reason) == (0, "no moves")
    drawn = play(start, "48-42").outcome
    assert drawn is not None
    assert (drawn.winner, drawn.reason) == (None, "5-move rule")


def test_forgiving_position_texts() -> None:
    """Ranges, blanks, case, the order of the sides and a full stop do not matter."""
    start = GAME.start().text
    for text in ("W:W31-50:B1-20", "w : b1-20 : w31-50.", start.lower()):
        assert GAME.start(text).text == start
    assert GAME.start("B:BK9,2,1:WK31,24,18").text == "B:W18,24,K31:B1,2,K9"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("W:W51:B1", "there is no square 51; squares are numbered 1 to 50"),
        ("W:W0:B1", "there is no square 0"),
        ("W:W5:B6", "a man of White on 5 would be a king"),
        ("W:W20:B46", "a man of Black on 46 would be a king"),
        ("W:W20:B20", "square 20 is named twice"),
        ("W:W13-33:B1", "White has more than 20 pieces"),
        ("W:W20:B", "Black has no pieces and cannot have moved last"),
        ("W:Wx:B1", "'X' is not a square"),
        ("W:Wa1-3:B1", "'A1-3' is not a square"),
        ("W:W20", "it must be like"),
        ("X:W20:B1", "it must be like"),
        ("W:W20:W1", "it must be like"),
    ],
)
def test_refused_positions(text: str, reason: str) -> None:
    """An impossible position is refused with the reason."""
    with pytest.raises(BadPosition, match=reason):
        GAME.start(text)


def test_evaluation() -> None:
    """An extra piece is better, a king is better than a man, and a possible capture makes a position unsettled."""
    rules = GAME.rules
    assert worth(GAME, "W:W40,41:B8") > 50 > worth(GAME, "W:W40:B8") > -50 > worth(GAME, "W:W40:B8,7")
    assert worth(GAME, "W:WK28,37:B8,14") > worth(GAME, "W:W28,37:B8,14") + 100
    assert worth(GAME, "W:W22,37:B5,15") > worth(GAME, "W:W22,37:B7,15"), "nothing stops the man on 22"
    assert rules.unsettled(GAME.start().state) == 0
    assert rules.unsettled(GAME.start("W:W28:B22").state) == 1


def test_a_king_holds_out() -> None:
    """Three pieces are hardly worth more than one king, which they cannot catch; four are."""
    rules = GAME.rules
    three, four = (GAME.start(f"W:WK46,K47,K48{more}:BK1").state for more in ("", ",K49"))
    assert 0 < rules.evaluate(three) < rules.evaluate(four) // 3


def test_ordering() -> None:
    """A man that becomes a king moves first, and one that offers itself last."""
    rules = GAME.rules
    moves, scores = [0] * rules.MAX_MOVES, [0] * rules.MAX_MOVES
    start = GAME.start("W:W6,37,50:B27").state
    end = rules.ordered(start, moves, scores, 0)
    by_text = {rules.move_text(start, moves[i]): scores[i] for i in range(end)}
    assert by_text["6-1"] > by_text["50-44"] > by_text["37-32"] == by_text["37-31"]
