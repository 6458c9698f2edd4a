"""Tests of the judgement of answers."""

import pytest

from kibitz_server.puzzles.judging import Misplaced, judge, next_move, own_moves
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
    assert next_move(puzzle, first) == "a3"
    assert own_moves(puzzle) == ["a1", "a3"]


@pytest.mark.parametrize(("moves", "right"), [(["c3", "c2"], True), (["a1", "c3"], False), (["a1", "z9"], False)])
def test_what_follows_a_decision_changes_nothing(moves: list[str], right: bool) -> None:
    """A wrong move counts also before others, so that moves cannot be tried out by answers that are refused."""
    found = judge(stored(), moves)
    assert (found.right, found.over, found.line) == (right, right, (moves[0],))


@pytest.mark.parametrize("moves", [["a3"], ["z9"]])
def test_moves_that_answer_nothing_are_refused(moves: list[str]) -> None:
    """No such move is legal there."""
    with pytest.raises(Misplaced):
        judge(stored(), moves)


def test_no_hint_after_the_end_or_a_wrong_move() -> None:
    """There is no next move then."""
    for moves in (["c3"], ["a1"]):
        with pytest.raises(Misplaced):
            next_move(stored(), judge(stored(), moves))
