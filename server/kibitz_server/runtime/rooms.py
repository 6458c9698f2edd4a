"""The matches that are in memory, each in its room: those that run, and those that ended not long ago.

Older ones are in the store's archive and are read back for who asks for them.
"""

from collections import Counter
from collections.abc import Callable

import structlog

from kibitz_server.accounts.ids import new_code
from kibitz_server.core.lobby.registry import CreateMatch, MatchRegistry, normalize_code
from kibitz_server.core.match.match import Match
from kibitz_server.core.values.events import Event
from kibitz_server.core.values.refusal import Refusal
from kibitz_server.runtime.room import Room
from kibitz_server.store import Store
from kibitz_server.store.uptime import Uptime

log = structlog.get_logger(__name__)

KEPT_S, MOST_KEPT = 600.0, 500
"""Matches that ended this long before a restart are taken up with the others, so many of them at most."""

Furnish = Callable[[Match, tuple[Event, ...]], Room]
"""Makes the room of a match that begins with these events."""


class Rooms:
    """`forgotten` hears of each room that is kept no longer."""

    def __init__(
        self,
        hall: MatchRegistry,
        store: Store,
        now: Callable[[], float],
        furnish: Furnish,
        forgotten: Callable[[Room], None],
    ) -> None:
        self._hall = hall
        self._store = store
        self._now = now
        self._furnish = furnish
        self._forgotten = forgotten
        self._rooms: dict[str, Room] = {}

    @property
    def rooms(self) -> list[Room]:
        """All of them, oldest first."""
        return list(self._rooms.values())

    def find(self, reference: str) -> Room | None:
        """The match with that id or code."""
        match = self._hall.find(reference)
        return self._rooms[match.created.id] if match else None

    def with_id(self, match_id: str) -> Room | None:
        """The match with that id."""
        return self._rooms.get(match_id)

    def watchers(self) -> dict[str, int]:
        """How many watch each match, by its id."""
        return {id: room.watchers for id, room in self._rooms.items() if room.peers}

    def census(self) -> dict[str, int]:
        """How many matches are in each phase."""
        return Counter(room.match.phase.value for room in self._rooms.values())

    def unused_code(self) -> str:
        """A code for a new match."""
        while self._hall.find(code := new_code()) is not None:
            pass
        return code

    def make(self, command: CreateMatch, *, quietly: bool = False) -> tuple[Room, tuple[Event, ...]] | Refusal:
        """Make a match and its room; `quietly`: the room keeps the events that it begins with, to be told later."""
        made = self._hall.create(command, self._now())
        if isinstance(made, Refusal):
            return made
        match, events = made
        return self._open(match, tuple(events) if quietly else ()), tuple(events)

    def recover(self) -> list[Room]:
        """Take up every match that was not over, and those that had just ended, for who has not heard of it.

        The first alone are given back. One that cannot be rebuilt stays in the store as it is and holds up no other.
        """
        uptime = self._store.uptime()
        for match_id in reversed(self._store.ended_since(uptime.before(KEPT_S))[:MOST_KEPT]):
            self._take_up(match_id, uptime)
        return [room for match_id in self._store.unfinished() if (room := self._take_up(match_id, uptime))]

    def fetch(self, reference: str, then: Callable[[Room | None], None]) -> None:
        """Find a match that is over and has left the memory; `then` gets its room, or None if there is none."""

        now = self._now()

        def read() -> tuple[Match, list[Event]] | None:
            match_id = self._store.find_ended(reference.strip(), normalize_code(reference))
            return self._relived(match_id, Uptime(), now) if match_id is not None else None

        def found(old: tuple[Match, list[Event]] | Exception | None) -> None:
            if isinstance(old, Exception):
                log.error("a match cannot be read from the archive", match=reference, error=str(old))
            then(self._bring_back(*old) if isinstance(old, tuple) else None)

        self._store.read(read, found)

    def forget_old(self, room: Room) -> None:
        """After a match has ended, the oldest of those that are over leave the memory."""
        for match_id in self._hall.mark_over(room.match):
            old = self._rooms.pop(match_id)
            self._forgotten(old)
            old.close()
            for peer in list(old.peers):
                old.leave(peer)

    def _open(self, match: Match, begun: tuple[Event, ...] = ()) -> Room:
        room = self._rooms[match.created.id] = self._furnish(match, begun)
        return room

    def _relived(self, match_id: str, uptime: Uptime, now: float) -> tuple[Match, list[Event]]:
        """A match as it is stored. Touches nothing of ours, so that a thread may do it."""
        entries = self._store.history(match_id)
        match = Match.from_timed_events((entry.event, now - uptime.since(entry.at)) for entry in entries)
        return match, [entry.event for entry in entries]

    def _take_up(self, match_id: str, uptime: Uptime) -> Room | None:
        try:
            match, events = self._relived(match_id, uptime, self._now())
            self._hall.add(match)
        except Exception:
            log.exception("a match cannot be taken up; `kibitz-server db check` says more", match=match_id)
            return None
        room = self._open(match)
        room.catch_up(events)
        return room

    def _bring_back(self, match: Match, events: list[Event]) -> Room | None:
        """The room of a match from the archive; it is let go again as others end."""
        room = self._rooms.get(match.created.id)
        if room is None:
            try:
                self._hall.add(match)
            except ValueError:  # a match that runs has the same code
                return None
            room = self._open(match)
            room.catch_up(events)
            self.forget_old(room)
        return room
