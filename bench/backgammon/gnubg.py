"""GNU Backgammon as processes of their own, which choose plays and evaluate positions."""

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

SCRIPT = Path(__file__).with_name("gnubg_side.py")
Board = tuple[Sequence[int], Sequence[int]]
"""Checkers of the side that is not on roll and of the side on roll: 25 numbers each, as each counts points; the last
is the bar."""


def program() -> str | None:
    """Return the path of the program, or None if it is not installed."""
    return shutil.which("gnubg") or shutil.which("/usr/games/gnubg")


class GnuBackgammon:
    """Several processes of GNU Backgammon that share the questions. A process mostly waits for its own threads."""

    def __init__(self, processes: int = 8) -> None:
        path = program()
        if path is None:
            raise FileNotFoundError("gnubg is not installed; try: apt-get install gnubg")
        self._processes = [_Process(path) for _ in range(processes)]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _at: TracebackType | None
    ) -> None:
        for process in self._processes:
            process.close()

    def plays(self, asked: Sequence[tuple[Board, tuple[int, int]]], plies: int, noise: float = 0.0) -> list[list[int]]:
        """Return the best play of each board and dice: pairs of points from 25, the bar, to 0, off the board."""
        return self._ask("plays", asked, {"plies": plies, "noise": noise})

    def values(self, boards: Sequence[Board], plies: int) -> list[list[float]]:
        """Return for each board the chances of a win, a gammon, ... and the equity, for the side on roll."""
        return self._ask("values", boards, {"plies": plies, "noise": 0.0})

    def _ask(self, kind: str, asked: Sequence[Any], options: dict[str, Any]) -> list[Any]:
        count = len(self._processes)
        used = [process for i, process in enumerate(self._processes) if asked[i::count]]
        for i, process in enumerate(used):
            process.send(options | {kind: asked[i::count]})
        answers: list[Any] = [None] * len(asked)
        for i, process in enumerate(used):
            answers[i::count] = process.receive()
        return answers


class _Process:
    def __init__(self, path: str) -> None:
        their_questions, questions = os.pipe()
        answers, their_answers = os.pipe()
        environment = os.environ | {"QUESTIONS": str(their_questions), "ANSWERS": str(their_answers)}
        self._process = subprocess.Popen(
            [path, "-t", "-q", "-p", str(SCRIPT)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(their_questions, their_answers),
            env=environment,
        )
        os.close(their_questions)
        os.close(their_answers)
        self._questions = os.fdopen(questions, "w")
        self._answers = os.fdopen(answers)

    def send(self, question: dict[str, Any]) -> None:
        self._questions.write(json.dumps(question) + "\n")
        self._questions.flush()

    def receive(self) -> Any:
        return json.loads(self._answers.readline())

    def close(self) -> None:
        self._questions.close()
        self._process.wait(10)
        self._answers.close()
