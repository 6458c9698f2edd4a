"""Tests that a database that cannot be written delays events, but loses none. They use real failures."""

import asyncio
import contextlib
import os
import resource
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from functools import partial
from itertools import count
from pathlib import Path

import pytest
import sqlalchemy as sql

from kibitz_server.store import SqlStore
from kibitz_server.store.database import connect
from kibitz_server.store.inserts import SessionLost
from kibitz_server.store.sql import ADD_EVENTS
from kibitz_server.store.tables import events, metadata
from kibitz_server.store.writer import MAX_WAITING, PERMANENT_ERRORS, STALLED_S, Work, Writer, error_hint
from tests.postgres import Cluster
from tests.server.store.make import history, keep

pytestmark = pytest.mark.io


class StoreHealth:
    """A store with a record of its health."""

    def __init__(self, url: str, stalled_s: float = STALLED_S) -> None:
        self.store = SqlStore(url, asyncio.get_running_loop(), lock_timeout_ms=10, stalled_s=stalled_s)
        self.told: asyncio.Queue[tuple[bool, float]] = asyncio.Queue()
        self.store.watch_health(lambda healthy, for_s: self.told.put_nowait((healthy, for_s)))

    async def wait_for_failure(self) -> "asyncio.Future[None]":
        """Store matches until a write fails, and return the future of the last one.

        A database may accept a few before it notices what the test has changed.
        """
        told = asyncio.ensure_future(self.told.get())
        for number in count(1):
            self.match = f"m{number}"
            waiting = asyncio.ensure_future(keep(self.store, self.match, history(self.match)))
            await asyncio.wait((waiting, told), return_when=asyncio.FIRST_COMPLETED)
            if not waiting.done():
                break
            await waiting
        assert (await told)[0] is False
        assert not self.store.healthy
        assert not waiting.done()
        return waiting

    async def wait_for_recovery(self, waiting: "asyncio.Future[None]") -> None:
        """Check that all queued events are stored once."""
        await waiting
        healthy, for_s = await self.told.get()
        assert healthy
        assert for_s > 0
        assert self.store.healthy
        assert [entry.event for entry in self.store.history(self.match)] == history(self.match)
        self.store.close()


@contextlib.contextmanager
def full_disk(folder: Path) -> Iterator[None]:
    """Let no file grow, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (max(file.stat().st_size for file in folder.glob("*-wal")), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


async def test_a_locked_file(tmp_path: Path) -> None:
    """While another program holds the file, events wait; then they are stored."""
    store_health = StoreHealth(f"sqlite:///{tmp_path}/kibitz.db")
    thief = sqlite3.connect(tmp_path / "kibitz.db", isolation_level=None)
    thief.execute("begin exclusive")
    waiting = await store_health.wait_for_failure()
    thief.execute("rollback")
    thief.close()
    await store_health.wait_for_recovery(waiting)


async def test_a_full_disk(tmp_path: Path) -> None:
    """Events wait until an operator makes room."""
    store_health = StoreHealth(f"sqlite:///{tmp_path}/kibitz.db")
    with full_disk(tmp_path):
        waiting = await store_health.wait_for_failure()
    await store_health.wait_for_recovery(waiting)


async def test_a_log_that_was_removed(tmp_path: Path) -> None:
    """A commit after the removal of SQLite's log is in the database file before it counts, and so are later ones."""
    file = tmp_path / "kibitz.db"
    store = SqlStore(f"sqlite:///{file}", asyncio.get_running_loop())
    await keep(store, "m1", history("m1"))
    (tmp_path / "kibitz.db-wal").unlink()
    (tmp_path / "kibitz.db-shm").unlink()
    for match in ("m2", "m3"):
        await keep(store, match, history(match))
        # A copy of the files is what a killed process leaves.
        copy = tmp_path / match
        copy.mkdir()
        for name in os.listdir(tmp_path):
            if name.startswith("kibitz.db"):
                shutil.copy(tmp_path / name, copy / name)
        with contextlib.closing(sqlite3.connect(copy / "kibitz.db")) as left:
            assert left.execute("select count(*) from event where match_id = ?", [match]).fetchone() == (3,)
    assert store.unfinished() == ["m1", "m2", "m3"]
    store.close()


