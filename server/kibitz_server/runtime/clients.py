"""The connected clients, and which matches each of them follows."""

from collections.abc import Callable, Sequence

from kibitz_server.core.match.match import Match
from kibitz_server.messages import match_data
from kibitz_server.messages.encoding import encode
from kibitz_server.messages.outgoing import OutgoingMessage, notice
from kibitz_server.runtime.ports import ClientListener
from kibitz_server.runtime.room import ConnectedClient, Room
from kibitz_server.store import Store

CANNOT_SAVE = "the server cannot save moves at the moment: none are accepted, clocks are stopped, and nothing is lost"
UNSAVED = (
    "your last command waits: it is not known yet whether it is saved. Its answer comes when the server saves again. "
    "If the server ends before that, look whether it counted"
)


class Clients:
    """Connected clients. `now` returns the time on the clock of the matches; `listeners` follow who comes and goes."""

    def __init__(self, store: Store, now: Callable[[], float], listeners: Sequence[ClientListener]) -> None:
        self._store = store
        self._now = now
        self._listeners = listeners
        self._connected: dict[ConnectedClient, None] = {}
        self._of: dict[str, dict[ConnectedClient, None]] = {}
        self.unsaved: Callable[[], Sequence[tuple[ConnectedClient, str]]] = list
        """Returns the commands whose answer waits for the store, each with its client. Set by the server."""
        self.resend_tournament: Callable[[str, ConnectedClient], None] = lambda _id, _client: None
        """Sends a snapshot of a tournament that a client follows, by its id. Set by the server."""

    @property
    def all(self) -> list[ConnectedClient]:
        """All clients that sent a hello and are still connected."""
        return list(self._connected)

    def of(self, player_id: str) -> list[ConnectedClient]:
        """Return the connections of a player."""
        return list(self._of.get(player_id, ()))

    def arrive(self, client: ConnectedClient) -> None:
        """Add a client that has sent its hello."""
        self._connected[client] = None
        self._of.setdefault(client.player.id, {})[client] = None
        if not self._store.healthy:
            client.send(notice(CANNOT_SAVE, halted=True))
        for listener in self._listeners:
            listener.arrived(client)

    def depart(self, client: ConnectedClient) -> None:
        """Remove a client that has disconnected. Its player keeps all seats."""
        for room in list(client.rooms):
            room.leave(client)
        if client in self._connected:
            del self._connected[client]
            own = self._of[client.player.id]
            del own[client]
            if not own:
                del self._of[client.player.id]
            for listener in self._listeners:
                listener.departed(client)

    def tell_unsaved(self) -> None:
        """Send a notice about each command that the store may have or not, to the client that waits for its answer."""
        for client, id in self.unsaved():
            client.send(notice(UNSAVED, id=id))

    def announce(self, text: str, *, halted: bool | None = None) -> None:
        """Send a notice to all clients. `halted`: whether the server stops saving moves, or saves them again."""
        message = notice(text, halted)
        for client in self._connected:
            client.send(message)

    def watch(
        self,
        room: Room,
        client: ConnectedClient,
        since: int | None,
        then: Callable[[bool], None],
        *,
        preview: bool = False,
    ) -> None:
        """Let a client follow a match: first what it missed, then all further events.

        Args:
            room: The match.
            client: The client.
            since: The last event that the client has. It gets the events after that if they are kept, else a snapshot.
            then: Called once, before the first message, with whether the client may follow: not if the store cannot
                save, or if the match is halted, because its state in memory has events that are not saved. Also called
                if the client has disconnected meanwhile: the player may have sent the command again.
            preview: Whether the client is not one of the spectators of the match.
        """
        room.leave(client)
        shown = room.shown_to(client)
        # A delayed spectator sees durable events alone, so its messages can wait for `enter`, and must: it would miss
        # the events that are released before. All others get the match as it is now.
        delayed = shown is not room.match
        messages = [] if delayed else self._missed(room, shown, client, since)

        def enter(error: Exception | None) -> None:
            saved = error is None and not room.halted
            then(saved)
            if not saved or client not in self._connected:
                return
            for message in self._missed(room, shown, client, since) if delayed else messages:
                client.send(message)
            room.enter(client, preview=preview)
            if since is not None and room.match.over:
                self._catch_up(client, room)

        self._store.append([], enter)

    def _missed(self, room: Room, shown: Match, client: ConnectedClient, since: int | None) -> list[OutgoingMessage]:
        """Return the events of the shown match after `since` if they are kept, else a snapshot."""
        messages = room.events_since(since, shown, client) if since is not None and not room.stale else None
        if messages is None:
            return [room.snapshot(client, self._now(), shown)]
        if room.presence_changed and not room.match.over:
            # Presence is not a numbered event, so the missed events do not contain it.
            return [*messages, room.presence(self._now())]
        return messages

    def resend(self, id: str, client: ConnectedClient) -> None:
        """Send a snapshot of a match or tournament that a client follows, in place of messages that were dropped."""
        room = next((room for room in client.rooms if room.match.created.id == id), None)
        if room is None:
            self.resend_tournament(id, client)
        else:
            self.watch(room, client, None, lambda _: None, preview=room.previewed_by(client))

    def correct(self, room: Room) -> None:
        """Send a snapshot of a match to all that follow it, because the clocks that they show are wrong."""
        for client in list(room.clients):
            self.watch(room, client, None, lambda _: None, preview=room.previewed_by(client))
        if room.feed is not None:
            room.feed.send(room.snapshot(room.feed, self._now()))

    def redirect(self, client: ConnectedClient, room: Room, next_room: Room, why: str) -> None:
        """Move a client from a match to the one that follows it."""
        client.send(next_match(room.match, next_room.match, why))
        preview = room.previewed_by(client)
        room.leave(client)
        self.watch(next_room, client, None, lambda _: None, preview=preview)

    def _catch_up(self, client: ConnectedClient, room: Room) -> None:
        """Redirect a client that was disconnected when the others were redirected."""
        if room.next is not None:
            self.redirect(client, room, room.next, "rematch" if room.match.rematch else "series")
        elif room.match.created.terms.series is not None:
            client.send(next_match(room.match, None, "series"))


def next_match(match: Match, following: Match | None, why: str) -> OutgoingMessage:
    """Return the message that names the match after another one, or says that there is none."""
    return OutgoingMessage(encode(match_data.next_data(match, following, why)))
