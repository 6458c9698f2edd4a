"""Clients that follow tournaments: each gets a snapshot, then every event, and at most one table a second.

A client that comes back gets the events that it missed, if they are kept, in place of the snapshot.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Protocol

from kibitz_server.core.tournament.events import TournamentEnded
from kibitz_server.core.values.players import Human
from kibitz_server.messages.outgoing import OutgoingMessage
from kibitz_server.runtime.ports import ClientListener, TournamentListener
from kibitz_server.runtime.room import ConnectedClient, Room
from kibitz_server.runtime.tournaments.running import TournamentRoom
from kibitz_server.scheduler import Scheduler, Timer
from kibitz_server.store import Store, TournamentEntry

STANDINGS_S = 1.0
"""Shortest time between two tables of a tournament."""
MANY = 50
"""Followers up to which each message leaves at once. More get it in slices, together with those of a short time."""
SLICE = 25
"""Followers that get messages in one step of the event loop. Others get them in the next steps: moves need not wait."""
TOGETHER_S = 0.1
"""Shortest time between the messages to many followers, who may get a hundred events a second."""
MOST_FOLLOWED = 20
"""Tournaments that a client follows at a time; of more, the first one ends."""


class TournamentMessages(Protocol):
    """Encodes what followers see."""

    def snapshot(self, room: TournamentRoom, player: Human | None, page: int | None) -> OutgoingMessage:
        """Return a tournament with a page of its standings; without a page, that of the player's row or the first."""

    def event(self, room: TournamentRoom, entry: TournamentEntry) -> OutgoingMessage:
        """Return a numbered event."""

    def standings(self, room: TournamentRoom, player: Human | None, *, whole: bool) -> OutgoingMessage:
        """Return the rows that changed since the last call, or all. `player` is an entrant, who gets the own row."""


Told = tuple[ConnectedClient, object, Sequence[OutgoingMessage]]
"""A follower, the ticket of its stay, and what it gets."""


class Backlog:
    """What the followers of a tournament, who are many, have not received yet."""

    def __init__(self) -> None:
        self.messages: list[OutgoingMessage] = []
        """Messages to all, as long as others may join them."""
        self.slices: deque[Iterator[Told]] = deque()
        self.timer: Timer | None = None


