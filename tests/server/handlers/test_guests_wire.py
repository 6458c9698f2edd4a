"""Guests on a real server with a database file: stored with the first thing that they own, across a restart."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from kibitz_server.accounts.accounts import Accounts
from kibitz_server.accounts.unsaved_guests import UnsavedGuests
from kibitz_server.app import running
from kibitz_server.settings import Settings
from kibitz_server.store import SqlStore
from tests.fakes.server import cheap_passwords
from tests.server.handlers.test_accounts_wire import refused
from tests.server.wire import ME, OPEN, call

pytestmark = pytest.mark.io


def stored(file: Path) -> list[str]:
    """Return the names of the guests in a database."""
    with sqlite3.connect(file) as database:
        names = sorted(name for (name,) in database.execute("select name from guest"))
    database.close()
    return names


async def test_only_guests_who_own_something_are_stored(tmp_path: Path) -> None:
    """A look at the lobby leaves no guest. A host, a player and a renamed player are stored, with their tokens."""
    file = tmp_path / "k.db"
    settings = Settings.read(port=0, database=str(file), slots=1)
    async with running(settings, cheap_passwords()) as address:
        looking = await call(address, name="looking")
        assert (await looking.ask("list")).t == "accepted"
        idle_token = looking.heard[0].token
        host = await call(address, name="host")
        assert (await host.ask("rename", name="hostess")).t == "accepted"
        code = (await host.ask("create", game="tictactoe", seats=[ME, OPEN])).result.code
        joining = await call(address, name="joining")
        assert (await joining.ask("join", match=code)).t == "accepted"
        # The token of a guest in memory is as good as any other.
        again = await call(address, token=idle_token)
        assert again.heard[0].you.id == looking.heard[0].you.id
        # Every further command of an owner leaves the row as it is.
        assert (await host.ask("create", game="tictactoe", seats=[ME, OPEN])).t == "accepted"
    assert stored(file) == ["hostess", "joining"]
    async with running(settings, cheap_passwords()) as address:
        returned = await call(address, token=host.heard[0].token)
        assert returned.heard[0].you.name == "hostess"
        assert (await refused(address, token=idle_token))[0] == "unknown_token"


async def test_a_guest_who_was_forgotten_is_stored_all_the_same(tmp_path: Path) -> None:
    """A guest who is connected for longer than the memory lasts keeps the token by taking a seat."""
    url = f"sqlite:///{tmp_path / 'k.db'}"
    store = SqlStore(url, asyncio.get_running_loop())
    accounts = Accounts(store, cheap_passwords())
    accounts._unsaved = UnsavedGuests(lambda: 0.0, most=1)
    first, second = await accounts.create_guest("first"), await accounts.create_guest("second")
    for _ in range(2):
        accounts.keep(first.player, first.info)
        accounts.keep(second.player, second.info)
    store.close()
    again = SqlStore(url, asyncio.get_running_loop())
    for guest in (first, second):
        assert guest.token is not None
        found = await Accounts(again, cheap_passwords()).authenticate(guest.token)
        assert found is not None
        assert (found.player, found.info.new_guest) == (guest.player, False)
    again.close()


async def test_a_guest_who_is_still_to_be_written_is_known(tmp_path: Path) -> None:
    """A guest who comes back while the database cannot be written keeps the identity."""
    store = SqlStore(f"sqlite:///{tmp_path / 'k.db'}", asyncio.get_running_loop())
    accounts = Accounts(store, cheap_passwords())
    with sqlite3.connect(tmp_path / "k.db", isolation_level=None) as other:
        other.execute("begin immediate")
        arrived = await accounts.create_guest("otter")
        assert arrived.token is not None
        accounts.keep(arrived.player, arrived.info)
        found = await accounts.authenticate(arrived.token)
        other.execute("rollback")
    other.close()
    assert found is not None
    assert found.player == arrived.player
    store.close()
    assert stored(tmp_path / "k.db") == ["otter"]
