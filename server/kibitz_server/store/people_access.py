"""Access to the tables of guests and accounts: in the database of an SQL store, and in memory."""

import asyncio
import time
import weakref
from collections.abc import Callable
from contextvars import ContextVar
from typing import TypeVar

import sqlalchemy as sql
from sqlalchemy.pool import StaticPool

from kibitz_server.store.people import Duplicate, StoredGuest, guest_by_token
from kibitz_server.store.tables import guests, metadata
from kibitz_server.store.writer import Writer

T = TypeVar("T")
ADD_NEW = sql.insert(guests).prefix_with("or ignore")
"""Inserts new guests. A guest that the table has already does not keep out the others."""


class Usage:
    """Processor time of queries and changes in the threads of the database, in seconds.

    A command makes them deep inside, as a task. So the counter of a task is in its context.
    """

    __slots__ = ("seconds",)

    def __init__(self) -> None:
        self.seconds = 0.0


_of_task: ContextVar[Usage | None] = ContextVar("_of_task", default=None)


def begin_usage() -> Usage:
    """Count what the current task uses from now on, and return the counter."""
    usage = Usage()
    _of_task.set(usage)
    return usage


def measured(work: Callable[[sql.Connection], T]) -> Callable[[sql.Connection], T]:
    """Return work for any thread, whose time counts for the current task, if that counts it."""
    usage = _of_task.get()
    if usage is None:
        return work

    def timed(connection: sql.Connection) -> T:
        began_s = time.thread_time()
        try:
            return work(connection)
        finally:
            usage.seconds += time.thread_time() - began_s

    return timed


class SqlPeople:
    """Guests and accounts in the database of a store. Queries run in a thread, changes in the store's writer."""

    def __init__(self, engine: sql.Engine, writer: Writer, loop: asyncio.AbstractEventLoop) -> None:
        self._engine = engine
        self._writer = writer
        self._loop = loop

    async def read(self, query: Callable[[sql.Connection], T]) -> T:
        query = measured(query)

        def run() -> T:
            with self._engine.connect() as connection:
                return query(connection)

        return await asyncio.to_thread(run)

    async def write(self, change: Callable[[sql.Connection], T]) -> T:
        change = measured(change)
        done: asyncio.Future[None] = self._loop.create_future()
        results: list[T] = []

        def call(error: Exception | None) -> None:
            if done.cancelled():
                return
            if error is None:
                done.set_result(None)
            else:
                done.set_exception(Duplicate() if isinstance(error, sql.exc.IntegrityError) else error)

        self._writer.change(lambda connection: results.append(change(connection)), call)
        await done
        # A retried change appends a result for each attempt.
        return results[-1]

    def note(self, change: Callable[[sql.Connection], object]) -> None:
        self._writer.change(change, lambda _: None)


class MemoryPeople:
    """Guests and accounts in memory, in an SQLite database that is made when it is first used.

    New guests are in a dictionary until something uses the database, as an insert would take a third of the time of
    a new connection.
    """

    def __init__(self) -> None:
        self._opened: sql.Engine | None = None
        self._new_guests: dict[str, StoredGuest] = {}
        """By the hash of their tokens."""

    @property
    def engine(self) -> sql.Engine:
        """The database, with all guests. The memory store keeps its archive there too."""
        if self._opened is None:
            # The garbage collector may dispose of it in another thread.
            arguments = {"check_same_thread": False}
            self._opened = sql.create_engine(
                "sqlite://", poolclass=StaticPool, connect_args=arguments, hide_parameters=True
            )
            weakref.finalize(self, self._opened.dispose)
            metadata.create_all(self._opened)
        if self._new_guests:
            added, self._new_guests = self._new_guests, {}
            with self._opened.begin() as connection:
                connection.execute(ADD_NEW, [guest._asdict() for guest in added.values()])
        return self._opened

    async def read(self, query: Callable[[sql.Connection], T]) -> T:
        with self.engine.connect() as connection:
            return measured(query)(connection)

    async def write(self, change: Callable[[sql.Connection], T]) -> T:
        """Apply a change.

        Raises:
            Duplicate: The change violates a unique constraint.
        """
        try:
            with self.engine.begin() as connection:
                return measured(change)(connection)
        except sql.exc.IntegrityError:
            raise Duplicate from None

    def note(self, change: Callable[[sql.Connection], object]) -> None:
        with self.engine.begin() as connection:
            change(connection)

    def keep_guest(self, guest: StoredGuest) -> None:
        """Store a guest."""
        self._new_guests[guest.token_hash] = guest

    def find_guest(self, token_hash: str) -> StoredGuest | None:
        """Return the guest with that token."""
        if token_hash in self._new_guests:
            return self._new_guests[token_hash]
        with self.engine.connect() as connection:
            return guest_by_token(connection, token_hash)
