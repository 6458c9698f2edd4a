"""Which server the app comes to, in which order, and how one of several is chosen."""

import contextlib
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from kibitz_client.errors import NetworkError, RefusedError
from kibitz_client.network.connect import Connected
from kibitz_client.network.discovery import DiscoveredServer
from kibitz_client.settings import DEFAULT_SERVER, Settings
from kibitz_client.terminal.output import Output
from kibitz_client.tui.app import KibitzApp
from kibitz_client.tui.locate_server import Arrival
from kibitz_client.tui.screens.dialogs import Pick
from kibitz_protocol.refusals import Code
from tests.client.fakes import FakeClient, Recorded, refused
from tests.client.tui.fakes import Server, shows, until

DEN = DiscoveredServer("den", "ws://192.168.1.5:8765")
ATTIC = DiscoveredServer("attic", "ws://192.168.1.6:8765")
HERE = Settings(DEFAULT_SERVER, chosen=False, name=None, token="a token of another server", json=False)


class World:
    """The servers that answer at their addresses, those that announce themselves, and what was done."""

    def __init__(self, *answering: str, near: Sequence[DiscoveredServer] = (), full: str = "") -> None:
        self.answering = answering
        self.near = list(near)
        self.full = full
        self.called: list[Settings] = []
        self.looked = 0
        self.asked: list[Sequence[DiscoveredServer]] = []
        self.pick: DiscoveredServer | None = None

    @contextlib.asynccontextmanager
    async def known(self, settings: Settings, _output: Output) -> AsyncIterator[Connected]:
        """Call at an address."""
        self.called.append(settings)
        if settings.server == self.full:
            raise RefusedError(refused(Code.BUSY, "no room here"))
        if settings.server not in self.answering:
            raise NetworkError("nobody is there")
        yield Connected(FakeClient(), private=False)

    @contextlib.asynccontextmanager
    async def private(self, _settings: Settings, _output: Output) -> AsyncIterator[Connected]:
        """Start one."""
        yield Connected(FakeClient(), private=True)

    async def look(self) -> list[DiscoveredServer]:
        """Who is there."""
        self.looked += 1
        return self.near

    async def choose(self, found: Sequence[DiscoveredServer]) -> DiscoveredServer | None:
        """The one to pick."""
        self.asked.append(found)
        return self.pick

    async def come(self, settings: Settings = HERE) -> tuple[str, Connected]:
        """What is said on the way, and where it leads."""
        told = Recorded()
        arrival = Arrival(settings, self.choose, discover=self.look, private=self.private, known=self.known)
        async with arrival.open(told.output) as connected:
            return told.err, connected


async def test_the_last_one_used_comes_first() -> None:
    """Nobody is looked for while it answers."""
    world = World(DEFAULT_SERVER, near=[DEN])
    _, connected = await world.come()
    assert (connected.private, connected.found, world.looked) == (False, False, 0)


async def test_a_named_server_is_the_only_one() -> None:
    """When it does not answer, that is told; no other will do."""
    world = World(near=[DEN])
    with pytest.raises(NetworkError):
        await world.come(Settings("ws://far", chosen=True, name=None, token=None, json=False))
    assert world.looked == 0


async def test_one_that_announces_itself_comes_next() -> None:
    """Without a question, and without the token that is meant for another."""
    world = World(DEN.url, near=[DEN])
    said, connected = await world.come()
    assert (connected.private, connected.found) == (False, True)
    assert "den" in said
    assert [(each.server, each.token) for each in world.called][1:] == [(DEN.url, None)]
    assert not world.asked


async def test_several_are_chosen_from() -> None:
    """The person says which; who wants none gets a private one."""
    world = World(DEN.url, ATTIC.url, near=[ATTIC, DEN])
    world.pick = DEN
    _, connected = await world.come()
    assert connected.found
    assert world.called[-1].server == DEN.url
    world.pick = None
    assert (await world.come())[1].private


async def test_a_private_one_that_is_named_comes_first() -> None:
    """Nobody else is called or looked for."""
    world = World(DEFAULT_SERVER, near=[DEN])
    arrived = await world.come(replace(HERE, chosen=True, private=True))
    assert (arrived[1].private, world.called, world.looked) == (True, [], 0)


async def test_a_private_one_comes_last() -> None:
    """When nobody announces themselves, and when the one that was found is gone or lets nobody in."""
    assert (await World().come())[1].private
    said, connected = await World(near=[DEN]).come()
    assert connected.private
    assert "nobody is there" in said
    said, connected = await World(DEN.url, near=[DEN], full=DEN.url).come()
    assert connected.private
    assert "no room here" in said


@contextlib.asynccontextmanager
async def choosing() -> AsyncIterator[tuple[KibitzApp, Pilot[None], list[DiscoveredServer | None]]]:
    """The app, whose way to a server is to let somebody choose."""
    chosen: list[DiscoveredServer | None] = []

    @contextlib.asynccontextmanager
    async def opener(_output: Output) -> AsyncIterator[Connected]:
        chosen.append(await app.choose_server([ATTIC, DEN]))
        yield Connected(Server(), private=chosen[0] is None, found=chosen[0] is not None)

    app = KibitzApp(HERE, opener=opener)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, Pick) and shows(app, "den  192.168.1.5"))
        try:
            yield app, pilot, chosen
        finally:
            await app.hub_ended()


@pytest.mark.parametrize(
    ("keys", "picked"), [(["down", "enter"], DEN), (["enter"], ATTIC), (["end", "enter"], None), (["escape"], None)]
)
async def test_choosing_by_keys(keys: list[str], picked: DiscoveredServer | None) -> None:
    """Arrows and Enter; Esc is a private server."""
    async with choosing() as (app, pilot, chosen):
        await pilot.press(*keys)
        await until(pilot, lambda: app.session is not None and app.session.ready)
        assert chosen == [picked]


async def test_choosing_by_mouse() -> None:
    """A click on a line; what was found is remembered for the next time."""
    async with choosing() as (app, pilot, chosen):
        await pilot.click(OptionList, offset=(3, 1))
        await until(pilot, lambda: bool(app.prefs.server))
        assert chosen == [DEN]
        assert app.prefs.server == "ws://fake"
