"""Backup of a database: one text file of JSON lines, the same for SQLite and Postgres.

The first line has the format's version and the migration revision of the tables. A line for each row follows. The last
line has the row counts, so that a truncated file is detected. The file has hashes of tokens and passwords, so only its
owner may read it.
"""

import gzip
import json
import os
import secrets
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import sqlalchemy as sql

from kibitz_server.store.migrations.upgrade import check_known, revision
from kibitz_server.store.tables import metadata

FORMAT = 1
ROWS_AT_ONCE = 1000


class BadBackup(Exception):
    """Backup that cannot be written or read; the message is for users."""

    def __init__(self, text: str, hint: str) -> None:
        super().__init__(text)
        self.hint = hint


def write(engine: sql.Engine, file: Path) -> dict[str, int]:
    """Write a database to a new file, and return the number of rows of each table. If it fails, there is no file.

    Raises:
        BadBackup: The file exists, or the database has no tables.
        BadDatabase: The database is from a newer Kibitz.
        OSError: The file cannot be written.
        sqlalchemy.exc.SQLAlchemyError: The database cannot be read.
    """
    if file.exists():
        raise BadBackup(f"{file} already exists", "select another file, or delete that one")
    found = revision(engine)
    check_known(engine, found)
    if found is None:
        raise BadBackup("that database is empty", "select another with --database")
    # Not the name of another backup to the same file, which would be linked before its end.
    part = file.with_name(f"{file.name}.{secrets.token_hex(4)}.part")
    try:
        with _open_private(part, file.suffix == ".gz") as out:
            counts = _write_rows(engine, found, out)
        with part.open("rb") as written:
            os.fsync(written.fileno())
        os.link(part, file)  # unlike a rename, a link fails if the file exists by now
    except FileExistsError:
        raise BadBackup(f"{file} already exists", "another backup was written to it meanwhile") from None
    finally:
        part.unlink(missing_ok=True)
    return counts


def backup_now(url: str | None, at: float) -> Path:
    """Write a backup into the folder `backups` beside an SQLite database, and return its file.

    Args:
        url: URL of the database; None for one in memory.
        at: Seconds since 1970, for the name of the file.

    Raises:
        BadBackup: The database is in memory or on another machine.
        OSError: The file cannot be written.
    """
    parsed = sql.make_url(url) if url else None
    if parsed is None or parsed.get_backend_name() != "sqlite" or not parsed.database:
        raise BadBackup("the database is no file of this machine", "kibitz-server db backup FILE copies any database")
    folder = Path(parsed.database).resolve().parent / "backups"
    folder.mkdir(mode=0o700, exist_ok=True)
    file = folder / f"kibitz-{time.strftime('%Y%m%d-%H%M%S', time.gmtime(at))}.jsonl.gz"
    engine = sql.create_engine(parsed)
    try:
        write(engine, file)
    finally:
        engine.dispose()
    return file


def _open_private(part: Path, compressed: bool) -> IO[str]:
    """Open a new file that only its owner may read."""
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    if compressed:
        return gzip.open(part, "wt", encoding="utf-8", newline="\n")
    return part.open("w", encoding="utf-8", newline="\n")


def _write_rows(engine: sql.Engine, found: str, out: IO[str]) -> dict[str, int]:
    counts: dict[str, int] = {}

    def line(data: dict[str, Any]) -> None:
        out.write(json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n")

    line({"kibitz_backup": FORMAT, "revision": found, "made_at": time.time()})
    for table, row in rows(engine):
        counts[table] = counts.get(table, 0) + 1
        line({"table": table, "row": row})
    line({"end": counts})
    return counts


def rows(engine: sql.Engine) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield table name and values of every row of Kibitz's tables, in one transaction."""
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(sql.text("set transaction isolation level repeatable read, read only"))
        # The tables as the database has them: one of an older version is copied unchanged.
        existing = sql.MetaData()
        existing.reflect(connection, only=lambda name, _: name in metadata.tables)
        for table in existing.sorted_tables:
            wanted = sql.select(table).order_by(*table.primary_key.columns)
            for row in connection.execution_options(yield_per=ROWS_AT_ONCE).execute(wanted).mappings():
                yield table.name, dict(row)
