"""Tests of inserts by the driver, with each kind of database."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sql

from kibitz_server.store.database import connect
from kibitz_server.store.inserts import MAX_IN_ONE_STATEMENT, Insert, InsertSession, Row, SessionLost, added_once
from kibitz_server.store.tables import events, guests, metadata
from tests.postgres import Cluster

pytestmark = pytest.mark.io
EVENTS, GUESTS = Insert(events), Insert(guests)
GUEST = ("g", "otter", "hash", 1.0)


def rows(count: int, match: str = "m") -> list[Row]:
    """Return rows of events of a match."""
    return [(match, seq, "MovePlayed", f"{{{seq}}}", 1.5) for seq in range(1, count + 1)]


def stored(engine: sql.Engine, table: sql.Table) -> list[Row]:
    """Return all rows of a table, ordered by its primary key."""
    with engine.connect() as connection:
        return [tuple(row) for row in connection.execute(sql.select(table).order_by(*table.primary_key))]


@pytest.fixture
def engine(url: str) -> Iterator[sql.Engine]:
    """An empty database with all tables."""
    engine = connect(url)
    metadata.create_all(engine)
    yield engine
    engine.dispose()


@pytest.fixture
def session(engine: sql.Engine) -> Iterator[InsertSession]:
    """A session of that database."""
    session = InsertSession(engine)
    yield session
    session.release()


@pytest.mark.parametrize("count", [1, MAX_IN_ONE_STATEMENT, MAX_IN_ONE_STATEMENT + 1, 3 * MAX_IN_ONE_STATEMENT])
def test_rows_of_several_tables_are_stored(count: int, engine: sql.Engine, session: InsertSession) -> None:
    """A transaction inserts any number of rows into any number of tables."""
    session.commit({EVENTS: rows(count)})
    session.commit({EVENTS: rows(count, "n"), GUESTS: [GUEST]})
    assert stored(engine, events) == rows(count) + rows(count, "n")
    assert stored(engine, guests) == [GUEST]


@pytest.mark.parametrize("count", [2, 2 * MAX_IN_ONE_STATEMENT])
def test_a_refused_row_leaves_nothing(count: int, engine: sql.Engine, session: InsertSession) -> None:
    """A transaction with a row that the database has already stores none of its rows, and the next one works."""
    session.commit({EVENTS: rows(count)[-1:]})
    with pytest.raises(sql.exc.IntegrityError):
        session.commit({GUESTS: [GUEST], EVENTS: rows(count)})
    with pytest.raises(sql.exc.IntegrityError):
        session.commit({EVENTS: rows(count)})
    assert stored(engine, events) == rows(count)[-1:]
    assert stored(engine, guests) == []
    session.commit({EVENTS: rows(count - 1), GUESTS: [GUEST]})
    assert stored(engine, events) == rows(count)
    assert stored(engine, guests) == [GUEST]


def test_errors_hide_values(session: InsertSession) -> None:
    """The error of a refused row does not show what may be a secret."""
    session.commit({GUESTS: [GUEST]})
    with pytest.raises(sql.exc.IntegrityError) as caught:
        session.commit({GUESTS: [GUEST]})
    assert "otter" not in str(caught.value)


def test_a_value_that_no_driver_takes(engine: sql.Engine, session: InsertSession) -> None:
    """An error before anything is sent is raised as it is, and the session goes on."""
    with pytest.raises(Exception, match="surrogates"):
        session.commit({GUESTS: [GUEST, ("h", "\ud800", "h", 1.0)]})
    session.commit({GUESTS: [GUEST]})
    assert stored(engine, guests) == [GUEST]


def test_a_released_connection_is_as_before(engine: sql.Engine, session: InsertSession) -> None:
    """SQLAlchemy can use the connection for its own transactions."""
    session.commit({EVENTS: rows(1)})
    session.release()
    assert engine.pool.checkedin() == 1  # type: ignore[attr-defined]
    with engine.connect() as connection:
        connection.execute(EVENTS.statement, EVENTS.records(rows(2)[1:]))
        connection.rollback()
    session.commit({EVENTS: rows(2, "n")})
    assert stored(engine, events) == rows(1) + rows(2, "n")


def test_few_rows_are_one_statement(tmp_path: Path) -> None:
    """The driver gets one statement for a transaction of few rows, because it may have to wait after each."""
    engine = connect(f"sqlite:///{tmp_path}/kibitz.db")
    metadata.create_all(engine)
    session = InsertSession(engine)
    session.commit({EVENTS: rows(1)})
    sent: list[str] = []
    with engine.connect() as other:
        assert other.connection.driver_connection is not session._connection
    session._connection.driver_connection.set_trace_callback(sent.append)  # type: ignore[union-attr]
    session.commit({EVENTS: rows(20, "n")})
    assert len(sent) == 1
    session.release()
    engine.dispose()


def test_a_lost_session_is_reported(postgres: Cluster) -> None:
    """A connection that the database server has ended is an error of its own; the next commit opens another."""
    engine = connect(postgres.new_database())
    metadata.create_all(engine)
    session = InsertSession(engine)
    session.commit({EVENTS: rows(1)})
    with engine.connect() as other:
        ended = other.exec_driver_sql(
            "select pg_terminate_backend(pid, 5000) from pg_stat_activity"
            " where datname = current_database() and pid <> pg_backend_pid()"
        ).all()
    assert ended == [(True,)]
    with pytest.raises(SessionLost):
        session.commit({EVENTS: rows(1, "n")})
    session.commit({EVENTS: rows(1, "n")})
    assert stored(engine, events) == rows(1) + rows(1, "n")
    session.release()
    engine.dispose()


def test_rows_of_two_tables_are_added_once(engine: sql.Engine) -> None:
    """A commit that is repeated because its confirmation was lost changes nothing; one of others with a key fails."""
    addition = added_once([(EVENTS, rows(2)), (GUESTS, [GUEST])])
    for _ in range(2):
        with engine.begin() as connection:
            addition.change(connection)
    assert (stored(engine, events), stored(engine, guests)) == (rows(2), [GUEST])
    for wrong in (
        [(EVENTS, rows(3)), (GUESTS, [GUEST])],
        [(EVENTS, rows(2)), (GUESTS, [("h", *GUEST[1:2], "other", 1.0)])],
    ):
        with pytest.raises(sql.exc.IntegrityError), engine.begin() as connection:
            added_once(wrong).change(connection)
    assert (stored(engine, events), stored(engine, guests)) == (rows(2), [GUEST])
