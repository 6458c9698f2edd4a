"""Baselines in our own C, compiled if the machine has a compiler."""

import json
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import NamedTuple

SOURCES = Path(__file__).parent.parent / "c"
FLAGS = ("-O3", "-march=native", "-std=gnu11")
NO_COMPILER = "skipped: no C compiler (cc) here"


class Run(NamedTuple):
    """Result of one search of a baseline: processor seconds, nodes or leaves, and the value."""

    name: str
    seconds: float
    nodes: int
    value: int


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="kibitz-bench-")


@cache
def baseline(name: str) -> Path | None:
    """Return the compiled program, or None without a compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    program = Path(_folder().name, name)
    subprocess.run([compiler, *FLAGS, "-o", program, SOURCES / f"{name}.c"], check=True)
    return program


def run(program: Path, *arguments: object, given: str = "") -> list[Run]:
    """Run a baseline, which measures its own times. Return its results."""
    command = [str(program), *map(str, arguments)]
    printed = subprocess.run(command, input=given, capture_output=True, text=True, check=True).stdout
    return [Run(**json.loads(line)) for line in printed.splitlines()]


def compiler_version() -> str:
    """Return the first line of the compiler's version output."""
    compiler = shutil.which("cc")
    if compiler is None:
        return "none"
    return subprocess.run([compiler, "--version"], capture_output=True, text=True, check=True).stdout.split("\n")[0]
