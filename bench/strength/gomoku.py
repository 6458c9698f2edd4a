"""Strength of Gomoku and m,n,k: wins by continuous fours found in a second, depth, and the proof of a small board.

The suite is made by `python -m bench.strength.gomoku`, in less than a minute: positions of random games with urgent
moves in which the threat search finds a win of FEWEST_PLIES or more. `fours` checks each line without the code of the
engine.
"""

import json
import random
from collections.abc import Iterator
from pathlib import Path

from bench.engine.figures import Figure, cpu_seconds
from bench.strength.fours import is_win_by_fours
from bench.strength.matches import after
from kibitz_server.engine.compiler.select import compile_searches
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import SearchResult, run
from kibitz_server.engine.limit import Limit
from kibitz_server.engine.threats.root import prepare_threats, threat_line
from kibitz_server.games.game import Position
from kibitz_server.games.registry import load

SUITE = Path(__file__).parent / "suites" / "gomoku.json"
COUNT = 100
SEED = 20
URGENT = 20
"""Moves that the random games of the suite choose from, the most urgent ones."""
FEWEST_PLIES = 7
SECOND = 1_600_000
"""Nodes of alpha-beta that take about a second of processor time."""
OPENING = "h8 i9 g9 h7"
"""Position whose depth is measured, in both games."""


def figures(quick: bool) -> Iterator[Figure]:
    """Yield the figures."""
    positions = [load("gomoku").start(text) for text in json.loads(SUITE.read_text())]
    positions = positions[: 20 if quick else None]
    found = sum(report.wins_in is not None and report.wins_in > 0 for report in map(searched, positions))
    yield Figure(
        "Gomoku: wins by continuous fours found in 1 s",
        100 * found / len(positions),
        "%",
        98,
        detail=f"{len(positions)} positions, wins of {FEWEST_PLIES} plies or more",
    )
    for game, goal in ((load("gomoku"), 11), (load("mnk", {"columns": 15, "rows": 15, "connect": 5}), 10)):
        detail = f"{SECOND:,} nodes after {OPENING}"
        report = searched(after(game, OPENING.split()))
        yield Figure(f"{game.declaration.title} 15x15: depth in 1 s", report.depth, "plies", goal, detail=detail)
    small = load("mnk", {"columns": 5, "rows": 5, "connect": 4}).start()
    searched(small, "solve", 1)
    reports: list[SearchResult] = []
    seconds = cpu_seconds(lambda: reports.append(searched(small, "solve", None)))
    exact = reports[0].exact and reports[0].score == 0
    detail = f"{reports[0].nodes:,} nodes, {'a draw' if exact else 'not proven'}"
    yield Figure("m,n,k 5x5x4 solved from the start", seconds if exact else None, "s", 8, at_least=False, detail=detail)


def searched(position: Position, algorithm: str = "alphabeta", nodes: int | None = SECOND) -> SearchResult:
    """Return the report of a search with this many nodes."""
    control = SearchControl()
    control.reset(nodes)
    return run(position, algorithm, Limit(nodes=nodes), control)


def suite(count: int, seed: int) -> Iterator[Position]:
    """Yield positions with a long win by continuous fours, at most one of each random game."""
    game, dice = load("gomoku"), random.Random(seed)
    search = prepare_threats(game)[0]
    moves, scores = [0] * game.rules.MAX_MOVES, [0] * game.rules.MAX_MOVES
    while count:
        position = game.start()
        while position.outcome is None:
            end = game.rules.ordered(position.state, moves, scores, 0)
            urgent = sorted(range(end), key=lambda i: -scores[i])[:URGENT]
            code = moves[dice.choice(urgent)]
            position = position.after(next(move for move in position.legal if move.code == code))
            control = SearchControl()
            control.reset(None)
            if position.outcome or threat_line(search, position, control)[0] < FEWEST_PLIES:
                continue
            line = texts(position, threat_line(search, position, control)[1])
            if not is_win_by_fours(position, line):
                raise AssertionError(f"{position.text}: {' '.join(line)} does not win")
            count -= 1
            yield position
            break


def texts(position: Position, codes: list[int]) -> tuple[str, ...]:
    """Return moves as texts."""
    found = []
    for code in codes:
        move = next(move for move in position.legal if move.code == code)
        found.append(move.text)
        position = position.after(move)
    return tuple(found)


if __name__ == "__main__":
    compile_searches()
    SUITE.parent.mkdir(exist_ok=True)
    SUITE.write_text(json.dumps([position.text for position in suite(COUNT, SEED)], indent=0) + "\n")
