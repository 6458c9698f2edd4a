"""Restore of a backup: migrate an empty database to the backup's revision, fill it, and migrate it to the newest."""

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import sqlalchemy as sql

from kibitz_server.offline.database.backup import FORMAT, ROWS_AT_ONCE, BadBackup
from kibitz_server.store.migrations.upgrade import apply_steps, revision, steps

HINT = "select a file that `kibitz-server db backup` wrote"


def read(engine: sql.Engine, file: Path) -> dict[str, int]:
    """Fill an empty database from a backup, and return the number of rows of each table.

    Raises:
        BadBackup: The file is not a whole backup of a known revision, or the database is not empty.
        OSError: The file cannot be read.
        sqlalchemy.exc.SQLAlchemyError: The database cannot be written.
    """
    if revision(engine) is not None:
        raise BadBackup("that database is not empty", "restore into a new one, selected with --database")
    with file.open("rb") as probe:
        compressed = probe.read(2) == b"\x1f\x8b"
    with gzip.open(file, "rt", encoding="utf-8") if compressed else file.open(encoding="utf-8") as text:
        lines = _lines(text, file)
        first = next(lines, {})
        if first.get("kibitz_backup") != FORMAT:
            raise BadBackup(f"{file} is not a backup", HINT)
        if first.get("revision") not in steps():
            made_at = first.get("revision")
            raise BadBackup(
                f"{file} is from a newer Kibitz (at {made_at})", "update this installation of kibitz-server"
            )
        with engine.begin() as connection:
            apply_steps(connection, str(first["revision"]))
            counts = _fill(connection, lines, file)
            apply_steps(connection)
    return counts


def _lines(text: IO[str], file: Path) -> Iterator[dict[str, Any]]:
    number = 0
    try:
        for line in text:
            number += 1
            data = json.loads(line)
            if not isinstance(data, dict):
                raise ValueError
            yield data
    except (ValueError, EOFError, zlib.error, gzip.BadGzipFile):
        raise BadBackup(f"{file} is damaged near line {number}", HINT) from None


def _fill(connection: sql.Connection, lines: Iterator[dict[str, Any]], file: Path) -> dict[str, int]:
    existing = sql.MetaData()
    existing.reflect(connection)
    counts: dict[str, int] = {}
    batch: list[dict[str, Any]] = []
    current = ""
    for data in lines:
        name = str(data.get("table"))
        if batch and (name != current or len(batch) == ROWS_AT_ONCE):
            connection.execute(sql.insert(existing.tables[current]), batch)
            batch = []
        if "end" in data:
            if data["end"] != counts:
                raise BadBackup(f"{file} is damaged: {counts} instead of {data['end']}", HINT)
            _advance_counters(connection, existing)
            return counts
        if name not in existing.tables or not isinstance(data.get("row"), dict):
            raise BadBackup(f"{file} is damaged: a row of {name}", HINT)
        current = name
        counts[name] = counts.get(name, 0) + 1
        batch.append(data["row"])
    raise BadBackup(f"{file} is incomplete: its last line is missing", HINT)


def _advance_counters(connection: sql.Connection, existing: sql.MetaData) -> None:
    """Set the id sequences of Postgres above the inserted ids, because explicit ids do not advance them."""
    if connection.dialect.name != "postgresql":
        return
    for table in existing.sorted_tables:
        for column in table.primary_key.columns:
            if isinstance(column.type, sql.Integer) and column.server_default is not None:
                counter = sql.func.pg_get_serial_sequence(table.name, column.name)
                highest = sql.select(sql.func.max(column)).scalar_subquery()
                connection.execute(sql.select(sql.func.setval(counter, highest)))
