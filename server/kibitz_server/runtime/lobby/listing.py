"""The lobby as each client asked for it: the list, and its changes for those who follow it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from kibitz_protocol.codec import encode
from kibitz_server.core.lobby.listing import LobbyFilter, is_listed, listing
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.seats import kept_for
from kibitz_server.core.values.players import Human
from kibitz_server.messages import match_data, outgoing
from kibitz_server.messages.outgoing import OutgoingMessage
from kibitz_server.runtime.room import Client
from kibitz_server.store.archive.ratings import Ratings

ALL = LobbyFilter()


@dataclass(slots=True)
class _Following:
    wanted: LobbyFilter
    shown: set[str] = field(default_factory=set)


class LobbySubscriptions:
    """`watchers` tells how many watch each match, by its id."""

    def __init__(self, watchers: Callable[[], dict[str, int]], ratings: Ratings) -> None:
        self._watchers = watchers
        self._ratings = ratings
        self._followers: dict[Client, _Following] = {}

    @property
    def followed(self) -> bool:
        """Whether anybody looks."""
        return bool(self._followers)

    def rows(self, matches: Iterable[Match], viewer: Human | None, wanted: LobbyFilter = ALL) -> list[outgoing.Data]:
        """The list, as this viewer wants it."""
        watchers = self._watchers()
        found = [match for match in listing(matches, viewer) if wanted.passes(match, viewer, self._ratings.number)]
        return [self._row(match, watchers, viewer) for match in found]

    def _row(self, match: Match, watchers: dict[str, int], viewer: Human | None) -> outgoing.Data:
        row = match_data.row_data(match, watchers, viewer)
        self._ratings.onto(row["seats"], match)
        return row

    def follow(self, peer: Client, matches: Iterable[Match], wanted: LobbyFilter) -> None:
        """Tell this client of changes from now on, of the matches that it wants."""
        shown = {row["match"] for row in self.rows(matches, peer.player, wanted)}
        self._followers[peer] = _Following(wanted, shown)

    def forget(self, peer: Client) -> None:
        """The client is gone."""
        self._followers.pop(peer, None)

    def publish(self, match: Match) -> None:
        """A match has changed its phase or its players: tell those who follow, once for all who see the same."""
        letters: dict[bool, OutgoingMessage] = {}
        gone = OutgoingMessage(encode({"t": "lobby", "changed": [], "gone": [match.created.id]}))
        for peer, following in self._followers.items():
            id, viewer = match.created.id, peer.player
            if is_listed(match, viewer) and following.wanted.passes(match, viewer, self._ratings.number):
                following.shown.add(id)
                for_viewer = bool(kept_for(match, viewer))
                if for_viewer not in letters:
                    row = self._row(match, self._watchers(), viewer)
                    letters[for_viewer] = OutgoingMessage(encode({"t": "lobby", "changed": [row], "gone": []}))
                peer.send(letters[for_viewer])
            elif id in following.shown:
                following.shown.discard(id)
                peer.send(gone)
