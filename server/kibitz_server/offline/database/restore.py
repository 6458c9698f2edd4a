"""From a backup to a database: an empty one is taken to the step that the backup was at, filled, and taken further."""

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import sqlalchemy as sql

from kibitz_server.offline.database.backup import FORMAT, ROWS_AT_ONCE, BadBackup
from kibitz_server.store.migrations.upgrade import apply_steps, revision, steps

OTHER = "name a file that `kibitz-server db backup` wrote"


def read(engine: sql.Engine, file: Path) -> dict[str, int]:
    """Fill an empty database; how many rows each table got. Raises BadBackup, OSError and sqlalchemy's errors."""
    if revision(engine) is not None:
        raise BadBackup("that database is not empty", "restore into a new one, named with --database")
    with file.open("rb") as probe:
        compressed = probe.read(2) == b"\x1f\x8b"
    with gzip.open(file, "rt", encoding="utf-8") if compressed else file.open(encoding="utf-8") as text:
        lines = _lines(text, file)
        first = next(lines, {})
        if first.get("kibitz_backup") != FORMAT:
            raise BadBackup(f"{file} is no backup", OTHER)
        if first.get("revision") not in steps():
            made_at = first.get("revision")
            raise BadBackup(f"{file} is from a newer Kibitz (at {made_at})", "update: pip install -U 'kibitz[server]'")
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
        raise BadBackup(f"{file} is damaged near line {number}", OTHER) from None


def _fill(connection: sql.Connection, lines: Iterator[dict[str, Any]], file: Path) -> dict[str, int]:
    there = sql.MetaData()
    there.reflect(connection)
    counts: dict[str, int] = {}
    batch: list[dict[str, Any]] = []
    filling = ""
    for data in lines:
        name = str(data.get("table"))
        if batch and (name != filling or len(batch) == ROWS_AT_ONCE):
            connection.execute(sql.insert(there.tables[filling]), batch)
            batch = []
        if "end" in data:
            if data["end"] != counts:
                raise BadBackup(f"{file} is damaged: {counts} in place of {data['end']}", OTHER)
            _count_on(connection, there)
            return counts
        if name not in there.tables or not isinstance(data.get("row"), dict):
            raise BadBackup(f"{file} is damaged: a row of {name}", OTHER)
        filling = name
        counts[name] = counts.get(name, 0) + 1
        batch.append(data["row"])
    raise BadBackup(f"{file} is not whole: its last line is missing", OTHER)


def _count_on(connection: sql.Connection, there: sql.MetaData) -> None:
    """Postgres numbers rows by a counter of its own, which knows nothing of those that were put in with a number."""
    if connection.dialect.name != "postgresql":
        return
    for table in there.sorted_tables:
        for column in table.primary_key.columns:
            if isinstance(column.type, sql.Integer) and column.server_default is not None:
                counter = sql.func.pg_get_serial_sequence(table.name, column.name)
                highest = sql.select(sql.func.max(column)).scalar_subquery()
                connection.execute(sql.select(sql.func.setval(counter, highest)))
