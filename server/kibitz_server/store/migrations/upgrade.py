"""Upgrade of a database to the current tables: a new one, one from before migrations, or one at an older revision.

A step is a file in `versions`; its name without `.py` is its revision, and steps are in alphabetical order. So the
server knows whether a step is missing without loading Alembic, which takes a third of a second. All steps of an upgrade
are one transaction: after a crash the database is unchanged.
"""

import logging
import sqlite3
from contextlib import closing
from pathlib import Path

import sqlalchemy as sql
import structlog

from kibitz_server.store.database import BadDatabase, create_private, sqlite_file

log = structlog.get_logger(__name__)

SCRIPTS = Path(__file__).parent
FIRST = "v0001_events"
"""Revision of databases from before migrations."""


class DatabaseTooNew(BadDatabase):
    """A database of a later version of Kibitz. The text is for the operator."""


def steps() -> list[str]:
    """Return every revision, first to last."""
    return sorted(path.stem for path in (SCRIPTS / "versions").glob("v*.py"))


def revision(engine: sql.Engine) -> str | None:
    """Return the revision of a database; None for an empty one.

    Raises:
        sqlalchemy.exc.SQLAlchemyError: The database does not work.
    """
    with engine.connect() as connection:
        return _stored_revision(connection) or (FIRST if sql.inspect(connection).has_table("event") else None)


def _stored_revision(connection: sql.Connection) -> str | None:
    """Return the revision that Alembic stored."""
    if not sql.inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(sql.text("select version_num from alembic_version")).scalars().first()


def check_known(engine: sql.Engine, found: str | None) -> None:
    """Check that this version of Kibitz knows a revision.

    Raises:
        DatabaseTooNew: The revision is unknown.
    """
    if found is not None and found not in steps():
        place = sqlite_file(engine) or engine.url.database
        raise DatabaseTooNew(
            f"{place} was made by a newer Kibitz (it is at {found}, this one knows up to {steps()[-1]})"
        )


def upgrade(engine: sql.Engine) -> None:
    """Apply the missing steps. An SQLite file that is not empty is first copied into the same folder.

    Raises:
        DatabaseTooNew: A later version of Kibitz made the database.
        sqlalchemy.exc.SQLAlchemyError: A step failed, and the database is unchanged.
    """
    found, newest = revision(engine), steps()[-1]
    check_known(engine, found)
    with engine.connect() as connection:
        if _stored_revision(connection) == newest:
            return
    file = sqlite_file(engine)
    if file and found not in (None, newest):
        log.info("database copied before its upgrade", copy=str(back_up(Path(file), newest)))
    with engine.begin() as connection:
        apply_steps(connection)
    if found != newest:
        log.info("database upgraded", before=found or "empty", now=newest)


def apply_steps(connection: sql.Connection, last: str = "head") -> None:
    """Apply the missing steps up to `last`, in the open transaction."""
    from alembic import command
    from alembic.config import Config

    logging.getLogger("alembic").setLevel(logging.WARNING)  # at INFO it logs each of its plug-ins
    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    if connection.dialect.name == "postgresql":
        # Of two servers that start together, the second waits, and finds that the first has applied the steps.
        connection.execute(sql.text("set local lock_timeout = 0"))
        connection.execute(sql.text("select pg_advisory_xact_lock(5421337)"))
    if _stored_revision(connection) is None and sql.inspect(connection).has_table("event"):
        command.stamp(config, FIRST)
    command.upgrade(config, last)


def back_up(file: Path, newest: str) -> Path:
    """Copy an SQLite database into its folder under an unused name, and return the path of the copy."""
    copy = file.with_name(f"{file.name}.before-{newest}")
    number = 1
    while copy.exists():
        number += 1
        copy = file.with_name(f"{file.name}.before-{newest}-{number}")
    create_private(copy)
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    return copy
