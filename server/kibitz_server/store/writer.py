"""The only writer of a database: a thread that commits the work that was queued during the previous commit.

A single move waits for one commit; a thousand moves share one. While the database cannot be written, or does not
answer, the writer retries or waits, and `healthy` is False. Queued work is not lost, and callers should queue nothing
new.

The thread reports to the event loop, which alone decides what `healthy` is. So all durations are on the loop's clock.
"""

import asyncio
import contextlib
import queue
import threading
from collections.abc import Callable, Sequence
from itertools import groupby
from operator import itemgetter

import sqlalchemy as sql
import structlog

from kibitz_server.store.database import CommitGuard, writing
from kibitz_server.store.inserts import Addition, Insert, InsertSession, Row, SessionLost, has_rows
from kibitz_server.store.interface import Done, notify
from kibitz_server.store.owner import DatabaseInUse

log = structlog.get_logger(__name__)

RETRY_S = 0.5
STALLED_S = 2.5
"""A commit that takes longer counts as a failure until it ends: a disk or a server may hang without an error."""
LOOKS = 10
"""How often the loop looks at the thread within that time."""
CLOSE_S = 10.0
"""How long the end of the server waits for the last commit."""
MAX_IN_ONE_COMMIT = 5000
MAX_WAITING = 20_000
"""Length of the queue from which the store refuses all work that it may refuse."""
PERMANENT_ERRORS = (sql.exc.IntegrityError, sql.exc.DataError)
"""Errors that a retry cannot resolve. Others may go away, by themselves or by an operator."""
HINTS = {
    "is full": "make room on the disk",
    "No space left": "make room on the disk",
    "readonly": "make the file, those beside it (-wal, -shm) and their folder writable for the server",
    "read-only": "make the database writable for the server",
    "disk I/O error": "check the disk: it may be full, or failing",
    "locked": "another program holds the database; only one server may use an SQLite file",
    "was removed": "put the file back; a server that is started without it begins with an empty database",
    "malformed": "stop the server; `kibitz-server db check` names what is damaged, and `db restore` reads a backup",
    "onnect": "start the database server, or repair the connection to it",
}
"""Hints by words of the database's error. None of them needs a restart of the server."""

Change = Callable[[sql.Connection], object]
"""Several statements of one transaction. The writer may run it more than once until it is committed."""
Work = tuple[Insert | Addition | Change, Sequence[Row], Done | None]
"""An insert and its rows, or other work, which has no rows; and the callback. A tuple, as each move makes one."""


