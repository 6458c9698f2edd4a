"""Temperatures of the levels in small games, from exact play: `python -m training small-levels`.

In tic-tac-toe and Nim a level sees the result of every move, so the points of one level against another follow from
the probabilities of its choices alone: one recursion over all positions replaces a match. From level 10 down, each
level gets the lowest temperature at which the level above still makes a given share of the points in every small game.
The search then finds the greatest share at which level 1 still beats a random mover.
"""

import math
import sys
from collections.abc import Callable, Sequence

from kibitz_server.engine.ladder.rungs import SMALL
from kibitz_server.engine.limit import LEVELS
from kibitz_server.engine.score import WIN
from kibitz_server.engine.weaker_moves import expected_points
from kibitz_server.games.game import Position
from kibitz_server.games.registry import load

COMMAND = "python -m training small-levels"
GAMES = ("tictactoe", "nim")
HOTTEST = 50.0
COLDEST = 0.01
STEPS = 20
Key = tuple[str, int]
"""Text of a position, and the number of plies before it modulo 2."""
Policy = dict[Key, list[float]]
"""The probability of each move, by position."""


class Small:
    """All positions of a small game, with the choices of each level."""

    def __init__(self, name: str) -> None:
        self.after: dict[Key, list[Key]] = {}
        self._won: dict[Key, float] = {}
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
            self._won[key] = 0.5 if outcome.winner is None else float(outcome.winner == seat)
            self._scores[key] = round(2 * WIN * self._won[key]) - WIN
        return key

    def _score_before(self, after: Key) -> int:
        """Return the score of a move for its side, one ply before the position after it."""
        score = -self._scores[after]
        return score - (score > 0) + (score < 0)

    def policy(self, level: int, temperature: float) -> Policy:
        """Return the choices of a level below 10, or with a temperature of 0 those of perfect play."""
        return {key: self._choices(key, level, temperature) for key, after in self.after.items() if after}

    def uniform(self) -> Policy:
        """Return the choices of a random mover."""
        return {key: [1 / len(after)] * len(after) for key, after in self.after.items() if after}

    def _choices(self, key: Key, level: int, temperature: float) -> list[float]:
        scores = [self._score_before(after) for after in self.after[key]]
        points = [expected_points(score, "alphabeta") for score in scores]
        if level >= SMALL.wins_from and max(scores) == WIN - 1:
            allowed = [score == WIN - 1 for score in scores]
        elif level >= SMALL.blocks_from and any(score != 2 - WIN for score in scores):
            allowed = [score != 2 - WIN for score in scores]
        else:
            allowed = [True] * len(scores)
        best = max(points)
        weights = [
            float(points[i] == best) if temperature == 0 else math.exp((points[i] - best) / temperature)
            for i in range(len(points))
        ]
        kept = [weight * may for weight, may in zip(weights, allowed, strict=True)]
        return [weight / sum(kept) for weight in kept]

    def share(self, one: Policy, other: Policy) -> float:
        """Return the share of the points of a policy against another, as mean of both seats."""
        known: dict[tuple[Key, bool], float] = {}

        def expected(key: Key, own: bool) -> float:
            if key in self._won:
                return self._won[key] if own else 1 - self._won[key]
            if (key, own) not in known:
                choices = (one if own else other)[key]
                known[key, own] = sum(
                    p * expected(after, not own) for p, after in zip(choices, self.after[key], strict=True) if p
                )
            return known[key, own]

        return (expected(self._first, True) + expected(self._first, False)) / 2


def bisect(holds: Callable[[float], bool], high: float, low: float) -> float:
    """Return the value nearest to `low` for which a condition holds that holds at `high`, by halving the interval."""
    for _ in range(STEPS):
        middle = math.sqrt(high * low)
        high, low = (middle, low) if holds(middle) else (high, middle)
    return high


def ladder(games: Sequence[Small], share: float) -> list[float] | None:
    """Return temperatures of levels 1 to 10 with at least this share between neighbours, or None if there are none."""
    found = [0.0]
    for level in reversed(LEVELS[:-1]):
        above = [game.policy(level + 1, found[0]) for game in games]

        def wide(temperature: float, level: int = level, above: Sequence[Policy] = above) -> bool:
            return all(
                game.share(policy, game.policy(level, temperature)) >= share
                for game, policy in zip(games, above, strict=True)
            )

        if not wide(HOTTEST):
            return None
        found.insert(0, bisect(wide, HOTTEST, COLDEST))
    lowest_wins = all(game.share(game.policy(1, found[0]), game.uniform()) >= 0.5 for game in games)
    return found if lowest_wins else None


def main() -> None:
    """Print the temperatures, and the shares in each game: of level 1 against a random mover, then of each pair."""
    games = [Small(name) for name in GAMES]
    share = bisect(lambda share: ladder(games, share) is not None, 0.5, 0.7)
    temperatures = [float(f"{temperature:.2g}") for temperature in ladder(games, share) or ()]
    print(f"least share {share:.2%}: {temperatures}")
    for name, game in zip(GAMES, games, strict=True):
        policies = [game.uniform(), *(game.policy(level, temperatures[level - 1]) for level in LEVELS)]
        shares = [game.share(policies[level], policies[level - 1]) for level in LEVELS]
        print(name, *(f"{share:.1%}" for share in shares))


if __name__ == "__main__":
    sys.setrecursionlimit(10_000)
    main()
