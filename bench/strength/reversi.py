"""Strength in Reversi: late positions with exact results, the depth from the start, and the gain by fitted weights.

`python -m training reversi-suite` makes the suite. Times are processor seconds.
"""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.engine.figures import Figure
from bench.engine.processor_timer import processor_seconds
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import SearchResult, run
from kibitz_server.engine.limit import Limit
from kibitz_server.engine.solve import Prover, prepare_to_solve
from kibitz_server.games.game import Position
from kibitz_server.games.registry import load

SUITE = Path(__file__).parent / "suites" / "reversi.json"
SECONDS = 1.0
EASY = 20
"""Empty squares of the positions that are to be solved outright."""


def figures(quick: bool) -> Iterator[Figure]:
    """Yield the figures of Reversi."""
    suite = json.loads(SUITE.read_text(encoding="utf-8"))[:: 8 if quick else 1]
    yield from _moves(suite)
    yield _solved([each for each in suite if _empties(each) == EASY])
    yield _depth()


def _moves(suite: list[dict[str, Any]]) -> Iterator[Figure]:
    game, best, lost, exact = load("reversi"), 0, 0, 0
    for each in suite:
        report = _searched(game.start(each["position"]))
        loss = max(each["moves"].values()) - each["moves"][report.move]
        best += loss == 0
        lost += loss
        exact += report.exact
    detail = f"{len(suite)} positions with 20 or 21 empty squares, {SECONDS} s each; {exact} proven"
    yield Figure("reversi: best move", 100 * best / len(suite), "%", goal=80, detail=detail)
    yield Figure("reversi: discs lost a move", lost / len(suite), "discs", goal=0.6, at_least=False, detail=detail)


def _solved(suite: list[dict[str, Any]]) -> Figure:
    """Return the processor time of the exact result with 20 empty squares."""
    game, nodes, longest, total = load("reversi"), 0, 0.0, 0.0
    for each in suite:
        control = SearchControl()
        control.reset(None)
        prover, began = Prover(prepare_to_solve(game), control), time.process_time()
        value = prover.value_near(game.start(each["position"]), 0)
        taken = time.process_time() - began
        if value != max(each["moves"].values()):
            raise ValueError(f"{each['position']} has the value {value} here, and another one in the suite")
        nodes, longest, total = nodes + control.nodes, max(longest, taken), total + taken
    detail = f"{len(suite)} positions, longest {longest:.2f} s, {nodes / total / 1e6:.0f} M nodes/s"
    quantity = f"reversi: solved with {EASY} empty squares, mean"
    return Figure(quantity, total / len(suite), "s", goal=1.0, at_least=False, detail=detail)


def _depth() -> Figure:
    report = _searched(load("reversi").start())
    detail = f"from the start in {SECONDS} s, {report.nodes / 1e6:.1f} M nodes"
    return Figure("reversi: depth", report.depth, "plies", goal=18, detail=detail)


def _searched(position: Position) -> SearchResult:
    control = SearchControl()
    control.reset(None)
    with processor_seconds():
        return run(position, "alphabeta", Limit(seconds=SECONDS), control)


def _empties(each: dict[str, Any]) -> int:
    return str(each["position"]).count("-")
