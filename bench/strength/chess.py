"""Matches of chess against public programs of the distribution: `python -m bench.strength.chess`.

    apt-get install fairymax phalanx sjeng gnuchess stockfish
    python -m bench.strength.chess --against fairymax stockfish:1800 --games 100 --seconds 10 --increment 0.1

The programs run as processes and get the clocks, as in any runner; each has one thread. Each opening, a few random
moves that leave the game about even, is played twice with colours swapped. Nobody ponders. A program whose clock has
run out by more than GRACE_S loses, and so does one that resigns or answers with no legal move.
"""

import argparse
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass

from bench.engine import report
from bench.engine.figures import Figure, absent
from bench.strength.chess_programs import OURS, Clocks, Program, started
from bench.strength.matches import Score
from kibitz_server.engine.compiler.select import compile_searches
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import run
from kibitz_server.engine.limit import Limit
from kibitz_server.games.game import IllegalMove, Position
from kibitz_server.games.registry import load
from training.programs import Silent

GOALS = {
    "fairymax": 75.0,
    "phalanx": 40.0,
    "sjeng": 40.0,
    "stockfish:1800": 60.0,
    "gnuchess": None,
    "stockfish:2200": None,
}
"""Programs with the least share of the points, in percent; None where it is only reported."""
SHORT_GOALS = {"gnuchess": 75.0, "stockfish:2300": 50.0}
"""The same where each move has a time of its own."""
GRACE_S = 1.0
"""How far a clock may run out: a busy machine delays both sides."""
PLIES, EVEN, NODES = (6, 8), 60, 20_000
"""Random plies of an opening, and the largest value for a side that a search of this many nodes gives it."""
SEED = 3


@dataclass(frozen=True, slots=True)
class Times:
    """Time control: seconds for the game and for each move. Without seconds for the game, each move takes its own.

    With `nodes`, our engine searches this many for a move instead, and the clock of the other program shows the same
    time before each move. Then the result of our side does not depend on how busy the machine is.
    """

    seconds: float
    increment: float
    nodes: int | None = None

    @property
    def counted(self) -> bool:
        """Whether the clocks run: neither with a number of nodes nor with a time for each move."""
        return bool(self.seconds and not self.nodes)

    def __str__(self) -> str:
        """Return all of it."""
        if not self.seconds:
            return f"{self.increment:g} s a move"
        usual = f"{self.seconds:g} s + {self.increment:g} s"
        return f"{self.nodes:,} nodes a move against a clock that shows {usual}" if self.nodes else f"{usual} a game"


GAMES, USUAL = 100, Times(10.0, 0.1)
"""The match that GOALS are for."""
SHORT_GAMES, SHORT = 30, Times(0.0, 0.2)
"""The least match that SHORT_GOALS are for."""


def openings(seed: int, nodes: int = NODES) -> Iterator[tuple[str, ...]]:
    """Yield openings without an end, each as its moves."""
    dice = random.Random(seed)
    while True:
        position, moves = load("chess").start(), []
        for _ in range(dice.choice(PLIES)):
            if position.legal:
                move = dice.choice(position.legal)
                moves.append(move.text)
                position = position.after(move)
        if position.legal and abs(worth(position, nodes)) <= EVEN:
            yield tuple(moves)


def worth(position: Position, nodes: int) -> int:
    """Return the value of a position by a short search."""
    control = SearchControl()
    control.reset(nodes)
    return run(position, "alphabeta", Limit(nodes=nodes), control).score


def winner(moves: tuple[str, ...], programs: tuple[Program, Program], times: Times) -> tuple[int | None, str]:
    """Play a game on from an opening. Return the seat that wins, None for a draw, and why."""
    position = load("chess").start()
    for text in moves:
        position = position.after(position.find(text))
    for seat, program in enumerate(programs):
        try:
            program.begin()
        except Silent as error:
            return 1 - seat, str(error)
    clocks = [times.seconds, times.seconds]
    while position.outcome is None:
        seat = len(moves) % 2
        began = time.monotonic()
        try:
            text = programs[seat].move(moves, Clocks(clocks[0], clocks[1], times.increment, not times.seconds))
            move = position.find(text)
        except Silent as error:
            return 1 - seat, str(error)
        except IllegalMove:
            return 1 - seat, f"{programs[seat].name}: {text}"
        if times.counted:
            clocks[seat] -= time.monotonic() - began
            if clocks[seat] < -GRACE_S:
                return 1 - seat, "time"
            clocks[seat] = max(0.0, clocks[seat]) + times.increment
        position, moves = position.after(move), (*moves, move.text)
    return position.outcome.winner, position.outcome.reason


def match(name: str, games: int, times: Times, seed: int = SEED) -> Score | None:
    """Return the score of our engine against a program, None if that is not installed; print it as it goes.

    Both are started again for each opening. A program that crashes loses at most the two games of that opening.
    """
    pairs: list[float] = []
    found = openings(seed)
    for _ in range(games // 2):
        other = started(name)
        if other is None:
            return None
        own = started(OURS, times.nodes)
        assert own
        with own, other:
            moves, points, reasons = next(found), 0.0, []
            for seat in (0, 1):
                programs = (own, other) if seat == 0 else (other, own)
                won, reason = winner(moves, programs, times)
                points += 0.5 if won is None else float(won == seat)
                reasons.append(reason)
            pairs.append(points)
            print(f"{name}: {points:g} of 2 ({'; '.join(reasons)}), {Score(tuple(pairs))}", file=sys.stderr, flush=True)
    return Score(tuple(pairs))


def figure(name: str, games: int, times: Times, seed: int = SEED) -> Figure:
    """Return the share of the points against a program as a row."""
    quantity = f"chess: points against {name.replace(':', ' at UCI_Elo ')}"
    goal = GOALS.get(name) if (games, times) == (GAMES, USUAL) else None
    if times == SHORT and games >= SHORT_GAMES:
        goal = SHORT_GOALS.get(name)
    score = match(name, games, times, seed)
    if score is None:
        return absent(quantity, f"skipped: {name.partition(':')[0]} is not installed", goal)
    return Figure(quantity, 100 * score.share, "%", goal, detail=f"{score}, {times}")


def main() -> int:
    """Play the matches, print and store the figures. Return 1 if a goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.strength.chess", description=__doc__)
    parser.add_argument("--against", nargs="+", default=list(GOALS), metavar="PROGRAM")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument(
        "--seconds", type=float, default=USUAL.seconds, help="for the game of a side; 0 counts each move alone"
    )
    parser.add_argument("--increment", type=float, default=USUAL.increment, help="for each move, in seconds")
    parser.add_argument("--nodes", type=int, help="of our engine for a move, in place of its clock")
    parser.add_argument("--seed", type=int, default=SEED, help="of the openings")
    parser.add_argument("--dry", action="store_true", help="store nothing")
    given = parser.parse_args()
    if not compile_searches():
        parser.error("the compiler for the engine is missing or switched off")
    times = Times(given.seconds, given.increment, given.nodes)
    found = (figure(name, given.games, times, given.seed) for name in given.against)
    return report.record(found, report.CHESS, dry=given.dry)


if __name__ == "__main__":
    sys.exit(main())
