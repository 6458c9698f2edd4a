"""A backup: one text file of JSON lines, the same for every kind of database.

The first line says what the file is and at which step of the migrations its tables are; then comes a line for each row;
the last counts them, so that a file that was cut off is known as such. It holds hashes of tokens and passwords, so
nobody but its owner may read it.
"""

import gzip
import json
import os
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
    """A backup that cannot be made or read; the text is a sentence for people, `hint` a way out."""

    def __init__(self, text: str, hint: str) -> None:
        super().__init__(text)
        self.hint = hint


def write(engine: sql.Engine, file: Path) -> dict[str, int]:
    """Write a database into a file that is not there yet; how many rows each table had.

    Raises BadBackup, OSError and sqlalchemy's errors; then there is no file.
    """
    if file.exists():
        raise BadBackup(f"{file} is there already", "name another file, or remove that one")
    found = revision(engine)
    check_known(engine, found)
    if found is None:
        raise BadBackup("there is nothing in that database", "name another with --database")
    part = file.with_name(f"{file.name}.part")
    try:
        with _private(part, file.suffix == ".gz") as out:
            counts = _write_rows(engine, found, out)
        with part.open("rb") as written:
            os.fsync(written.fileno())
        os.link(part, file)  # fails, as a rename would not, if somebody was quicker
    finally:
        part.unlink(missing_ok=True)
    return counts


def _private(part: Path, compressed: bool) -> IO[str]:
    """A new file for its owner's eyes only."""
    os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
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
    """Every row of every table of ours, all as they were at one moment."""
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(sql.text("set transaction isolation level repeatable read, read only"))
        # The tables as they are there: a database of an older version is copied as it is.
        there = sql.MetaData()
        there.reflect(connection, only=lambda name, _: name in metadata.tables)
        for table in there.sorted_tables:
            wanted = sql.select(table).order_by(*table.primary_key.columns)
            for row in connection.execution_options(yield_per=ROWS_AT_ONCE).execute(wanted).mappings():
                yield table.name, dict(row)
