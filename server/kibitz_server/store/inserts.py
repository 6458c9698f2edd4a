"""Inserts by the driver of the database, without SQLAlchemy, for transactions that only add rows.

Most commits are such. SQLAlchemy adds some 100 us of processor time to a transaction and 5 us to a row. Here the
connection stays open between transactions, and the rows of a table are one statement, which is a transaction by itself.
Both drivers release the interpreter for each statement, and while the event loop is busy they wait up to 5 ms to get it
back: so neither `begin` and `commit` nor the rows are statements of their own.
"""

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any, NamedTuple

import sqlalchemy as sql
from sqlalchemy.pool import PoolProxiedConnection

Row = tuple[Any, ...]
"""Values of all columns of a table, in their order."""
MAX_IN_ONE_STATEMENT = 64
"""Rows of one statement. Each number of rows is another statement; the drivers keep about 100 prepared."""


class Insert:
    """Insert into a table."""

    def __init__(self, table: sql.Table) -> None:
        self.table = table
        self.statement = sql.insert(table)
        """The same for SQLAlchemy; see `records`."""
        self._names = [column.name for column in table.columns]

    def records(self, rows: Sequence[Row]) -> list[dict[str, Any]]:
        """Return rows as SQLAlchemy takes them."""
        return [dict(zip(self._names, row, strict=True)) for row in rows]

    def text(self, rows: int, mark: str) -> str:
        """Return the statement for a number of rows, with the driver's mark for a value."""
        values = f"({', '.join([mark] * len(self._names))})"
        return f"insert into {self.table.name} ({', '.join(self._names)}) values {', '.join([values] * rows)}"


class Addition(NamedTuple):
    """Rows of several tables that are added once. `change` adds them if they are not there, so it can be repeated."""

    inserts: Sequence[tuple[Insert, Sequence[Row]]]
    change: Callable[[sql.Connection], object]


def added_once(inserts: Sequence[tuple[Insert, Sequence[Row]]]) -> Addition:
    """Return rows of several tables that are added together, and which no other writer may have added.

    A commit whose confirmation was lost is recognised by its rows. Others with the same keys are an error.
    """

    def change(connection: sql.Connection) -> None:
        if all(has_rows(connection, insert.table, rows) for insert, rows in inserts):
            return
        for insert, rows in inserts:
            connection.execute(insert.statement, insert.records(rows))

    return Addition(inserts, change)


def has_rows(connection: sql.Connection, table: sql.Table, rows: Sequence[Row]) -> bool:
    """Return whether a table has all of these rows."""
    for row in rows:
        same = [column == value for column, value in zip(table.columns, row, strict=True)]
        if connection.execute(sql.select(sql.literal(1)).select_from(table).where(*same)).first() is None:
            return False
    return True


class SessionLost(Exception):
    """The connection to the database server has ended. What was sent last may be committed."""


class InsertSession:
    """A connection that stays open between transactions of inserts. It is used in one thread."""

    def __init__(self, engine: sql.Engine) -> None:
        self._engine = engine
        self._postgres = engine.dialect.name == "postgresql"
        self._mark = "%s" if self._postgres else "?"
        self._begin = "begin" if self._postgres else "begin immediate"
        self._texts: dict[tuple[Insert, int], str] = {}
        self._connection: PoolProxiedConnection | None = None
        self._cursor: Any = None

    def commit(self, inserts: dict[Insert, list[Row]]) -> None:
        """Insert rows in one transaction, which is durable at the return.

        Raises:
            SessionLost: The connection has ended.
            sqlalchemy.exc.SQLAlchemyError: The database does not work, or refuses a row.
            kibitz_server.store.owner.DatabaseInUse: Another server owns the database.
        """
        try:
            if self._connection is None:
                self._open()
            self._insert(inserts)
        except Exception as error:
            reported = self._failed(error)
            if reported is error:
                raise
            raise reported from error

    def release(self) -> None:
        """Give the connection back to the pool of the engine."""
        connection, self._connection, self._cursor = self._connection, None, None
        if connection is not None:
            if self._postgres:
                connection.driver_connection.autocommit = False  # type: ignore[union-attr]
            connection.close()

    def _open(self) -> None:
        connection = self._engine.raw_connection()
        driver: Any = connection.driver_connection
        if self._postgres:
            driver.autocommit = True  # SQLite's connections are so already
        self._connection, self._cursor = connection, driver.cursor()

    def _insert(self, inserts: dict[Insert, list[Row]]) -> None:
        execute = self._cursor.execute
        if len(inserts) == 1:
            [(insert, rows)] = inserts.items()
            if len(rows) <= MAX_IN_ONE_STATEMENT:
                execute(self._text(insert, len(rows)), list(chain.from_iterable(rows)))
                return
        execute(self._begin)
        for insert, rows in inserts.items():
            for first in range(0, len(rows), MAX_IN_ONE_STATEMENT):
                some = rows[first : first + MAX_IN_ONE_STATEMENT]
                execute(self._text(insert, len(some)), list(chain.from_iterable(some)))
        execute("commit")

    def _text(self, insert: Insert, rows: int) -> str:
        text = self._texts.get((insert, rows))
        if text is None:
            text = self._texts[insert, rows] = insert.text(rows, self._mark)
        return text

    def _failed(self, error: Exception) -> BaseException:
        """Undo what a failed transaction has begun, and return its error as SQLAlchemy reports it."""
        connection: Any = self._connection
        dialect = self._engine.dialect
        base = dialect.loaded_dbapi.Error
        reported: BaseException = error
        if isinstance(error, base):
            # Errors hide parameters, because a row may hold the hash of a secret.
            lost = connection is not None and dialect.is_disconnect(error, connection, None)
            reported = SessionLost() if lost else sql.exc.DBAPIError.instance(None, None, error, base, True)
        try:
            if connection is not None:
                connection.rollback()
        except Exception:
            self._connection = self._cursor = None
            connection.invalidate()
        return reported
