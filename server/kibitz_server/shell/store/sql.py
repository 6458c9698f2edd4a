"""A store in a database: SQLite or Postgres."""

import asyncio
from collections.abc import Callable, Iterable

import sqlalchemy as sql

from kibitz_server.core.events import Event, MatchAborted, MatchFinished
from kibitz_server.shell.event_text import dump, load
from kibitz_server.shell.store.base import Done, Entry, Guest
from kibitz_server.shell.store.engine import connect
from kibitz_server.shell.store.people_db import SqlPeople
from kibitz_server.shell.store.tables import events, guests
from kibitz_server.shell.store.upgrade import upgrade
from kibitz_server.shell.store.writer import Rows, Writer

ADD_EVENTS = sql.insert(events)
ADD_GUESTS = sql.insert(guests)
ENDS = [MatchFinished.__name__, MatchAborted.__name__]


class SqlStore:
    """A store in a database named by a SQLAlchemy URL."""

    def __init__(self, url: str, loop: asyncio.AbstractEventLoop, patience_ms: int = 2000) -> None:
        """Brings the database up to date first. `patience_ms` is how long a commit waits for another program's lock.

        Raises sqlalchemy's errors and BadDatabase.
        """
        self._engine = connect(url, patience_ms)
        upgrade(self._engine)
        self._writer = Writer(self._engine, loop)
        self.people = SqlPeople(self._engine, self._writer, loop)

    @property
    def healthy(self) -> bool:
        """False while the database cannot be written."""
        return self._writer.healthy

    def watch_health(self, callback: Callable[[bool], object]) -> None:
        """See `Store`."""
        self._writer.on_health = callback

    def append(self, entries: list[Entry], done: Done) -> None:
        """See `Store`."""
        rows: Rows = [
            {"match_id": e.match_id, "seq": e.seq, "kind": type(e.event).__name__, "body": dump(e.event), "at": e.at}
            for e in entries
        ]
        self._writer.put(ADD_EVENTS, rows, done)

    def save_guest(self, guest: Guest) -> None:
        """See `Store`."""
        self._writer.put(ADD_GUESTS, [guest._asdict()])

    def find_guest(self, token_hash: str) -> Guest | None:
        """See `Store`."""
        with self._engine.connect() as connection:
            row = connection.execute(sql.select(guests).where(guests.c.token_hash == token_hash)).one_or_none()
        return Guest(row.id, row.name, row.token_hash, row.created_at) if row else None

    def unfinished(self) -> Iterable[list[Event]]:
        """See `Store`."""
        ended = sql.select(events.c.match_id).where(events.c.kind.in_(ENDS))
        wanted = sql.select(events).where(events.c.match_id.not_in(ended)).order_by(events.c.match_id, events.c.seq)
        found: dict[str, list[Event]] = {}
        begun: dict[str, float] = {}
        with self._engine.connect() as connection:
            for row in connection.execute(wanted):
                found.setdefault(row.match_id, []).append(load(row.kind, row.body))
                begun.setdefault(row.match_id, row.at)
        return [found[match_id] for match_id in sorted(found, key=begun.__getitem__)]

    def close(self) -> None:
        """See `Store`. Gives up on a database that cannot be written now."""
        self._writer.close()
        self._engine.dispose()
