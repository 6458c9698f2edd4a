"""Tests of the judgement of answers."""

import pytest

from kibitz_server.puzzles.judging import Misplaced, judge, next_move
from tests.server.puzzles.make import LONG, stored


def test_the_right_move_ends_a_short_puzzle() -> None:
    """The line is complete, and the game is over on the board."""
    found = judge(stored(), ["c3"])
    assert (found.right, found.over, found.line) == (True, True, ("c3",))
    assert found.position.outcome is not None


def test_a_wrong_move_has_its_answer() -> None:
    """The reply and what is left come from the check; a move without them is wrong all the same."""
    found = judge(stored(), ["a1"])
    assert (found.right, found.over, found.line, found.reply, found.win) == (False, False, ("a1",), "c3", 0.5)
    assert judge(stored(), ["b1"]).reply == ""


def test_the_server_plays_the_replies() -> None:
    """After the first right move the position is that after the reply; then the next one is asked for."""
    puzzle = stored(**LONG)
    first = judge(puzzle, ["a1"])
    assert (first.right, first.over, first.line) == (True, False, ("a1", "b2"))
    assert next_move(puzzle, ["a1"]) == "a3"


@pytest.mark.parametrize("moves", [["c3", "c2"], ["a1", "c3"], ["a3"], ["z9"]])
def test_moves_that_answer_nothing_are_refused(moves: list[str]) -> None:
    """More moves than the puzzle has, moves after a wrong one, illegal moves and no moves at all."""
    with pytest.raises(Misplaced):
        judge(stored(), moves)


def test_no_hint_after_the_end_or_a_wrong_move() -> None:
    """There is no next move then."""
    for moves in (["c3"], ["a1"]):
        with pytest.raises(Misplaced):
            next_move(stored(), moves)
