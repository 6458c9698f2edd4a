"""Tests of how guests reach the store."""

from collections.abc import Callable

import sqlalchemy as sql

from kibitz_server.accounts.accounts import Accounts
from kibitz_server.store import MemoryStore, StoredGuest
from kibitz_server.store.people_access import MemoryPeople
from tests.fakes.server import cheap_passwords


class CountingPeople(MemoryPeople):
    """Guests in memory, with a count of the writes."""

    writes = 0

    def keep_guest(self, guest: StoredGuest) -> None:
        self.writes += 1
        super().keep_guest(guest)

    def note(self, change: Callable[[sql.Connection], object]) -> None:
        self.writes += 1
        super().note(change)


async def test_a_connection_stores_its_guest_once() -> None:
    """Later commands of the guest write nothing. A second connection stores a missing guest, once too."""
    store = MemoryStore()
    store.people = people = CountingPeople()
    accounts = Accounts(store, cheap_passwords())
    arrived = await accounts.create_guest("otter")
    assert arrived.token is not None
    second = await accounts.authenticate(arrived.token)
    assert second is not None
    for _ in range(3):
        accounts.keep(arrived.player, arrived.info)
    assert people.writes == 1
    for _ in range(3):
        accounts.keep(second.player, second.info)
    assert people.writes == 2
    found = store.find_guest(arrived.info.token_hash)
    assert found is not None
    assert found.name == "otter"


async def test_guests_in_memory_need_no_database() -> None:
    """The database in memory is made, with all guests, when something asks it."""
    store = MemoryStore()
    accounts = Accounts(store, cheap_passwords())
    tokens = []
    for _ in range(3):
        arrived = await accounts.create_guest(None)
        accounts.keep(arrived.player, arrived.info)
        tokens.append((arrived.player, arrived.token))
    assert store.people._opened is None
    for player, token in tokens:
        assert token is not None
        found = await accounts.authenticate(token)
        assert found is not None
        assert (found.player, found.info.new_guest) == (player, False)
    assert store.people._opened is not None
