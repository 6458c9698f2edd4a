"""One server at a time uses a database."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kibitz_server.store import BadDatabase, SqlStore
from kibitz_server.store.owner import DatabaseInUse, DatabaseOwner, owned
from tests.postgres import Cluster
from tests.server.store.make import history, keep

FIRST = DatabaseOwner("oak", 11, 8765, 1_800_000_000, "a1")
SECOND = DatabaseOwner("elm", 22, 8765, 1_800_000_060, "b2")
FIRST_NAMED = r"in use by the server on oak \(process id 11, port 8765\), started 2027-01-15 08:00:00 UTC"
HOLD = """
import sys
from kibitz_server.store.owner import DatabaseOwner, owned
with owned(sys.argv[1], DatabaseOwner("ash", 7, 0, 0, "c3")):
    print(flush=True)
    input()
"""


def test_a_second_owner_is_told_of_the_first(tmp_path: Path) -> None:
    """The error names the first owner and its start, and the file is free again after its end."""
    url = f"sqlite:///{tmp_path}/k.db"
    with owned(url, FIRST), pytest.raises(DatabaseInUse, match=FIRST_NAMED):
        owned(url, SECOND).__enter__()
    with owned(url, SECOND):
        pass


def test_a_link_to_the_file_is_the_same_file(tmp_path: Path) -> None:
    """A second server is refused too if its path leads to the file through a symbolic link."""
    (tmp_path / "link.db").symlink_to(tmp_path / "k.db")
    with owned(f"sqlite:///{tmp_path}/k.db", FIRST), pytest.raises(DatabaseInUse, match="oak"):
        owned(f"sqlite:///{tmp_path}/link.db", SECOND).__enter__()


def test_without_a_lock_file_there_is_no_owner(tmp_path: Path) -> None:
    """A lock file that cannot be opened is an error, and not a server without a lock."""
    (tmp_path / "k.db.lock").mkdir()
    with pytest.raises(BadDatabase, match=r"cannot write .*k\.db\.lock"):
        owned(f"sqlite:///{tmp_path}/k.db", FIRST).__enter__()


def test_an_owner_fits_the_name_of_a_session() -> None:
    """A long name of a machine is cut, and all else is read back."""
    long = FIRST._replace(host="x" * 80)
    read = DatabaseOwner.read(long.packed())
    assert read == long._replace(host=long.host[: len(read.host) if read else 0])
    assert len(long.packed().encode()) == 63
    assert DatabaseOwner.read("something else") is None


@pytest.mark.io
def test_a_killed_owner_leaves_the_file_free(tmp_path: Path) -> None:
    """The lock of another process ends with that process, however it ends."""
    url = f"sqlite:///{tmp_path}/k.db"
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", HOLD, url], stdin=pipe, stdout=pipe) as process:
        assert process.stdout
        process.stdout.readline()
        with pytest.raises(DatabaseInUse, match=r"in use by the server on ash \(process id 7\)"):
            owned(url, SECOND).__enter__()
        process.kill()
    with owned(url, SECOND):
        pass


@pytest.mark.parametrize("url", [None, "sqlite://", "sqlite:///:memory:", "postgresql://u@h/n", "nonsense"])
def test_other_databases_have_no_lock_file(url: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database that is not a file of SQLite has no lock file."""
    monkeypatch.chdir(tmp_path)
    with owned(url, FIRST), owned(url, SECOND):
        assert not list(tmp_path.iterdir())


def test_a_folder_that_is_missing_is_left_to_the_database(tmp_path: Path) -> None:
    """Opening the database reports it."""
    with owned(f"sqlite:///{tmp_path}/no/k.db", FIRST):
        pass


class Opened:
    """A store of an owner in Postgres, and the reports that another server owns it."""

    def __init__(self, url: str, owner: DatabaseOwner) -> None:
        self.lost: asyncio.Queue[DatabaseInUse] = asyncio.Queue()
        loop = asyncio.get_running_loop()
        self.store = SqlStore(url, loop, owner=owner, on_lost=self.lost.put_nowait, owner_wait_s=0.2)


@pytest.fixture
def end_sessions(postgres: Cluster) -> Callable[[DatabaseOwner], None]:
    """A function that ends the sessions of an owner, as a broken network does."""

    def end(owner: DatabaseOwner) -> None:
        name = owner.packed()
        postgres.ask(f"select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = '{name}'")

    return end


@pytest.mark.io
async def test_postgres_has_one_owner(postgres: Cluster) -> None:
    """A second server is refused with the name and the start of the first, and can start after its end."""
    url = postgres.new_database()
    first = Opened(url, FIRST).store
    with pytest.raises(DatabaseInUse, match=FIRST_NAMED):
        Opened(url, SECOND)
    other = Opened(postgres.new_database(), SECOND).store
    await keep(first, "m1", history("m1"))
    other.close()
    first.close()
    Opened(url, SECOND).store.close()


@pytest.mark.io
async def test_two_owners_of_a_process_are_two(postgres: Cluster) -> None:
    """The second does not take the first for a broken session of its own, though both are of the same second."""
    url = postgres.new_database()
    first = Opened(url, DatabaseOwner.this_process(0, 1_800_000_000)).store
    with pytest.raises(DatabaseInUse, match=f"process id {os.getpid()}"):
        Opened(url, DatabaseOwner.this_process(0, 1_800_000_000))
    first.close()


@pytest.mark.io
async def test_an_owner_without_a_session_opens_another(
    postgres: Cluster, end_sessions: Callable[[DatabaseOwner], None]
) -> None:
    """A server whose session broke takes the lock again and loses nothing."""
    opened = Opened(postgres.new_database(), FIRST)
    await keep(opened.store, "m1", history("m1"))
    end_sessions(FIRST)
    await keep(opened.store, "m2", history("m2"))
    assert opened.store.unfinished() == ["m1", "m2"]
    assert opened.lost.empty()
    opened.store.close()


@pytest.mark.io
@pytest.mark.parametrize("ended", [False, True])
async def test_an_owner_that_was_replaced_writes_nothing(
    ended: bool, postgres: Cluster, end_sessions: Callable[[DatabaseOwner], None]
) -> None:
    """A server that another one replaced, while its session was broken, reports it, also if the other one has ended."""
    url = postgres.new_database()
    opened = Opened(url, FIRST)
    await keep(opened.store, "m1", history("m1"))
    end_sessions(FIRST)
    other = Opened(url, SECOND)
    await keep(other.store, "m2", history("m2"))
    if ended:
        other.store.close()
    late = asyncio.ensure_future(keep(opened.store, "m3", history("m3")))
    error = await asyncio.wait_for(opened.lost.get(), 30)
    assert ("another server used it" if ended else "elm") in str(error)
    assert not opened.store.healthy
    assert opened.store.unfinished() == ["m1", "m2"]
    opened.store.close()
    late.cancel()
    if not ended:
        await keep(other.store, "m4", history("m4"))
        other.store.close()


@pytest.mark.io
def test_a_second_server_does_not_start(postgres: Cluster) -> None:
    """The second process ends with one sentence that names the first, and exit code 2."""
    environment = {**os.environ, "KIBITZ_DATABASE": postgres.new_database()}
    command = [sys.executable, "-m", "kibitz_server", "serve", "--port", "0"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=subprocess.DEVNULL, env=environment) as first:
        try:
            assert first.stdout
            first.stdout.readline()
            second = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=60, check=False)
        finally:
            first.kill()
    assert second.returncode == 2
    assert f"(process id {first.pid}), started 2" in second.stderr
    assert "Traceback" not in second.stderr
