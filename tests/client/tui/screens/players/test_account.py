"""The own account in the app: register, log in and out, change the password, and devices."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from kibitz_client.errors import ClientError, RefusedError
from kibitz_client.network.servers.connect import Connected, Reporter
from kibitz_client.network.subscriptions import Message
from kibitz_client.storage.credentials import Credentials
from kibitz_client.storage.files import accounts_path
from kibitz_client.tui.app import KibitzApp
from kibitz_client.tui.screens.lobby import LobbyScreen
from kibitz_client.tui.screens.players.account import AccountScreen
from kibitz_client.tui.screens.players.form import FormDialog, FormField
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Identity, Welcome
from tests.client.tui.players import PASSWORD, Accounts
from tests.fakes.app import SETTINGS, Server, picture, shows, type_at_once, until
from tests.fakes.client import refused

pytestmark = pytest.mark.app


class AccountServer(Server):
    """A fake client that the server knows as `you`."""

    def __init__(self, you: Identity, accounts: Accounts) -> None:
        super().__init__(more=accounts.answer)
        self.you = you
        self.ended: ClientError | None = None
        """What ends the messages."""

    async def messages(self) -> AsyncIterator[Message]:
        """Yield the delivered messages, and raise what ends them."""
        async for message in super().messages():
            yield message
        if self.ended is not None:
            raise self.ended

    @property
    def welcome(self) -> Welcome:
        """The welcome of the server."""
        return super().welcome.model_copy(update={"you": self.you})


@pytest.fixture(autouse=True)
def state_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the tokens in a folder of the test."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))


@contextlib.asynccontextmanager
async def running(*players: Identity) -> AsyncIterator[tuple[KibitzApp, Pilot[None], list[AccountServer]]]:
    """Run the app at a public server, where each new connection is the next player."""
    accounts = Accounts()
    servers: list[AccountServer] = []

    @contextlib.asynccontextmanager
    async def opener(_reporter: Reporter) -> AsyncIterator[Connected]:
        servers.append(AccountServer(players[min(len(servers), len(players) - 1)], accounts))
        yield Connected(servers[-1], private=False)

    app = KibitzApp(SETTINGS, opener=opener)
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await until(pilot, lambda: app.session is not None and app.session.ready)
        await until(pilot, lambda: shows(app, "tictactoe"))
        await pilot.press("a")
        await until(pilot, lambda: isinstance(app.screen, AccountScreen) and shows(app, "You are"))
        try:
            yield app, pilot, servers
        finally:
            await app.close_session()


async def fill(app: KibitzApp, pilot: Pilot[None], **values: str) -> None:
    """Fill the fields of the open form and send it."""
    await until(pilot, lambda: isinstance(app.screen, FormDialog))
    for id, value in values.items():
        app.screen.query_one(f"#{id}", Input).value = value
    app.screen.query(Input).last().focus()
    await pilot.press("enter")


GUEST = Identity(id="u1", name="otter")
ANN = Identity(id="u2", name="ann", account=True)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        pytest.param("Ann\tbattery\tattic\r", "Ann", id="filled"),
        pytest.param("Eve\x15Bob\tbatterz\x7fy\tatticc\x7f\r", "Bob", id="edited"),
    ],
)
@pytest.mark.parametrize("drawn", [False, True], ids=["at once", "when it is drawn"])
async def test_a_burst_fills_the_right_fields(typed: str, name: str, drawn: bool) -> None:
    """Keys that arrive at once change the field of their time: no password comes into the field of the name."""
    sent: list[dict[str, str]] = []

    async def send(values: dict[str, str]) -> None:
        sent.append(values)

    fields = [FormField("name", "name"), FormField("password", "password", hidden=True), FormField("device", "device")]
    async with running(GUEST) as (app, pilot, _):
        app.push_screen(FormDialog("Log in", fields, send))
        if drawn:
            await until(pilot, lambda: isinstance(app.focused, Input) and app.focused.id == "name")
        type_at_once(app, typed)
        await until(pilot, lambda: sent == [{"name": name, "password": "battery", "device": "attic"}])


async def test_a_guest_registers() -> None:
    """A refusal keeps the form with its name; afterwards the token is saved and the screen offers the devices."""
    async with running(GUEST) as (app, pilot, servers):
        await pilot.press("enter")
        await fill(app, pilot, name="mia", password=PASSWORD, again="other")
        await until(pilot, lambda: shows(app, "the two passwords differ"))
        assert not servers[0].of("register")
        await fill(app, pilot, password=PASSWORD, again=PASSWORD)
        await until(pilot, lambda: shows(app, "the name mia is taken"))
        assert app.screen.query_one("#name", Input).value == "mia"
        await fill(app, pilot, name="ann")
        await until(pilot, lambda: isinstance(app.screen, AccountScreen) and shows(app, "registered as ann"))
        await until(pilot, lambda: shows(app, "Devices (2)"))
        kept = Credentials(accounts_path()).get("ws://fake")
        assert kept is not None
        assert (kept.name, kept.token) == ("ann", "token-of-a-new-guest")


async def test_a_password_is_never_on_the_screen() -> None:
    """Passwords are masked while they are typed."""
    async with running(GUEST) as (app, pilot, _):
        await pilot.press("down", "enter")
        await until(pilot, lambda: isinstance(app.screen, FormDialog))
        await pilot.press(*"ann", "tab", *"secret")
        await until(pilot, lambda: app.screen.query_one("#password", Input).value == "secret")
        assert not any("secret" in line for line in picture(app))
        assert any("ann" in line for line in picture(app))


async def test_a_login_connects_as_that_player() -> None:
    """After a login the app connects again, with the token saved, and returns to the lobby."""
    async with running(GUEST, ANN) as (app, pilot, servers):
        await pilot.press("down", "enter")
        await fill(app, pilot, name="ann", password="wrong")
        await until(pilot, lambda: shows(app, "name or password is wrong"))
        await fill(app, pilot, password=PASSWORD)
        await until(pilot, lambda: len(servers) == 2 and isinstance(app.screen, LobbyScreen))
        await until(pilot, lambda: app.session is not None and app.session.ready and shows(app, "ann"))
        kept = Credentials(accounts_path()).get("ws://fake")
        assert kept is not None
        assert kept.token == "token-of-an-account"
        assert app.is_running


async def test_a_logout_connects_as_a_guest() -> None:
    """A logout revokes the token, deletes it here, and connects again; the closed connection ends nothing."""
    async with running(ANN, GUEST) as (app, pilot, servers):
        await until(pilot, lambda: shows(app, "Log out on this device"))
        await pilot.press("down", "down", "down", "enter")
        await until(pilot, lambda: shows(app, "Log out of ann"))
        await pilot.press("y")
        await until(pilot, lambda: len(servers) == 2 and isinstance(app.screen, LobbyScreen))
        await until(pilot, lambda: app.session is not None and app.session.ready and shows(app, "otter"))
        assert servers[0].of("logout")
        assert Credentials(accounts_path()).get("ws://fake") is None


async def test_a_token_that_has_ended_does_not_end_the_app() -> None:
    """The app says that the player is signed out, and connects as a guest; any other refusal ends it."""
    signed_out = RefusedError(refused(Code.UNKNOWN_TOKEN, "you are signed out here"))
    async with running(ANN, GUEST) as (app, pilot, servers):
        servers[0].ended = signed_out
        servers[0].hang_up()
        await until(pilot, lambda: len(servers) == 2 and isinstance(app.screen, LobbyScreen))
        await until(pilot, lambda: app.session is not None and app.session.ready and shows(app, "otter"))
        await until(pilot, lambda: shows(app, "you are signed out here"))
        assert app.is_running
        servers[1].ended = RefusedError(refused(Code.BANNED, "you are banned"))
        servers[1].hang_up()
        await until(pilot, lambda: not app.is_running)
        assert app.return_code == RefusedError.exit_code


async def test_the_password_is_changed() -> None:
    """The old password is asked for; a wrong one is refused in the form."""
    async with running(ANN) as (app, pilot, servers):
        await until(pilot, lambda: shows(app, "Devices (2)"))
        await pilot.press("down", "down", "enter")
        await fill(app, pilot, old="wrong", password="new", again="new")
        await until(pilot, lambda: shows(app, "the old password is wrong"))
        await fill(app, pilot, old=PASSWORD)
        await until(pilot, lambda: isinstance(app.screen, AccountScreen) and shows(app, "the password is changed"))
        assert servers[0].of("change_password")[-1].new == "new"


async def test_another_device_is_logged_out() -> None:
    """Enter on a device logs it out after a question; the own device is not among those."""
    async with running(ANN) as (app, pilot, servers):
        await until(pilot, lambda: shows(app, "laptop"))
        await pilot.press("end", "enter")
        await until(pilot, lambda: shows(app, "Log out the device laptop?"))
        await pilot.press("y")
        await until(pilot, lambda: isinstance(app.screen, AccountScreen) and shows(app, "Devices (1)"))
        assert [command.session for command in servers[0].of("revoke")] == ["s2"]
        await pilot.press("end", "enter")
        await until(pilot, lambda: shows(app, "this is the device that you use"))


async def test_a_form_is_left_before_its_answer() -> None:
    """A refusal that comes after Esc is shown on the screen below."""
    answered = asyncio.Event()

    async def send(_values: dict[str, str]) -> None:
        await answered.wait()
        raise ClientError("the name is taken", "choose another one")

    async with running(ANN) as (app, pilot, _):
        await app.push_screen(FormDialog("New name", (FormField("name", "name", "mia"),), send))
        await fill(app, pilot, name="mia")
        await until(pilot, lambda: shows(app, "sending..."))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, AccountScreen))
        answered.set()
        await until(pilot, lambda: shows(app, "the name is taken (choose another one)"))
