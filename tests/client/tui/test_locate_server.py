"""The order in which the app tries servers, and the choice of one of several."""

import asyncio
import contextlib
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from textual.pilot import Pilot
from textual.widgets import OptionList

from kibitz_client.errors import NetworkError, RefusedError
from kibitz_client.network.servers.connect import Connected, Reporter
from kibitz_client.network.servers.discovery import DiscoveredServer, discover
from kibitz_client.settings import DEFAULT_SERVER, Settings
from kibitz_client.storage.credentials import Credentials, StoredLogin
from kibitz_client.storage.files import accounts_path, guests_path
from kibitz_client.storage.known_servers import note_used
from kibitz_client.tui.app import KibitzApp
from kibitz_client.tui.locate_server import ServerLocator
from kibitz_client.tui.screens.dialogs import Confirm, Pick
from kibitz_protocol.refusals import Code
from kibitz_server.mdns import Announcer
from kibitz_server.settings import Settings as ServerSettings
from tests.fakes.app import Server, shows, until
from tests.fakes.client import FakeClient, Recorded, refused
from tests.server_thread import serving

pytestmark = pytest.mark.app


@pytest.fixture(autouse=True)
def state_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the servers that were used in a folder of the test."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))


DEN = DiscoveredServer("den", "ws://192.168.1.5:8765")
ATTIC = DiscoveredServer("attic", "ws://192.168.1.6:8765")
HERE = Settings(DEFAULT_SERVER, chosen=False, name=None, token="a token of another server", json=False)


class Network:
    """The servers that answer at their addresses, those that announce themselves, and a log of calls."""

    def __init__(self, *answering: str, announced: Sequence[DiscoveredServer] = (), full: str = "") -> None:
        self.answering = answering
        self.announced = list(announced)
        self.full = full
        self.called: list[Settings] = []
        self.discoveries = 0
        self.asked: list[Sequence[DiscoveredServer]] = []
        self.pick: DiscoveredServer | None = None

    @contextlib.asynccontextmanager
    async def connect(self, settings: Settings, _reporter: Reporter) -> AsyncIterator[Connected]:
        """Connect to an address."""
        self.called.append(settings)
        if settings.server == self.full:
            raise RefusedError(refused(Code.BUSY, "the server is full"))
        if settings.server not in self.answering:
            raise NetworkError("no answer")
        yield Connected(FakeClient(), private=False)

    @contextlib.asynccontextmanager
    async def start_private(self, _settings: Settings, _reporter: Reporter) -> AsyncIterator[Connected]:
        """Start a private server."""
        yield Connected(FakeClient(), private=True)

    async def discover(self) -> list[DiscoveredServer]:
        """Return the announced servers."""
        self.discoveries += 1
        return self.announced

    async def choose(self, found: Sequence[DiscoveredServer]) -> DiscoveredServer | None:
        """Choose the server that the test picked."""
        self.asked.append(found)
        return self.pick

    async def locate(self, settings: Settings = HERE) -> tuple[str, Connected]:
        """Return the warnings on the way, and the connection."""
        recorded = Recorded()
        locator = ServerLocator(
            settings, self.choose, discover=self.discover, start_private=self.start_private, connect=self.connect
        )
        async with locator.open(recorded.output) as connected:
            return recorded.err, connected


async def test_last_used_server_first() -> None:
    """There is no discovery while the server that was used last answers."""
    network = Network(DEFAULT_SERVER, announced=[DEN])
    _, connected = await network.locate()
    assert (connected.private, connected.found, network.discoveries) == (False, False, 0)


async def test_named_server_only() -> None:
    """A named server that does not answer is an error, and no other server is tried."""
    network = Network(announced=[DEN])
    with pytest.raises(NetworkError):
        await network.locate(Settings("ws://far", chosen=True, name=None, token=None, json=False))
    assert network.discoveries == 0


