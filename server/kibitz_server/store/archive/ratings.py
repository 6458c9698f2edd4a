"""Current ratings of all players, updated with each rated match."""

from collections.abc import Mapping
from typing import Any

from kibitz_server.core.lobby.ratings import Rating, identity, rated_players, updated_ratings
from kibitz_server.core.match.match import Match
from kibitz_server.core.values.players import Human, Player
from kibitz_server.store.archive.queries import Change


class Ratings:
    """All ratings in memory, by player and game, with the last name of the player."""

    def __init__(self, known: Mapping[tuple[str, str], tuple[str, Rating]] | None = None) -> None:
        self.known = dict(known or {})

    def of(self, player: Player | None, game: str) -> Rating | None:
        """Return the rating of a player for a game; None without a rated match, or for a player who cannot be rated."""
        who = identity(player)
        found = self.known.get((who, game)) if who is not None else None
        return found[1] if found else None

    def number(self, player: Player, game: str) -> float:
        """Return the rating number for matchmaking and lists; without a rating that of a beginner."""
        return float((self.of(player, game) or Rating()).shown)

    def onto(self, seats: list[dict[str, Any]], match: Match) -> None:
        """Add the ratings of the players to the data of a match's seats."""
        for view, player in zip(seats, match.seats, strict=True):
            rating = self.of(player, match.created.game)
            if rating is not None:
                view["strength"] = {"rating": rating.shown, "deviation": rating.deviation}

    def note(self, match: Match) -> tuple[Change, ...]:
        """Update the ratings of the players of a finished match, if it counts, and return the changes."""
        who, game = rated_players(match), match.created.game
        if who is None or match.result is None:
            return ()
        before = [self.known.get((player, game), ("", Rating()))[1] for player in who]
        after = updated_ratings(before, match.result.winner)
        # The identity of an engine has no seed, and that of `random` no limit, as these do not change its strength.
        names = [player.name if isinstance(player, Human) else id for player, id in zip(match.seats, who, strict=True)]
        for player, name, rating in zip(who, names, after, strict=True):
            self.known[player, game] = (name, rating)
        return tuple(map(Change, who, names, before, after))
