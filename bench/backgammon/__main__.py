"""Command `python -m bench.backgammon`: how well the engine plays backgammon, against GNU Backgammon.

Each sequence of dice is played twice, with sides exchanged, in single games without a cube. The standard errors are
those of the means of such pairs. GNU Backgammon evaluates without the cube too. Its pruning networks are on, as its
settings are by default; they matter from 1-ply on.
"""

import argparse
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from bench.backgammon import match
from bench.backgammon.gnubg import GnuBackgammon, program
from bench.backgammon.players import engine_player, gnubg_player
from bench.engine import report
from bench.engine.figures import Figure, absent, cpu_seconds
from kibitz_server.engine.compiler.select import compile_searches
from kibitz_server.engine.compiler.specialise import specialise
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.score import INFINITE
from kibitz_server.games.backgammon.moves import PLAY
from kibitz_server.games.registry import load

SEQUENCES = 2000
SEED = 1_000_000


class Pairing(NamedTuple):
    """Depth of our search, plies and noise of GNU Backgammon, the goal in points a game, and a share of the games."""

    depth: int
    plies: int
    noise: float
    goal: float | None
    share: float

    @property
    def name(self) -> str:
        """Name of the row."""
        opponent = f"gnubg {self.plies}-ply" + (f" with noise {self.noise:g} (its beginner)" if self.noise else "")
        return f"backgammon: depth {self.depth} against {opponent}"


PAIRINGS = (Pairing(1, 0, 0.0, -0.15, 1), Pairing(1, 0, 0.06, 0.0, 0.25), Pairing(3, 1, 0.0, None, 0.25))


def figure(pairing: Pairing, sequences: int, processes: int) -> Figure:
    """Return the points a game of a match."""
    if program() is None:
        return absent(pairing.name, "skipped: gnubg is not installed", pairing.goal)
    count, began = max(2, round(sequences * pairing.share)), time.monotonic()
    with GnuBackgammon(processes) as gnubg:
        score = match.play(engine_player(pairing.depth), gnubg_player(gnubg, pairing.plies, pairing.noise), count, SEED)
    detail = f"{score.mean:+.3f} ± {score.error:.3f} (standard error), {2 * count} games with {count} sequences of dice"
    return Figure(
        pairing.name, score.mean, "points a game", pairing.goal, detail=f"{detail}, {time.monotonic() - began:.0f} s"
    )


def speed() -> Figure:
    """Return how many positions a search evaluates in a second of processor time."""
    search, control = specialise("expectiminimax", load("backgammon")), SearchControl()
    state: Any = load("backgammon").start().state.copy()
    state.high, state.low, state.stage = 6, 4, PLAY
    workspace, view = search.workspace(state), search.attach(control)

    def searches() -> None:
        for _ in range(20):
            search.run.search(workspace, view, 3, -INFINITE, INFINITE, 0, 0)

    def rate() -> float:
        control.reset(None)
        seconds = cpu_seconds(searches)
        return control.nodes / seconds

    nodes = max(rate() for _ in range(5))
    return Figure(
        "backgammon: nodes of a search", nodes, "/s", 100_000, detail="depth 3, most are evaluated by a network"
    )


def main() -> int:
    """Play the matches, print and store the figures. Return 1 if a goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.backgammon", description=__doc__)
    parser.add_argument("--sequences", type=int, default=SEQUENCES, help="of dice in the first match")
    parser.add_argument("--processes", type=int, default=10, help="of GNU Backgammon, each waits most of the time")
    parser.add_argument("--only", nargs="+", type=int, choices=range(len(PAIRINGS)), default=range(len(PAIRINGS)))
    parser.add_argument("--dry", action="store_true", help="store nothing")
    given = parser.parse_args()
    if not compile_searches():
        parser.error("the compiler for the engine is missing or switched off")
    matches = [partial(figure, PAIRINGS[i], given.sequences, given.processes) for i in given.only]
    measures: list[Callable[[], Figure]] = [speed, *matches]
    return report.record((measure() for measure in measures), report.BACKGAMMON, dry=given.dry)


if __name__ == "__main__":
    sys.exit(main())
