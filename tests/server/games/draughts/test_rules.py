import pytest

from kibitz_server.games.game import BadPosition, IllegalMove
from tests.server.games import naive
from tests.server.games.helpers import field, game_of, perft, play, quiet_game, texts, worth

GAME = game_of("draughts")


def test_perft() -> None:
    """The published counts (OEIS A133046, Schaeffer, Bik and others)."""
    assert perft(GAME, 6) == [7, 49, 302, 1469, 7361, 36768]


def test_perft_agrees_with_the_second_implementation() -> None:
    """The naive rules count the same."""
    assert [naive.perft(naive.draughts(), plies) for plies in range(1, 5)] == [7, 49, 302, 1469]


def test_start() -> None:
    """Black has 1 to 12, moves first and downwards; squares 1 and 32 are in the top and bottom rows."""
    position = GAME.start()
    assert texts(position) == {"9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"}
    assert position.picture.rows[0] == " b b b b"
    assert position.picture.rows[7] == "w w w w "
    assert position.find("11-15").path == (21, 28)
    assert position.picture.counters == (("Black", 12), ("White", 12))
    assert texts(play(position, "11-15")) == {"21-17", "22-17", "22-18", "23-18", "23-19", "24-19", "24-20"}


def test_captures_are_compulsory() -> None:
    """With a capture on the board no other move is legal, and the refusal names the capture."""
    position = play(GAME.start(), "11-15 22-18")
    assert texts(position) == {"15x22"}
    with pytest.raises(IllegalMove, match="a capture is compulsory: 15x22"):
        position.find("12-16")


def test_any_capture_may_be_chosen() -> None:
    """A shorter capture is as legal as a longer one."""
    assert texts(GAME.start("B:W14,15,23:B9,11")) == {"9x18x27", "11x18x27"}
    assert texts(GAME.start("B:W14,16,23:B9,11")) == {"9x18x27", "11x20"}


def test_a_jump_must_be_carried_to_its_end() -> None:
    """A capture that stops early is refused, with the whole move named."""
    position = GAME.start("B:W14,23:B9,1")
    assert texts(position) == {"9x18x27"}
    with pytest.raises(IllegalMove, match="the jump must be carried to its end: 9x18x27"):
        position.find("9x18")
    after = play(position, "9x18x27")
    assert after.text == "W:W:B1,27"
    assert after.last == (17, 35, 53) or len(after.last) == 3


def test_the_king_row_ends_a_capture() -> None:
    """A man that is crowned by a jump does not jump on, though a king could."""
    crowned = play(GAME.start("B:W26,27:B22"), "22x31")
    assert crowned.text == "W:W27:BK31"
    assert texts(GAME.start("B:W26,27:BK22")) == {"22x31x24"}


def test_men_are_crowned_and_kings_move_both_ways() -> None:
    """A man on the last row becomes a king, which moves one square in all four directions."""
    crowned = play(GAME.start("B:W5:B27"), "27-32")
    assert crowned.text == "W:W5:BK32"
    assert texts(GAME.start("B:W32:BK14")) == {"14-9", "14-10", "14-17", "14-18"}
    assert texts(GAME.start("B:W32:B14")) == {"14-17", "14-18"}
    assert texts(GAME.start("W:W14:B1")) == {"14-9", "14-10"}
    assert texts(GAME.start("B:W22:BK1")) == {"1-5", "1-6"}, "kings do not fly"


def test_different_landing_squares_are_different_moves() -> None:
    """A king that can go round a ring both ways has two moves, also when both end where they began."""
    ring = GAME.start("B:W6,7,14,15:BK2")
    assert texts(ring) == {"2x9x18x11x2", "2x11x18x9x2"}
    assert play(ring, "2x9x18x11x2").text == play(ring, "2x11x18x9x2").text == "W:W:BK2"


def test_a_piece_is_jumped_once() -> None:
    """A king may not go back over a piece it has taken in the same move."""
    assert texts(GAME.start("B:W14:BK9")) == {"9x18"}


def test_men_capture_forwards_only() -> None:
    """A man does not jump backwards."""
    assert texts(GAME.start("B:W14:B18")) == {"18-22", "18-23"}
    assert texts(GAME.start("B:W14:BK18")) == {"18x9"}


@pytest.mark.parametrize("text", ["9x18x27", "9-18-27", "9X18X27", "9:18:27", "9 x 18 x 27", "9x27", "9-27", "09x27"])
def test_other_ways_to_write_a_capture(text: str) -> None:
    """Any separator, and origin and end alone when only one capture has them."""
    assert GAME.start("B:W14,23:B9,1").find(text).text == "9x18x27"


