"""Presence: which players of a match are connected, for the match itself and its subscribers.

A player may have several connections, and a dropped connection is usually back in a moment. So a player counts as
disconnected `SETTLE_S` after the last connection was closed. Presence is not stored. After a restart all players count
as disconnected until they connect again.
"""

from collections.abc import Callable
from functools import partial

from kibitz_server.core.match.claims import claimable_at
from kibitz_server.core.match.commands import UpdatePresence
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.values.events import Event
from kibitz_server.core.values.players import Human
from kibitz_server.runtime.ports import ClientListener, MatchListener, MatchServer
from kibitz_server.runtime.room import ConnectedClient, Room
from kibitz_server.scheduler import Scheduler, Timer

SETTLE_S = 3.0


class PresenceTracker(MatchListener, ClientListener):
    """Counts the connections of each player. `changed` is called after the presence of a match has changed."""

    follows_moves = False

    def __init__(self, server: MatchServer, scheduler: Scheduler, changed: Callable[[Room], None]) -> None:
        self._server = server
        self._scheduler = scheduler
        self._changed = changed
        self._connections: dict[str, int] = {}
        self._leaving: dict[str, Timer] = {}
        self._rooms: dict[str, dict[Room, None]] = {}
        self._players: dict[Room, frozenset[str]] = {}
        self._reminders: dict[Room, Timer] = {}

    def arrived(self, client: ConnectedClient) -> None:
        player_id = client.player.id
        self._connections[player_id] = self._connections.get(player_id, 0) + 1
        leaving = self._leaving.pop(player_id, None)
        if leaving is not None:
            leaving.cancel()
        for room in list(self._rooms.get(player_id, ())):
            if room.match.presence.disconnected_since(player_id) is not None:
                self._note(room, player_id, True)

    def departed(self, client: ConnectedClient) -> None:
        player_id = client.player.id
        left = self._connections.get(player_id, 0) - 1
        if left > 0:
            self._connections[player_id] = left
            return
        self._connections.pop(player_id, None)
        if player_id in self._rooms:
            at = self._scheduler.time() + SETTLE_S
            self._leaving[player_id] = self._scheduler.call_at(at, self._disconnected, player_id)

    def committed(self, room: Room, events: tuple[Event, ...]) -> None:  # noqa: ARG002
        before, after = self._players.get(room, frozenset()), _players(room.match)
        for player_id in before - after:
            rooms = self._rooms[player_id]
            del rooms[room]
            if not rooms:
                del self._rooms[player_id]
                if player_id in self._leaving:
                    self._leaving.pop(player_id).cancel()
        for player_id in after - before:
            self._rooms.setdefault(player_id, {})[room] = None
        self._players[room] = after
        if not after:
            del self._players[room]
            self._cancel_reminder(room)
        for player_id in after - before:
            if player_id not in self._connections and player_id not in self._leaving:
                self._note(room, player_id, False)

    def close(self) -> None:
        """Cancel all timers."""
        for timer in (*self._leaving.values(), *self._reminders.values()):
            timer.cancel()

    def _disconnected(self, player_id: str) -> None:
        del self._leaving[player_id]
        for room in list(self._rooms.get(player_id, ())):
            self._note(room, player_id, False)

    def _note(self, room: Room, player_id: str, present: bool) -> None:
        room.presence_changed = True

        def noted(_: object) -> None:
            self._send(room)
            self._changed(room)

        self._server.act(room, UpdatePresence(player_id, present), noted)

    def _send(self, room: Room) -> None:
        """Send the presence of a match to its subscribers now, and again when a claim becomes possible."""
        if not room.match.over:
            room.broadcast(room.presence(self._scheduler.time()))
        self._remind(room)

    def _cancel_reminder(self, room: Room) -> None:
        timer = self._reminders.pop(room, None)
        if timer is not None:
            timer.cancel()

    def _remind(self, room: Room) -> None:
        self._cancel_reminder(room)
        now = self._scheduler.time()
        times = [claimable_at(room.match, seat) for seat in range(len(room.match.seats))]
        ahead = [at for at in times if at is not None and at > now]
        if ahead:
            self._reminders[room] = self._scheduler.call_at(min(ahead), partial(self._send, room))


def _players(match: Match) -> frozenset[str]:
    """Return the ids of the players whose presence matters to a match."""
    if match.over:
        return frozenset()
    starts = {match.created.host.id} if match.phase is Phase.OPEN and not match.created.autostart else set()
    return frozenset(starts | {player.id for player in match.seats if isinstance(player, Human)})
