"""The one writer: a thread that commits whatever has queued up while the commit before was running.

A lone move waits for one commit, a thousand share one. While the database cannot be written, the writer tries again and
`healthy` is False; nothing that was handed over is lost, and nothing new should be taken.
"""

import asyncio
import contextlib
import queue
import threading
from collections.abc import Callable
from itertools import groupby
from typing import Any, NamedTuple

import sqlalchemy as sql
import structlog

from kibitz_server.shell.store.base import Done, tell

log = structlog.get_logger(__name__)

RETRY_S = 0.5
MOST_IN_ONE_COMMIT = 5000
HOPELESS = (sql.exc.IntegrityError, sql.exc.DataError)
"""What the database will say again however often it is asked."""

Rows = list[dict[str, Any]]
Change = Callable[[sql.Connection], object]
"""Several statements that belong together. It may be run more than once until it is committed."""


class Work(NamedTuple):
    """Rows for one statement, and who waits for them. Statements that are one object share a round trip."""

    statement: sql.Executable | Change
    rows: Rows
    done: Done | None


class Writer:
    """Takes work on the event loop and does it in its thread, in order."""

    def __init__(self, engine: sql.Engine, loop: asyncio.AbstractEventLoop) -> None:
        self.healthy = True
        self.on_health: Callable[[bool], object] = lambda _: None
        self._engine = engine
        self._loop = loop
        self._queue: queue.SimpleQueue[Work | None] = queue.SimpleQueue()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._write_all, name="store-writer", daemon=True)
        self._thread.start()

    def put(self, statement: sql.Executable, rows: Rows, done: Done | None = None) -> None:
        """Queue a statement; without rows nothing is written, and `done` is called after everything before it."""
        self._queue.put(Work(statement, rows, done))

    def change(self, change: Change, done: Done) -> None:
        """Queue a change of several statements."""
        self._queue.put(Work(change, [{}], done))

    def close(self) -> None:
        """Write what is queued and stop. Gives up on a database that cannot be written now."""
        self._stopping.set()
        self._queue.put(None)
        self._thread.join()

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
            except HOPELESS as error:
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
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self.on_health, healthy)

    def _commit(self, work: list[Work]) -> None:
        with self._engine.begin() as connection:
            asked = [item for item in work if item.rows]
            for _, items in groupby(asked, key=lambda item: id(item.statement)):
                same = list(items)
                statement = same[0].statement
                if isinstance(statement, sql.Executable):
                    connection.execute(statement, [row for item in same for row in item.rows])
                else:
                    statement(connection)

    def _tell(self, work: list[Work], error: Exception | None) -> None:
        calls = [item.done for item in work if item.done is not None]
        if calls:
            with contextlib.suppress(RuntimeError):  # the loop is gone: nobody waits any more
                self._loop.call_soon_threadsafe(_call_all, calls, error)


def _call_all(calls: list[Done], error: Exception | None) -> None:
    for done in calls:
        tell(done, error)
