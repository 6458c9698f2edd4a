"""Tests of event storage, with every kind of store: in order, complete, and durable when reported."""

import asyncio
from functools import partial

from kibitz_server.core.values.events import MatchAborted, MatchStarted
from kibitz_server.store import NumberedEvent, StoredGuest
from tests.server.store.conftest import Place
from tests.server.store.make import history, keep


async def test_what_was_kept_is_there_again(place: Place) -> None:
    """A store that is opened again has every event of the unfinished matches."""
    store = place.open()
    await keep(store, "m1", history("m1"))
    await keep(store, "m2", [*history("m2"), MatchAborted("enough")])
    store.close()
    again = place.open()
    assert again.unfinished() == ["m1"]
    assert (again.ended_since(6.0), again.ended_since(8.0)) == (["m2"], [])
    assert again.history("m1") == [NumberedEvent("m1", seq, event, 7.0) for seq, event in enumerate(history("m1"), 1)]
    assert again.history("m3") == []


async def test_callbacks_are_called_in_order(place: Place) -> None:
    """Each callback is called once, in the order of the calls, also for an empty list."""
    store = place.open()
    told: list[int] = []
    all_told = asyncio.Event()

    def note(number: int, error: Exception | None) -> None:
        assert error is None
        told.append(number)
        if number == 4:
            all_told.set()

    for seq, event in enumerate(history("m"), 1):
        store.append([NumberedEvent("m", seq, event, 0.0)], partial(note, seq))
    store.append([], partial(note, 4))
    await all_told.wait()
    assert told == [1, 2, 3, 4]


async def test_guests_are_found_again(place: Place) -> None:
    """A guest is found by the hash of the token, also after a restart."""
    store = place.open()
    guest = StoredGuest("g", "otter", "hash", 1.0)
    store.save_guest(guest)
    store.close()
    again = place.open()
    assert again.find_guest("hash") == guest
    assert again.find_guest("other") is None


async def test_a_guest_is_found_before_being_written(place: Place) -> None:
    """A guest who returns at once is found before the writer has stored the token."""
    store = place.open()
    guest = StoredGuest("g", "otter", "hash", 1.0)
    store.save_guest(guest)
    assert store.find_guest("hash") == guest
    await keep(store, "m1", history("m1"))
    assert store.find_guest("hash") == guest


async def test_two_owners_cannot_both_append(place: Place) -> None:
    """A second event with the same number is refused, without an effect on other events."""
    store = place.open()
    await keep(store, "m1", history("m1"))
    twice = keep(store, "m1", [MatchStarted()], first=2)
    fine = keep(store, "m2", history("m2"))
    results = await asyncio.gather(twice, fine, return_exceptions=True)
    assert isinstance(results[0], Exception)
    assert results[1] is None


async def test_what_cannot_be_text_fails_alone(place: Place) -> None:
    """A name that a database cannot store is lost; other events are stored and the store stays healthy."""
    store = place.open()
    store.save_guest(StoredGuest("g", "nul \0", "hash", 1.0))
    await keep(store, "m1", history("m1"))
    assert store.healthy
    assert len(store.history("m1")) == len(history("m1"))


async def test_reading_does_not_hold_up_the_loop(place: Place) -> None:
    """The result or the exception of a reading method arrives on the event loop."""
    store = place.open()
    await keep(store, "m1", history("m1"))
    loop = asyncio.get_running_loop()
    found: asyncio.Future[object] = loop.create_future()
    store.read(lambda: store.unfinished(), found.set_result)
    assert await found == ["m1"]
