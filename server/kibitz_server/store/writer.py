"""The one writer: a thread that commits whatever has queued up while the commit before was running.

A lone move waits for one commit, a thousand share one. While the database cannot be written, the writer tries again and
`healthy` is False; nothing that was handed over is lost, and nothing new should be taken.
"""

import asyncio
import contextlib
import queue
import threading
import time
from collections.abc import Callable
from itertools import groupby
from typing import Any, NamedTuple

import sqlalchemy as sql
import structlog

from kibitz_server.store.interface import Done, tell

log = structlog.get_logger(__name__)

RETRY_S = 0.5
MOST_IN_ONE_COMMIT = 5000
MOST_WAITING = 20_000
"""With more than this in the queue the store takes nothing that it may refuse."""
HOPELESS = (sql.exc.IntegrityError, sql.exc.DataError)
"""What the database will say again however often it is asked. What else it says may be mended, by time or a person."""
ADVICE = {
    "is full": "make room on the disk",
    "No space left": "make room on the disk",
    "readonly": "make the file, those beside it (-wal, -shm) and their folder writable for the server",
    "read-only": "make the database writable for the server",
    "disk I/O error": "see to the disk: it may be full, or failing",
    "locked": "another program holds the database; only one server may use an SQLite file",
    "onnect": "start the database server, or mend the way to it",
}
"""By words of what databases say. Whatever is done, the server need not be started again."""

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
        self.on_health: Callable[[bool, float], object] = lambda _healthy, _for_s: None
        self._engine = engine
        self._loop = loop
        self._queue: queue.SimpleQueue[Work | None] = queue.SimpleQueue()
        self._turn: list[Work] = []
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._write_all, name="store-writer", daemon=True)
        self._thread.start()

    @property
    def full(self) -> bool:
        """Whether so much waits that nothing should be added."""
        return self._queue.qsize() + len(self._turn) >= MOST_WAITING

    def put(self, statement: sql.Executable, rows: Rows, done: Done | None = None) -> None:
        """Queue a statement; without rows nothing is written, and `done` is called after everything before it."""
        self._put(Work(statement, rows, done))

    def change(self, change: Change, done: Done) -> None:
        """Queue a change of several statements."""
        self._put(Work(change, [{}], done))

    def _put(self, work: Work) -> None:
        # What one turn of the loop asks for is handed over at its end: the thread would wake for the first alone, and
        # commit it alone.
        if not self._turn:
            with contextlib.suppress(RuntimeError):  # the loop is gone: `close` hands over
                self._loop.call_soon(self._hand_over)
        self._turn.append(work)

    def _hand_over(self) -> None:
        turn, self._turn = self._turn, []
        for work in turn:
            self._queue.put(work)

    def close(self) -> None:
        """Write what is queued and stop. Gives up on a database that cannot be written now."""
        self._stopping.set()
        self._hand_over()
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

    def _write(self, work: list[Work], tried: bool = False) -> None:
        """Commit a batch, however long it takes; what can never be committed fails alone."""
        began_at = time.monotonic()
        while True:
            try:
                self._commit(work)
            except Exception as error:
                if _hopeless(error):
                    self._be_well(began_at)
                    self._give_up(work, error, tried)
                    return
                tried = True
                self._be_unwell(began_at, error)
                self._engine.dispose()  # a file that may be written again must be opened again
                if self._stopping.wait(RETRY_S):
                    self._tell(work, error)
                    return
            else:
                self._be_well(began_at)
                self._tell(work, None)
                return

    def _give_up(self, work: list[Work], error: Exception, tried: bool) -> None:
        """Something in the batch can never be committed: find out what."""
        if len(work) > 1:
            for item in work:
                self._write([item], tried)
        elif tried and self._has_it(work[0]):
            # The connection broke after the database had committed and before it could say so.
            self._tell(work, None)
        else:
            self._tell(work, error)

    def _be_unwell(self, began_at: float, error: Exception) -> None:
        if self.healthy:
            log.error("the database cannot be written; matches wait", error=said(error), hint=advice(error))
            self.healthy = False
            self._tell_health(began_at)

    def _be_well(self, began_at: float) -> None:
        if not self.healthy:
            log.warning("the database can be written again", after_s=round(time.monotonic() - began_at, 1))
            self.healthy = True
            self._tell_health(began_at)

    def _tell_health(self, began_at: float) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is gone: nobody waits any more
            self._loop.call_soon_threadsafe(self.on_health, self.healthy, time.monotonic() - began_at)

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

    def _has_it(self, work: Work) -> bool:
        """Whether the rows of an insert are in the database already, word for word."""
        if not isinstance(work.statement, sql.Insert):
            return False
        table = work.statement.table
        try:
            with self._engine.connect() as connection:
                for row in work.rows:
                    same = [table.c[name] == value for name, value in row.items()]
                    if connection.execute(sql.select(sql.literal(1)).select_from(table).where(*same)).first() is None:
                        return False
        except sql.exc.SQLAlchemyError:
            return False
        return True

    def _tell(self, work: list[Work], error: Exception | None) -> None:
        calls = [item.done for item in work if item.done is not None]
        if calls:
            with contextlib.suppress(RuntimeError):  # the loop is gone: nobody waits any more
                self._loop.call_soon_threadsafe(_call_all, calls, error)


def _hopeless(error: Exception) -> bool:
    """Whether trying again is of no use; a mistake of ours in a change is of that kind."""
    return isinstance(error, HOPELESS) or not isinstance(error, sql.exc.DBAPIError | sql.exc.TimeoutError | OSError)


def said(error: BaseException) -> str:
    """What a database said, without what SQLAlchemy adds."""
    return str(error.__cause__ or error).strip()


def advice(error: BaseException) -> str:
    """What whoever runs the server can do about it."""
    text = said(error)
    return next((hint for words, hint in ADVICE.items() if words in text), "matches go on by themselves once it works")


def _call_all(calls: list[Done], error: Exception | None) -> None:
    for done in calls:
        tell(done, error)
