"""The lobby: its list of matches with the filter of each client, and its changes for clients that subscribe to it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from kibitz_protocol.codec import encode
from kibitz_server.core.lobby.listing import LobbyFilter, is_listed, listing
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.seats import kept_for
from kibitz_server.core.values.events import Event
from kibitz_server.core.values.players import Human
from kibitz_server.messages import match_data
from kibitz_server.messages.outgoing import Data, OutgoingMessage
from kibitz_server.runtime.ports import ClientListener, MatchListener
from kibitz_server.runtime.room import Client, Room, only_moves
from kibitz_server.runtime.rooms import Rooms
from kibitz_server.store.archive.ratings import Ratings

ALL = LobbyFilter()


@dataclass(slots=True)
class _Subscription:
    wanted: LobbyFilter
    shown: set[str] = field(default_factory=set)


class LobbySubscriptions(MatchListener, ClientListener):
    """Lists matches and sends changes of the list. `on_follow` is called after a client has subscribed."""

    def __init__(self, rooms: Rooms, ratings: Ratings, on_follow: Callable[[], None]) -> None:
        self._rooms = rooms
        self._ratings = ratings
        self._on_follow = on_follow
        self._subscriptions: dict[Client, _Subscription] = {}

    @property
    def followed(self) -> bool:
        """Whether a client is subscribed."""
        return bool(self._subscriptions)

    def rows(self, viewer: Human | None = None, wanted: LobbyFilter = ALL) -> list[Data]:
        """Return the rows of all matches that a viewer may see and that pass a filter."""
        return self.rows_of((room.public for room in self._rooms.all), viewer, wanted)

    def rows_of(self, matches: Iterable[Match], viewer: Human | None = None, wanted: LobbyFilter = ALL) -> list[Data]:
        """Return the rows of these matches that a viewer may see and that pass a filter."""
        watchers = self._rooms.watchers()
        found = [match for match in listing(matches, viewer) if wanted.passes(match, viewer, self._ratings.number)]
        return [self._row(match, watchers, viewer) for match in found]

    def _row(self, match: Match, watchers: dict[str, int], viewer: Human | None) -> Data:
        row = match_data.row_data(match, watchers, viewer)
        self._ratings.onto(row["seats"], match)
        return row

    def follow(self, client: Client, wanted: LobbyFilter = ALL) -> None:
        """Send a client all further changes of the matches that pass a filter."""
        shown = {row["match"] for row in self.rows(client.player, wanted)}
        self._subscriptions[client] = _Subscription(wanted, shown)
        self._on_follow()

    def departed(self, client: Client) -> None:
        self._subscriptions.pop(client, None)

    def published(self, room: Room, events: tuple[Event, ...]) -> None:
        if only_moves(events):  # rows show the phase and the players, not the position
            return
        match = room.public
        # Encoded once for all clients that see the same row.
        messages: dict[bool, OutgoingMessage] = {}
        gone = OutgoingMessage(encode({"t": "lobby", "changed": [], "gone": [match.created.id]}))
        for client, subscription in self._subscriptions.items():
            id, viewer = match.created.id, client.player
            if is_listed(match, viewer) and subscription.wanted.passes(match, viewer, self._ratings.number):
                subscription.shown.add(id)
                for_viewer = bool(kept_for(match, viewer))
                if for_viewer not in messages:
                    row = self._row(match, self._rooms.watchers(), viewer)
                    messages[for_viewer] = OutgoingMessage(encode({"t": "lobby", "changed": [row], "gone": []}))
                client.send(messages[for_viewer])
            elif id in subscription.shown:
                subscription.shown.discard(id)
                client.send(gone)
