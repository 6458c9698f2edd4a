"""Strength of chess by suites of positions with one best move, each searched with a number of nodes.

The suites are Win at Chess (Reinfeld, 1945) and that of Bratko and Kopec (1982), as programs commonly use them.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from bench.engine.figures import Figure
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import SearchResult, run
from kibitz_server.engine.limit import Limit
from kibitz_server.games.game import Position
from kibitz_server.games.registry import load

FOLDER = Path(__file__).parent / "suites"


class Suite(NamedTuple):
    """Suite of positions, the nodes for each, and the goal: solved positions, in percent."""

    title: str
    file: str
    nodes: int
    goal: float


SUITES = (
    Suite("Win at Chess", "win-at-chess.epd", 1_000_000, 95.0),
    Suite("Bratko-Kopec", "bratko-kopec.epd", 3_000_000, 100 * 22 / 24),
)
QUICK = 10
"""A quick run takes every tenth position."""


class Task(NamedTuple):
    """Position, with the moves that solve it and those that do not."""

    position: Position
    best: frozenset[str]
    bad: frozenset[str]


def tasks(lines: Sequence[str]) -> Iterator[Task]:
    """Yield the tasks of lines in Extended Position Description with `bm` or `am` (Edwards, 1994)."""
    for line in lines:
        *fields, rest = line.split(maxsplit=4)
        position = load("chess").start(" ".join((*fields, "0 1")))
        moves: dict[str, frozenset[str]] = {"bm": frozenset(), "am": frozenset()}
        for operation in rest.split(";"):
            code, _, words = operation.strip().partition(" ")
            if code in moves:
                moves[code] = frozenset(position.find(word).text for word in words.split())
        yield Task(position, moves["bm"], moves["am"])


def solved(task: Task, found: SearchResult) -> bool:
    """Return whether a search has found a move that solves a task."""
    return (not task.best or found.move in task.best) and found.move not in task.bad


def searched(task: Task, nodes: int) -> SearchResult:
    """Return the report of a search with this many nodes."""
    control = SearchControl()
    control.reset(nodes)
    return run(task.position, "alphabeta", Limit(nodes=nodes), control)


def figures(quick: bool) -> Iterator[Figure]:
    """Yield the share of solved positions of each suite, with the numbers of those that are missed."""
    for suite in SUITES:
        lines = (FOLDER / suite.file).read_text(encoding="utf-8").splitlines()
        found = {}
        for number, task in enumerate(tasks(lines), 1):
            if not quick or number % QUICK == 0:
                report = searched(task, suite.nodes)
                found[number] = solved(task, report)
        missed = " ".join(str(number) for number, right in found.items() if not right)
        yield Figure(
            f"chess: {suite.title} solved with {suite.nodes:,} nodes",
            100 * sum(found.values()) / len(found),
            "%",
            suite.goal,
            detail=f"{sum(found.values())} of {len(found)}; missed {missed or 'none'}",
        )
