"""Current ratings of all players, updated with each rated match."""

from collections.abc import Mapping
from typing import Any

from kibitz_server.core.lobby.ratings import Rating, identity, rated_players, updated_ratings
from kibitz_server.core.match.match import Match
from kibitz_server.core.values.players import Human, Player
from kibitz_server.store.archive.queries import Change, Standing
from kibitz_server.store.archive.ranking import Ranking


class Ratings:
    """All ratings in memory, by player and game, with the last name of the player."""

    def __init__(self, known: Mapping[tuple[str, str], Standing] | None = None) -> None:
        self.known = dict(known or {})
        self.ranking = Ranking(self.known.items())
        """The same ratings in order."""
        self._expected: dict[tuple[str, str], Rating] = {}
        """Ratings after matches that are over, but not saved yet."""

    def of(self, player: Player | None, game: str) -> Rating | None:
        """Return the rating of a player for a game; None without a rated match, or for a player who cannot be rated."""
        found = self._standing(player, game)
        return found.rating if found else None

    def number(self, player: Player, game: str) -> float:
        """Return the rating number for matchmaking and filters; without a rating that of a beginner."""
        return float((self.of(player, game) or Rating()).shown)

    def lower_bound(self, player: Player, game: str) -> float:
        """Return the number by which a player ranks at a game; without a rating that of a beginner."""
        return float((self.of(player, game) or Rating()).lower_bound)

    def onto(self, seats: list[dict[str, Any]], match: Match) -> None:
        """Add the ratings of the players to the data of a match's seats."""
        for view, player in zip(seats, match.seats, strict=True):
            standing = self._standing(player, match.created.game)
            if standing is not None:
                numbers = {"rating": standing.rating.shown, "deviation": standing.rating.deviation}
                view["strength"] = {**numbers, "engines_only": standing.engines_only}

    def expect(self, match: Match) -> tuple[Change, ...]:
        """Return how a finished match changes the ratings of its players, by seat; nothing if it does not count.

        The changes take effect by `settle`. Until then, the next match of a player counts from the expected rating:
        the store saves matches in the order of their ends.
        """
        who, game = rated_players(match), match.created.game
        if who is None or match.result is None:
            return ()
        before = [self._rating(player, game) for player in who]
        after = updated_ratings(before, match.result.winner)
        # The identity of an engine has no seed, and that of `random` no limit, as these do not change its strength.
        names = [player.name if isinstance(player, Human) else id for player, id in zip(match.seats, who, strict=True)]
        self._expected.update(((player, game), rating) for player, rating in zip(who, after, strict=True))
        return tuple(map(Change, who, names, before, after))

    def settle(self, game: str, changes: tuple[Change, ...], *, saved: bool) -> None:
        """Put expected changes into effect, or drop them if the match could not be saved."""
        for player, name, _, after in changes:
            if self._expected.get((player, game)) is after:
                del self._expected[player, game]
            if saved:
                before = self.known.get((player, game)) or Standing(name, after, set(), engines_only=True)
                opponents = (other.player for other in changes if other.player != player)
                standing = self.known[player, game] = before.after(name, after, opponents)
                self.ranking.put(player, game, standing)

    def note(self, match: Match) -> tuple[Change, ...]:
        """Update the ratings of the players of a saved match, if it counts, and return the changes."""
        changes = self.expect(match)
        self.settle(match.created.game, changes, saved=True)
        return changes

    def _standing(self, player: Player | None, game: str) -> Standing | None:
        who = identity(player)
        return self.known.get((who, game)) if who is not None else None

    def _rating(self, player: str, game: str) -> Rating:
        expected = self._expected.get((player, game))
        known = self.known.get((player, game))
        return expected or (known.rating if known else Rating())
