"""Matches of Go against GNU Go, which runs as a process: `python -m bench.strength.go`.

    apt-get install gnugo
    python -m bench.strength.go --sizes 13 19

Both programs speak GTP, as for any runner; each has one thread. Each opening, a stone of either side away from the
edge, is played twice with colours swapped. The rules are ours: area, positional superko, and all stones on the board
alive at the end. GNU Go is started so that it captures dead stones before it passes. A program that resigns, ends, or
answers with no legal move loses. With `--playouts`, our engine searches this many for a move, not the seconds, so
that the result does not depend on how busy the machine is.
"""

import argparse
import random
import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from bench.engine import report
from bench.engine.figures import Figure, absent
from bench.strength.matches import Score
from bench.tables import line
from kibitz_server.engine.compiler.select import compile_searches
from kibitz_server.games.game import Game, IllegalMove, Position
from kibitz_server.games.registry import load
from training.programs import GNU_GO_RULES, Gtp, Refusal, Silent

LEVEL, KOMI = 10, 7.5
"""The level of GNU Go that the goals are for, and the komi."""


class Board(NamedTuple):
    """Match on a board: its games, the seconds a move of our engine, and the least share of the points, in percent."""

    games: int
    seconds: float
    goal: float | None


BOARDS = {9: Board(100, 2.0, 90.0), 13: Board(20, 2.0, 50.0), 19: Board(8, 5.0, 25.0)}
OTHER = Board(20, 2.0, None)
"""A board of another size."""
SEED = 7
EDGE = 2
"""Lines from the edge on which no opening has a stone."""
OURS = "kibitz"


class Player(Protocol):
    """Program that plays."""

    name: str

    def begin(self, game: Game) -> None:
        """Begin a game."""

    def play(self, seat: int, vertex: str) -> None:
        """Take a move of a side."""

    def move(self, seat: int) -> str:
        """Return a move of its own, or `resign`."""

    def score(self) -> str:
        """Return the result as it judges the board: `B+3.5`."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How our engine is bound, and the level of GNU Go."""

    seconds: float = OTHER.seconds
    playouts: int | None = None
    level: int = LEVEL

    def __str__(self) -> str:
        """Return the bound of our engine."""
        return f"{self.playouts:,} playouts a move" if self.playouts else f"{self.seconds:g} s a move"


class Ended(NamedTuple):
    """End of a game: the seat that wins, None for a draw, and why. `agreed` is whether both programs say the same."""

    winner: int | None
    reason: str
    agreed: bool = True


