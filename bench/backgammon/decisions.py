"""Command `make bench ARGS=backgammon-levels`: how many points each level of backgammon loses a move.

    python -m bench.backgammon.decisions                levels 1 to 9 and a random player, in about a minute
    python -m bench.backgammon.decisions --level 10     level 10, which has SECONDS for each decision
    python -m bench.backgammon.decisions --write        make the table of decisions again, in ten minutes

A decision is a position with dice from an ordinary game, in which a player has several plays. The table says what each
of these loses, in thousandths of a point (mp), against the best one by 2-ply of GNU Backgammon without a cube. Plays
that lose `OBVIOUS` or more by its 0-ply keep that value. Both sides of the games are played by our evaluation, with
errors of all sizes.
"""

import argparse
import json
import lzma
import math
import random
import statistics
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bench.backgammon.gnubg import Board, GnuBackgammon, program
from bench.engine import report
from bench.engine.figures import Figure
from kibitz_server.engine import levels
from kibitz_server.engine.compiler.select import compile_searches
from kibitz_server.engine.compiler.specialise import specialise
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import run
from kibitz_server.engine.limit import LEVELS, Limit
from kibitz_server.engine.score import INFINITE
from kibitz_server.games.backgammon.moves import OVER
from kibitz_server.games.game import LegalMove, Position
from kibitz_server.games.registry import load
from training.levels.games import after_chance

FILE = Path(__file__).with_name("decisions.xz")
OBVIOUS = 250
"""Loss of a play, in thousandths of a point, from which an exact value does not matter."""
TEMPERATURES = (0.0, 0.04, 0.1, 0.2)
"""How players of the games err, in points: a play that loses so much is 1/e times as likely as the best one."""
EACH_GAME = 4
"""Decisions of a game that are kept."""
BLUNDER = 100
"""Thousandths of a point that a blunder loses."""
GOALS = (200, 120, 90, 65, 50, 36, 25, 16, 10, 4)
"""Most thousandths of a point that each level may lose a move."""
SECONDS = 0.2
"""Time of level 10 for a decision, a part of what it has in a match."""
RANDOM = 0
"""Stands for a player that moves at random, as the level below the lowest."""


class Decision(NamedTuple):
    """Position with dice, and the loss of each of its plays in thousandths of a point."""

    position: str
    losses: Mapping[str, int]


def decisions() -> list[Decision]:
    """Return the table."""
    return [Decision(*each) for each in json.loads(lzma.decompress(FILE.read_bytes()))]


def from_games(count: int, seed: int) -> Iterator[Position]:
    """Yield positions with a choice of plays from games whose players err more or less."""
    rng, values = random.Random(seed), Evaluation()
    while True:
        position, met = after_chance(load("backgammon").start(), rng), list[Position]()
        errs = rng.choice(TEMPERATURES), rng.choice(TEMPERATURES)
        while position.outcome is None:
            if len(position.legal) > 1:
                met.append(position)
            position = after_chance(position.after(values.choose(position, errs[position.state.turn], rng)), rng)
        for chosen in rng.sample(met, min(EACH_GAME, len(met))):
            yield chosen
            count -= 1
            if count == 0:
                return


class Evaluation:
    """Values of plays by the evaluation of the engine, in points."""

    def __init__(self) -> None:
        game = load("backgammon")
        self._search = specialise("expectiminimax", game)
        control = SearchControl()
        control.reset(None)
        self._view = self._search.attach(control)
        self._workspace = self._search.workspace(game.start().state)

    def choose(self, position: Position, temperature: float, rng: random.Random) -> LegalMove:
        """Return a play that may err."""
        values = [self.value(position.after(move), position.state.turn) for move in position.legal]
        best = max(values)
        if not temperature:
            return position.legal[values.index(best)]
        weights = [math.exp((value - best) / temperature) for value in values]
        return rng.choices(position.legal, weights)[0]

    def value(self, after: Position, seat: int) -> float:
        """Return what a position is worth to a seat."""
        state: Any = after.state
        if state.stage >= OVER:
            return float(state.score[seat] - state.score[1 - seat])
        self._search.load(self._workspace, state)
        worth = float(self._search.run.search(self._workspace, self._view, 0, -INFINITE, INFINITE, 0, 0)) / 100
        return worth if state.turn == seat else -worth


