"""Plain Python compared with backends that stand for machine code: one that agrees, and others that do not."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from kibitz_server.engine.compiler.backend import Backend, Plain
from kibitz_server.game_check.check import check
from tests.server.engine import bluff, dash, race
from tests.server.game_check.test_draws import written


@dataclass(frozen=True)
class Wrong(Plain):
    """Backend whose searches do something else with their result."""

    change: Callable[[Any], Any]

    def entry(self, function: Any, hints: Any, memory: Any, label: str) -> Callable[..., Any]:
        """Return a function whose result is changed."""
        run = super().entry(function, hints, memory, label)
        return lambda *arguments: self.change(run(*arguments))


@pytest.mark.parametrize("module", [bluff, dash, race], ids=["bluff", "dash", "race"])
def test_equal_results_are_no_finding(tmp_path: Path, module: object) -> None:
    """The counts, random games and searches of a backend that agrees are compared without a finding."""
    assert list(check(written(tmp_path, module), Plain())) == []


@pytest.mark.parametrize(
    ("machine", "problem", "hint"),
    [
        (Wrong(lambda result: result + 1), "differs: [2, 4, 8, 16, 28] in plain Python, [3, 5, 9, 17, 29]", "64 bits"),
        (Wrong(lambda result: [result][1]), "perft in machine code left an array", "raise MAX_MOVES"),
        (Wrong(lambda result: result / 0), "ZeroDivisionError", "correct the line"),
    ],
    ids=["another number", "an index too large", "another error"],
)
def test_a_difference_is_found(tmp_path: Path, machine: Backend, problem: str, hint: str) -> None:
    """The finding names what differs, with a way out."""
    (found,) = check(written(tmp_path, dash), machine)
    assert problem in found.problem
    assert hint in found.hint
