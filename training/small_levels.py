"""Temperatures of the levels in small games, from exact play: `python -m training small-levels`.

In tic-tac-toe and Nim a level sees the result of every move, so what it loses by move follows from the probabilities of
its choices alone, over the positions of random games: no match is played. Level 1 plays about at random, and each level
above it loses the same part of what the level below loses, in the mean of both games.
"""

import argparse
import math
import statistics
import sys
from collections.abc import Callable, Sequence

from kibitz_server.engine.ladder.rungs import SMALL
from kibitz_server.engine.limit import LEVELS
from kibitz_server.engine.score import WIN
from kibitz_server.engine.weaker_moves import lost_points
from kibitz_server.games.game import Position
from kibitz_server.games.registry import load

COMMAND = "python -m training small-levels"
GAMES = ("tictactoe", "nim")
HOTTEST = 50.0
COLDEST = 0.01
STEPS = 12
LAST_LOSS = 0.004
"""Points that level 9 loses by move."""
Key = tuple[str, int]
"""Text of a position, and the number of plies before it modulo 2."""
Policy = dict[Key, list[float]]
"""The probability of each move, by position."""


class Small:
    """All positions of a small game, with the choices of each level."""

    def __init__(self, name: str) -> None:
        self.after: dict[Key, list[Key]] = {}
        self._worth: dict[Key, float] = {}
        self._scores: dict[Key, int] = {}
        self._first = self._found(load(name).start(), 0)

    def _found(self, position: Position, seat: int) -> Key:
        """Return the key of a position, and keep it and all that follow: what they score for the side to move."""
        key = position.text, seat
        if key in self.after:
            return key
        outcome = position.outcome
        self.after[key] = (
            [self._found(position.after(move), 1 - seat) for move in position.legal] if not outcome else []
        )
        if outcome is None:
            self._scores[key] = max(self._score_before(after) for after in self.after[key])
        else:
            won = 0.5 if outcome.winner is None else float(outcome.winner == seat)
            self._scores[key] = round(2 * WIN * won) - WIN
        self._worth[key] = 0.5 + 0.5 * ((self._scores[key] > 0) - (self._scores[key] < 0))
        return key

    def _score_before(self, after: Key) -> int:
        """Return the score of a move for its side, one ply before the position after it."""
        score = -self._scores[after]
        return score - (score > 0) + (score < 0)

    def policy(self, level: int, temperature: float) -> Policy:
        """Return the choices of a level below 10."""
        return {key: self._choices(key, level, temperature) for key, after in self.after.items() if after}

    def _choices(self, key: Key, level: int, temperature: float) -> list[float]:
        scores = [self._score_before(after) for after in self.after[key]]
        lost = [lost_points(max(scores), score, "alphabeta") for score in scores]
        if level >= SMALL.wins_from and max(scores) == WIN - 1:
            allowed = [score == WIN - 1 for score in scores]
        elif level >= SMALL.blocks_from and any(score != 2 - WIN for score in scores):
            allowed = [score != 2 - WIN for score in scores]
        else:
            allowed = [True] * len(scores)
        weights = [math.exp(-each / temperature) for each in lost]
        kept = [weight * may for weight, may in zip(weights, allowed, strict=True)]
        return [weight / sum(kept) for weight in kept]

    def loss(self, policy: Policy) -> float:
        """Return the points that a policy loses by move where there is a choice, in positions of random games."""
        reached = {self._first: 1.0}
        lost = chosen = 0.0
        # `_found` keeps a position when it has kept those after it.
        for key in reversed(self.after):
            part, after = reached.get(key, 0.0), self.after[key]
            for each in after:
                reached[each] = reached.get(each, 0.0) + part / len(after)
            if len(after) > 1:
                best = self._worth[key]
                worth = [1 - self._worth[each] for each in after]
                lost += part * sum(p * (best - each) for p, each in zip(policy[key], worth, strict=True))
                chosen += part
        return lost / chosen


def bisect(holds: Callable[[float], bool], high: float, low: float) -> float:
    """Return the value nearest to `low` for which a condition holds that holds at `high`, by halving the interval."""
    for _ in range(STEPS):
        middle = math.sqrt(high * low)
        high, low = (middle, low) if holds(middle) else (high, middle)
    return high


def temperatures(games: Sequence[Small]) -> list[float]:
    """Return the temperatures of levels 1 to 9."""

    def loss(level: int, temperature: float) -> float:
        return statistics.fmean(game.loss(game.policy(level, temperature)) for game in games)

    found, target = [HOTTEST], loss(LEVELS[0], HOTTEST)
    factor = (LAST_LOSS / target) ** (1 / (len(LEVELS) - 2))
    for level in LEVELS[1:-1]:
        target *= factor

        def loses(temperature: float, level: int = level, target: float = target) -> bool:
            return loss(level, temperature) >= target

        found.append(bisect(loses, HOTTEST, COLDEST))
    return found


def main() -> None:
    """Print the temperatures, and what each level loses in each game."""
    argparse.ArgumentParser(prog="python -m training small-levels", description=__doc__).parse_args()
    games = [Small(name) for name in GAMES]
    found = [float(f"{temperature:.2g}") for temperature in temperatures(games)]
    print(found)
    for name, game in zip(GAMES, games, strict=True):
        lost = [game.loss(game.policy(level, temperature)) for level, temperature in enumerate(found, 1)]
        print(name, *(f"{each:.4f}" for each in lost))


if __name__ == "__main__":
    sys.setrecursionlimit(10_000)
    main()
