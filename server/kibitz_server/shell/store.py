"""Where accepted events are kept. Accepted means durable: nobody hears of an event before `done` was called for it.

One writer, in a thread of its own, commits whatever has queued up while the commit before was running: a lone move
waits for one commit, a thousand share one. While the database cannot be written, the writer tries again and `healthy`
is False; nothing that was handed over is lost, and nothing new should be taken.
"""

import asyncio
import contextlib
import queue
import threading
from collections import deque
from collections.abc import Callable, Iterable
from typing import NamedTuple, Protocol

import sqlalchemy as sql
import structlog

from kibitz_server.core.events import Event, MatchAborted, MatchFinished
from kibitz_server.shell.event_text import dump, load

log = structlog.get_logger(__name__)

RETRY_S = 0.5
MOST_IN_ONE_COMMIT = 5000


class Entry(NamedTuple):
    """An event and its place: `seq` counts from 1 in its match, `at` is in seconds since 1970."""

    match_id: str
    seq: int
    event: Event
    at: float


class Guest(NamedTuple):
    """Someone without an account: known again by the hash of a token that only they have."""

    id: str
    name: str
    token_hash: str
    created_at: float


Done = Callable[[Exception | None], None]
"""Called once on the event loop: with None when the entries are durable, with the error when they never will be."""


class Store(Protocol):
    """What the runtime needs of a store."""

    healthy: bool

    def append(self, entries: list[Entry], done: Done) -> None:
        """Keep entries. `done` is called in the order of the calls, also for an empty list."""

    def save_guest(self, guest: Guest) -> None:
        """Keep a guest; not waited for."""

    def find_guest(self, token_hash: str) -> Guest | None:
        """The guest with that token."""

    def unfinished(self) -> Iterable[list[Event]]:
        """The events of every match that is not over, a list a match, oldest match first."""

    def close(self) -> None:
        """Write what is queued and stop."""


class MemoryStore:
    """A store that forgets everything with its process: for private servers and tests."""

    def __init__(self) -> None:
        self.healthy = True
        self.events: dict[str, list[Event]] = {}
        self._guests: dict[str, Guest] = {}
        self._telling: deque[Done] = deque()

    def append(self, entries: list[Entry], done: Done) -> None:
        """See `Store`."""
        for entry in entries:
            self.events.setdefault(entry.match_id, []).append(entry.event)
        self._telling.append(done)
        # What `done` appends is told of when it has returned, as it would be by a store that takes its time.
        if len(self._telling) == 1:
            while self._telling:
                _tell(self._telling[0], None)
                self._telling.popleft()

    def save_guest(self, guest: Guest) -> None:
        """See `Store`."""
        self._guests[guest.token_hash] = guest

    def find_guest(self, token_hash: str) -> Guest | None:
        """See `Store`."""
        return self._guests.get(token_hash)

    def unfinished(self) -> Iterable[list[Event]]:
        """See `Store`."""
        return [events for events in self.events.values() if not isinstance(events[-1], MatchFinished | MatchAborted)]

    def close(self) -> None:
        """See `Store`."""


metadata = sql.MetaData()
events = sql.Table(
    "event",
    metadata,
    sql.Column("match_id", sql.String(32), primary_key=True),
    sql.Column("seq", sql.Integer, primary_key=True),
    sql.Column("kind", sql.String(32), nullable=False),
    sql.Column("body", sql.Text, nullable=False),
    sql.Column("at", sql.Float, nullable=False),
)
guests = sql.Table(
    "guest",
    metadata,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("name", sql.String(64), nullable=False),
    sql.Column("token_hash", sql.String(64), nullable=False, unique=True),
    sql.Column("created_at", sql.Float, nullable=False),
)

Work = tuple[sql.Insert | None, list[dict[str, object]], Done | None]


