"""Tests of attempts at puzzles as clients keep them."""

from kibitz_client.match.puzzles import OpenPuzzle, heading, question, verdict
from kibitz_protocol.commands.puzzles import PuzzleJudged, PuzzleShown
from kibitz_server.handlers.puzzles.data import judged_data, puzzle_data
from kibitz_server.puzzles.judging import judge
from kibitz_server.store.archive.puzzles import Attempt, SolverStanding
from tests.server.puzzles.make import LONG, stored

PUZZLE = stored(**LONG)
SHOWN = PuzzleShown.model_validate(puzzle_data(PUZZLE, SolverStanding(), None, "2026-11-30"))


def judged(*moves: str, result: str | None = None) -> PuzzleJudged:
    """Return the answer of a server to these moves."""
    attempt = Attempt("ann", PUZZLE.id, PUZZLE.game, 0.0, result, 1500, 1600) if result else None
    return PuzzleJudged.model_validate(
        judged_data(PUZZLE, judge(PUZZLE, moves), SolverStanding(), attempt, attempt is not None)
    )


def test_what_a_puzzle_says_first() -> None:
    """The game, the rating, the day and the move that led there; the side that is to move."""
    assert heading(SHOWN) == ["Tic-tac-toe, puzzle p1 (rating 1500), puzzle of 2026-11-30", "the last move was c1"]
    assert question(OpenPuzzle(SHOWN)) == "X to move: find the only good move"


def test_right_moves_are_kept_and_wrong_ones_taken_back() -> None:
    """The position is that after the reply; a wrong move changes nothing but the verdict."""
    wrong = OpenPuzzle(SHOWN).after(judged("b2", result="failed"), "b2")
    assert (wrong.found, wrong.state, wrong.over) == ((), SHOWN.state, False)
    assert verdict(judged("b2", result="failed"))[0] == "b2 is not the move"
    right = wrong.after(judged("a1"), "a1")
    assert (right.found, right.over) == (("a1",), False)
    assert right.state != SHOWN.state
    over = right.after(judged("a1", "a3", result="solved"), "a3")
    assert over.over
    assert verdict(judged("a1", "a3", result="solved"))[:3] == ["solved", "a1 b2 a3", "from ann v level 3"]
