"""Moves of files, and what comments say of them."""

import pytest

from kibitz_protocol.formats.comments import read_comment
from kibitz_protocol.formats.moves import LONGEST, MOST_MOVES, WrittenMove, add_move, comment_text
from kibitz_protocol.formats.text import BadGame
from tests.client.samples import move, report


def commented(text: str) -> WrittenMove:
    """Return a move with a comment."""
    move = WrittenMove(1, "D4")
    read_comment(move, text)
    return move


def test_comments_have_clocks_and_scores() -> None:
    """Other text around them is left out, and a command that is not a number."""
    text = "good [%eval -0.35,20] [%clk 1:02:03.5] [x] [%emt 0:01] [%clk late] [%eval x]"
    assert commented(text) == WrittenMove(1, "D4", clock_s=3723.5, elapsed_s=1.0, score=-35, depth=20)
    assert commented("[%eval #-3]") == WrittenMove(1, "D4", mate=-3)
    assert commented("[%eval #-3] [%eval 0.2]") == WrittenMove(1, "D4", score=20)


@pytest.mark.parametrize("piece", ["[%clk a ", "[%clk ", "[%clk\t\t", "[%clk a b"])
def test_a_hostile_comment_takes_no_longer_than_another(piece: str) -> None:
    """Text that begins commands without an end is read in one pass; in two, a million characters take hours."""
    assert commented(piece * (1_000_000 // len(piece)) + "[%emt 0:02]").elapsed_s == 2.0
    assert commented(piece + piece[-1] * 1_000_000).elapsed_s is None


def test_moves_are_bounded() -> None:
    """The sentence names the move."""
    moves: list[WrittenMove] = []
    for _ in range(MOST_MOVES):
        add_move(moves, "x" * LONGEST)
    assert (moves[0].number, moves[-1].number) == (1, MOST_MOVES)
    with pytest.raises(BadGame, match="a game has more than 5000 moves"):
        add_move(moves, "x")
    with pytest.raises(BadGame, match="move 1 has more than 200 characters"):
        add_move([], "x" * 201)


def test_comments_have_score_clock_and_time() -> None:
    """Scores are from the first side's view, and a proven win has the moves of the winner until then."""
    black = move(1, 0, report(score=35))
    assert comment_text(black, 298_100) == "{[%eval -0.35] [%clk 0:04:58.1] [%emt 0:00:01.5]}"
    assert comment_text(move(0, 4, report(wins_in=5)), None) == "{[%eval #3] [%emt 0:00:01.5]}"
    assert comment_text(move(0, 4, report(wins_in=-4)), None) == "{[%eval #-2] [%emt 0:00:01.5]}"
    assert comment_text(move(0, 4, report(source="random")), None) == "{[%emt 0:00:01.5]}"
