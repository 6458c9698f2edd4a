"""Plain Python compared with backends that stand for machine code: one that agrees, and others that do not."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from numba.core.errors import UnsupportedError

from kibitz_server.engine.compiler.backend import Backend, PlainBackend, UnfitForMachine
from kibitz_server.game_check.check import check
from tests.server.engine import bluff, dash, race
from tests.server.game_check.test_chance import written


@dataclass(frozen=True)
class Wrong(PlainBackend):
    """Backend whose searches do something else with their result."""

    change: Callable[[Any], Any]

    def entry(self, function: Any, hints: Any, memory: Any, label: str) -> Callable[..., Any]:
        """Return a function whose result is changed."""
        run = super().entry(function, hints, memory, label)
        return lambda *arguments: self.change(run(*arguments))


@pytest.mark.parametrize("module", [bluff, dash, race], ids=["bluff", "dash", "race"])
def test_equal_results_are_no_finding(tmp_path: Path, module: object) -> None:
    """The counts, random games and searches of a backend that agrees are compared without a finding."""
    assert list(check(written(tmp_path, module), PlainBackend())) == []


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


def refusing(error: Exception) -> Backend:
    """Return a backend that fails as numba does when it cannot compile a function."""

    def refuse(_result: object) -> object:
        raise error

    return Wrong(refuse)


SAID = "Failed in nopython mode pipeline (step: nopython frontend)\n"


@pytest.mark.parametrize("kind", [UnfitForMachine, UnsupportedError])
@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("No implementation of function iand found for signature:\n \n >>> iand(float64, uint64)\n", "write u64"),
        ("Untyped global name 'step': Cannot determine Numba type of <class 'function'>\n", "in COMPANIONS"),
        ("Use of unsupported opcode", "use only integers"),
    ],
)
def test_a_way_out_of_what_cannot_be_compiled(tmp_path: Path, kind: type[Exception], text: str, hint: str) -> None:
    """The reason of the compiler is one sentence with a way out, and the line of the game's file that it names."""
    file = written(tmp_path, dash)
    (found,) = check(file, refusing(kind(f'{SAID}{text}\nFile "/numba/core.py", line 1\nFile "{file}", line 7:\n')))
    assert (found.file, found.line) == (str(file), 7)
    assert found.problem.startswith(f"it cannot be compiled: {text.splitlines()[0]}")
    assert hint in found.hint


def test_functions_that_call_each_other(tmp_path: Path) -> None:
    """The compiler takes such functions, and its code fails: the finding says which calls are possible."""
    error = RuntimeError("numba jitted function aborted due to unresolved symbol")
    (found,) = check(written(tmp_path, dash), refusing(error))
    assert found.problem == f"it cannot be compiled: {error}"
    assert found.hint == "let no two functions call each other; a function may call itself"
