"""Ratings of players, by the Plackett-Luce model of Weng and Lin (2011), which allows many sides and draws.

A rating belongs to a player and a game. Only rated matches count, and only between players with a lasting identity:
accounts, bots with an account, and engines whose limit does not depend on the machine.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.value import value
from kibitz_server.core.values.endings import EndKind
from kibitz_server.core.values.players import Engine, Human, Player
from kibitz_server.core.values.terms import Uncounted

MU, SIGMA = 25.0, 25.0 / 3.0
SCALE, CENTER = 42.0, 1500.0
"""Conversion to the familiar scale: players begin at 1500, with a deviation of 350."""


@value
class Rating:
    """Rating of a player in a game: a normal distribution of strength, from `matches` matches."""

    mu: float = MU
    sigma: float = SIGMA
    matches: int = 0

    @property
    def shown(self) -> int:
        """Displayed rating."""
        return round(CENTER + SCALE * (self.mu - MU))

    @property
    def deviation(self) -> int:
        """Displayed standard deviation: two of three times the true strength is within it."""
        return round(SCALE * self.sigma)

    @property
    def lower_bound(self) -> int:
        """Displayed rating minus twice the deviation: with a chance of 39 in 40, a player is at least as strong.

        Tables and TV rank by it, so that few matches give no place above players whose strength is known.
        """
        return self.shown - 2 * self.deviation


def identity(player: Player | None) -> str | None:
    """Return the identity of a rated player; None for guests, and for engines whose strength depends on the machine."""
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


def of_engine(identity: str) -> bool:
    """Return whether an identity is that of an engine: it has a limit, which an id of a player does not."""
    return identity == "random" or ":" in identity


def rated_players(match: Match) -> list[str] | None:
    """Return the identities that a match rates, in the order of the seats; None if it does not count."""
    if not match.created.terms.rated or match.phase is not Phase.FINISHED or match.result is None:
        return None
    if match.uncounted is not None:
        return None
    players = [identity(player) for player in match.seats]
    known = [player for player in players if player is not None]
    return known if len(known) == len(players) == len(set(known)) > 1 else None


def quitter(match: Match) -> int | None:
    """Return the seat that quit a rated match: that aborted it, did not come, or ended it too early to count."""
    end = match.end
    if not match.created.terms.rated or not match.started or end is None:
        return None
    quits = match.phase is Phase.ABORTED or end.kind is EndKind.NO_SHOW or match.uncounted is Uncounted.TOO_SHORT
    return end.seat if quits else None


def updated_ratings(before: Sequence[Rating], winner: int | None) -> list[Rating]:
    """Return the ratings after a match, in the same order. It is a draw if `winner`, an index, is None."""
    model = _model()
    teams = [[model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    ranks = [0.0 if winner in (None, seat) else 1.0 for seat in range(len(before))]
    after = model.rate(teams, ranks=ranks)
    return [Rating(new.mu, new.sigma, old.matches + 1) for old, (new,) in zip(before, after, strict=True)]


@cache
def _model() -> Any:
    # Imported at the first rated match: most servers start without one.
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=MU, sigma=SIGMA)
