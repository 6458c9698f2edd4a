"""Measurements of the levels: `python -m training levels` makes docs/levels.md.

It measures what each level loses by move, what it scores against the level below, and against another player where
there is one: `--measure` names a part, `--only` the games, `--level` the levels. Each figure is written when it is
known, and a run with `--minutes` ends after that time; `--missing` then goes on where it ended. Every search has a seed
and a number of nodes, so figures are the same on every machine, but those of level 10 in a match.
"""

import argparse
import multiprocessing
import os
import time
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from multiprocessing.pool import Pool
from pathlib import Path
from typing import Any

from kibitz_server.engine.compiler import select
from kibitz_server.engine.limit import LEVELS
from training.levels import figures, page
from training.levels.figures import Tally
from training.levels.games import GAMES, Duel, play
from training.levels.losses import Judge, losses

FEWER = {"gomoku": 4, "go": 40, "hex": 4, "backgammon": 4}
"""How many times fewer nodes a judgement, and level 10, have where nodes take longer."""
MORE = {"tictactoe": 4, "nim": 10}
"""How many times as many games each pair plays where most games are drawn, or short and soon played."""
OUTSIDE = {
    "chess": {
        1: "greedy",
        2: "greedy",
        3: "greedy",
        4: "stockfish 1320",
        5: "stockfish 1350",
        6: "stockfish 1500",
        7: "stockfish 1700",
        8: "stockfish 1900",
        9: "stockfish 2100",
        10: "stockfish 2300",
    },
    "go": dict.fromkeys(LEVELS, "gnugo 1"),
}
"""A player from outside for each level, by the game."""
CACHE = Path(".local/levels")
PARTS = ("loss", "below", "outside")


def tasks(given: argparse.Namespace) -> Iterator[tuple[str, str, int]]:
    """Yield what is to be measured: a game, a part, and a level."""
    for name in given.only:
        for part in given.measure:
            yield from (
                (name, part, level) for level in given.level if part != "outside" or level in OUTSIDE.get(name, {})
            )


@dataclass(slots=True)
class Run:
    """A run of the command: what is asked for, the processes that play if there are any, and the time when it ends."""

    given: argparse.Namespace
    pool: Pool | None
    end: float
    judges: dict[str, Judge] = field(default_factory=dict)

    def measure(self, name: str, part: str, level: int) -> Iterator[list[Any]]:
        """Yield the figure of a part, from what is known of it and from what is measured now; none without time.

        That of a match comes again after each pair of games, so that nothing is lost when the run is stopped.
        """
        known = figures.read().get(name, {}).get(part, {}).get(str(level), []) if self.given.missing else []
        if part == "loss":
            yield known or self._lost(name, level)
            return
        other = OUTSIDE[name][level] if part == "outside" else None
        tally = Tally(*known[-3:])
        for pair in self._pairs(name, level, other, tally.games // 2):
            for scored in pair:
                tally = tally.plus(scored)
            yield [*([other] if other else []), *tally]

    def _lost(self, name: str, level: int) -> list[Any]:
        if name not in self.judges:
            nodes = self.given.nodes // FEWER.get(name, 1)
            self.judges[name] = Judge(self.given.cache, name, nodes, self.given.positions)
        found = losses(self.judges[name], self._top_nodes(name), level, self.is_over)
        return [round(number, 4) for number in found or ()]

    def _pairs(self, name: str, level: int, other: str | None, known: int) -> Iterator[list[float]]:
        """Yield the points of each pair of games that is not known, while there is time."""
        numbers = range(known, self.given.games * MORE.get(name, 1) // 2)
        duels = [Duel(name, level, number, self._top_nodes(name), other) for number in numbers]
        for pair in self.pool.imap(play, duels) if self.pool else map(play, duels):
            yield pair
            if self.is_over():
                return

    def _top_nodes(self, name: str) -> int:
        return int(self.given.top_nodes) // FEWER.get(name, 1)

    def is_over(self) -> bool:
        """Return whether the time is over."""
        return time.monotonic() > self.end


def main() -> None:
    """Measure, print each figure when it is known, and write it to the page."""
    parser = argparse.ArgumentParser(prog="python -m training levels", description=__doc__)
    parser.add_argument("--measure", nargs="*", default=PARTS, choices=PARTS)
    parser.add_argument("--only", nargs="*", default=list(GAMES), choices=list(GAMES))
    parser.add_argument("--level", type=int, nargs="*", default=list(LEVELS))
    parser.add_argument("--games", type=int, default=100, help="games a pair, an even number")
    parser.add_argument(
        "--positions", type=int, default=100, help="positions of each game in which losses are measured"
    )
    parser.add_argument("--nodes", type=int, default=200_000, help="nodes of a judgement")
    parser.add_argument("--top-nodes", type=int, default=1_000_000, help="nodes of level 10 for a move")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="end after this time")
    parser.add_argument("--missing", action="store_true", help="go on from what is known")
    parser.add_argument("--processes", type=int, default=min(2, os.cpu_count() or 1))
    parser.add_argument("--cache", type=Path, default=CACHE, help="folder of judgements that the next run begins with")
    given = parser.parse_args()
    select.compile_searches()
    end = time.monotonic() + 60 * given.minutes
    with multiprocessing.get_context("spawn").Pool(given.processes) if given.processes > 1 else nullcontext() as pool:
        run = Run(given, pool, end)
        for name, part, level in tasks(given):
            if run.is_over():
                break
            started = time.monotonic()
            figure: list[Any] = []
            for figure in run.measure(name, part, level):
                if figure:
                    figures.keep(name, part, level, figure)
            print(f"{name} {level} {part} {figure} {time.monotonic() - started:.0f} s", flush=True)
    page.DOC.write_text(page.document(figures.read()))


if __name__ == "__main__":
    main()