class SqlStore:
    """A store in a database named by a SQLAlchemy URL."""

    def __init__(self, url: str, loop: asyncio.AbstractEventLoop, patience_ms: int = 2000) -> None:
        """`patience_ms` is how long a commit waits for another program's lock before the store is not healthy."""
        self.healthy = True
        self.on_health: Callable[[bool], object] = lambda _: None
        self._loop = loop
        self._engine = _engine(url, patience_ms)
        metadata.create_all(self._engine)
        self._queue: queue.SimpleQueue[Work | None] = queue.SimpleQueue()
        self._stopping = threading.Event()
        self._writer = threading.Thread(target=self._write_all, name="store-writer", daemon=True)
        self._writer.start()

    def append(self, entries: list[Entry], done: Done) -> None:
        """See `Store`."""
        rows: list[dict[str, object]] = [
            {"match_id": e.match_id, "seq": e.seq, "kind": type(e.event).__name__, "body": dump(e.event), "at": e.at}
            for e in entries
        ]
        self._queue.put((sql.insert(events), rows, done))

    def save_guest(self, guest: Guest) -> None:
        """See `Store`."""
        self._queue.put((sql.insert(guests), [guest._asdict()], None))

    def find_guest(self, token_hash: str) -> Guest | None:
        """See `Store`."""
        with self._engine.connect() as connection:
            row = connection.execute(sql.select(guests).where(guests.c.token_hash == token_hash)).one_or_none()
        return Guest(row.id, row.name, row.token_hash, row.created_at) if row else None

    def unfinished(self) -> Iterable[list[Event]]:
        """See `Store`."""
        ended = sql.select(events.c.match_id).where(events.c.kind.in_([MatchFinished.__name__, MatchAborted.__name__]))
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
        self._stopping.set()
        self._queue.put(None)
        self._writer.join()
        self._engine.dispose()

    def _write_all(self) -> None:
        while True:
            batch = [self._queue.get()]
            with contextlib.suppress(queue.Empty):
                while len(batch) < MOST_IN_ONE_COMMIT:
                    batch.append(self._queue.get_nowait())
            work = [item for item in batch if item is not None]
            if work:
                self._write(work)
            if len(work) < len(batch):
                return

    def _write(self, work: list[Work]) -> None:
        """Commit a batch, however long it takes; what can never be committed fails alone."""
        while True:
            try:
                self._commit(work)
            except sql.exc.IntegrityError as error:
                if len(work) == 1:
                    self._tell(work, error)
                    return
                for item in work:
                    self._write([item])
                return
            except sql.exc.SQLAlchemyError as error:
                if self.healthy:
                    log.error("the database cannot be written; matches wait", error=str(error.__cause__ or error))
                    self._set_health(False)
                if self._stopping.wait(RETRY_S):
                    self._tell(work, error)
                    return
            else:
                if not self.healthy:
                    log.warning("the database can be written again")
                    self._set_health(True)
                self._tell(work, None)
                return

    def _set_health(self, healthy: bool) -> None:
        self.healthy = healthy
        self.on_health(healthy)

    def _commit(self, work: list[Work]) -> None:
        with self._engine.begin() as connection:
            for statement in (sql.insert(guests), sql.insert(events)):
                rows = [
                    row for made, part, _ in work if made is not None and made.table is statement.table for row in part
                ]
                if rows:
                    connection.execute(statement, rows)

    def _tell(self, work: list[Work], error: Exception | None) -> None:
        calls = [done for _, _, done in work if done is not None]
        if calls:
            with contextlib.suppress(RuntimeError):  # the loop is gone: nobody waits any more
                self._loop.call_soon_threadsafe(_call_all, calls, error)


def _call_all(calls: list[Done], error: Exception | None) -> None:
    for done in calls:
        _tell(done, error)


def _tell(done: Done, error: Exception | None) -> None:
    try:
        done(error)
    except Exception:  # the others who wait have no part in it
        log.exception("what should follow a commit failed")


def _engine(url: str, patience_ms: int) -> sql.Engine:
    engine = sql.create_engine(url)
    if engine.dialect.name == "sqlite":

        @sql.event.listens_for(engine, "connect")
        def _set_up(connection: object, _record: object) -> None:
            cursor = connection.cursor()  # type: ignore[attr-defined]
            cursor.execute("pragma journal_mode=wal")
            cursor.execute("pragma synchronous=full")
            cursor.execute(f"pragma busy_timeout={patience_ms:d}")
            cursor.close()

    return engine
