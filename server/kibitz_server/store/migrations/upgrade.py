"""Brings a database up to date: made anew, adopted from before there were migrations, or taken from step to step.

A step is a file in `migrations/versions`; its name without `.py` is its revision, and their alphabetical order is the
order of the steps. So whether there is anything to do is known without loading Alembic, which takes a third of a
second. All steps of a start are one transaction: a machine that dies in it leaves the database as it was.
"""

import logging
import sqlite3
from contextlib import closing
from pathlib import Path

import sqlalchemy as sql
import structlog

from kibitz_server.store.database import BadDatabase, sqlite_file

log = structlog.get_logger(__name__)

SCRIPTS = Path(__file__).parent
FIRST = "v0001_events"
"""What databases made before there were migrations have in them."""


class DatabaseTooNew(BadDatabase):
    """A database made by a later version of Kibitz; the text is a sentence for people."""


def steps() -> list[str]:
    """Every revision, first to last."""
    return sorted(path.stem for path in (SCRIPTS / "versions").glob("v*.py"))


def revision(engine: sql.Engine) -> str | None:
    """Where a database stands; None for an empty one. Raises sqlalchemy's errors."""
    with engine.connect() as connection:
        return _noted(connection) or (FIRST if sql.inspect(connection).has_table("event") else None)


def _noted(connection: sql.Connection) -> str | None:
    """The revision that a database says it is at."""
    if not sql.inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(sql.text("select version_num from alembic_version")).scalars().first()


def check_known(engine: sql.Engine, found: str | None) -> None:
    """Raise DatabaseTooNew for a revision that this program has not heard of."""
    if found is not None and found not in steps():
        place = sqlite_file(engine) or engine.url.database
        raise DatabaseTooNew(
            f"{place} was made by a newer Kibitz (it is at {found}, this one knows up to {steps()[-1]})"
        )


def upgrade(engine: sql.Engine) -> None:
    """Take the steps that are missing. Raises DatabaseTooNew and sqlalchemy's errors.

    An SQLite file that had something in it is copied first, beside itself.
    """
    found, newest = revision(engine), steps()[-1]
    check_known(engine, found)
    with engine.connect() as connection:
        if _noted(connection) == newest:
            return
    file = sqlite_file(engine)
    if file and found not in (None, newest):
        log.info("the database was copied before its upgrade", copy=str(back_up(Path(file), newest)))
    with engine.begin() as connection:
        take_steps(connection)
    if found != newest:
        log.info("the database is up to date", before=found or "empty", now=newest)


def take_steps(connection: sql.Connection, last: str = "head") -> None:
    """Take the steps that are missing, up to `last`, in the transaction that is open."""
    from alembic import command
    from alembic.config import Config

    logging.getLogger("alembic").setLevel(logging.WARNING)  # it would tell of each of its plug-ins
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    if connection.dialect.name == "postgresql":
        # Of two servers that start together, the second waits and finds the steps taken.
        connection.execute(sql.text("set local lock_timeout = 0"))
        connection.execute(sql.text("select pg_advisory_xact_lock(5421337)"))
    if _noted(connection) is None and sql.inspect(connection).has_table("event"):
        command.stamp(config, FIRST)
    command.upgrade(config, last)


def back_up(file: Path, newest: str) -> Path:
    """Copy an SQLite database beside itself under a name that is free; the copy's place."""
    copy = file.with_name(f"{file.name}.before-{newest}")
    number = 1
    while copy.exists():
        number += 1
        copy = file.with_name(f"{file.name}.before-{newest}-{number}")
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    return copy
