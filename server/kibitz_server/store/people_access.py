"""The two databases of people: beside a store's matches, and in memory. Both are spoken to in the same words."""

import asyncio
import weakref
from collections.abc import Callable
from typing import TypeVar

import sqlalchemy as sql
from sqlalchemy.pool import StaticPool

from kibitz_server.store.people import Guest, Taken
from kibitz_server.store.tables import guests, metadata
from kibitz_server.store.writer import Writer

T = TypeVar("T")


class SqlPeople:
    """People in a store's own database: asked in a thread, changed by the store's one writer."""

    def __init__(self, engine: sql.Engine, writer: Writer, loop: asyncio.AbstractEventLoop) -> None:
        self._engine = engine
        self._writer = writer
        self._loop = loop

    async def read(self, question: Callable[[sql.Connection], T]) -> T:
        """See `PeopleDb`."""

        def ask() -> T:
            with self._engine.connect() as connection:
                return question(connection)

        return await asyncio.to_thread(ask)

    async def write(self, change: Callable[[sql.Connection], T]) -> T:
        """See `PeopleDb`."""
        done: asyncio.Future[None] = self._loop.create_future()
        came: list[T] = []

        def call(error: Exception | None) -> None:
            if done.cancelled():
                return
            if error is None:
                done.set_result(None)
            else:
                done.set_exception(Taken() if isinstance(error, sql.exc.IntegrityError) else error)

        self._writer.change(lambda connection: came.append(change(connection)), call)
        await done
        return came[-1]

    def note(self, change: Callable[[sql.Connection], object]) -> None:
        """See `PeopleDb`."""
        self._writer.change(change, lambda _: None)


class MemoryPeople:
    """People who are forgotten with the process; a database of its own is made when the first is asked for."""

    def __init__(self) -> None:
        self._made: sql.Engine | None = None

    @property
    def engine(self) -> sql.Engine:
        """The database, which others may use beside people."""
        if self._made is None:
            self._made = sql.create_engine("sqlite://", poolclass=StaticPool, hide_parameters=True)
            weakref.finalize(self, self._made.dispose)
            metadata.create_all(self._made)
        return self._made

    async def read(self, question: Callable[[sql.Connection], T]) -> T:
        """See `PeopleDb`."""
        with self.engine.connect() as connection:
            return question(connection)

    async def write(self, change: Callable[[sql.Connection], T]) -> T:
        """See `PeopleDb`."""
        try:
            with self.engine.begin() as connection:
                return change(connection)
        except sql.exc.IntegrityError:
            raise Taken from None

    def note(self, change: Callable[[sql.Connection], object]) -> None:
        """See `PeopleDb`."""
        with self.engine.begin() as connection:
            change(connection)

    def keep_guest(self, guest: Guest) -> None:
        """See `Store.save_guest`."""
        with self.engine.begin() as connection:
            connection.execute(sql.insert(guests), [guest._asdict()])

    def find_guest(self, token_hash: str) -> Guest | None:
        """See `Store.find_guest`."""
        with self.engine.connect() as connection:
            row = connection.execute(sql.select(guests).where(guests.c.token_hash == token_hash)).one_or_none()
        return Guest(*row) if row else None