class Writer:
    """Queue of work from the event loop, and the thread that does it in order."""

    def __init__(self, engine: sql.Engine, loop: asyncio.AbstractEventLoop, stalled_s: float = STALLED_S) -> None:
        self.healthy = True
        self.on_health: Callable[[bool, float], object] = lambda _healthy, _for_s: None
        self.on_lost: Callable[[DatabaseInUse], object] = lambda _error: None
        self._engine = engine
        self._loop = loop
        self._queue: queue.SimpleQueue[tuple[float, list[Work]] | None] = queue.SimpleQueue()
        self._unqueued: list[Work] = []
        self._unqueued_at = 0.0
        self._unfinished = 0
        """How much work has no callback yet. Counted on the loop."""
        self._stopping = threading.Event()
        self._session = InsertSession(engine)
        self._guard = CommitGuard(engine, self._session.release)
        self._lost = False
        self._batch: list[Work] = []
        """What the thread commits at the moment."""
        self._batch_at = 0.0
        """When the first of it was queued, on the clock of the event loop."""
        self._stalled_s = stalled_s
        self._watched: list[Work] = []
        """The batch that the thread had at the last look."""
        self._watched_at = self._failed_at = self._worked_at = loop.time()
        self._watch_timer = loop.call_later(stalled_s / LOOKS, self._watch)
        self._thread = threading.Thread(target=self._write_all, name="store-writer", daemon=True)
        self._thread.start()

    @property
    def full(self) -> bool:
        """Whether too much work waits to add optional work."""
        return self._unfinished >= MAX_WAITING

    def insert(self, insert: Insert, rows: Sequence[Row], done: Done | None = None) -> None:
        """Queue rows of a table. Without rows it writes nothing, and `done` is called after all earlier work."""
        self._put((insert, rows, done))

    def change(self, change: Change, done: Done | None = None) -> None:
        """Queue several statements of one transaction."""
        self._put((change, (), done))

    def add(self, addition: Addition, done: Done | None = None) -> None:
        """Queue rows of several tables, which are in one transaction."""
        self._put((addition, (), done))

    def _put(self, work: Work) -> None:
        # The work of one iteration of the loop is queued at its end. Otherwise the thread would wake for the first
        # item, and commit it alone.
        if not self._unqueued:
            self._unqueued_at = self._loop.time()
            with contextlib.suppress(RuntimeError):  # the loop is closed: `close` queues it
                self._loop.call_soon(self._enqueue)
        self._unqueued.append(work)
        self._unfinished += 1

    def _enqueue(self) -> None:
        queued, self._unqueued = self._unqueued, []
        for first in range(0, len(queued), MAX_IN_ONE_COMMIT):
            self._queue.put((self._unqueued_at, queued[first : first + MAX_IN_ONE_COMMIT]))

    def close(self) -> None:
        """Write the queued work, and stop; lose it if the database cannot be written now."""
        self._watch_timer.cancel()
        self._stopping.set()
        self._enqueue()
        self._queue.put(None)
        self._thread.join(CLOSE_S)
        if self._thread.is_alive():
            log.error("the database does not answer; the last changes may not be in it", waited_s=CLOSE_S)

    def _write_all(self) -> None:
        stopped = False
        while not stopped and not self._lost and (queued := self._queue.get()) is not None:
            at, work = queued
            # Only this thread takes from the queue.
            while not stopped and len(work) < MAX_IN_ONE_COMMIT and not self._queue.empty():
                more = self._queue.get()
                if more is None:
                    stopped = True
                else:
                    work += more[1]
            self._write(work, at)
        self._session.release()

    def _write(self, work: list[Work], at: float, tried: bool = False) -> None:
        """Commit a batch, with retries. An item with a permanent error fails alone."""
        while not self._lost:
            self._batch_at, self._batch = at, work
            try:
                if tried or not self._commit_inserts(work):
                    self._commit(work)
            except DatabaseInUse as error:
                # Nothing is reported about the work: it may be in the database. Clients ask the other server.
                self._lost = True
                self._call(self._report_lost, error)
            except SessionLost:
                tried = True  # and connect again at once, as the database may work
            except Exception as error:
                if _is_permanent(error):
                    self._fail(work, at, error, tried)
                    return
                tried = True
                self._call(self._report_failure, at, error_text(error), error_hint(error))
                self._session.release()
                self._engine.dispose()  # a repaired file works only over a new connection
                self._guard.doubt()
                if self._stopping.wait(RETRY_S):
                    self._end(work, error)
                    return
            else:
                self._end(work, None)
                return

    def _fail(self, work: list[Work], at: float, error: Exception, tried: bool) -> None:
        """Handle a permanent error: commit each item alone, and fail the one that causes it."""
        if len(work) > 1:
            for item in work:
                self._write([item], at, tried)
        elif not tried and isinstance(work[0][0], Addition):
            # The change knows whether the rows are there already.
            self._write(work, at, tried=True)
        elif tried and self._is_stored(work[0]):
            # The connection broke after the commit, before its confirmation.
            self._end(work, None)
        else:
            self._end(work, error)

    def _end(self, work: list[Work], error: Exception | None) -> None:
        """Report the end of a batch to the event loop: the database answered, with success or a permanent error."""
        self._batch = []
        self._call(self._report_end, work, error)

    def _call(self, report: Callable[..., None], *arguments: object) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: no caller waits
            self._loop.call_soon_threadsafe(report, *arguments)

    def _report_end(self, work: list[Work], error: Exception | None) -> None:
        self._unfinished -= len(work)
        if not self.healthy and not self._stopping.is_set():
            self.healthy, self._worked_at = True, self._loop.time()
            for_s = self._worked_at - self._failed_at
            log.warning("the database can be written again", after_s=round(for_s, 1))
            self.on_health(True, for_s)
        for _, _, done in work:
            if done is not None:
                notify(done, error)

    def _report_failure(self, since: float, error: str, hint: str) -> None:
        """Report that nothing can be written, and could not be since a time on the loop's clock."""
        if self.healthy:
            log.error("the database cannot be written; matches wait", error=error, hint=hint)
            # Time before the end of the last failure is credited already.
            self.healthy, self._failed_at = False, max(since, self._worked_at)
            self.on_health(False, self._loop.time() - self._failed_at)

    def _report_lost(self, error: DatabaseInUse) -> None:
        log.error("another server owns the database; this one writes nothing more", error=str(error))
        self.healthy = False
        self.on_lost(error)

    def _watch(self) -> None:
        """Report a failure if the thread has had the same batch for long."""
        now, batch = self._loop.time(), self._batch
        if not batch or batch is not self._watched:
            self._watched, self._watched_at = batch, now
        elif now - self._watched_at >= self._stalled_s:
            reason = f"no answer for {self._stalled_s:g} s"
            self._report_failure(self._batch_at, reason, "check the disk or the database server")
        self._watch_timer = self._loop.call_later(self._stalled_s / LOOKS, self._watch)

    def _commit_inserts(self, work: list[Work]) -> bool:
        """Commit a batch that only inserts rows. Return False, and do nothing, if there is a change in it."""
        inserts: dict[Insert, list[Row]] = {}
        for what, rows, _ in work:
            if isinstance(what, Insert):
                _collect(inserts, what, rows)
            elif isinstance(what, Addition):
                for insert, some in what.inserts:
                    _collect(inserts, insert, some)
            else:
                return False
        if inserts:
            self._guard.before_commit()
            self._session.commit(inserts)
            self._guard.after_commit()
        return True

    def _commit(self, work: list[Work]) -> None:
        """Commit a batch of any kind, over a connection of the pool."""
        self._session.release()
        self._guard.before_commit()
        with writing(self._engine) as connection:
            for what, items in groupby(work, key=itemgetter(0)):
                if isinstance(what, Insert):
                    if rows := [row for _, rows, _ in items for row in rows]:
                        connection.execute(what.statement, what.records(rows))
                    continue
                change = what.change if isinstance(what, Addition) else what
                for _ in items:
                    change(connection)
        self._guard.after_commit()

    def _is_stored(self, work: Work) -> bool:
        """Return whether identical rows of an insert are in the database already."""
        insert, rows, _ = work
        if not isinstance(insert, Insert):
            return False
        try:
            with self._engine.connect() as connection:
                return has_rows(connection, insert.table, rows)
        except sql.exc.SQLAlchemyError:
            return False


def _collect(inserts: dict[Insert, list[Row]], insert: Insert, rows: Sequence[Row]) -> None:
    if insert in inserts:
        inserts[insert] += rows
    elif rows:
        inserts[insert] = list(rows)


def _is_permanent(error: Exception) -> bool:
    """Return whether a retry is useless, as for an error in our own code."""
    return isinstance(error, PERMANENT_ERRORS) or not isinstance(
        error, sql.exc.DBAPIError | sql.exc.TimeoutError | OSError
    )


def error_text(error: BaseException) -> str:
    """Return the error message of the database, without the additions of SQLAlchemy."""
    return str(error.__cause__ or error).strip()


def error_hint(error: BaseException) -> str:
    """Return what the operator can do about an error."""
    text = error_text(error)
    return next(
        (hint for words, hint in HINTS.items() if words in text), "matches continue by themselves once it works"
    )
