"""TODO."""

from collections.abc import Mapping
from typing import Any

from kibitz_server.core.lobby.ratings import Rating, identity, rated_players, updated_ratings
from kibitz_server.core.match.match import Match
from kibitz_server.core.values.players import Human, Player
from kibitz_server.store.archive.queries import Change


class Ratings:
    """Every rating there is, by player and game, with the name that the player had last."""

    def __init__(self, known: Mapping[tuple[str, str], tuple[str, Rating]] | None = None) -> None:
        self.known = dict(known or {})

    def of(self, player: Player | None, game: str) -> Rating | None:
        """The rating of a player at a game; None for who cannot have one or has not played."""
        who = identity(player)
        found = self.known.get((who, game)) if who is not None else None
        return found[1] if found else None

    def number(self, player: Player, game: str) -> float:
        """The number that a player is sought and listed by: that of a beginner for who has none."""
        return float((self.of(player, game) or Rating()).shown)

    def onto(self, seats: list[dict[str, Any]], match: Match) -> None:
        """Add to the views of a match's seats how strong who sits there is."""
        for view, player in zip(seats, match.seats, strict=True):
            rating = self.of(player, match.created.game)
            if rating is not None:
                view["strength"] = {"rating": rating.shown, "deviation": rating.deviation}

    def note(self, match: Match) -> tuple[Change, ...]:
        """Rate the players of a match that is over, if it counts; what changed."""
        who, game = rated_players(match), match.created.game
        if who is None or match.result is None:
            return ()
        before = [self.known.get((player, game), ("", Rating()))[1] for player in who]
        after = updated_ratings(before, match.result.winner)
        # An engine is known by its limit alone: a seed, or what random would have had, is no part of its strength.
        names = [player.name if isinstance(player, Human) else id for player, id in zip(match.seats, who, strict=True)]
        for player, name, rating in zip(who, names, after, strict=True):
            self.known[player, game] = (name, rating)
        return tuple(map(Change, who, names, before, after))
