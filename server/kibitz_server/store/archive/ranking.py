"""The best players: all ratings in order, for each game and for all games together.

A change moves one place of two sorted lists. Otherwise each request for the best would sort the ratings of all players.
"""

from bisect import bisect_left, insort
from collections.abc import Iterable
from typing import NamedTuple

from kibitz_server.core.lobby.ratings import of_engine
from kibitz_server.store.archive.queries import Standing
from kibitz_server.store.archive.sought import fold, sought


class Ranked(NamedTuple):
    """A rating of a player in a game. The order of these tuples is that of the ranking, the best first."""

    lowered: int
    """The lower bound of the rating times -1."""
    name: str
    game: str
    player: str
    """Identity of the player, which makes each place different."""
    standing: Standing

    @property
    def engine(self) -> bool:
        """Whether the player is an engine."""
        return of_engine(self.player)


class Ranking:
    """Ratings of all players in order. `known` are those to begin with."""

    def __init__(self, known: Iterable[tuple[tuple[str, str], Standing]] = ()) -> None:
        self._places: dict[tuple[str, str], Ranked] = {}
        self._named: dict[str, set[tuple[str, str]]] = {}
        self._all: list[Ranked] = []
        self._games: dict[str, list[Ranked]] = {}
        for (player, game), standing in known:
            ranked = self._place(player, game, standing)
            self._all.append(ranked)
            self._games.setdefault(game, []).append(ranked)
        for places in (self._all, *self._games.values()):
            places.sort()

    def put(self, player: str, game: str, standing: Standing) -> None:
        """Set the rating of a player, and the name under which it is listed."""
        lists = self._all, self._games.setdefault(game, [])
        before = self._places.get((player, game))
        if before is not None:
            self._unname(before)
            for places in lists:
                del places[bisect_left(places, before)]
        ranked = self._place(player, game, standing)
        for places in lists:
            insort(places, ranked)

    def best(self, limit: int, game: str | None = None) -> list[Ranked]:
        """Return the best ratings, of one game or of all games."""
        places = self._all if game is None else self._games.get(game, [])
        return places[:limit]

    def named(self, name: str, limit: int, game: str | None = None) -> list[Ranked]:
        """Return the best ratings of the people or the engine that a name means, of one game or of all games."""
        wanted = sought(name)
        found = (self._places[key] for key in self._named.get(wanted.key, ()))
        of_kind = (ranked for ranked in found if ranked.engine == wanted.engine)
        return sorted(ranked for ranked in of_kind if game in (None, ranked.game))[:limit]

    def _place(self, player: str, game: str, standing: Standing) -> Ranked:
        place = Ranked(-standing.rating.lower_bound, standing.name, game, player, standing)
        ranked = self._places[player, game] = place
        self._named.setdefault(fold(standing.name), set()).add((player, game))
        return ranked

    def _unname(self, ranked: Ranked) -> None:
        """Forget the name of a player, who may have another one now."""
        name = fold(ranked.name)
        keys = self._named[name]
        keys.discard((ranked.player, ranked.game))
        if not keys:
            del self._named[name]
