"""Late positions of Kalah: the exact margin at once.

`python -m bench.strength.kalah` makes the suite again, in a minute: positions from random games, with margins from the
solver without a limit.
"""

import argparse
import json
import random
import statistics
from collections.abc import Iterator
from pathlib import Path

from bench.engine.figures import Figure
from bench.strength.draughts import answer
from kibitz_server.engine.compiler.select import compile_searches
from kibitz_server.engine.limit import Limit
from kibitz_server.games.game import Game, Position
from kibitz_server.games.registry import load

SUITE = Path(__file__).parent / "suites" / "kalah.json"
COMMAND = "python -m bench.strength.kalah --seed 1"
KINDS: tuple[tuple[dict[str, object], int, int], ...] = (
    ({}, 14, 80),
    ({"empty_capture": True}, 14, 40),
    ({"houses": 8, "seeds": 3}, 14, 40),
    ({}, 24, 40),
)
"""Options, most seeds in the houses, and number of positions."""
FEW = 14


def seeds_left(position: Position) -> int:
    """Return the seeds in the houses."""
    rules = position.game.rules
    return int(rules.TOTAL - sum(rules.points(position.state)))


def late(game: Game, most: int, dice: random.Random) -> Position:
    """Return a position of a random game with at most this many seeds in the houses, and hardly fewer."""
    while True:
        position = game.start()
        while position.outcome is None and seeds_left(position) > most:
            position = position.after(dice.choice(position.legal))
        if position.outcome is None and seeds_left(position) > most - 4:
            return position


def make(seed: int) -> None:
    """Write the suite."""
    compile_searches()
    dice, rows = random.Random(seed), []
    for options, most, count in KINDS:
        game = load("kalah", options)
        for _ in range(count):
            position = late(game, most, dice)
            report, _ = answer(position, "solve", Limit())
            rows.append(
                {"options": options, "position": position.text, "seeds": seeds_left(position), "margin": report.score}
            )
    lines = ",\n".join(json.dumps(row) for row in rows)
    SUITE.write_text(f'{{"made": "{COMMAND}", "positions": [\n{lines}\n]}}\n')


def figures(quick: bool) -> Iterator[Figure]:
    """Yield the share of exact margins by each engine, and the time of the solver."""
    rows = json.loads(SUITE.read_text())["positions"][:: 10 if quick else 1]
    positions = [(load("kalah", row["options"]).start(row["position"]), row) for row in rows]
    for algorithm, limit in (
        ("solve", Limit(seconds=1)),
        ("alphabeta", Limit(seconds=1)),
        ("level", Limit(seconds=1, level=10, seed=1)),
    ):
        for position in {position.game: position for position, _ in positions}.values():
            answer(position, algorithm, limit)  # compile the search first
        for few in (True, False):
            chosen = [pair for pair in positions if (pair[1]["seeds"] <= FEW) == few]
            found = [(answer(position, algorithm, limit), row["margin"]) for position, row in chosen]
            right = sum(report.exact and report.score == margin for (report, _), margin in found)
            times = [1000 * seconds for (_, seconds), _ in found]
            kind = f"up to {FEW} seeds" if few else f"{FEW + 1} to 24 seeds"
            nodes = max(report.nodes for (report, _), _ in found)
            yield Figure(
                f"Kalah: exact margins by {algorithm}, {kind}",
                100 * right / len(found),
                "%",
                100 if few else None,
                detail=f"{len(found)} positions at 1 s; median {statistics.median(times):.1f} ms of processor time, "
                f"at most {max(times):.0f} ms and {nodes:,} nodes",
            )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bench.strength.kalah", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    make(parser.parse_args().seed)