def test_an_ambiguous_short_capture() -> None:
    """When two captures have the same ends, the refusal names both."""
    position = GAME.start("B:W6,7,14,15,22,23:BK2")
    with pytest.raises(IllegalMove, match="name every landing square: 2x9x18x25, 2x11x18x25"):
        position.find("2x25")
    assert position.find("2-11-18-25").text == "2x11x18x25"


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("13-17", "square 13 is empty"),
        ("22-18", "square 22 is the opponent's"),
        ("5-9", "square 9 is occupied"),
        ("11-33", "squares are numbered 1 to 32"),
        ("11-18", "the piece on square 11 cannot move to square 18"),
        ("11", "is not a move here"),
    ],
)
def test_refused_moves(move: str, reason: str) -> None:
    """The refusal says what is wrong with a move."""
    with pytest.raises(IllegalMove, match=reason):
        GAME.start().find(move)


@pytest.mark.parametrize(
    ("text", "reason"), [("W:W5:B1", "no moves"), ("W:W:B1", "no pieces left"), ("W:WK5:B1,9,K14", "no moves")]
)
def test_a_side_without_a_move_has_lost(text: str, reason: str) -> None:
    """A side that is blocked or has no pieces has lost."""
    outcome = GAME.start(text).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (0, reason)


ROUND = "1-6 32-27 6-1 27-32"


def test_the_third_time_is_a_draw() -> None:
    """The third occurrence of a position with the same side to move is a draw; the start counts."""
    twice = play(GAME.start("B:WK32:BK1"), ROUND)
    assert twice.outcome is None
    before = play(twice, ROUND.rsplit(" ", 1)[0])
    assert before.outcome is None
    third = play(before, "27-32")
    assert third.outcome is not None
    assert (third.outcome.winner, third.outcome.reason) == (None, "threefold repetition")


def test_a_position_with_the_other_side_to_move_is_another() -> None:
    """The same pieces with the other side to move do not count, nor do positions before a man's move."""
    lost_tempo = play(GAME.start("B:WK32:BK1"), "1-6 32-27 6-9 27-32 9-5 32-27 5-1 27-32")
    assert field(lost_tempo, "repeats") == 1
    start = GAME.start("B:WK32:B12,K1")
    assert play(play(start, ROUND), f"12-16 32-27 1-6 27-32 6-1 32-27 16-19 27-32 {ROUND}").outcome is None


def test_forty_quiet_moves_are_a_draw() -> None:
    """The game is drawn after 40 moves of each side without a capture or a man's move, not before."""
    position = quiet_game(GAME.start("B:W21,K32:B12,K1"), 79)
    assert position is not None
    assert position.outcome is None
    assert field(position, "quiet") == 79
    assert field(play(position, "21-17"), "quiet") == 0
    last = quiet_game(position, 1)
    assert last is not None
    assert last.outcome is not None
    assert (last.outcome.winner, last.outcome.reason) == (None, "40-move rule")


def test_a_move_that_blocks_wins_at_the_last_quiet_ply() -> None:
    """Having no move is a loss even when the position would be drawn."""
    start = GAME.start("B:W5:B1,K10")
    setattr(start.state, "quiet", 79)  # noqa: B010 - the class is made at run time
    last = play(start, "10-14")
    assert field(last, "quiet") == 80
    assert last.outcome is not None
    assert (last.outcome.winner, last.outcome.reason) == (0, "no moves")


def test_forgiving_position_texts() -> None:
    """Ranges, blanks, case, the order of the sides and a full stop do not matter."""
    start = GAME.start().text
    for text in ("B:W21-32:B1-12", "b : b1-12 : w21-32.", start.lower()):
        assert GAME.start(text).text == start
    assert GAME.start("W:BK9,2,1:WK31,24,18").text == "W:W18,24,K31:B1,2,K9"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("B:W33:B1", "there is no square 33; squares are 1 to 32"),
        ("B:W0:B1", "there is no square 0"),
        ("B:W1:B5", "a man of White on 1 would be a king"),
        ("B:W20:B29", "a man of Black on 29 would be a king"),
        ("B:W20:B20", "square 20 is named twice"),
        ("B:W13-25:B1", "White has more than 12 pieces"),
        ("B:W:B1", "White has no pieces and cannot have moved last"),
        ("B:Wx:B1", "'X' is not a square"),
        ("B:W20", "it must be like"),
        ("X:W20:B1", "it must be like"),
        ("B:W20:W1", "it must be like"),
    ],
)
def test_refused_positions(text: str, reason: str) -> None:
    """An impossible position is refused with the reason."""
    with pytest.raises(BadPosition, match=reason):
        GAME.start(text)


def test_evaluation() -> None:
    """An extra piece is better, a king is better than a man, and a possible capture makes a position unsettled."""
    rules = GAME.rules
    assert worth(GAME, "B:W30:B1,2") > 50 > worth(GAME, "B:W30:B1") > -50 > worth(GAME, "B:W30,29:B1")
    assert worth(GAME, "B:W30:BK14") > worth(GAME, "B:W30:B14")
    assert rules.unsettled(GAME.start().state) == 0
    assert rules.unsettled(play(GAME.start(), "11-15 22-18").state) == 1
