"""Clients that follow tournaments: each gets a snapshot, then every event, and at most one table a second.

A client that comes back gets the events that it missed, if they are kept, in place of the snapshot.
"""

from collections.abc import Callable, Sequence
from typing import Protocol

from kibitz_server.core.values.players import Human
from kibitz_server.messages.outgoing import OutgoingMessage
from kibitz_server.runtime.ports import ClientListener
from kibitz_server.runtime.room import ConnectedClient, Room
from kibitz_server.runtime.tournaments.listeners import TournamentListener
from kibitz_server.runtime.tournaments.running import TournamentRoom
from kibitz_server.scheduler import Scheduler, Timer
from kibitz_server.store import Store, TournamentEntry

STANDINGS_S = 1.0
"""Shortest time between two tables of a tournament."""
MOST_FOLLOWED = 20
"""Tournaments that a client follows at a time; of more, the first one ends."""


class TournamentMessages(Protocol):
    """Encodes what followers see."""

    def snapshot(self, room: TournamentRoom, player: Human | None, page: int | None) -> OutgoingMessage:
        """Return a tournament with a page of its standings; without a page, that of the player's row or the first."""

    def event(self, room: TournamentRoom, entry: TournamentEntry) -> OutgoingMessage:
        """Return a numbered event."""

    def standings(self, room: TournamentRoom, since: int, player: Human | None) -> OutgoingMessage:
        """Return the rows that changed after an event, by its number. `player` is an entrant, who gets the own row."""


