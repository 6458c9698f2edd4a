"""What the host chooses: who may begin which matches, and the account of the first start."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

import pytest
import sqlalchemy as sql

from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.runtime.host import Host, HostChoices, first_token
from kibitz_server.store import MemoryStore
from kibitz_server.store.people_access import MemoryPeople
from tests.server.conftest import InProcessServer

T = TypeVar("T")


async def test_choices_are_kept_and_applied() -> None:
    """Another server on the same database has them; moderators may begin what others may not."""
    store = MemoryStore()
    host = Host(store.people)
    await host.change(HostChoices(name="Club", games=("chess",), create="accounts", saved=True))
    again = Host(store.people)
    await again.load()
    assert again.choices == host.choices
    assert (again.offers("chess"), again.offers("go")) == (True, False)
    again.check("chess", "player", account=True)
    again.check("go", "moderator", account=True)
    with pytest.raises(CommandRefused, match="does not offer go"):
        again.check("go", "player", account=True)
    with pytest.raises(CommandRefused, match="with an account"):
        again.check("chess", "player", account=False)


class Slow(MemoryPeople):
    """A database that takes a while to store a change, as one on disk does."""

    async def write(self, change: Callable[[sql.Connection], T]) -> T:
        await asyncio.sleep(0)
        return await super().write(change)


async def test_two_admins_keep_each_others_choices() -> None:
    """Both changes hold, although the second one began before the first one was stored."""
    host = Host(Slow())
    await asyncio.gather(host.update({"name": "Club"}), host.update({"welcome": "Tuesdays"}))
    assert (host.choices.name, host.choices.welcome) == ("Club", "Tuesdays")


async def test_a_client_meets_the_choices(server: InProcessServer) -> None:
    """Matches and seeks are refused, and the list of games has what is offered."""
    await server.runtime.host.change(HostChoices(games=("chess",)))
    ann = server.connect("ann")
    assert [game.name for game in ann.ask("games").result.games] == ["chess"]
    for command in (
        {"t": "create", "game": "nim", "seats": [{"kind": "me"}, {"kind": "open"}]},
        {"t": "seek", "game": "nim"},
    ):
        assert ann.ask(**command).code == "not_allowed"
    ann.host("chess")
    await server.runtime.host.change(HostChoices(create="moderators"))
    assert ann.ask("seek", game="chess").code == "not_allowed"


async def test_a_rematch_is_a_match_that_its_asker_begins(server: InProcessServer) -> None:
    """Players of a moderator's match cannot go on without one, but may accept when the moderator asks."""
    ann, mod = server.connect("ann"), server.connect("mod")
    mod.connection.info.role = "moderator"
    code = mod.host()
    ann.ask("join", match=code)
    ann.ask("resign", match=code)
    await server.runtime.host.change(HostChoices(create="moderators"))
    assert ann.ask("offer", match=code, offer="rematch").code == "not_allowed"
    assert mod.ask("offer", match=code, offer="rematch").t == "accepted"
    assert ann.ask("offer", match=code, offer="rematch").t == "accepted"
    assert server.match(code).rematch is not None


async def test_the_first_start_makes_one_admin() -> None:
    """A database with an operator gets no other one."""
    store = MemoryStore()
    assert await first_token(store.people, 1.0)
    assert await first_token(store.people, 2.0) is None
