"""The lobby: its list of matches with the filter of each client, and its changes for clients that subscribe to it.

Most changes are sent at once. Moves change only the ply of a row: they are collected, and the rows of several matches
go out in one message. So the cost of the lobby does not grow with the number of moves.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from kibitz_server.core.lobby.listing import LobbyFilter, is_listed, listing, plays
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.seats import is_invited
from kibitz_server.core.values.events import Event
from kibitz_server.core.values.players import Human
from kibitz_server.messages import match_data
from kibitz_server.messages.encoding import encode
from kibitz_server.messages.outgoing import Data, OutgoingMessage
from kibitz_server.runtime.attendance.away import away_since, is_deserted
from kibitz_server.runtime.lobby.quiet import QuietMatches, owner_of
from kibitz_server.runtime.lobby.rows import ALL, LobbyRows, Page
from kibitz_server.runtime.ports import ClientListener, MatchListener
from kibitz_server.runtime.room import ConnectedClient, Room, only_moves
from kibitz_server.runtime.rooms import Rooms
from kibitz_server.scheduler import Scheduler, WallClock
from kibitz_server.store.archive.ratings import Ratings

REFRESH_S = 2.0
"""How long moves are collected before the changed rows are sent."""
MAX_ROWS = 20
"""How many rows are sent at a time. The others follow after the next interval, those that wait longest first."""


@dataclass(slots=True)
class _Subscription:
    wanted: LobbyFilter
    shown: set[str] = field(default_factory=set)


class LobbySubscriptions(MatchListener, ClientListener):
    """Lists matches and sends changes of the list. `on_follow` is called after a client has subscribed."""

    def __init__(
        self,
        rooms: Rooms,
        ratings: Ratings,
        scheduler: Scheduler,
        wall_clock: WallClock,
        on_follow: Callable[[], None],
    ) -> None:
        self._wall_clock = wall_clock
        self._rooms = rooms
        self._ratings = ratings
        self._scheduler = scheduler
        self._on_follow = on_follow
        self._subscriptions: dict[ConnectedClient, _Subscription] = {}
        self._moved: dict[Room, None] = {}
        """Rooms with moves that subscribers have not been sent, in the order of the first of these moves."""
        self._refreshing = False
        self._quiet = QuietMatches(scheduler, lambda: self.followed, self._send_row)
        self._rows = LobbyRows(
            lambda: rooms.all,
            lambda match, watchers, viewer: self._row(match, {match.created.id: watchers}, viewer),
            ratings,
            scheduler.time,
            self._quiet,
        )

    @property
    def followed(self) -> bool:
        """Whether a client is subscribed."""
        return bool(self._subscriptions)

    def page(self, viewer: Human, wanted: LobbyFilter, cursor: str | None, limit: int) -> Page:
        """Return a page of the encoded rows of all matches that a viewer may see and that pass a filter.

        Raises:
            BadCursor: the server did not create the cursor.
        """
        self._quiet.look()
        return self._rows.page(viewer, wanted, cursor, limit)

    def rows(self, viewer: Human | None = None, wanted: LobbyFilter = ALL) -> list[Data]:
        """Return the rows of all matches that a viewer may see and that pass a filter."""
        now = self._scheduler.time()
        return self.rows_of((room.public for room in self._rooms.all if not is_deserted(room, now)), viewer, wanted)

    def rows_of(self, matches: Iterable[Match], viewer: Human | None = None, wanted: LobbyFilter = ALL) -> list[Data]:
        """Return the rows of these matches that a viewer may see and that pass a filter, those that wait last."""
        watchers = self._rooms.watchers()
        found = [match for match in listing(matches, viewer) if wanted.passes(match, viewer, self._ratings.number)]
        rows = [self._row(match, watchers, viewer) for match in found]
        return sorted(rows, key=lambda row: (row["phase"] != "open", row["away_since"] is not None))

    def _row(self, match: Match, watchers: dict[str, int], viewer: Human | None) -> Data:
        now, room = self._scheduler.time(), self._rooms.room(match.created.id)
        since = away_since(room, now) if room is not None else None
        away_at = None if since is None else max(0.0, self._wall_clock() - (now - since))
        row = match_data.row_data(match, watchers, viewer, now, away_at)
        self._ratings.onto(row["seats"], match)
        return row

    def follow(self, client: ConnectedClient, wanted: LobbyFilter = ALL) -> None:
        """Send a client all further changes of the matches that pass a filter."""
        shown = {room.match.created.id for room in self._rows.visible(client.player, wanted)}
        self._subscriptions[client] = _Subscription(wanted, shown)
        self._quiet.look()
        self._on_follow()

    def departed(self, client: ConnectedClient) -> None:
        self._subscriptions.pop(client, None)

    def published(self, room: Room, events: tuple[Event, ...]) -> None:
        if only_moves(events) and room not in self._quiet:
            self._rows.moved(room)
            if self._subscriptions:
                self._moved[room] = None
                self._refresh_later()
            return
        self._quiet.note(room)
        self._send_row(room)

    def presence_changed(self, room: Room) -> None:
        """Send that players have left a match or are back. One that all have left is listed for them alone."""
        if not room.match.over:
            self._send_row(room)

    def _send_row(self, room: Room) -> None:
        """Send subscribers the row of a match now, or that they no longer see it."""
        self._rows.changed(room)
        self._moved.pop(room, None)
        match, deserted, quiet = room.public, is_deserted(room, self._scheduler.time()), room in self._quiet
        # Encoded once for all clients that see the same row.
        messages: dict[tuple[bool, int | None], OutgoingMessage] = {}
        gone = OutgoingMessage(encode({"t": "lobby", "changed": [], "gone": [match.created.id]}))
        for client, subscription in self._subscriptions.items():
            id, viewer = match.created.id, client.player
            hidden = deserted or (quiet and owner_of(match) != viewer.id)
            listed = is_listed(match, viewer) and (not hidden or plays(match, viewer))
            if listed and subscription.wanted.passes(match, viewer, self._ratings.number):
                subscription.shown.add(id)
                same = is_invited(match, viewer), match.seat_of(viewer.id)
                if same not in messages:
                    row = self._row(match, self._rooms.watchers(), viewer)
                    messages[same] = OutgoingMessage(encode({"t": "lobby", "changed": [row], "gone": []}))
                client.send(messages[same])
            elif id in subscription.shown:
                subscription.shown.discard(id)
                client.send(gone)

    def closed(self, room: Room) -> None:
        self._quiet.forget(room)
        self._rows.changed(room)
        self._moved.pop(room, None)

    def _refresh_later(self) -> None:
        if not self._refreshing:
            self._refreshing = True
            self._scheduler.call_at(self._scheduler.time() + REFRESH_S, self._refresh)

    def _refresh(self) -> None:
        """Send the rows of matches with new moves. Only `you` differs between the clients that see a running match."""
        self._refreshing = False
        rooms = list(self._moved)[:MAX_ROWS]
        for room in rooms:
            del self._moved[room]
        if self._moved:
            self._refresh_later()
        watchers = self._rooms.watchers()
        matches = {room.public.created.id: room.public for room in rooms}
        rows = {id: self._row(match, watchers, None) for id, match in matches.items()}
        # Encoded once for all clients that see the same rows.
        messages: dict[tuple[tuple[str, int | None], ...], OutgoingMessage] = {}
        for client, subscription in self._subscriptions.items():
            viewer = client.player.id
            seen = tuple((id, match.seat_of(viewer)) for id, match in matches.items() if id in subscription.shown)
            if seen and seen not in messages:
                changed = [rows[id] if seat is None else {**rows[id], "you": seat} for id, seat in seen]
                messages[seen] = OutgoingMessage(encode({"t": "lobby", "changed": changed, "gone": []}))
            if seen:
                client.send(messages[seen])