class TournamentFollowers(TournamentListener, ClientListener):
    """The followers of all tournaments. `messages` encodes, once for all of them."""

    def __init__(self, messages: TournamentMessages, store: Store, scheduler: Scheduler) -> None:
        self._messages = messages
        self._store = store
        self._scheduler = scheduler
        self._followers: dict[TournamentRoom, dict[ConnectedClient, None]] = {}
        self._followed: dict[ConnectedClient, dict[TournamentRoom, None]] = {}
        self._gone: set[ConnectedClient] = set()
        self._waiting: dict[ConnectedClient, int] = {}
        self._tables: dict[TournamentRoom, Timer] = {}
        self._shown: dict[TournamentRoom, tuple[float, int]] = {}
        """When the last table of a tournament was sent, and the number of its last event then."""

    def follow(
        self,
        room: TournamentRoom,
        client: ConnectedClient,
        since: int | None,
        page: int | None,
        then: Callable[[bool], None],
    ) -> None:
        """Let a client follow a tournament: first what it missed, then all further events.

        Args:
            room: The tournament.
            client: The client.
            since: The last event that the client has. It gets the events after that if they are kept, else a snapshot.
            page: Page of the standings in the snapshot.
            then: Called once, before the first message, with whether the client may follow: not if the store cannot
                save. Also called if the client has disconnected meanwhile.
        """
        self.unfollow(room, client)
        self._waiting[client] = self._waiting.get(client, 0) + 1
        # All that was decided so far is durable in `enter`; a snapshot must have no more, because the rest follows.
        snapshot = (
            self._messages.snapshot(room, client.player, page) if since is None or not self._kept(room, since) else None
        )

        def enter(error: Exception | None) -> None:
            left = self._waiting.pop(client) - 1
            if left:
                self._waiting[client] = left
            gone = client in self._gone
            if gone and not left:
                self._gone.discard(client)
            saved = error is None and not room.halted
            then(saved)
            if not saved or gone:
                return
            if snapshot is not None:
                client.send(_of(room, snapshot))
            else:
                for entry in room.since(since or 0) or ():
                    client.send(_of(room, self._messages.event(room, entry)))
            if room.tournament.ended is None:
                self._enter(room, client)

        self._store.append([], enter)

    def show(
        self, room: TournamentRoom, client: ConnectedClient, page: int | None, then: Callable[[bool], None]
    ) -> None:
        """Send a client a snapshot, and nothing more. `then` is called as `follow` says."""
        snapshot = self._messages.snapshot(room, client.player, page)

        def send(error: Exception | None) -> None:
            saved = error is None and not room.halted
            then(saved)
            if saved:
                client.send(_of(room, snapshot))

        self._store.append([], send)

    def unfollow(self, room: TournamentRoom, client: ConnectedClient) -> None:
        """Send a client nothing more of a tournament."""
        self._followed.get(client, {}).pop(room, None)
        if not self._followed.get(client, True):
            del self._followed[client]
        followers = self._followers.get(room, {})
        followers.pop(client, None)
        if not followers:
            self._forget(room)

    def departed(self, client: ConnectedClient) -> None:
        for room in list(self._followed.get(client, ())):
            self.unfollow(room, client)
        if client in self._waiting:
            self._gone.add(client)

    def count(self, room: TournamentRoom) -> int:
        """Return the number of clients that follow a tournament."""
        return len(self._followers.get(room, ()))

    def resend(self, tournament_id: str, client: ConnectedClient) -> None:
        """Send a snapshot of a tournament that a client follows, in place of messages that were dropped."""
        room = next((room for room in self._followed.get(client, ()) if room.id == tournament_id), None)
        if room is not None:
            self.follow(room, client, None, None, lambda _: None)

    def committed(
        self,
        room: TournamentRoom,
        entries: Sequence[TournamentEntry],
        matches: Sequence[Room],  # noqa: ARG002
    ) -> None:
        followers = self._followers.get(room)
        if not followers or not entries:
            return
        for entry in entries:
            message = _of(room, self._messages.event(room, entry))
            for client in followers:
                client.send(message)
        if room.tournament.ended is not None:
            self._send_table(room)
            for client in list(followers):
                self.unfollow(room, client)
        elif room not in self._tables:
            now = self._scheduler.time()
            at = max(now, self._shown.get(room, (0.0, 0))[0] + STANDINGS_S)
            self._tables[room] = self._scheduler.call_at(at, self._send_table, room)

    def close(self) -> None:
        """Cancel all timers."""
        for timer in self._tables.values():
            timer.cancel()

    def _kept(self, room: TournamentRoom, since: int) -> bool:
        return since <= room.tournament.seq and room.since(since) is not None

    def _enter(self, room: TournamentRoom, client: ConnectedClient) -> None:
        followed = self._followed.setdefault(client, {})
        if len(followed) >= MOST_FOLLOWED:
            self.unfollow(next(iter(followed)), client)
        self._followed.setdefault(client, {})[room] = None
        self._followers.setdefault(room, {})[client] = None
        self._shown.setdefault(room, (self._scheduler.time(), room.tournament.seq))

    def _send_table(self, room: TournamentRoom) -> None:
        timer = self._tables.pop(room, None)
        if timer is not None:
            timer.cancel()
        followers = list(self._followers.get(room, ()))
        if not followers:
            return
        _, since = self._shown[room]
        self._shown[room] = self._scheduler.time(), room.tournament.seq
        entrants = {client.player.id for client in followers if room.tournament.find(client.player.id) is not None}
        shared = _of(room, self._messages.standings(room, since, None)) if len(entrants) < len(followers) else None
        own = {
            client.player.id: _of(room, self._messages.standings(room, since, client.player))
            for client in followers
            if client.player.id in entrants
        }

        def send(error: Exception | None) -> None:
            # Rows of results that are not durable may not be shown.
            for client in followers if error is None and not room.halted else ():
                message = own.get(client.player.id, shared)
                if message is not None and (room in self._followed.get(client, ()) or room.tournament.ended):
                    client.send(message)

        self._store.append([], send)

    def _forget(self, room: TournamentRoom) -> None:
        self._followers.pop(room, None)
        self._shown.pop(room, None)
        timer = self._tables.pop(room, None)
        if timer is not None:
            timer.cancel()


def _of(room: TournamentRoom, message: OutgoingMessage) -> OutgoingMessage:
    """Return a message that a snapshot of the tournament replaces for a client that reads too slowly."""
    return message._replace(match_id=room.id)
