"""Kills of a server in the middle of the upgrade of a database that an earlier version wrote."""

import asyncio
import gzip
import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import sqlalchemy as sql

from bench.chaos.server import Server
from kibitz_server.maintenance.integrity import IntegrityReport, check
from kibitz_server.store.database import connect, sqlite_file
from kibitz_server.store.migrations.upgrade import apply_steps, revision, steps
from kibitz_server.store.tables import events

OLDEST = Path(__file__).parents[2] / "tests/server/store/databases/v0007.db.gz"
POLL_S = 0.001
ATTEMPTS = 4
"""Databases to try for each kill."""


async def kill_upgrades(kills: int, new_database: Callable[[], str], log: Path) -> list[str]:
    """Kill a server in the middle of upgrades, let it finish the last one, and return what is wrong as sentences.

    A kill that comes too late leaves an upgraded database. It does not count, and the next one has a new database.

    Args:
        kills: How many times to kill it while the steps of an upgrade are in an open transaction.
        new_database: Returns the URL of an empty database.
        log: File for the logs of the server.
    """
    done = 0
    for _ in range(ATTEMPTS * kills):
        database = new_database()
        engine = connect(database)
        try:
            _fill(engine)
            server, before, oldest = Server(database, log), _stored(engine), revision(engine)
            while done < kills and revision(engine) == oldest:
                halfway = await _killed_halfway(server, engine)
                done += halfway and revision(engine) == oldest
                if not before <= _stored(engine):
                    return [f"a kill in the middle of an upgrade lost events, after {done} others"]
            await server.start()
            await server.stop()
            if (found := revision(engine)) != steps()[-1]:
                return [f"the database was not upgraded: it is at {found}"]
            if missing := before - _stored(engine):
                return [f"{len(missing)} events were lost by kills in the middle of an upgrade"]
            if problems := check(engine, IntegrityReport()):
                return list(problems)
        finally:
            engine.dispose()
        if done == kills:
            return []
    return [f"only {done} of {kills} kills came in the middle of an upgrade"]


async def _killed_halfway(server: Server, engine: sql.Engine) -> bool:
    """Start a server and kill it while it upgrades its database. Return whether it did."""
    starting = asyncio.create_task(server.start())
    while not starting.done() and not _is_upgrading(engine):
        await asyncio.sleep(POLL_S)
    halfway = not starting.done()
    await server.kill()
    await asyncio.wait([starting])
    starting.exception()
    return halfway


def _is_upgrading(engine: sql.Engine) -> bool:
    """Return whether a transaction has changed tables and is not committed."""
    file = sqlite_file(engine)
    if file is None:
        locks = "select count(*) from pg_locks where mode = 'AccessExclusiveLock' and database is not null"
        with engine.connect() as connection:
            return bool(connection.execute(sql.text(locks)).scalar())
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=rw", uri=True, timeout=0)) as connection:
            connection.execute("begin immediate")
            connection.rollback()
    except sqlite3.OperationalError:  # another process writes
        return True
    return False


def _fill(engine: sql.Engine) -> None:
    """Fill an empty database with the tables of the oldest one that is kept, at its revision."""
    with tempfile.TemporaryDirectory() as folder:
        old = Path(folder) / "old.db"
        old.write_bytes(gzip.decompress(OLDEST.read_bytes()))
        _copy(old, engine)


def _copy(old: Path, engine: sql.Engine) -> None:
    source = sql.create_engine(f"sqlite:///{old}")
    at = revision(source)
    assert at is not None
    with engine.begin() as connection:
        apply_steps(connection, at)
    found = sql.MetaData()
    found.reflect(source)
    with source.connect() as reading, engine.begin() as writing:
        for table in found.sorted_tables:
            rows = [dict(row) for row in reading.execute(sql.select(table)).mappings()]
            if table.name != "alembic_version" and rows:
                writing.execute(sql.insert(table), rows)
    source.dispose()


def _stored(engine: sql.Engine) -> set[tuple[object, ...]]:
    """Return all events of a database."""
    with engine.connect() as connection:
        return {tuple(row) for row in connection.execute(sql.select(events))}
