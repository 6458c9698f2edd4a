"""Jobs that read the database in another process than the server's."""

import asyncio
import os
import pickle
from functools import partial
from pathlib import Path

import pytest

from kibitz_server.app import running
from kibitz_server.jobs.database import Unreadable, read_and_do
from kibitz_server.jobs.matches import rows_of
from kibitz_server.settings import Settings
from kibitz_server.store import MemoryStore, SqlStore
from kibitz_server.store.interface import StoredEvent
from tests.fakes.server import cheap_passwords
from tests.server.store.conftest import SQL, new_url
from tests.server.store.make import history, keep
from tests.server.wire import ME, call


def kinds(rows: list[StoredEvent], longest: int) -> list[str]:
    """Return the kinds of events, as a job would."""
    return [row.kind for row in rows][:longest]


@pytest.mark.parametrize("kind", SQL)
async def test_another_process_reads_what_the_store_writes(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """A job gets the events that are stored, also those that were stored after its connection was opened."""
    store = SqlStore(new_url(kind, request, tmp_path), asyncio.get_running_loop())
    events = history("m1")
    await keep(store, "m1", events[:1])
    job = pickle.loads(pickle.dumps((store.url, partial(rows_of, match_id="m1"), kinds, (2,))))
    assert read_and_do(*job) == ["MatchCreated"]
    await keep(store, "m1", events[1:], first=2)
    assert read_and_do(*job) == ["MatchCreated", "MatchStarted"]
    store.close()


async def test_a_database_in_memory_is_for_its_process_alone() -> None:
    """Its store names no URL, so the server process reads it."""
    store = SqlStore("sqlite:///:memory:", asyncio.get_running_loop())
    assert store.url is MemoryStore().url is None
    store.close()


@pytest.mark.parametrize("kind", SQL)
def test_a_database_that_does_not_answer_is_unreadable(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """The operator learns why. A file that was removed is not created again."""
    url = new_url(kind, request, tmp_path)  # nothing has made its tables yet
    for _ in range(2):
        with pytest.raises(Unreadable) as error:
            read_and_do(url, partial(rows_of, match_id="m1"), kinds, (1,))
        assert str(pickle.loads(pickle.dumps(error.value)))
    assert os.listdir(tmp_path) == []


@pytest.mark.io
async def test_the_archive_is_read_by_a_helper_process(tmp_path: Path) -> None:
    """A client gets pages and records, also when it played a moment ago, and a refusal if the database is gone."""
    file = tmp_path / "k.db"
    async with running(Settings.read(port=0, database=str(file), slots=1), cheap_passwords()) as address:
        ann = await call(address, name="ann")
        code = (await ann.ask("create", game="tictactoe", seats=[ME, ME])).result.code
        assert (await ann.ask("move", match=code, ply=0, move="b2")).t == "accepted"
        record = (await ann.ask("record", match=code)).result
        assert [each.event.kind for each in record.events] == ["started", "moved"]
        assert (await ann.ask("resign", match=code)).t == "accepted"
        # The archive learns of the end without a client waiting for it, in the commit of the next event at the latest.
        assert (await ann.ask("create", game="tictactoe", seats=[ME, ME])).t == "accepted"
        (row,) = (await ann.ask("archive", player="ann")).result.matches
        assert (row.code, row.ply) == (code, 1)
        for suffix in ("", "-wal", "-shm"):
            os.rename(f"{file}{suffix}", f"{file}.moved{suffix}")
        assert (await ann.ask("archive")).code == "not_saved"
        assert "k.db" not in os.listdir(tmp_path)
