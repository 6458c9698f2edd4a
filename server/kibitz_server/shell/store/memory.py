"""A store that forgets everything with its process: for private servers and tests."""

from collections import deque
from collections.abc import Callable, Iterable

from kibitz_server.core.events import Event, MatchAborted, MatchFinished
from kibitz_server.shell.store.base import Done, Entry, Guest, tell
from kibitz_server.shell.store.people_db import MemoryPeople


class MemoryStore:
    """See `Store`. Everything is as durable as it will ever be at once."""

    def __init__(self) -> None:
        self.healthy = True
        self.people = MemoryPeople()
        self.events: dict[str, list[Event]] = {}
        self._telling: deque[tuple[Done, Exception | None]] = deque()

    def watch_health(self, callback: Callable[[bool], object]) -> None:
        """See `Store`. It is always well."""

    def append(self, entries: list[Entry], done: Done) -> None:
        """See `Store`."""
        error: Exception | None = None
        for entry in entries:
            kept = self.events.setdefault(entry.match_id, [])
            if entry.seq == len(kept) + 1:
                kept.append(entry.event)
            else:
                error = ValueError(f"{entry.match_id} has {len(kept)} events, so {entry.seq} is not the next")
        self._telling.append((done, error))
        # What `done` appends is told of when it has returned, as it would be by a store that takes its time.
        if len(self._telling) == 1:
            while self._telling:
                tell(*self._telling[0])
                self._telling.popleft()

    def save_guest(self, guest: Guest) -> None:
        """See `Store`."""
        self.people.keep_guest(guest)

    def find_guest(self, token_hash: str) -> Guest | None:
        """See `Store`."""
        return self.people.find_guest(token_hash)

    def unfinished(self) -> Iterable[list[Event]]:
        """See `Store`."""
        return [events for events in self.events.values() if not isinstance(events[-1], MatchFinished | MatchAborted)]

    def close(self) -> None:
        """See `Store`."""
