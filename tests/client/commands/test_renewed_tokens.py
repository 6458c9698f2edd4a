"""Programs of one player at a real server, after one of them got a new token for all."""

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from kibitz_client.cli.main import app
from kibitz_client.errors import RefusedError
from kibitz_client.network.client import NetworkClient, Status
from kibitz_client.network.servers.connect import connect
from kibitz_client.requests import build
from kibitz_client.settings import Settings
from kibitz_client.storage.credentials import Credentials, StoredLogin
from kibitz_client.storage.files import accounts_path, guests_path, seats_path
from kibitz_client.storage.renewal import keep_guest_token, keep_registered
from kibitz_client.storage.seats import KeptSeat, SeatMemory
from kibitz_client.tui.locate_server import connect_as_known
from kibitz_protocol.commands.accounts import Login, Register, Revoke
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_server import Create, Ping
from kibitz_protocol.values.seats import Me, Open
from tests.commands import run
from tests.server_thread import serving

pytestmark = pytest.mark.io

GOOD = "correct horse"


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a server, with a home for the tokens of this machine."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    with serving() as address:
        yield address


class Told:
    """A reporter that keeps what it shows the user."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.more = asyncio.Event()

    def warn(self, *lines: str) -> None:
        """Keep remarks."""
        self.lines += lines

    def status(self, _status: Status, text: str, /) -> None:
        """Keep a change of the connection."""
        self.lines.append(text)
        self.more.set()


def settings_of(server: str, token_file: Path | None = None, token: str | None = None) -> Settings:
    """Return the settings of a command."""
    environ = {"KIBITZ_TOKEN": token} if token else {}
    return Settings.read(environ, server, None, token_file, json=False)


@contextlib.asynccontextmanager
async def guest_in_app(server: str) -> AsyncIterator[tuple[NetworkClient, Told]]:
    """Connect as the app does."""
    told = Told()
    async with connect_as_known(settings_of(server), told) as connected:
        yield connected.client, told


async def renamed(told: Told, name: str) -> None:
    """Wait until a program says which player it is now."""
    async with asyncio.timeout(30):
        while f"you are {name} now" not in told.lines:
            told.more.clear()
            await told.more.wait()


async def test_another_window_follows_a_registration(server: str) -> None:
    """It says in a sentence that it was signed out, and goes on as the account, at its seat."""
    async with guest_in_app(server) as (first, _), guest_in_app(server) as (second, told):
        match = (await second.ask(build(Create, game="tictactoe", seats=[Me(), Open()]))).match
        old = first.token
        assert second.token == old
        SeatMemory(seats_path(), told.warn).remember(KeptSeat(server, match, "CODE", 0, str(old), os.getpid()))
        you = (await first.ask(build(Register, name="Ann", password=GOOD))).you
        keep_registered(settings_of(server), server, old, StoredLogin(you.name, str(first.token)))
        await renamed(told, "Ann")
        assert told.lines == [
            "signed out: you have registered elsewhere, and this token has ended",
            "you are Ann now",
        ]
        assert second.welcome.you == you
        assert second.token == first.token != old
        kept = Credentials(accounts_path()).get(server)
        assert kept is not None
        assert kept.token == first.token
        assert Credentials(guests_path()).get(server) is None
        assert [seat.match for seat in SeatMemory(seats_path(), told.warn).held_by(server, kept.token)] == [match]
        await first.ask(Ping(id="p"))


async def test_another_window_stays_the_guest_after_a_login(server: str) -> None:
    """The guest, who may play a match, goes on under its new token, and not as the account."""
    async with guest_in_app(server) as (owner, _):
        await owner.ask(build(Register, name="Owner", password=GOOD))
    Credentials(guests_path()).forget(server)
    async with guest_in_app(server) as (first, _), guest_in_app(server) as (second, told):
        old, guest = first.token, first.welcome.you
        answer = await first.ask(build(Login, name="Owner", password=GOOD))
        assert answer.guest_token is not None
        keep_guest_token(settings_of(server), server, old, StoredLogin(guest.name, answer.guest_token))
        Credentials(accounts_path()).keep(server, StoredLogin("Owner", answer.token))
        await renamed(told, guest.name)
        assert second.welcome.you == guest
        assert second.token == first.token == answer.guest_token != old


async def test_programs_of_one_token_file_follow(server: str, tmp_path: Path) -> None:
    """A registration with the file gives it the new token, with which the others sign in."""
    file, told = tmp_path / "token", Told()
    async with connect(settings_of(server, file), told) as connected:
        before, told.lines = file.read_text(), []
        environ = {"KIBITZ_SERVER": server}
        command = ("account", "register", "Ann", "--token-file", str(file))
        done = await asyncio.to_thread(run, app, *command, env=environ, stdin=GOOD, name="kibitz")
        assert done.exit_code == 0, done.output
        await renamed(told, "Ann")
        assert connected.client.token == file.read_text().strip() != before.strip()


async def test_a_token_of_the_environment_is_said_to_be_dead(server: str) -> None:
    """The command that registers says so, because the variable cannot be changed for the user."""
    home = {"KIBITZ_SERVER": server, "XDG_STATE_HOME": os.environ["XDG_STATE_HOME"]}
    async with NetworkClient(server) as client:
        environ = {**home, "KIBITZ_TOKEN": str(client.token)}
        done = await asyncio.to_thread(run, app, "account", "register", "Ann", env=environ, stdin=GOOD, name="kibitz")
        assert done.exit_code == 0, done.output
        assert "unset it" in done.stderr
    again = await asyncio.to_thread(run, app, "account", "show", env=home, name="kibitz")
    assert "you are Ann at" in again.output


async def test_a_player_without_a_new_token_is_told_to_sign_in(server: str) -> None:
    """Where no new token is stored, commands end with that sentence."""
    async with guest_in_app(server) as (first, _):
        await first.ask(build(Register, name="Ann", password=GOOD))
        login = (await first.ask(build(Login, name="Ann", password=GOOD))).token
        Credentials(guests_path()).forget(server)
        Credentials(accounts_path()).keep(server, StoredLogin("Ann", login))
        async with connect(settings_of(server), Told()) as other:
            await first.ask(build(Revoke, session=None))
            with pytest.raises(RefusedError, match="you are signed out here") as caught:
                await anext(other.client.messages())
    assert caught.value.refused.code == Code.UNKNOWN_TOKEN
    assert "kibitz account login" in str(caught.value.hint)
