"""A store that forgets everything with its process: for private servers and tests."""

from collections import deque
from collections.abc import Callable

import sqlalchemy as sql

from kibitz_server.core.lobby.ratings import Rating
from kibitz_server.core.values.events import Event, MatchAborted, MatchFinished
from kibitz_server.store.archive import queries
from kibitz_server.store.archive.queries import Ended, RatingChange, Search
from kibitz_server.store.interface import Done, Entry, Guest, T, tell
from kibitz_server.store.people_access import MemoryPeople
from kibitz_server.store.uptime import Uptime


class MemoryStore:
    """See `Store`. Everything is as durable as it will ever be at once."""

    def __init__(self) -> None:
        self.healthy = True
        self.people = MemoryPeople()
        self.events: dict[str, list[Event]] = {}
        self._at: dict[str, list[float]] = {}
        self._telling: deque[tuple[Done, Exception | None]] = deque()
        self._ended: list[Ended] = []

    def watch_health(self, callback: Callable[[bool, float], object]) -> None:
        """See `Store`. It is always well."""

    def append(self, entries: list[Entry], done: Done) -> None:
        """See `Store`."""
        error: Exception | None = None
        for entry in entries:
            kept = self.events.setdefault(entry.match_id, [])
            if entry.seq == len(kept) + 1:
                kept.append(entry.event)
                self._at.setdefault(entry.match_id, []).append(entry.at)
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

    def read(self, work: Callable[[], T], then: Callable[[T | Exception], object]) -> None:
        """See `Store`. There is nothing to wait for."""
        found: T | Exception
        try:
            found = work()
        except Exception as error:
            found = error
        then(found)

    def unfinished(self) -> list[str]:
        """See `Store`."""
        # After its end a match may still be told of a rematch.
        ended = (MatchFinished, MatchAborted)
        return [id for id, log in self.events.items() if not any(isinstance(event, ended) for event in log)]

    def ended_since(self, at: float) -> list[str]:
        """See `Store`."""
        ended = [(self._at[id][-1], id) for id in self.events.keys() - set(self.unfinished())]
        return [id for ended_at, id in sorted(ended, reverse=True) if ended_at > at]

    def history(self, match_id: str) -> list[Entry]:
        """See `Store`."""
        kept = zip(self.events.get(match_id, ()), self._at.get(match_id, ()), strict=True)
        return [Entry(match_id, seq, event, at) for seq, (event, at) in enumerate(kept, 1)]

    def note_end(self, match: Ended) -> None:
        """See `Store`. It goes into the archive when somebody looks there."""
        self._ended.append(match)

    def _archive(self) -> sql.Engine:
        if self._ended:
            with self.people.engine.begin() as connection:
                for match in self._ended:
                    queries.add(connection, match)
            self._ended.clear()
        return self.people.engine

    def search(self, wanted: Search) -> list[Ended]:
        """See `Store`."""
        with self._archive().connect() as connection:
            return queries.search(connection, wanted)

    def find_ended(self, match_id: str, code: str) -> str | None:
        """See `Store`."""
        with self._archive().connect() as connection:
            return queries.find(connection, match_id, code)

    def ratings(self) -> dict[tuple[str, str], tuple[str, Rating]]:
        """See `Store`."""
        with self._archive().connect() as connection:
            return queries.ratings(connection)

    def rating_changes(self, name: str, game: str | None) -> list[RatingChange]:
        """See `Store`."""
        with self._archive().connect() as connection:
            return queries.changes_of(connection, name, game)

    def uptime(self) -> Uptime:
        """See `Store`. There was none."""
        return Uptime()

    def close(self) -> None:
        """See `Store`."""
