"""A database that cannot be written delays, but loses nothing; these are real ones that cannot."""

import asyncio
import contextlib
import os
import resource
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from kibitz_server.store import SqlStore
from kibitz_server.store.database import connect
from kibitz_server.store.sql import ADD_EVENTS
from kibitz_server.store.tables import metadata
from kibitz_server.store.writer import MOST_WAITING, PERMANENT_ERRORS, Writer, error_hint
from tests.postgres import Cluster
from tests.server.store.make import history, keep

pytestmark = pytest.mark.io


class Patient:
    """A store, and what it says of its health."""

    def __init__(self, url: str) -> None:
        self.store = SqlStore(url, asyncio.get_running_loop(), lock_timeout_ms=10)
        self.told: asyncio.Queue[tuple[bool, float]] = asyncio.Queue()
        self.store.watch_health(lambda healthy, for_s: self.told.put_nowait((healthy, for_s)))

    async def falls_ill(self) -> "asyncio.Future[None]":
        """Keep something until the store says that it cannot; gives what still waits."""
        waiting = asyncio.ensure_future(keep(self.store, "m1", history("m1")))
        assert (await self.told.get())[0] is False
        assert not self.store.healthy
        assert not waiting.done()
        return waiting

    async def gets_well(self, waiting: "asyncio.Future[None]") -> None:
        """All that waited is kept, and nothing twice."""
        await waiting
        healthy, for_s = await self.told.get()
        assert healthy
        assert for_s > 0
        assert self.store.healthy
        assert [entry.event for entry in self.store.history("m1")] == history("m1")
        self.store.close()


@contextlib.contextmanager
def no_more_room(folder: Path) -> Iterator[None]:
    """No file may grow beyond what it is, as on a disk that is full."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (max(file.stat().st_size for file in folder.glob("*-wal")), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


async def test_a_locked_file(tmp_path: Path) -> None:
    """Another program holds the file; what was handed over arrives when it lets go."""
    patient = Patient(f"sqlite:///{tmp_path}/kibitz.db")
    thief = sqlite3.connect(tmp_path / "kibitz.db", isolation_level=None)
    thief.execute("begin exclusive")
    waiting = await patient.falls_ill()
    thief.execute("rollback")
    thief.close()
    await patient.gets_well(waiting)


async def test_a_full_disk(tmp_path: Path) -> None:
    """The file can grow no further, until somebody makes room."""
    patient = Patient(f"sqlite:///{tmp_path}/kibitz.db")
    with no_more_room(tmp_path):
        waiting = await patient.falls_ill()
    await patient.gets_well(waiting)


async def test_a_database_that_is_gone(postgres: Cluster) -> None:
    """The database server dies and comes back; nobody need start ours again."""
    patient = Patient(postgres.new_database())
    postgres.stop()
    try:
        waiting = await patient.falls_ill()
    finally:
        postgres.start()
    await patient.gets_well(waiting)


async def test_a_database_made_read_only(postgres: Cluster) -> None:
    """As one is that has become a replica, or is being moved."""
    patient = Patient(postgres.new_database())
    postgres.ask("alter system set default_transaction_read_only = on")
    postgres.reload()
    try:
        waiting = await patient.falls_ill()
    finally:
        postgres.ask("set default_transaction_read_only = off; alter system reset default_transaction_read_only")
        postgres.reload()
    await patient.gets_well(waiting)


@pytest.fixture
def closed_folder(open_folder: Path) -> Path:
    """A folder in which nobody may make a file."""
    open_folder.chmod(0o555)
    return open_folder


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that everyone may reach, which pytest's own are not."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o777)
        yield Path(folder)


async def test_a_file_that_is_read_only(open_folder: Path) -> None:
    """The server may start on it, and goes on when the file may be written; nobody need start it again."""
    file = open_folder / "kibitz.db"
    SqlStore(f"sqlite:///{file}", asyncio.get_running_loop()).close()
    file.chmod(0o444)
    with _nobody():
        patient = Patient(f"sqlite:///{file}")
        waiting = await patient.falls_ill()
        _open_up(open_folder)
        await patient.gets_well(waiting)


async def test_a_folder_that_is_read_only(closed_folder: Path) -> None:
    """No server starts where it could keep nothing."""
    with _nobody(), pytest.raises(sql.exc.OperationalError, match="unable to open"):
        SqlStore(f"sqlite:///{closed_folder}/kibitz.db", asyncio.get_running_loop())


@contextlib.contextmanager
def _nobody() -> Iterator[None]:
    """Root may write what is read-only; nobody else may."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def _open_up(folder: Path) -> None:
    """What whoever runs the machine does about it."""
    before = os.geteuid()
    os.seteuid(os.getuid())
    for each in folder.iterdir():
        each.chmod(0o666)
    os.seteuid(before)


async def test_what_waits_is_bounded(tmp_path: Path) -> None:
    """Events are never turned away, but so much may wait that the store says it takes no more."""
    patient = Patient(f"sqlite:///{tmp_path}/kibitz.db")
    with no_more_room(tmp_path):
        waiting = await patient.falls_ill()
        answers: list[Exception | None] = []
        for _ in range(MOST_WAITING + 10):
            patient.store.append([], answers.append)
        await asyncio.sleep(0)
        # What came before may still be in the queue, or in the writer's hand.
        assert 10 <= len(answers) <= 10 + len(history("m1"))
        assert all(isinstance(answer, Exception) for answer in answers)
    await patient.gets_well(waiting)


class Forgetful(Writer):
    """A writer whose connection breaks once, between the commit and the word of it."""

    broken = False

    def _commit(self, work: list[Any]) -> None:
        super()._commit(work)
        if not self.broken:
            self.broken = True
            raise sql.exc.OperationalError("commit", None, Exception("connection lost"))


async def test_a_commit_nobody_heard_of_counts(url: str) -> None:
    """What turns out to be there, word for word, was written; another's event at its place was not."""
    engine = connect(url)
    metadata.create_all(engine)
    writer = Forgetful(engine, asyncio.get_running_loop())
    row = {"match_id": "m", "seq": 1, "kind": "MatchStarted", "body": "{}", "at": 1.25}
    for rows, expected in (([row], None), ([{**row, "at": 2.5}], PERMANENT_ERRORS)):
        told: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
        writer.put(ADD_EVENTS, rows, told.set_result)
        answer = await told
        assert answer is None if expected is None else isinstance(answer, expected)
    writer.close()
    engine.dispose()


async def test_a_change_with_a_mistake_in_it_fails_alone(url: str) -> None:
    """Our own mistake is not the database's, and must not be tried for ever."""
    engine = connect(url)
    metadata.create_all(engine)
    writer = Writer(engine, asyncio.get_running_loop())
    answers: asyncio.Queue[Exception | None] = asyncio.Queue()
    writer.change(lambda _: 1 / 0, answers.put_nowait)
    writer.put(ADD_EVENTS, [{"match_id": "m", "seq": 1, "kind": "k", "body": "", "at": 1.0}], answers.put_nowait)
    assert isinstance(await answers.get(), ZeroDivisionError)
    assert await answers.get() is None
    assert writer.healthy
    writer.close()
    engine.dispose()


def test_who_runs_the_server_is_told_what_to_do() -> None:
    """The log has a hint for each of these, and a general one."""
    assert "make room" in error_hint(Exception("database or disk is full"))
    assert "start the database" in error_hint(Exception("connection refused"))
    assert "by themselves" in error_hint(Exception("something else"))