async def test_a_file_that_was_replaced(tmp_path: Path) -> None:
    """The server writes into no other file than the one it opened, and continues when that file is back."""
    file, elsewhere = tmp_path / "kibitz.db", tmp_path / "moved.db"
    store_health = StoreHealth(f"sqlite:///{file}")
    await keep(store_health.store, "m0", history("m0"))
    file.rename(elsewhere)
    waiting = await store_health.wait_for_failure()
    assert not file.exists()
    elsewhere.rename(file)
    await store_health.wait_for_recovery(waiting)


async def test_a_damaged_page(tmp_path: Path) -> None:
    """Nothing counts as saved in a damaged file, and the hint for the operator says what to do."""
    file = tmp_path / "kibitz.db"
    SqlStore(f"sqlite:///{file}", asyncio.get_running_loop()).close()
    with contextlib.closing(sqlite3.connect(file)) as opened:
        [(page, size)] = opened.execute(
            "select rootpage, (select page_size from pragma_page_size) from sqlite_master where name = 'event'"
        ).fetchall()
    with file.open("r+b") as raw:
        raw.seek((page - 1) * size)
        raw.write(os.urandom(size))
    store_health = StoreHealth(f"sqlite:///{file}")
    waiting = await store_health.wait_for_failure()
    store_health.store.close()
    with pytest.raises(sql.exc.DatabaseError, match="malformed") as caught:
        await waiting
    assert "db check" in error_hint(caught.value)


async def test_a_database_that_is_gone(postgres: Cluster) -> None:
    """The database server stops and restarts; the game server does not need a restart."""
    store_health = StoreHealth(postgres.new_database())
    postgres.stop()
    try:
        waiting = await store_health.wait_for_failure()
    finally:
        postgres.start()
    await store_health.wait_for_recovery(waiting)


async def test_a_database_that_hangs(postgres: Cluster) -> None:
    """A database server that keeps its connections and does not answer counts as a failure until it answers."""
    store_health = StoreHealth(postgres.new_database(), stalled_s=0.3)
    postgres.pause()
    try:
        waiting = await store_health.wait_for_failure()
    finally:
        postgres.resume()
    await store_health.wait_for_recovery(waiting)


async def test_a_database_made_read_only(postgres: Cluster) -> None:
    """A database becomes read-only, as a replica does or one that is being moved."""
    store_health = StoreHealth(postgres.new_database())
    postgres.ask("alter system set default_transaction_read_only = on")
    postgres.reload()
    try:
        waiting = await store_health.wait_for_failure()
    finally:
        postgres.ask("set default_transaction_read_only = off; alter system reset default_transaction_read_only")
        postgres.reload()
    await store_health.wait_for_recovery(waiting)


@pytest.fixture
def closed_folder(open_folder: Path) -> Path:
    """A folder without permission to create files."""
    open_folder.chmod(0o555)
    return open_folder


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every user can access, unlike the folders of pytest."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o777)
        yield Path(folder)


async def test_a_file_that_is_read_only(open_folder: Path) -> None:
    """The server starts on a read-only file, and continues without a restart when the file becomes writable."""
    file = open_folder / "kibitz.db"
    SqlStore(f"sqlite:///{file}", asyncio.get_running_loop()).close()
    file.chmod(0o444)
    with _unprivileged():
        store_health = StoreHealth(f"sqlite:///{file}")
        waiting = await store_health.wait_for_failure()
        _make_writable(open_folder)
        await store_health.wait_for_recovery(waiting)


async def test_a_folder_that_is_read_only(closed_folder: Path) -> None:
    """A server does not start if it cannot store anything."""
    with _unprivileged(), pytest.raises(sql.exc.OperationalError, match="unable to open"):
        SqlStore(f"sqlite:///{closed_folder}/kibitz.db", asyncio.get_running_loop())


