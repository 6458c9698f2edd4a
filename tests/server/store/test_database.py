"""Tests of database URLs, and of durable commits."""

import asyncio
import os
import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlalchemy as sql
import structlog.testing

from kibitz_server.store.database import MOST_LOG_BYTES, BadDatabase, connect, without_password, writing
from kibitz_server.store.migrations.upgrade import back_up
from kibitz_server.store.sql import SqlStore
from tests.postgres import Cluster


@pytest.mark.parametrize("url", ["postgresql://ann@db/kibitz", "postgres://ann@db/kibitz"])
def test_postgres_urls_get_the_supported_driver(url: str) -> None:
    """A URL does not need to name the driver."""
    assert connect(url).url.drivername == "postgresql+psycopg"


@pytest.mark.parametrize(
    ("url", "words"), [("mysql://ann@db/kibitz", "SQLite or Postgres, not in mysql"), ("://", "not a database URL")]
)
def test_other_databases_are_refused(url: str, words: str) -> None:
    """Databases other than SQLite and Postgres are refused, as they are not tested."""
    with pytest.raises(BadDatabase, match=words):
        connect(url)


def test_a_password_is_never_shown() -> None:
    """The text of a URL for logs has no password."""
    assert without_password("postgresql://ann:secret@db/kibitz") == "postgresql://ann:***@db/kibitz"
    assert "secret" not in without_password("secret")


@pytest.mark.io
def test_a_commit_in_sqlite_is_on_the_disk(tmp_path: object) -> None:
    """SQLite uses a write-ahead log, and fully synchronous commits (2)."""
    engine = connect(f"sqlite:///{tmp_path}/kibitz.db")
    with engine.connect() as connection:
        pragmas = [connection.exec_driver_sql(f"pragma {name}").scalar() for name in ("journal_mode", "synchronous")]
    assert pragmas == ["wal", 2]
    engine.dispose()


@pytest.mark.io
def test_the_log_of_sqlite_shrinks_after_a_long_reading(tmp_path: Path) -> None:
    """While a reader is at work the log must keep all pages. Afterwards it is cut to its usual length."""
    file = tmp_path / "kibitz.db"
    engine = connect(f"sqlite:///{file}")
    with writing(engine) as connection:
        connection.exec_driver_sql("create table t (bytes blob)")

    def write() -> int:
        with writing(engine) as connection:
            connection.exec_driver_sql("insert into t values (zeroblob(?))", (MOST_LOG_BYTES // 4,))
        return file.with_name("kibitz.db-wal").stat().st_size

    with engine.connect() as reader:
        assert reader.exec_driver_sql("select count(*) from t").scalar() == 0
        assert [write() for _ in range(6)][-1] > MOST_LOG_BYTES
    assert [write() for _ in range(3)][-1] <= MOST_LOG_BYTES
    engine.dispose()


@pytest.mark.io
def test_a_transaction_that_reads_before_it_writes_does_not_fail(tmp_path: Path) -> None:
    """Another program waits from its begin on, so it cannot commit between the reading and the writing."""
    url = f"sqlite:///{tmp_path}/kibitz.db"
    engine, other = connect(url), connect(url, lock_timeout_ms=1)
    with writing(engine) as connection:
        connection.exec_driver_sql("create table t (n int)")
    with writing(engine) as connection:
        assert connection.exec_driver_sql("select count(*) from t").scalar() == 0
        with pytest.raises(sql.exc.OperationalError, match="locked"), writing(other) as late:
            late.exec_driver_sql("insert into t values (1)")
        connection.exec_driver_sql("insert into t values (2)")
    with engine.connect() as connection:
        assert connection.exec_driver_sql("select n from t").scalars().all() == [2]
    engine.dispose()
    other.dispose()


@pytest.mark.io
def test_a_commit_in_postgres_is_on_the_disk(postgres: Cluster) -> None:
    """Commits are synchronous even if the server's default is not."""
    engine = connect(postgres.new_database())
    with engine.connect() as connection:
        assert connection.execute(sql.text("show synchronous_commit")).scalar() == "on"
    engine.dispose()


@pytest.mark.io
async def test_servers_that_start_together_make_the_tables_once(postgres: Cluster) -> None:
    """The second server waits, and finds the tables."""
    url = postgres.new_database()
    loop = asyncio.get_running_loop()
    stores = await asyncio.gather(*(asyncio.to_thread(SqlStore, url, loop) for _ in range(3)))
    for store in stores:
        store.close()


@pytest.fixture
def open_umask() -> Iterator[None]:
    """Let new files be readable by other users, as on most systems."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def modes(folder: Path) -> dict[str, str]:
    """Return the permissions of each file in a folder."""
    return {path.name: oct(stat.S_IMODE(path.stat().st_mode)) for path in folder.iterdir()}


@pytest.mark.io
@pytest.mark.usefixtures("open_umask")
def test_only_the_owner_can_read_a_database(tmp_path: Path) -> None:
    """The database, its write-ahead log and a copy of it have the mode 600."""
    file = tmp_path / "kibitz.db"
    engine = connect(f"sqlite:///{file}")
    with engine.begin() as connection:
        connection.exec_driver_sql("create table secret (word text)")
        back_up(file, "v9999_later")
        names = ["kibitz.db", "kibitz.db-shm", "kibitz.db-wal", "kibitz.db.before-v9999_later"]
        assert modes(tmp_path) == dict.fromkeys(names, "0o600")
    engine.dispose()


@pytest.mark.io
@pytest.mark.usefixtures("open_umask")
def test_an_older_database_is_closed_to_others(tmp_path: Path) -> None:
    """Files that other users can read get the mode 600 once, with one line in the log."""
    for name in ("kibitz.db", "kibitz.db.before-v0002_more"):
        sqlite3.connect(tmp_path / name).execute("create table event (word text)").connection.close()
    (tmp_path / "other.db").write_text("")
    assert set(modes(tmp_path).values()) == {"0o644"}
    with structlog.testing.capture_logs() as logged:
        for _ in range(2):
            with connect(f"sqlite:///{tmp_path}/kibitz.db").connect():
                found = modes(tmp_path)
    assert found.pop("other.db") == "0o644"
    assert set(found.values()) == {"0o600"}
    assert [line["files"] for line in logged] == [["kibitz.db", "kibitz.db.before-v0002_more"]]