def judged(gnubg: GnuBackgammon, position: Position) -> Decision:
    """Return a decision with the losses of its plays."""
    after = {move.text: position.after(move) for move in position.legal}
    seat = position.state.turn
    points = values_of(gnubg, after, seat, plies=0)
    best = max(points.values())
    near = {text: after[text] for text in after if best - points[text] < OBVIOUS / 1000}
    points |= values_of(gnubg, near, seat, plies=2)
    best = max(points[text] for text in near)
    losses = {text: max(0, round(1000 * (best - points[text]))) for text in after}
    return Decision(position.text, losses)


def values_of(gnubg: GnuBackgammon, after: Mapping[str, Position], seat: int, plies: int) -> dict[str, float]:
    """Return what positions are worth to a seat by GNU Backgammon, in points."""
    found, asked, boards = dict[str, float](), list[tuple[str, int]](), list[Board]()
    for text, position in after.items():
        state: Any = position.state
        if state.stage >= OVER:
            found[text] = float(state.score[seat] - state.score[1 - seat])
            continue
        sides = [list(state.checkers[25 * side : 25 * side + 25]) for side in (1 - state.turn, state.turn)]
        asked.append((text, 1 if state.turn == seat else -1))
        boards.append((sides[0], sides[1]))
    for (text, sign), value in zip(asked, gnubg.values(boards, plies) if boards else [], strict=True):
        found[text] = sign * value[-1]
    return found


def write(count: int, seed: int) -> None:
    """Make the table."""
    began, made = time.monotonic(), list[Decision]()
    with GnuBackgammon(1) as gnubg:
        for position in from_games(count, seed):
            made.append(judged(gnubg, position))
            if len(made) % 50 == 0:
                print(f"{len(made)} decisions, {time.monotonic() - began:.0f} s", flush=True)
    content = lzma.compress(json.dumps(made, separators=(",", ":")).encode(), preset=9)
    FILE.write_bytes(content)
    print(f"{FILE}: {len(content)} bytes, {sum(len(each.losses) for each in made)} plays")


def losses(level: int, count: int, seed: int) -> list[int]:
    """Return what a level loses in each of the first decisions of the table."""
    game, rng, found = load("backgammon"), random.Random(seed), list[int]()
    for decision in decisions()[:count]:
        position = game.start(decision.position)
        if level == RANDOM:
            found.append(decision.losses[rng.choice(position.legal).text])
            continue
        control = SearchControl()
        control.reset(None)
        limit = Limit(seconds=SECONDS if levels.is_timed(level) else None, seed=seed, level=level)
        found.append(decision.losses[run(position, "level", limit, control).move])
    return found


def figure(level: int, found: Sequence[int]) -> Figure:
    """Return what a level loses a move, with its error."""
    mean, error = statistics.fmean(found), statistics.stdev(found) / math.sqrt(len(found))
    blunders = 100 * statistics.fmean(each >= BLUNDER for each in found)
    name = "a random player" if level == RANDOM else f"level {level}"
    detail = (
        f"{mean:.1f} ± {1.96 * error:.1f} (95 %) in {len(found)} decisions; {blunders:.0f} % lose {BLUNDER} or more"
    )
    return Figure(
        f"backgammon: loss a move of {name}",
        mean,
        "mp",
        None if level == RANDOM else GOALS[level - 1],
        at_least=False,
        detail=detail,
    )


def main() -> int:
    """Measure levels, print and store the figures, or make the table. Return 1 if a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--level", type=int, nargs="+", default=range(RANDOM, LEVELS[-1]), help=f"{RANDOM}: random moves"
    )
    parser.add_argument("--decisions", type=int, default=1000, help="how many of the table, or to put into it")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="make the table")
    parser.add_argument("--dry", action="store_true", help="store nothing")
    given = parser.parse_args()
    if not compile_searches():
        parser.error("the compiler for the engine is missing or switched off")
    if given.write:
        if program() is None:
            parser.error("gnubg is not installed; try: apt-get install gnubg")
        write(given.decisions, given.seed)
        return 0
    found = (figure(level, losses(level, given.decisions, given.seed)) for level in given.level)
    return report.record(found, report.BACKGAMMON, dry=given.dry)


if __name__ == "__main__":
    sys.exit(main())