@contextlib.contextmanager
def _unprivileged() -> Iterator[None]:
    """Run as an unprivileged user, because root can write read-only files."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def _make_writable(folder: Path) -> None:
    """Make the folder writable, as an operator would."""
    before = os.geteuid()
    os.seteuid(os.getuid())
    for each in folder.iterdir():
        each.chmod(0o666)
    os.seteuid(before)


async def test_what_waits_is_bounded(tmp_path: Path) -> None:
    """Entries are always accepted, but with a long queue the store is unhealthy and refuses empty lists."""
    store_health = StoreHealth(f"sqlite:///{tmp_path}/kibitz.db")
    with full_disk(tmp_path):
        waiting = await store_health.wait_for_failure()
        answers: list[Exception | None] = []
        all_answered = asyncio.Event()

        def answered(error: Exception | None) -> None:
            answers.append(error)
            if len(answers) == MAX_WAITING + 10:
                all_answered.set()

        for _ in range(MAX_WAITING + 10):
            store_health.store.append([], answered)
        await asyncio.sleep(0)
        # What came before may still be in the queue, or in the writer's hand.
        assert 10 <= len(answers) <= 10 + len(history("m1"))
        assert all(isinstance(answer, Exception) for answer in answers)
    # The first write that succeeds leaves a long queue behind it, so the store is healthy only later.
    await asyncio.wait_for(all_answered.wait(), 30)
    await store_health.wait_for_recovery(waiting)


class UnconfirmedWriter(Writer):
    """A writer whose connection breaks once, between a commit and its confirmation."""

    error: Exception | None = None

    def _commit_inserts(self, work: list[Work]) -> bool:
        committed = super()._commit_inserts(work)
        error, self.error = self.error, None
        if error is not None:
            raise error
        return committed


@pytest.mark.parametrize(
    "error",
    [SessionLost(), sql.exc.OperationalError("commit", None, Exception("connection lost"))],
    ids=["lost session", "other error"],
)
async def test_an_unconfirmed_commit_counts(error: Exception, url: str) -> None:
    """Identical rows in the database count as written; different rows with the same key do not."""
    engine = connect(url)
    metadata.create_all(engine)
    writer = UnconfirmedWriter(engine, asyncio.get_running_loop())
    row = ("m", 1, "MatchStarted", "{}", 1.25)
    writer.error = error
    for rows, expected in (([row], None), ([(*row[:4], 2.5)], PERMANENT_ERRORS)):
        told: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
        writer.insert(ADD_EVENTS, rows, told.set_result)
        answer = await told
        assert answer is None if expected is None else isinstance(answer, expected)
    writer.close()
    engine.dispose()


async def test_a_change_with_a_mistake_in_it_fails_alone(url: str) -> None:
    """An error in our own code is not retried."""
    engine = connect(url)
    metadata.create_all(engine)
    writer = Writer(engine, asyncio.get_running_loop())
    answers: asyncio.Queue[Exception | None] = asyncio.Queue()
    writer.change(lambda _: 1 / 0, answers.put_nowait)
    writer.insert(ADD_EVENTS, [("m", 1, "k", "", 1.0)], answers.put_nowait)
    assert isinstance(await answers.get(), ZeroDivisionError)
    assert await answers.get() is None
    assert writer.healthy
    writer.close()
    engine.dispose()


async def test_rows_and_changes_of_one_batch_keep_their_order(url: str) -> None:
    """A change sees the rows that were queued before it, and no later ones; callbacks keep the order too."""
    engine = connect(url)
    metadata.create_all(engine)
    writer = Writer(engine, asyncio.get_running_loop())
    seen: list[int | None] = []
    called: list[int] = []
    all_called = asyncio.Event()

    def count_rows(connection: sql.Connection) -> None:
        seen.append(connection.execute(sql.select(sql.func.count()).select_from(events)).scalar())

    def note(number: int, error: Exception | None) -> None:
        assert error is None
        called.append(number)
        if number == 5:
            all_called.set()

    writer.insert(ADD_EVENTS, [("m", 1, "k", "", 1.0), ("m", 2, "k", "", 1.0)], partial(note, 1))
    writer.insert(ADD_EVENTS, [], partial(note, 2))
    writer.change(count_rows, partial(note, 3))
    writer.insert(ADD_EVENTS, [("m", 3, "k", "", 1.0)], partial(note, 4))
    writer.change(count_rows, partial(note, 5))
    await all_called.wait()
    assert (seen, called) == ([2, 3], [1, 2, 3, 4, 5])
    writer.close()
    engine.dispose()


def test_errors_have_a_hint_for_the_operator() -> None:
    """The log has a hint for each known error, and a general one."""
    assert "make room" in error_hint(Exception("database or disk is full"))
    assert "start the database" in error_hint(Exception("connection refused"))
    assert "by themselves" in error_hint(Exception("something else"))
