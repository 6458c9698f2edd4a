"""Stores keep what they were given, in order, and say so only when it is true."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from kibitz_server.core.clock import TimeControl
from kibitz_server.core.events import Event, MatchAborted, MatchCreated, MatchStarted, MovePlayed, Thought
from kibitz_server.core.players import Human
from kibitz_server.shell.store import Entry, Guest, MemoryStore, SqlStore, Store

ANN = Human("a", "ann")


def history(match_id: str) -> list[Event]:
    """The first events of a match."""
    thought = Thought("alphabeta", 5, None, 4, 100, 0.25, ("b2", "a1"))
    return [
        MatchCreated(
            match_id, "CODE", ANN, "tictactoe", (), (ANN, None), TimeControl(60, 1), None, True, True, False, 5.0
        ),
        MatchStarted(),
        MovePlayed(0, 0, "b2", 1.5, 58.5, thought),
    ]


async def keep(store: Store, match_id: str, events: list[Event], first: int = 1) -> None:
    """Store events and wait until they are durable."""
    done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def call(error: Exception | None) -> None:
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)

    store.append([Entry(match_id, seq, event, 7.0) for seq, event in enumerate(events, first)], call)
    await done


@pytest.fixture
def url(tmp_path: Path) -> str:
    """A database of its own for each test."""
    return f"sqlite:///{tmp_path}/kibitz.db"


def test_memory_keeps_what_it_was_given() -> None:
    """The store of a private server has the same manners, as long as it lives."""
    store = MemoryStore()
    told: list[Exception | None] = []
    for seq, event in enumerate(history("m"), 1):
        store.append([Entry("m", seq, event, 0.0)], told.append)
    assert told == [None, None, None]
    assert list(store.unfinished()) == [history("m")]


@pytest.mark.io
async def test_events_survive_their_process(url: str) -> None:
    """A store opened again has every event of the matches that are not over, and no others."""
    store = SqlStore(url, asyncio.get_running_loop())
    await keep(store, "m1", history("m1"))
    await keep(store, "m2", [*history("m2"), MatchAborted("enough")])
    store.close()
    again = SqlStore(url, asyncio.get_running_loop())
    assert list(again.unfinished()) == [history("m1")]
    again.close()


@pytest.mark.io
async def test_guests_are_known_again(url: str) -> None:
    """A guest is found by the hash of their token, also after a restart."""
    store = SqlStore(url, asyncio.get_running_loop())
    guest = Guest("g", "otter", "hash", 1.0)
    store.save_guest(guest)
    store.close()
    again = SqlStore(url, asyncio.get_running_loop())
    assert again.find_guest("hash") == guest
    assert again.find_guest("other") is None
    again.close()


@pytest.mark.io
async def test_two_owners_cannot_both_append(url: str) -> None:
    """A number that is taken is refused, and takes nothing else with it."""
    store = SqlStore(url, asyncio.get_running_loop())
    await keep(store, "m1", history("m1"))
    twice = keep(store, "m1", [MatchStarted()], first=2)
    fine = keep(store, "m2", history("m2"))
    results = await asyncio.gather(twice, fine, return_exceptions=True)
    assert isinstance(results[0], Exception)
    assert results[1] is None
    store.close()


@pytest.mark.io
async def test_a_locked_database_delays_but_loses_nothing(tmp_path: Path, url: str) -> None:
    """While the file cannot be written the store says it is not well; what it was given arrives when it can be."""
    loop = asyncio.get_running_loop()
    store = SqlStore(url, loop, patience_ms=10)
    unwell = asyncio.Event()
    store.watch_health(lambda healthy: None if healthy else unwell.set())
    thief = sqlite3.connect(tmp_path / "kibitz.db", isolation_level=None)
    thief.execute("begin exclusive")
    waiting = asyncio.ensure_future(keep(store, "m1", history("m1")))
    await unwell.wait()
    assert not store.healthy
    assert not waiting.done()
    thief.execute("rollback")
    thief.close()
    await waiting
    assert store.healthy
    assert list(store.unfinished()) == [history("m1")]
    store.close()