async def test_announced_server_next() -> None:
    """A single announced server that is new is asked for, and gets no token of another server."""
    network = Network(DEN.url, announced=[DEN])
    network.pick = DEN
    _, connected = await network.locate()
    assert (connected.private, connected.found) == (False, True)
    assert [(each.server, each.token) for each in network.called][1:] == [(DEN.url, None)]
    assert network.asked == [[DEN]]


async def test_a_new_server_is_not_joined_without_a_yes() -> None:
    """Without a yes the app does not connect to it, and starts a private server."""
    network = Network(DEN.url, announced=[DEN])
    warnings, connected = await network.locate()
    assert (connected.private, network.asked) == (True, [[DEN]])
    assert [each.server for each in network.called] == [DEFAULT_SERVER]
    assert "starting a private server" in warnings


@pytest.mark.parametrize("known_by", ["use", "account", "guest"])
async def test_an_earlier_server_is_joined_without_a_question(known_by: str) -> None:
    """A server that this machine has used, or where it has an account or a guest, is no news."""
    match known_by:
        case "use":
            note_used(DEN.url)
        case "account":
            Credentials(accounts_path()).keep(DEN.url, StoredLogin("ann", "t" * 20))
        case _:
            Credentials(guests_path()).keep(DEN.url, StoredLogin("otter", "t" * 20))
    network = Network(DEN.url, announced=[DEN])
    _, connected = await network.locate()
    assert (connected.found, network.asked) == (True, [])


@pytest.mark.io
async def test_the_network_is_asked_and_the_server_is_not() -> None:
    """Until the user says yes, nothing is sent to a server that announces itself; after that it is an earlier one."""
    with serving(host=["127.0.0.1"]) as url:
        name = f"test {uuid.uuid4().hex[:12]}"
        announcer = Announcer(ServerSettings.read(announce=True, announce_name=name), "1")
        met: list[asyncio.StreamWriter] = []
        silent = await asyncio.start_server(lambda _reader, writer: met.append(writer), "127.0.0.1", 0)
        leads = DiscoveredServer(name, f"ws://127.0.0.1:{silent.sockets[0].getsockname()[1]}")
        announcer.start([("127.0.0.1", urlsplit(url).port or 0)])
        try:
            asked: list[Sequence[DiscoveredServer]] = []
            answer = False

            async def nearby() -> list[DiscoveredServer]:
                async with asyncio.timeout(30):
                    while not (found := [each for each in await discover(1.0, ["127.0.0.1"]) if each.name == name]):
                        pass
                return found

            async def choose(found: Sequence[DiscoveredServer]) -> DiscoveredServer | None:
                asked.append(found)
                return found[0] if answer else None

            async def locate(discover: Callable[[], Awaitable[list[DiscoveredServer]]]) -> Connected:
                away = replace(HERE, server="ws://127.0.0.1:1", token=None)
                locator = ServerLocator(away, choose, discover=discover, start_private=Network().start_private)
                async with locator.open(Recorded().output) as connected:
                    return connected

            async def elsewhere() -> list[DiscoveredServer]:
                return [leads]

            assert (await locate(elsewhere)).private
            assert (met, asked) == ([], [[leads]])
            assert (await locate(nearby)).private
            (found,) = asked[1]
            assert (found.url, found.address, found.leads_elsewhere) == (url, "127.0.0.1", False)
            assert found.host
            answer = True
            assert (await locate(nearby)).found
            assert (await locate(nearby)).found
            assert len(asked) == 3
        finally:
            await announcer.close()
            silent.close()


async def test_choice_of_several_servers() -> None:
    """The user chooses one of several servers; without a choice a private one is started."""
    network = Network(DEN.url, ATTIC.url, announced=[ATTIC, DEN])
    network.pick = DEN
    _, connected = await network.locate()
    assert connected.found
    assert network.called[-1].server == DEN.url
    network.pick = None
    assert (await network.locate())[1].private


async def test_private_server_by_option() -> None:
    """The option for a private server skips other servers and discovery."""
    network = Network(DEFAULT_SERVER, announced=[DEN])
    located = await network.locate(replace(HERE, chosen=True, private=True))
    assert (located[1].private, network.called, network.discoveries) == (True, [], 0)


