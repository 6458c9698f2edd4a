"""Backups of one database that are written at the same time."""

import gzip
import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from kibitz_server.maintenance.backup import BadBackup, write
from kibitz_server.store.migrations.upgrade import upgrade


def opened(database: Path, at_guests: Callable[[], object]) -> sql.Engine:
    """Return a database that calls a function before it reads the first table of people."""
    engine = sql.create_engine(f"sqlite:///{database}")

    def look(_connection: Any, _cursor: Any, statement: str, *_more: Any) -> None:
        if "FROM guest" in statement:
            at_guests()

    sql.event.listen(engine, "before_cursor_execute", look)
    return engine


@pytest.mark.io
def test_a_backup_is_whole_although_another_one_has_begun(tmp_path: Path) -> None:
    """Two of one second have the same name. The second one is refused."""
    database, file = tmp_path / "k.db", tmp_path / "copy.jsonl.gz"
    upgrade(opened(database, lambda: None))
    began, go_on = threading.Event(), threading.Event()
    refused: list[BadBackup] = []

    def wait() -> None:
        began.set()
        go_on.wait(30)

    def second() -> None:
        try:
            write(opened(database, wait), file)
        except BadBackup as error:
            refused.append(error)

    other = threading.Thread(target=second)

    def begin_other() -> None:
        other.start()
        assert began.wait(30)

    write(opened(database, begin_other), file)
    with gzip.open(file, "rt") as lines:
        assert "end" in json.loads(list(lines)[-1])
    go_on.set()
    other.join(30)
    assert "already exists" in str(refused)
    assert list(tmp_path.glob("*.part")) == []
