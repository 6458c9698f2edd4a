"""Findings about a game's file, and the errors of an author's code as findings."""

import traceback
from dataclasses import dataclass
from types import FunctionType
from typing import Any

from kibitz_server.games.contract.parts import PARTS
from kibitz_server.games.registry import belongs
from kibitz_server.games.ruleset import COMPANIONS, REFEREE, RULES


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong with a file: what, where and a way out. Without a line, it is about the whole file."""

    file: str
    problem: str
    hint: str
    line: int | None = None

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place}: {self.problem}; {self.hint}"


class Broken(Exception):
    """Wrong result of a function of the game. The text is the problem; `function` is its name.

    The hint is by default what the function has to do.
    """

    def __init__(self, function: str, problem: str, hint: str | None = None) -> None:
        super().__init__(problem)
        self.function = function
        self.hint = hint or PARTS[function].hint


def raised(error: Exception, file: str, doing: str) -> Finding:
    """Return an exception of the author's code as a finding, at the last line of the file that it passed.

    Args:
        error: The exception.
        file: The file of the game.
        doing: What was being done, such as `play c2`.
    """
    if isinstance(error, SyntaxError):
        place = error.filename or file
        return Finding(place, f"it is not Python: {error.msg}", "correct the line", error.lineno)
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if belongs(frame.filename, file)]
    text = " ".join(str(error).split())[:200]
    what = f"{type(error).__name__}: {text}" if text else type(error).__name__
    place, line = (frames[-1].filename, frames[-1].lineno) if frames else (file, None)
    hint = "correct the line"
    if isinstance(error, ModuleNotFoundError) and error.name in (RULES, REFEREE, *COMPANIONS):
        hint = f"write from .{error.name} import ..."
    return Finding(place, f"{doing} raised {what}", hint, line)


def place_of(names: dict[str, Any], function: str, file: str) -> tuple[str, int | None]:
    """Return the file and the line at which a function of the game begins; no line for a function of another game."""
    found = names.get(function)
    if isinstance(found, FunctionType) and belongs(found.__code__.co_filename, file):
        return found.__code__.co_filename, found.__code__.co_firstlineno
    return file, None
