"""Tests of the choice and check of puzzles."""

from typing import NamedTuple

from kibitz_server.engine.analysis.puzzles import Puzzle, PuzzleCheck, candidates
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import run
from kibitz_server.games.registry import load


class Move(NamedTuple):
    """A judged move."""

    loss: float
    before: float = 0.5
    exempt: str | None = None


def checked(game: str, position: str, nodes: int = 3000) -> Puzzle | None:
    """Return the puzzle that a position is, if it is one."""
    check = PuzzleCheck(load(game).start(position), nodes)
    while (at := check.position) is not None:
        control = SearchControl()
        control.reset(check.limit.nodes)
        check.add(run(at, check.algorithm, check.limit, control))
    return check.result()


def test_positions_around_blunders_are_candidates() -> None:
    """The position before a blunder and the one after it, the largest loss first, but none near the start."""
    losses = [0.9, 0.0, 0.0, 0.0, 0.0, 0.3, 0.0, 0.0, 0.5, 0.0]
    assert candidates([Move(loss) for loss in losses]) == [8, 9, 5, 6]


def test_a_forced_move_is_no_candidate() -> None:
    """A position with one legal move asks nothing."""
    moves = [Move(0.0)] * 5 + [Move(0.3), Move(0.0, exempt="forced"), Move(0.0)]
    assert candidates(moves) == [5]


def test_the_only_win_is_a_puzzle() -> None:
    """X wins in one way; each other move has its answer and what it leaves."""
    puzzle = checked("tictactoe", "XX-/OO-/--- X")
    assert puzzle is not None
    assert (puzzle.line, puzzle.wins_in, puzzle.win) == (("c3",), 1, 1.0)
    assert puzzle.themes == ("win", "short")
    assert set(puzzle.refuted[0]) == {"c2", "a1", "b1", "c1"}
    assert puzzle.refuted[0]["a1"].win < 0.65


def test_two_good_moves_are_no_puzzle() -> None:
    """Where two moves win, none of them is the only good one."""
    assert checked("tictactoe", "XX-/XO-/-OO X") is None


def test_the_only_rescue_is_a_puzzle() -> None:
    """Every other move loses, so the puzzle saves the game."""
    puzzle = checked("tictactoe", "OXX/-O-/--- X")
    assert puzzle is not None
    assert (puzzle.line[0], puzzle.themes[0]) == ("c1", "save")


def test_games_with_chance_or_hidden_cards_have_no_puzzles() -> None:
    """A roll of dice follows each move, and a hand of cards is seen by one side alone."""
    for game in ("backgammon", "kuhn"):
        assert PuzzleCheck(load(game).start()).position is None
