"""How a series stands: points, and for a duel of engines what they say about the difference in strength. Pure."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from kibitz_protocol.match_info import SeriesGame
from kibitz_protocol.values import SeatView

OVER = ("finished", "aborted")
SURE = 1.96
"""Standard deviations of 95 %."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A series from the side of `names[0]`, who moved first in its first game. Games without a result do not count."""

    names: tuple[str, str]
    duel: bool
    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def counted(self) -> int:
        """How many games have a result."""
        return self.won + self.drawn + self.lost


@dataclass(frozen=True, slots=True)
class Elo:
    """A difference in Elo and between what it is with 95 %; None is without a bound."""

    gap: float | None
    low: float | None
    high: float | None


def entrant(number: int, seat: int) -> int:
    """Who sits at a seat in a game of that number, as the sides are swapped after each."""
    return (seat + number - 1) % 2


def standing(games: Sequence[SeriesGame]) -> Standing:
    """How a series stands after these games, of which there is one at least."""
    first = games[0]
    views = [first.seats[entrant(first.number, place)] for place in range(2)]
    counts = [0, 0, 0]
    for game in games:
        if game.phase == "finished" and game.result is not None:
            winner = game.result.winner
            counts[1 if winner is None else 2 * entrant(game.number, winner)] += 1
    duel = all(view.kind == "engine" for view in views) and views[0].name != views[1].name
    return Standing((_name(views[0]), _name(views[1])), duel, *counts)


def elo(won: int, drawn: int, lost: int) -> Elo:
    """The difference that this score speaks for.

    The interval is Wilson's (1927) for the mean, with the variance that draws leave. As few draws say little about how
    many there will be, their share counts less the fewer games there were: four draws alone prove no equality.
    """
    games = won + drawn + lost
    if not games:
        return Elo(None, None, None)
    mean = (won + drawn / 2) / games
    k = SURE * SURE / games
    saved = drawn / (games + SURE * SURE) / 4
    middle = 2 * mean + k
    root = math.sqrt(max(0.0, middle * middle - 4 * (1 + k) * (mean * mean + k * saved)))
    return Elo(_gap(mean), _gap((middle - root) / (2 + 2 * k)), _gap((middle + root) / (2 + 2 * k)))


def _gap(mean: float) -> float | None:
    """What a mean result is in Elo; None for all or nothing."""
    return 400 * math.log10(mean / (1 - mean)) if 1e-9 < mean < 1 - 1e-9 else None


def _name(view: SeatView) -> str:
    return view.name or f"({view.kind})"
