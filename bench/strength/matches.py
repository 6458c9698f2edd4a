"""Matches between two engines: which of two versions plays better, and how surely.

Each engine is the `analyse` tool of a checkout. This command plays the present checkout against another one:

    python -m bench.strength.matches gomoku --against ../older --nodes 100000 --games 200

Each opening, a few random moves, is played twice with colours swapped. Such a pair of games is one sample, because both
games depend on the opening. With `--sprt LOW HIGH` the match ends as soon as it is 95 % sure whether the gain is nearer
to LOW or to HIGH Elo (the sequential probability ratio test: Wald, 1945, in the form that chess programs use).
"""

import argparse
import json
import math
import os
import random
import statistics
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from kibitz_server.games.game import Game, Position
from kibitz_server.games.registry import load

HERE = Path(__file__).parents[2]
PLIES = {
    "tictactoe": 1,
    "connect4": 3,
    "reversi": 6,
    "draughts": 4,
    "international": 6,
    "russian": 6,
    "dots": 4,
    "kalah": 3,
    "ultimate": 4,
    "nim": 0,
    "gomoku": 4,
}
"""Random plies at the start of each game; OTHER_PLIES in others."""
OTHER_PLIES = 2
SURE = math.log(0.95 / 0.05)
"""Log-likelihood ratio at which the sequential test ends."""
FEWEST_PAIRS = 15
"""Pairs before the sequential test may end, because a variance of fewer is not known."""


@dataclass(frozen=True, slots=True)
class Side:
    """Engine of a match: a checkout, and the algorithm and limit that its searches get."""

    checkout: Path
    algorithm: str
    limit: dict[str, Any]


class Engine:
    """Running `analyse` tool of a checkout."""

    def __init__(self, side: Side) -> None:
        self._side = side
        roots = [side.checkout, *(side.checkout / part for part in ("client", "protocol", "server"))]
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, roots))}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "kibitz_server", "analyse"],
            cwd=side.checkout,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> "Engine":
        """Return the engine; leaving the context ends it."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()

    def answer(self, position: Position, **more: Any) -> dict[str, Any]:
        """Return the answer of the tool to a position.

        Raises:
            RuntimeError: The tool refuses the position or has ended.
        """
        assert self._process.stdin
        assert self._process.stdout
        request = {
            "game": position.game.name,
            "options": position.game.options,
            "position": position.text,
            "algorithm": self._side.algorithm,
            "limit": self._side.limit,
        }
        self._process.stdin.write(json.dumps(request | more) + "\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline() or '{"error": "the tool has ended"}')
        if "error" in answer:
            raise RuntimeError(f"{self._side.checkout}: {answer['error']}")
        return answer


@dataclass(frozen=True, slots=True)
class Score:
    """Points of the first engine in pairs of games: 0 to 2 each."""

    pairs: tuple[float, ...]

    @property
    def share(self) -> float:
        """Part of the points."""
        return float(statistics.fmean(self.pairs) / 2)

    @property
    def margin(self) -> float:
        """Half of the 95 % confidence interval of the share."""
        return float(1.96 * statistics.pstdev(self.pairs) / 2 / len(self.pairs) ** 0.5)

    def likelihood(self, low: float, high: float) -> float:
        """Return the logarithm of how much likelier a gain of `high` Elo is than one of `low` Elo."""
        worst, best = expected(low), expected(high)
        variance = max(statistics.pvariance(self.pairs) / 4, 1e-3)
        return len(self.pairs) * (best - worst) * (2 * self.share - worst - best) / (2 * variance)

    def __str__(self) -> str:
        """Return share and Elo with their margins, which a single pair does not have."""
        if len(self.pairs) == 1:
            return f"{self.share:.1%} of 2 games, too few for a margin"
        ends = [elo(min(1, max(0, self.share + part * self.margin))) for part in (-1, 0, 1)]
        return (
            f"{self.share:.1%} ± {self.margin:.1%} of {2 * len(self.pairs)} games: "
            f"{ends[1]:+.0f} Elo ({ends[0]:+.0f} to {ends[2]:+.0f})"
        )


def expected(elo_difference: float) -> float:
    """Return the share of points that a difference in Elo promises (Elo, 1978)."""
    return float(1 / (1 + 10 ** (-elo_difference / 400)))


def elo(share: float) -> float:
    """Return the difference in Elo of a share of points; at most 800 either way."""
    share = min(0.99, max(0.01, share))
    return float(400 * math.log10(share / (1 - share)))


def opening(game: Game, dice: random.Random) -> tuple[str, ...]:
    """Return some random moves from the start, after which the game is not over."""
    while True:
        position, moves = game.start(), []
        for _ in range(PLIES.get(game.name, OTHER_PLIES)):
            if position.legal:
                move = dice.choice(position.legal)
                moves.append(move.text)
                position = position.after(move)
        if position.legal:
            return tuple(moves)


def after(game: Game, moves: Iterable[str]) -> Position:
    """Return the position after some moves from the start."""
    position = game.start()
    for text in moves:
        position = position.after(position.find(text))
    return position


def points(start: Position, engines: tuple[Engine, Engine], first_seat: int) -> float:
    """Return the points of the first engine in a game in which it has a seat: 1, 0.5 or 0."""
    position, ply = start, 0
    while position.outcome is None:
        engine = engines[0] if position.to_move == first_seat else engines[1]
        ply += 1
        best = engine.answer(position)["best"]
        position = position.after(position.find(best))
    winner = position.outcome.winner
    return 0.5 if winner is None else float(winner == first_seat)


def match(game: Game, sides: tuple[Side, Side], games: int, seed: int) -> Iterator[Score]:
    """Yield the score after each pair of games."""
    dice = random.Random(seed)
    pairs: tuple[float, ...] = ()
    with Engine(sides[0]) as first, Engine(sides[1]) as second:
        for _ in range(games // 2):
            start = after(game, opening(game, dice))
            pairs = (*pairs, sum(points(start, (first, second), seat) for seat in (0, 1)))
            yield Score(pairs)


def main() -> None:
    """Play a match and print the score as it goes."""
    parser = argparse.ArgumentParser(prog="python -m bench.strength.matches", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--options", default="{}", help="options of the game as JSON")
    parser.add_argument("--against", type=Path, default=HERE, help="the other checkout; default: this one")
    parser.add_argument("--algorithm", default="alphabeta")
    parser.add_argument("--other-algorithm", help="default: the same")
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--sprt", type=float, nargs=2, metavar=("LOW", "HIGH"), help="end early between these Elo gains"
    )
    given = parser.parse_args()
    limit = {name: value for name in ("nodes", "seconds") if (value := getattr(given, name))}
    sides = (
        Side(HERE, given.algorithm, limit),
        Side(given.against.resolve(), given.other_algorithm or given.algorithm, limit),
    )
    for score in match(load(given.game, json.loads(given.options)), sides, given.games, given.seed):
        ratio = score.likelihood(*given.sprt) if given.sprt else 0.0
        print(score, f"LLR {ratio:+.2f}" if given.sprt else "", flush=True)
        if abs(ratio) >= SURE and len(score.pairs) >= FEWEST_PAIRS:
            break


if __name__ == "__main__":
    main()