class TournamentFollowers(TournamentListener, ClientListener):
    """The followers of all tournaments. `messages` encodes, once for all of them."""

    def __init__(self, messages: TournamentMessages, store: Store, scheduler: Scheduler) -> None:
        self._messages = messages
        self._store = store
        self._scheduler = scheduler
        self._followers: dict[TournamentRoom, dict[ConnectedClient, object]] = {}
        """With a ticket for each stay: a follower that leaves and returns must not get what was meant for it before."""
        self._backlogs: dict[TournamentRoom, Backlog] = {}
        self._followed: dict[ConnectedClient, dict[TournamentRoom, None]] = {}
        self._gone: set[ConnectedClient] = set()
        self._waiting: dict[ConnectedClient, int] = {}
        self._tables: dict[TournamentRoom, Timer] = {}
        self._shown: dict[TournamentRoom, float] = {}
        """When the last table of a tournament was sent."""

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
            missed = room.since(since or 0)
            if snapshot is not None:
                client.send(_of(room, snapshot))
            elif missed is None:  # so many events were saved meanwhile that the first of them are not kept any more
                self.follow(room, client, None, page, lambda _: None)
                return
            else:
                for entry in missed:
                    client.send(_of(room, self._messages.event(room, entry)))
                if missed:  # and tables with them
                    self._send_whole(room, client)
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
        self._tell_all(room, [_of(room, self._messages.event(room, entry)) for entry in entries])
        # The tournament may have ended in memory already, by an event that follows when it is durable.
        if any(isinstance(entry.event, TournamentEnded) for entry in entries):
            self._close_messages(room)
            self._send_table(room)
            for client in list(followers):
                self.unfollow(room, client)
        elif room not in self._tables:
            now = self._scheduler.time()
            at = max(now, self._shown.get(room, 0.0) + STANDINGS_S)
            self._tables[room] = self._scheduler.call_at(at, self._send_table, room)

    def close(self) -> None:
        """Cancel all timers."""
        for timer in (*self._tables.values(), *(each.timer for each in self._backlogs.values())):
            if timer is not None:
                timer.cancel()

    # -- sending

    def _tell_all(self, room: TournamentRoom, messages: Sequence[OutgoingMessage]) -> None:
        """Send messages to all followers: to few of them at once, to many together with those of a short time."""
        followers = self._followers[room]
        if len(followers) > MANY or room in self._backlogs:
            self._backlog(room).messages += [message._replace(held=True) for message in messages]
            return
        for message in messages:
            for client in followers:
                client.send(message)

    def _tell_each(self, room: TournamentRoom, told: list[Told]) -> None:
        """Send followers messages of their own, after those to all."""
        if len(told) > MANY or room in self._backlogs:
            backlog = self._backlog(room)
            self._close_messages(room)
            backlog.slices.append(iter(told))
        else:
            self._send(room, told)

    def _backlog(self, room: TournamentRoom) -> Backlog:
        backlog = self._backlogs.get(room)
        if backlog is None:
            backlog = self._backlogs[room] = Backlog()
            backlog.timer = self._scheduler.call_at(self._scheduler.time(), self._send_slice, room)
        return backlog

    def _close_messages(self, room: TournamentRoom) -> None:
        """Send the messages so far to the followers so far, and to none that comes now."""
        backlog = self._backlogs.get(room)
        if backlog is not None and backlog.messages:
            messages, backlog.messages = backlog.messages, []
            followers = list(self._followers.get(room, {}).items())
            backlog.slices.append((client, ticket, messages) for client, ticket in followers)

    def _send_slice(self, room: TournamentRoom) -> None:
        """Send a slice of the followers what they wait for."""
        backlog, now = self._backlogs[room], self._scheduler.time()
        if not backlog.slices:
            self._close_messages(room)
        if not backlog.slices:
            del self._backlogs[room]
            return
        told = list(islice(backlog.slices[0], SLICE))
        self._send(room, told)
        if len(told) < SLICE:
            backlog.slices.popleft()
        backlog.timer = self._scheduler.call_at(now if backlog.slices else now + TOGETHER_S, self._send_slice, room)

    def _send(self, room: TournamentRoom, told: Sequence[Told]) -> None:
        followers = self._followers.get(room, {})
        for client, ticket, messages in told:
            if followers.get(client) is ticket or room.tournament.ended is not None:
                for message in messages:
                    client.send(message)

    # -- followers

    def _kept(self, room: TournamentRoom, since: int) -> bool:
        return since <= room.tournament.seq and room.since(since) is not None

    def _enter(self, room: TournamentRoom, client: ConnectedClient) -> None:
        followed = self._followed.setdefault(client, {})
        if len(followed) >= MOST_FOLLOWED:
            self.unfollow(next(iter(followed)), client)
        self._followed.setdefault(client, {})[room] = None
        self._close_messages(room)
        self._followers.setdefault(room, {})[client] = object()
        self._shown.setdefault(room, self._scheduler.time())

    def _send_table(self, room: TournamentRoom) -> None:
        timer = self._tables.pop(room, None)
        if timer is not None:
            timer.cancel()
        followers = list(self._followers.get(room, ()))
        if not followers:
            return
        self._shown[room] = self._scheduler.time()
        shared = self._table(room, None)
        own = {
            client.player.id: self._table(room, client.player)
            for client in followers
            if room.tournament.find(client.player.id) is not None
        }
        tickets, ends = dict(self._followers[room]), room.tournament.ended is not None

        def send(error: Exception | None) -> None:
            # Rows of results that are not durable may not be shown. Clients whose snapshot was made before this table
            # follow by now, and the next table will not repeat it.
            if error is None and not room.halted:
                now = {**(tickets if ends else {}), **self._followers.get(room, {})}
                self._tell_each(room, [(each, now[each], (own.get(each.player.id, shared),)) for each in now])

        self._store.append([], send)

    def _send_whole(self, room: TournamentRoom, client: ConnectedClient) -> None:
        """Send a client all rows of the standings, when they are durable."""
        message = self._table(room, client.player, whole=True)

        def send(error: Exception | None) -> None:
            if error is None and not room.halted:
                client.send(message)

        self._store.append([], send)

    def _table(self, room: TournamentRoom, player: Human | None, *, whole: bool = False) -> OutgoingMessage:
        return _of(room, self._messages.standings(room, player, whole=whole))

    def _forget(self, room: TournamentRoom) -> None:
        self._followers.pop(room, None)
        self._shown.pop(room, None)
        timer = self._tables.pop(room, None)
        if timer is not None:
            timer.cancel()


def _of(room: TournamentRoom, message: OutgoingMessage) -> OutgoingMessage:
    """Return a message that a snapshot of the tournament replaces for a client that reads too slowly."""
    return message._replace(match_id=room.id)
