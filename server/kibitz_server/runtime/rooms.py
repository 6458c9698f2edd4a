"""The matches in memory, each in its room: those that run, and those that ended recently.

Older matches are in the store's archive and are read back on request.
"""

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Protocol, TypeVar

import structlog

from kibitz_protocol.match_codes import canonical
from kibitz_server.accounts.ids import new_code
from kibitz_server.accounts.mutes import Mutes
from kibitz_server.core.lobby.registry import CreateMatch, MatchRegistry
from kibitz_server.core.match.match import Match
from kibitz_server.core.rated import RatedRules
from kibitz_server.core.values.events import Event
from kibitz_server.core.values.refusal import Refusal
from kibitz_server.core.values.timeouts import Patience
from kibitz_server.jobs.matches import TimedEvent, rebuilt, rebuilt_if_found, rows_of_ended
from kibitz_server.runtime.ports import MatchListeners
from kibitz_server.runtime.rng import RandomChoices
from kibitz_server.runtime.room import Room
from kibitz_server.scheduler import Scheduler
from kibitz_server.store import Store
from kibitz_server.store.archive.ratings import Ratings
from kibitz_server.store.interface import StoreReader
from kibitz_server.store.uptime import Uptime

log = structlog.get_logger(__name__)

R = TypeVar("R")
T = TypeVar("T")


class SlowWork(Protocol):
    """Does slow work for a command. The client that sent it pays for it."""

    async def read(self, work: Callable[[], T]) -> T:
        """Read from the store in its thread, and return the result."""

    async def query(self, read: Callable[[StoreReader], R], job: Callable[..., T], *more: object) -> T:
        """Read from the store, and return what a job makes of what was read and `more`.

        Both may be done outside of the server process, so the functions are those of a module.
        """