def openings(size: int, seed: int) -> Iterator[tuple[str, ...]]:
    """Yield openings without an end, each as the vertices of a black and a white stone."""
    dice = random.Random(seed)
    edge = min(EDGE, (size - 2) // 2)
    inside = [
        move.text
        for move in load("go", {"size": size}).start().legal
        if move.path and all(edge <= place < size - edge for place in divmod(move.path[0], size))
    ]
    while True:
        yield tuple(dice.sample(inside, 2))


def play_out(game: Game, opening: Sequence[str], players: tuple[Player, Player]) -> Ended:
    """Play a game on from an opening; players by seats."""
    position = game.start()
    for player in players:
        player.begin(game)
    for seat, text in enumerate(opening):
        position = position.after(position.find(text))
        for player in players:
            player.play(seat, text)
    while position.outcome is None:
        seat = position.state.turn
        try:
            text = players[seat].move(seat)
        except Silent as error:
            return Ended(1 - seat, str(error))
        try:
            move = position.find(text)
        except IllegalMove:
            return Ended(1 - seat, f"{players[seat].name}: {text.lower()}")
        position = position.after(move)
        try:
            players[1 - seat].play(seat, move.text)
        except (Silent, Refusal) as error:
            return Ended(seat, str(error))
    return counted(position, players)


def counted(position: Position, players: tuple[Player, Player]) -> Ended:
    """Return the end of a game that is over by the rules, and whether both programs name its winner."""
    assert position.outcome
    winner, points = position.outcome.winner, position.outcome.points or ()
    wanted = "0" if winner is None else "BW"[winner]
    scores = [player.score() for player in players]
    agreed = all(score[:1].upper() == wanted for score in scores)
    reason = " to ".join(f"{number:g}" for number in points)
    return Ended(winner, reason if agreed else f"{reason}; they say {' and '.join(scores)}", agreed)


class Match(NamedTuple):
    """Result of a match: points of our engine in pairs of games, and how many ended by a dispute or a resignation."""

    score: Score
    disputed: int
    resigned: int


def match(size: int, games: int, limits: Limits, gnugo: str, seed: int = SEED) -> Iterator[Match]:
    """Play our engine against GNU Go. Yield the result after each pair of games, and print it.

    Args:
        size: Lines of the board.
        games: Number of games; each opening is for two.
        limits: Bounds of our engine, and the level of GNU Go.
        gnugo: The program.
        seed: Seed of the openings, and of GNU Go.
    """
    game, found = load("go", {"size": size, "komi": KOMI}), openings(size, seed)
    pairs: list[float] = []
    disputed = resigned = 0
    bound = ("--playouts", str(limits.playouts)) if limits.playouts else ("--seconds", str(limits.seconds))
    own_command = (sys.executable, "-m", "kibitz_server", "gtp", "--size", str(size), *bound)
    for number in range(games // 2):
        # Another seed for each opening: with the same one, GNU Go would answer the same moves in the same way.
        command = (
            gnugo,
            "--mode",
            "gtp",
            "--level",
            str(limits.level),
            *GNU_GO_RULES,
            "--seed",
            str(seed + number + 1),
        )
        with Gtp(own_command) as own, Gtp(command) as other:
            own.name = OURS
            opening, points, reasons = next(found), 0.0, []
            for seat in (0, 1):
                ended = play_out(game, opening, (own, other) if seat == 0 else (other, own))
                points += 0.5 if ended.winner is None else float(ended.winner == seat)
                disputed += not ended.agreed
                resigned += ended.reason.endswith("resign")
                reasons.append(f"{'won' if ended.winner == seat else 'lost'}: {ended.reason}")
        pairs.append(points)
        told = f"{size}x{size}: {points:g} of 2 ({'; '.join(reasons)}), {Score(tuple(pairs))}"
        print(told, file=sys.stderr, flush=True)
        yield Match(Score(tuple(pairs)), disputed, resigned)


def figures(size: int, games: int, limits: Limits) -> Iterator[Figure]:
    """Yield the share of the points on a board as a row, after each pair of games."""
    quantity = f"Go {size}x{size}: points against GNU Go at level {limits.level}"
    goal = BOARDS.get(size, OTHER).goal if limits.level == LEVEL else None
    path = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games")
    if path is None:
        yield absent(quantity, "skipped: gnugo is not installed", goal)
        return
    for score, disputed, resigned in match(size, games, limits, path):
        detail = (
            f"{score}, {limits}; {resigned} games were resigned, and GNU Go names another winner in {disputed} of the "
            "others"
        )
        yield Figure(quantity, 100 * score.share, "%", goal, detail=detail)


def main() -> int:
    """Play the matches, print and store the figures. Return 1 if a goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m bench.strength.go", description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=list(BOARDS), metavar="SIZE")
    matches = "; ".join(f"{board.games} at {board.seconds:g} s on {size}x{size}" for size, board in BOARDS.items())
    parser.add_argument("--games", type=int, help=f"default: {matches}")
    parser.add_argument("--seconds", type=float, help="of our engine for a move")
    parser.add_argument("--playouts", type=int, help="of our engine for a move, in place of the seconds")
    parser.add_argument("--level", type=int, default=LEVEL, help="of GNU Go")
    parser.add_argument("--dry", action="store_true", help="store nothing")
    given = parser.parse_args()
    if not compile_searches():
        parser.error("the compiler for the engine is missing or switched off")
    missed = False
    for size in given.sizes:
        board, last = BOARDS.get(size, OTHER), None
        limits = Limits(given.seconds or board.seconds, given.playouts, given.level)
        for last in figures(size, given.games or board.games, limits):
            if not given.dry:
                report.write([last], report.GO)
        if last is not None:
            print(line(last), flush=True)
            missed |= last.met is False
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
