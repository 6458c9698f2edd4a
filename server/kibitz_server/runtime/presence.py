"""Who of a match's people has a connection, and what the match and those who follow it are told of it.

A player may have several connections, and one that drops is usually back in a moment; so a player is gone once the last
of them has been closed for `SETTLE_S`. Nothing of this is stored: a restart ends every connection, and whoever does not
come back is gone from then on.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from kibitz_server.core.match.claims import claimable_at
from kibitz_server.core.match.commands import UpdatePresence
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.phase import Phase
from kibitz_server.core.values.players import Human
from kibitz_server.runtime.room import Room
from kibitz_server.scheduler import Scheduler, Timer

SETTLE_S = 3.0

Act = Callable[[Room, UpdatePresence, Callable[[Any], None]], None]


class PresenceTracker:
    """Counts the connections of each player. `act` puts a command to a room's match; `noted` hears which it was."""

    def __init__(self, scheduler: Scheduler, act: Act, noted: Callable[[Room], None]) -> None:
        self._scheduler = scheduler
        self._act = act
        self._noted = noted
        self._connections: dict[str, int] = {}
        self._leaving: dict[str, Timer] = {}
        self._rooms: dict[str, dict[Room, None]] = {}
        self._people: dict[Room, frozenset[str]] = {}
        self._reminders: dict[Room, Timer] = {}

    def arrive(self, player_id: str) -> None:
        """A player has one more connection."""
        self._connections[player_id] = self._connections.get(player_id, 0) + 1
        leaving = self._leaving.pop(player_id, None)
        if leaving is not None:
            leaving.cancel()
        for room in list(self._rooms.get(player_id, ())):
            if room.match.presence.disconnected_since(player_id) is not None:
                self._note(room, player_id, True)

    def depart(self, player_id: str) -> None:
        """A player has one connection less."""
        left = self._connections.get(player_id, 0) - 1
        if left > 0:
            self._connections[player_id] = left
            return
        self._connections.pop(player_id, None)
        if player_id in self._rooms:
            at = self._scheduler.time() + SETTLE_S
            self._leaving[player_id] = self._scheduler.call_at(at, self._gone, player_id)

    def follow(self, room: Room) -> None:
        """A match is new, or other people may belong to it now, or it is over."""
        before, after = self._people.get(room, frozenset()), _people(room.match)
        for player_id in before - after:
            rooms = self._rooms[player_id]
            del rooms[room]
            if not rooms:
                del self._rooms[player_id]
                if player_id in self._leaving:
                    self._leaving.pop(player_id).cancel()
        for player_id in after - before:
            self._rooms.setdefault(player_id, {})[room] = None
        self._people[room] = after
        if not after:
            del self._people[room]
            self._forget_reminder(room)
        for player_id in after - before:
            if player_id not in self._connections and player_id not in self._leaving:
                self._note(room, player_id, False)

    def close(self) -> None:
        """Call nothing any more."""
        for timer in (*self._leaving.values(), *self._reminders.values()):
            timer.cancel()

    def _gone(self, player_id: str) -> None:
        del self._leaving[player_id]
        for room in list(self._rooms.get(player_id, ())):
            self._note(room, player_id, False)

    def _note(self, room: Room, player_id: str, present: bool) -> None:
        room.absences = True
        self._act(room, UpdatePresence(player_id, present), lambda _: self._changed(room))

    def _changed(self, room: Room) -> None:
        self._tell(room)
        self._noted(room)

    def _tell(self, room: Room) -> None:
        """Tell everyone who follows the match who is gone, and again when something may be claimed."""
        if not room.match.over:
            room.broadcast(room.presence(self._scheduler.time()))
        self._remind(room)

    def _forget_reminder(self, room: Room) -> None:
        timer = self._reminders.pop(room, None)
        if timer is not None:
            timer.cancel()

    def _remind(self, room: Room) -> None:
        self._forget_reminder(room)
        now = self._scheduler.time()
        times = [claimable_at(room.match, seat) for seat in range(len(room.match.seats))]
        ahead = [at for at in times if at is not None and at > now]
        if ahead:
            self._reminders[room] = self._scheduler.call_at(min(ahead), partial(self._tell, room))


def _people(match: Match) -> frozenset[str]:
    """Those whose absence means something to a match."""
    if match.over:
        return frozenset()
    starts = {match.created.host.id} if match.phase is Phase.OPEN and not match.created.autostart else set()
    return frozenset(starts | {player.id for player in match.seats if isinstance(player, Human)})