async def test_private_server_last() -> None:
    """A private server is started if no server is announced, or the announced one is gone or full."""
    assert (await Network().locate())[1].private
    note_used(DEN.url)
    warnings, connected = await Network(announced=[DEN]).locate()
    assert connected.private
    assert "no answer" in warnings
    warnings, connected = await Network(DEN.url, announced=[DEN], full=DEN.url).locate()
    assert connected.private
    assert "the server is full" in warnings


FOREIGN = DiscoveredServer(
    "den", "wss://games.example.org/play", host="laptop.local", address="192.168.1.5", version="1", protocol="1"
)


@pytest.mark.parametrize(("keys", "joins"), [("y", True), ("n", False), ("escape", False), ("enter", False)])
async def test_the_question_shows_where_it_leads(keys: str, joins: bool) -> None:
    """It has the name, the host of the URL and the machine that announces it; only a yes joins."""
    chosen: list[DiscoveredServer | None] = []

    @contextlib.asynccontextmanager
    async def opener(_reporter: Reporter) -> AsyncIterator[Connected]:
        chosen.append(await app.updates.choose_server([FOREIGN]))
        yield Connected(Server(), private=chosen[0] is None, found=chosen[0] is not None)

    app = KibitzApp(HERE, opener=opener)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, Confirm) and shows(app, "Join 'den'?"))
        for part in ("another host:", "games.example.org", "laptop.local", "192.168.1.5"):
            assert shows(app, part)
        await until(pilot, lambda: app.focused is not None and app.focused.id == "no")
        await pilot.press(keys)
        await until(pilot, lambda: app.session is not None and app.session.ready)
        await app.close_session()
    assert chosen == [FOREIGN if joins else None]


@contextlib.asynccontextmanager
async def choosing(
    row: str = "192.168.1.5:8765  den  new",
) -> AsyncIterator[tuple[KibitzApp, Pilot[None], list[DiscoveredServer | None]]]:
    """Run the app with an opener that asks which server to use, and wait for a row of the question."""
    chosen: list[DiscoveredServer | None] = []

    @contextlib.asynccontextmanager
    async def opener(_reporter: Reporter) -> AsyncIterator[Connected]:
        chosen.append(await app.updates.choose_server([ATTIC, DEN]))
        yield Connected(Server(), private=chosen[0] is None, found=chosen[0] is not None)

    app = KibitzApp(HERE, opener=opener)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, Pick) and shows(app, row))
        try:
            yield app, pilot, chosen
        finally:
            await app.close_session()


@pytest.mark.parametrize(
    ("keys", "picked"),
    [
        (["up", "enter"], DEN),
        (["home", "enter"], ATTIC),
        (["enter"], None),
        (["end", "enter"], None),
        (["escape"], None),
    ],
)
async def test_choosing_by_keys(keys: list[str], picked: DiscoveredServer | None) -> None:
    """Arrows and Enter choose a server; Esc, and Enter alone while all are new, choose a private one."""
    async with choosing() as (app, pilot, chosen):
        await pilot.press(*keys)
        await until(pilot, lambda: app.session is not None and app.session.ready)
        assert chosen == [picked]


async def test_the_choice_begins_at_an_earlier_server() -> None:
    """A server that this machine has used is the first one, and Enter alone chooses it."""
    note_used(DEN.url)
    async with choosing("192.168.1.5:8765  den") as (app, pilot, chosen):
        await pilot.press("enter")
        await until(pilot, lambda: app.session is not None and app.session.ready)
        assert chosen == [DEN]


async def test_choosing_by_mouse() -> None:
    """A click chooses a server, and the app remembers it for the next start."""
    async with choosing() as (app, pilot, chosen):
        await pilot.click(OptionList, offset=(3, 1))
        await until(pilot, lambda: bool(app.preferences.current.server))
        assert chosen == [DEN]
        assert app.preferences.current.server == "ws://fake"
