"""Restore of a backup: migrate an empty database to the backup's revision, fill it, and migrate it to the newest.

All of it is one transaction, which also replays every match and tournament. So a backup that is damaged, made up or
from a newer Kibitz leaves the database empty.
"""

import gzip
import io
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, BinaryIO, cast

import sqlalchemy as sql

from kibitz_protocol.validation.reading import open_regular
from kibitz_server.maintenance.backup import FORMAT, ROWS_AT_ONCE, BadBackup
from kibitz_server.maintenance.integrity import IntegrityReport, check_events
from kibitz_server.store.migrations.upgrade import apply_steps, revision, steps
from kibitz_server.store.tables import metadata

HINT = "select a file that `kibitz-server db backup` wrote"
MAX_LINE = 16 << 20
"""Characters of a line. The longest that a server stores are analyses, of about a megabyte."""
MAX_NUMBER = 1 << 63


def read(engine: sql.Engine, file: Path, *, check: bool = True) -> dict[str, int]:
    """Fill an empty database from a backup, and return the number of rows of each table.

    Args:
        engine: The database.
        file: The backup.
        check: Whether every match and tournament must follow the rules.

    Raises:
        BadBackup: The file is not a whole backup of a known revision, a match or tournament in it breaks the rules, or
            the database is not empty.
        OSError: The file cannot be read.
        sqlalchemy.exc.SQLAlchemyError: The database cannot be written.
    """
    if revision(engine) is not None:
        raise BadBackup("that database is not empty", "restore into a new one, selected with --database")
    with open_regular(file) as content:
        compressed = content.read(2) == b"\x1f\x8b"
        content.seek(0)
        plain = gzip.GzipFile(fileobj=content) if compressed else content
        text = io.TextIOWrapper(cast(BinaryIO, plain), encoding="utf-8-sig")
        lines = _lines(text, file)
        first = next(lines, {})
        if first.get("kibitz_backup") != FORMAT:
            raise BadBackup(f"{file} is not a backup", HINT)
        made_at = first.get("revision")
        if made_at not in steps():
            raise BadBackup(
                f"{file} is from a newer Kibitz (at {str(made_at)[:40]!r})", "update this installation of kibitz-server"
            )
        with engine.begin() as connection:
            apply_steps(connection, str(made_at))
            counts = _fill(connection, lines, file)
            apply_steps(connection)
            if check:
                _check(connection, file)
    return counts


def _check(connection: sql.Connection, file: Path) -> None:
    """Raise BadBackup for the first match or tournament that breaks the rules."""
    for problem in check_events(connection, IntegrityReport()):
        raise BadBackup(
            f"{file} has a {problem.partition(' ')[0]} that cannot be continued: {problem}",
            "--unchecked restores it all the same; `kibitz-server db check` then names every problem",
        )


def _lines(text: IO[str], file: Path) -> Iterator[dict[str, Any]]:
    number = 0
    try:
        while line := text.readline(MAX_LINE):
            number += 1
            if len(line) == MAX_LINE:
                raise ValueError
            data = json.loads(line)
            if not isinstance(data, dict):
                raise ValueError
            yield data
    except (ValueError, RecursionError, EOFError, zlib.error, gzip.BadGzipFile):
        raise BadBackup(f"{file} is damaged near line {max(1, number)}", HINT) from None


def _fill(connection: sql.Connection, lines: Iterator[dict[str, Any]], file: Path) -> dict[str, int]:
    existing = sql.MetaData()
    # Only tables that `backup` writes: the revision is not part of the data.
    existing.reflect(connection, only=lambda name, _: name in metadata.tables)
    counts: dict[str, int] = {}
    batch: list[dict[str, Any]] = []
    current = ""
    for data in lines:
        name = str(data.get("table"))[:40]
        if batch and (name != current or len(batch) == ROWS_AT_ONCE):
            _insert(connection, existing.tables[current], batch, file)
            batch = []
        if "end" in data:
            if data["end"] != counts:
                raise BadBackup(f"{file} is damaged: it has other numbers of rows than its last line says", HINT)
            # Reading on to the end of the file also checks the checksum of a compressed one.
            if next(lines, None) is not None:
                raise BadBackup(f"{file} is damaged: something follows its last line", HINT)
            _advance_counters(connection, existing)
            return counts
        row = data.get("row")
        if name not in existing.tables or not isinstance(row, dict) or not _fits(row, existing.tables[name]):
            raise BadBackup(f"{file} is damaged: a row of {name}", HINT)
        current = name
        counts[name] = counts.get(name, 0) + 1
        batch.append(row)
    raise BadBackup(f"{file} is incomplete: its last line is missing", HINT)


def _fits(row: dict[str, Any], table: sql.Table) -> bool:
    """Return whether a row has a value of the right kind for each column. SQLite would accept any."""
    return row.keys() == set(table.c.keys()) and all(_is_value(row[column.name], column) for column in table.c)


def _is_value(value: Any, column: sql.Column[Any]) -> bool:
    if value is None:
        return bool(column.nullable)
    kind = column.type.python_type
    if kind is bool:
        return value in (0, 1)
    if isinstance(value, bool):
        return False
    if kind is float:
        return isinstance(value, int | float) and -MAX_NUMBER < value < MAX_NUMBER
    if kind is int:
        return isinstance(value, int) and -MAX_NUMBER < value < MAX_NUMBER
    # Text with half a surrogate pair is not Unicode.
    return isinstance(value, str) and value.encode(errors="replace").decode() == value


def _insert(connection: sql.Connection, table: sql.Table, batch: list[dict[str, Any]], file: Path) -> None:
    """Insert rows of one table.

    Raises:
        BadBackup: The database refuses a value, or a row is there twice.
        sqlalchemy.exc.SQLAlchemyError: The database cannot be written.
    """
    try:
        connection.execute(sql.insert(table), batch)
    except sql.exc.IntegrityError:
        raise BadBackup(f"{file} is damaged: a row of {table.name} is in it twice", HINT) from None
    except (sql.exc.DataError, ValueError):
        raise BadBackup(f"{file} is damaged: rows of {table.name} that this database refuses", HINT) from None


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
