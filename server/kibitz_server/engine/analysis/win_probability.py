"""Win probability: one scale for the scores of all games and algorithms, from 0 (lost) over 0.5 (even) to 1 (won).

It is the expected result, in which a draw counts half. Proven results are exact. Other scores pass a logistic curve,
fitted for each game to the results of engine games (`training/win_probability.py`, docs/analysis.md).
"""

import json
import math
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple, Protocol

from kibitz_server.engine.algorithms import STAND_IN

Kind = Literal["evaluation", "playouts"]
DATA = Path(__file__).parent / "win_probability.json"
"""The curves: for each game and kind of score its slope and its power."""
MOST = 35.0
"""Largest exponent: beyond it the curve is flat in double precision."""
SURE = 1e-6
"""Win probabilities nearer to 0 or 1 have no input of their own."""
PLAYOUTS = "mcts"
"""The algorithm whose score is the mean result of playouts."""


class Curve(NamedTuple):
    """Logistic curve through (0, 0.5): `1 / (1 + exp(-slope * sign(x) * |x| ** power))`."""

    slope: float
    power: float

    def probability(self, x: float) -> float:
        """Return the win probability of an input."""
        exponent = self.slope * math.copysign(abs(x) ** self.power, x)
        return 1.0 / (1.0 + math.exp(-max(-MOST, min(MOST, exponent))))

    def input(self, probability: float) -> float:
        """Return the input that has a win probability."""
        p = min(1 - SURE, max(SURE, probability))
        exponent = math.log(p / (1 - p))
        return math.copysign((abs(exponent) / self.slope) ** (1 / self.power), exponent)


DEFAULT: dict[Kind, Curve] = {"evaluation": Curve(0.5, 1.0), "playouts": Curve(1.0, 1.0)}
"""Curves of a game without its own. A lead of one unit, such as a stone or disc, then wins 62 % of the games; the mean
result of playouts is taken as it is."""


class Scored(Protocol):
    """Result of a search, from the view of the side to move: a `SearchResult` or the search info of a match."""

    @property
    def algorithm(self) -> str: ...
    @property
    def score(self) -> int: ...
    @property
    def wins_in(self) -> int | None: ...
    @property
    def exact(self) -> bool: ...
    @property
    def source(self) -> str: ...


def win_probability(game: str, found: Scored, score_of_win: int = 0) -> float | None:
    """Return the win probability of the side to move after a search; None for a random move, which has no score.

    Args:
        game: Name of the game.
        found: The search.
        score_of_win: The score of a certain win where evaluations are chances to win, else 0.
    """
    if found.source == "random":
        return None
    if found.wins_in is not None:
        return 1.0 if found.wins_in >= 0 else 0.0
    if found.exact:
        return 0.5 + 0.5 * ((found.score > 0) - (found.score < 0))
    kind: Kind = "playouts" if found.algorithm.removeprefix(STAND_IN) == PLAYOUTS else "evaluation"
    if score_of_win and kind == "evaluation":
        return min(1.0, max(0.0, 0.5 + found.score / (2 * score_of_win)))
    x = logit_of_mean(found.score) if kind == "playouts" else found.score / 100
    return curve(game, kind).probability(x)


def curve(game: str, kind: Kind) -> Curve:
    """Return the curve of a game, by default that of an unknown game."""
    known = _curves().get(game, {}).get(kind)
    return Curve(*known) if known else DEFAULT[kind]


def logit_of_mean(score: int) -> float:
    """Return the log odds of a mean result of playouts, given in hundredths from -100 to 100."""
    p = min(0.999, max(0.001, (1 + score / 100) / 2))
    return math.log(p / (1 - p))


@cache
def _curves() -> dict[str, dict[str, list[float]]]:
    if not DATA.exists():
        return {}
    curves: dict[str, dict[str, list[float]]] = json.loads(DATA.read_text(encoding="utf-8"))
    return curves
