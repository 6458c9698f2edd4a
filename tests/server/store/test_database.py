"""A database is named by a URL, and a wrong one is told in words."""

import asyncio

import pytest
import sqlalchemy as sql

from kibitz_server.store.database import BadDatabase, connect, without_password
from kibitz_server.store.sql import SqlStore
from tests.postgres import Cluster


@pytest.mark.parametrize("url", ["postgresql://ann@db/kibitz", "postgres://ann@db/kibitz"])
def test_plain_names_of_postgres_get_the_driver_we_bring(url: str) -> None:
    """Nobody needs to know which driver is used."""
    assert connect(url).url.drivername == "postgresql+psycopg"


@pytest.mark.parametrize(
    ("url", "words"), [("mysql://ann@db/kibitz", "SQLite or Postgres, not in mysql"), ("://", "not a database URL")]
)
def test_other_databases_are_refused(url: str, words: str) -> None:
    """What we do not test with we do not promise."""
    with pytest.raises(BadDatabase, match=words):
        connect(url)


def test_a_password_is_never_shown() -> None:
    """What is written down of a URL does not open the database."""
    assert without_password("postgresql://ann:secret@db/kibitz") == "postgresql://ann:***@db/kibitz"
    assert "secret" not in without_password("secret")


@pytest.mark.io
def test_a_commit_in_sqlite_is_on_the_disk(tmp_path: object) -> None:
    """A write-ahead log, and fully synchronous (2)."""
    engine = connect(f"sqlite:///{tmp_path}/kibitz.db")
    with engine.connect() as connection:
        pragmas = [connection.exec_driver_sql(f"pragma {name}").scalar() for name in ("journal_mode", "synchronous")]
    assert pragmas == ["wal", 2]
    engine.dispose()


@pytest.mark.io
def test_a_commit_in_postgres_is_on_the_disk(postgres: Cluster) -> None:
    """Also where the server was told to call it done earlier, as the one of the tests is."""
    engine = connect(postgres.new_database())
    with engine.connect() as connection:
        assert connection.execute(sql.text("show synchronous_commit")).scalar() == "on"
    engine.dispose()


@pytest.mark.io
async def test_servers_that_start_together_make_the_tables_once(postgres: Cluster) -> None:
    """Whoever comes second waits, and finds everything there."""
    url = postgres.new_database()
    loop = asyncio.get_running_loop()
    stores = await asyncio.gather(*(asyncio.to_thread(SqlStore, url, loop) for _ in range(3)))
    for store in stores:
        store.close()
