"""Score of a series: points, and for a duel of engines the difference in Elo. No I/O."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from kibitz_protocol.commands.match_info import SeriesGame
from kibitz_protocol.values.seats import SeatView, name_text

Z_95 = 1.96
"""Standard deviations of a 95 % confidence interval."""


@dataclass(frozen=True, slots=True)
class SeriesScore:
    """Score of a series, seen by `names[0]`, who moved first in the first game. Only games with a result count."""

    names: tuple[str, str]
    duel: bool
    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def counted(self) -> int:
        """The number of games with a result."""
        return self.won + self.drawn + self.lost


@dataclass(frozen=True, slots=True)
class EloDifference:
    """Estimated difference in Elo with its 95 % confidence interval. None: there is no bound on that side."""

    gap: float | None
    low: float | None
    high: float | None


def series_score(games: Sequence[SeriesGame]) -> SeriesScore:
    """Return the score after one game or more."""
    first = games[0]
    views = [first.seats[_player(first.number, seat)] for seat in range(2)]
    counts = [0, 0, 0]
    for game in games:
        if game.phase == "finished" and game.result is not None:
            winner = game.result.winner
            counts[1 if winner is None else 2 * _player(game.number, winner)] += 1
    duel = all(view.kind == "engine" for view in views) and views[0].name != views[1].name
    return SeriesScore((display_name(views[0]), display_name(views[1])), duel, *counts)


def elo_difference(won: int, drawn: int, lost: int) -> EloDifference:
    """Estimate the difference in Elo from a score.

    The interval is Wilson's (1927) for the mean, with the variance that draws leave. Few draws say little about the
    rate of draws. So their share counts less in a short series: four draws alone prove no equality.
    """
    games = won + drawn + lost
    if not games:
        return EloDifference(None, None, None)
    mean = (won + drawn / 2) / games
    k = Z_95 * Z_95 / games
    saved = drawn / (games + Z_95 * Z_95) / 4
    middle = 2 * mean + k
    root = math.sqrt(max(0.0, middle * middle - 4 * (1 + k) * (mean * mean + k * saved)))
    return EloDifference(_gap(mean), _gap((middle - root) / (2 + 2 * k)), _gap((middle + root) / (2 + 2 * k)))


def display_name(view: SeatView) -> str:
    """Return the name of the player at a seat, or the kind of an unnamed one."""
    return name_text(view) if view.name else f"({view.kind})"


def _player(number: int, seat: int) -> int:
    """Return which of the two players has a seat in a game: the sides are swapped after each game."""
    return (seat + number - 1) % 2


def _gap(mean: float) -> float | None:
    """Return the Elo difference of a mean result, or None if one side won everything."""
    return 400 * math.log10(mean / (1 - mean)) if 1e-9 < mean < 1 - 1e-9 else None
