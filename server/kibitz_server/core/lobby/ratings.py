"""How strong players are, after Weng and Lin (2011), in the form that is fair with many sides and with draws.

A rating belongs to a player and a game. Only rated matches between players who can be known again count: accounts, bots
that have one, and engines whose limit does not depend on the machine.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.values.players import Engine, Human, Player

MU, SIGMA = 25.0, 25.0 / 3.0
SCALE, MIDDLE = 42.0, 1500.0
"""Shown as people know it: everybody begins at 1500, give or take 350."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A normal distribution of someone's strength at a game, and how many matches it is made of."""

    mu: float = MU
    sigma: float = SIGMA
    matches: int = 0

    @property
    def shown(self) -> int:
        """The number that people see."""
        return round(MIDDLE + SCALE * (self.mu - MU))

    @property
    def deviation(self) -> int:
        """How far off it may be: two times in three no further."""
        return round(SCALE * self.sigma)


def identity(player: Player | None) -> str | None:
    """Who someone is from match to match; None for guests, and for engines whose strength is the machine's."""
    match player:
        case Human(id=id, account=True):
            return id
        case Engine(budget=budget) if budget.seconds is None and (
            budget.level or budget.depth or budget.nodes or budget.playouts
        ):
            return replace(player, budget=replace(budget, seed=None)).name
        case Engine(algorithm="random"):
            return "random"
        case _:
            return None


def rated_players(match: Match) -> list[str] | None:
    """Who is rated by a match that is over, in the order of the seats; None when it does not count."""
    if not match.created.terms.rated or match.phase is not Phase.FINISHED or match.result is None:
        return None
    players = [identity(player) for player in match.seats]
    known = [player for player in players if player is not None]
    return known if len(known) == len(players) == len(set(known)) > 1 else None


def updated_ratings(before: Sequence[Rating], winner: int | None) -> list[Rating]:
    """The ratings after a match, in the same order. Without a winner all have drawn."""
    model = _model()
    teams = [[model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    ranks = [0.0 if winner in (None, seat) else 1.0 for seat in range(len(before))]
    after = model.rate(teams, ranks=ranks)
    return [Rating(new.mu, new.sigma, old.matches + 1) for old, (new,) in zip(before, after, strict=True)]


@cache
def _model() -> Any:
    # Imported for the first rated match: most servers start without one.
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=MU, sigma=SIGMA)
