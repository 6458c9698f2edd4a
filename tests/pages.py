"""The pages for readers as tests see them: their texts, and the commands that they show."""

import re
import shlex
from collections.abc import Collection, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import typer
from typer.main import get_command

from bench.__main__ import BENCHMARKS
from kibitz_client.cli.main import app as client_app
from kibitz_server.__main__ import app as server_app
from tests.generated import GENERATED
from training.__main__ import SCRIPTS

ROOT = Path(__file__).parents[1]
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "training/README.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
PROGRAMS: dict[str, typer.Typer] = {"kibitz": client_app, "kibitz-server": server_app}
PYTHON_BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`((?:kibitz|kibitz-server|make|python) [^`]+)`")
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def name_of(page: Path) -> str:
    """Return the path of a page below the root."""
    return page.relative_to(ROOT).as_posix()


@cache
def text_of(page: Path) -> str:
    """Return the text of a page."""
    return page.read_text(encoding="utf-8")


def shell_lines(page: Path) -> Iterator[str]:
    """Yield the lines of the shell blocks of a page."""
    for block in BLOCK.findall(text_of(page)):
        yield from block.replace("\\\n", " ").splitlines()


def commands(page: Path) -> Iterator[list[str]]:
    """Yield the commands in the shell blocks of a page, each as its words."""
    for line in shell_lines(page):
        yield from words_of(line)


def mentioned(page: Path) -> Iterator[list[str]]:
    """Yield the commands in the sentences of a page, which may lack arguments."""
    for inline in INLINE.findall(FENCED.sub("", text_of(page))):
        yield from words_of(inline)


def words_of(line: str) -> Iterator[list[str]]:
    """Yield the commands of a line as their words: pipes are taken apart, and variables before a command left out."""
    words = shlex.shlex(line, posix=True, punctuation_chars="|;&<>")
    words.whitespace_split = True
    command: list[str] = []
    for word in [*words, ";"]:
        if set(word) <= set("|;&<>"):
            if command:
                yield command
            command = []
        elif command or not re.match(r"[A-Z_]+=|\$$", word):
            command.append(word)


def refusal(words: list[str]) -> str:
    """Return what a program says against its arguments, without running the command."""
    # Typer has a copy of click in some versions, so that no class of click says what a group or an error is.
    command: Any = get_command(PROGRAMS[words[0]])
    context, rest = None, words[1:]
    try:
        while True:
            context = command.make_context(words[0], list(rest), parent=context)
            rest = [*context._protected_args, *context.args]
            if not rest or not hasattr(command, "resolve_command"):
                return ""
            _, command, rest = command.resolve_command(context, rest)
    except typer.Exit:
        return ""
    except Exception as error:
        if not hasattr(error, "format_message"):
            raise
        return str(error.format_message())


def problem(words: list[str]) -> str:
    """Return what is wrong with a command, if it is one of ours."""
    if words[0] == "make":
        unknown = [target for target in words[1:] if target not in targets() and "=" not in target]
        return f"make: no target {unknown}" if unknown else problem_of_arguments(words)
    if words[:2] == ["python", "-m"]:
        return "" if is_module(words[2]) else f"python: no target {words[2]}"
    # This option does its work while the arguments are read.
    known = words[0] in PROGRAMS and "--install-completion" not in words
    return f"{shlex.join(words)}: {said}" if known and (said := refusal(words)) else ""


NAMED: dict[str, Collection[str]] = {"bench": BENCHMARKS, "train": SCRIPTS, "generated": GENERATED}
"""Targets whose first argument is a name, and all names."""


def problem_of_arguments(words: list[str]) -> str:
    """Return what is wrong with the names that `ARGS` gives a target: of the files to make, all words are names."""
    given = [name for word in words if word.startswith("ARGS=") for name in word.removeprefix("ARGS=").split()]
    names = given if words[1] == "generated" else given[:1]
    unknown = [name for name in names if words[1] in NAMED and name not in NAMED[words[1]]]
    return f"make {words[1]}: no target {unknown}" if unknown else ""


def is_module(name: str) -> bool:
    """Return whether a module exists, below the root or installed."""
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:
        return False


@cache
def targets() -> set[str]:
    """Return the targets of the Makefile."""
    return set(re.findall(r"^([a-z-]+):", text_of(ROOT / "Makefile"), re.MULTILINE))
