"""Suites of chess positions: how they are read, and what solves one."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from bench.strength.tactics import FOLDER, SUITES, Suite, solved, tasks

MATE = '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8+ Re1; id "mate";'
AVOID = '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - am Ra8; id "none";'


def found(move: str) -> Any:
    """Return a report with this move."""
    return cast(Any, SimpleNamespace(move=move))


def test_best_moves_solve_a_task() -> None:
    """Any of the best moves solves it, another does not."""
    (task,) = tasks([MATE])
    assert [solved(task, found(move)) for move in ("a1a8", "a1e1", "a1b1")] == [True, True, False]


def test_a_move_to_avoid_does_not_solve_a_task() -> None:
    """With `am`, every other move solves it."""
    (task,) = tasks([AVOID])
    assert [solved(task, found(move)) for move in ("a1a8", "a1e1")] == [False, True]


@pytest.mark.parametrize("suite", SUITES, ids=lambda suite: suite.file)
def test_the_suites_are_legal(suite: Suite) -> None:
    """Each position has a move that solves it."""
    lines = (FOLDER / suite.file).read_text(encoding="utf-8").splitlines()
    assert all(task.best or task.bad for task in tasks(lines[::10]))