class Rooms:
    """Rooms of all matches in memory. `listeners` are called when a room is opened, published or closed."""

    def __init__(
        self,
        registry: MatchRegistry,
        store: Store,
        scheduler: Scheduler,
        mutes: Mutes,
        ratings: Ratings,
        listeners: MatchListeners,
        random: RandomChoices,
        patience: Patience,
        rated_rules: RatedRules,
    ) -> None:
        self._registry = registry
        self._store = store
        self._scheduler = scheduler
        self._mutes = mutes
        self._ratings = ratings
        self._listeners = listeners
        self._random = random
        self._patience = patience
        self._rated_rules = rated_rules
        self._rooms: dict[str, Room] = {}

    @property
    def all(self) -> list[Room]:
        """All rooms that clients may know of, oldest first."""
        return [room for room in self._rooms.values() if room.stored]

    @property
    def made(self) -> list[Room]:
        """All rooms, also those of matches whose creation is not stored yet."""
        return list(self._rooms.values())

    def find(self, reference: str) -> Room | None:
        """Return the room of the match with that id or code, if clients may know of it."""
        room = self._rooms.get(reference) or self.find_made(reference)  # programs send the id
        return room if room is not None and room.stored else None

    def find_made(self, reference: str) -> Room | None:
        """Return the room of the match with that id or code, also if its creation is not stored yet."""
        match = self._registry.find(reference)
        return self._rooms[match.created.id] if match else None

    def watchers(self) -> dict[str, int]:
        """Return the number of spectators of each match, by match id."""
        return {id: room.watchers for id, room in self._rooms.items() if room.clients}

    def census(self) -> dict[str, int]:
        """Return the number of matches in each phase."""
        return Counter(room.match.phase.value for room in self._rooms.values())

    def room(self, match_id: str) -> Room | None:
        """Return the room of a match by its id."""
        return self._rooms.get(match_id)

    def unused_code(self, *, listed: bool) -> str:
        """Return a random code that no match in memory has, as long as that of a listed match or of any other."""
        while self._registry.find(code := new_code(listed=listed)) is not None:
            pass
        return code

    def make(self, command: CreateMatch) -> tuple[Room, tuple[Event, ...]] | Refusal:
        """Create a match and its room. Return the room and the first events, which are not saved yet.

        Options that the command leaves to the server are chosen now, and so is the seed of a match with chance.
        """
        random = self._random
        command = command.with_random_options(random.below).with_seed(random.match_seed, repeatable=random.repeatable)
        made = self._registry.create(command, self._scheduler.time(), self._rated_rules)
        if isinstance(made, Refusal):
            return made
        match, events = made
        room = self._add(match)
        self._opened(room)
        return room, tuple(events)

    def rebuild(self, match_id: str, uptime: Uptime, now: float) -> tuple[Room, list[TimedEvent]] | None:
        """Rebuild a match from its events. Return its room and the events; `reopen` lets it go on.

        A match that cannot be rebuilt stays in the store unchanged, and None is returned.
        """
        try:
            match, events = rebuilt(match_id, self._store.rows(match_id), uptime, now)
            self._registry.add(match)
        except Exception:
            log.exception("a match cannot be restored; run `kibitz-server db check` for details", match=match_id)
            return None
        return self._add(match), events

    def reopen(self, room: Room, events: list[TimedEvent]) -> None:
        """Let a match from the store go on in its room, and show it to clients."""
        self._opened(room)
        room.stored = True
        room.restore_delay(events)
        self._published(room, ())
        for committed in self._listeners.of(()).committed:
            committed(room, ())

    async def fetch(self, reference: str, slow: SlowWork) -> Room | None:
        """Read a match from the archive that is not in memory. Return its room, or None if there is no such match.

        Args:
            reference: The id or the code of the match.
            slow: Reads and rebuilds the match.
        """
        read = partial(rows_of_ended, reference=reference.strip(), code=canonical(reference))
        old = await slow.query(read, rebuilt_if_found, self._scheduler.time())
        return None if old is None else self._fetched(*old)

    async def find_stored(self, match_id: str, slow: SlowWork) -> Room | bool:
        """Return the room of the match with this id, also of one from the archive, if there ever was one.

        Otherwise return whether the store has a match that cannot be read.
        """
        stored = await slow.read(lambda: self._store.has_match(match_id))
        room = self.find_made(match_id)
        if room is None and stored:
            room = await self.fetch(match_id, slow)
        return room or stored

    def evict_old(self, room: Room) -> None:
        """Count a match as over, and remove the oldest matches that are over and more than memory keeps."""
        for match_id in self._registry.mark_over(room.match):
            self._close(self._rooms.pop(match_id))

    def discard(self, room: Room) -> None:
        """Remove a match whose creation could not be saved."""
        self._registry.remove(room.match)
        self._close(self._rooms.pop(room.match.created.id))

    def close(self) -> None:
        """Stop all timers of matches."""
        for room in self.made:
            room.close()

    def _close(self, room: Room) -> None:
        for closed in self._listeners.closed:
            closed(room)
        room.close()
        for client in list(room.clients):
            room.leave(client)

    def _add(self, match: Match) -> Room:
        match.patience = self._patience
        match.rated_rules = self._rated_rules
        room = Room(match, self._scheduler, self._published, self._mutes, self._ratings)
        self._rooms[match.created.id] = room
        return room

    def _opened(self, room: Room) -> None:
        for opened in self._listeners.opened:
            opened(room)

    def _published(self, room: Room, events: tuple[Event, ...]) -> None:
        for published in self._listeners.of(events).published:
            published(room, events)

    def _fetched(self, match: Match, events: list[TimedEvent]) -> Room | None:
        """Return the room of a match from the archive. It is evicted again when others end."""
        room = self._rooms.get(match.created.id)
        if room is None:
            try:
                self._registry.add(match)
            except ValueError:  # a match that runs has the same code
                return None
            room = self._add(match)
            self.reopen(room, events)
            self.evict_old(room)
        return room
