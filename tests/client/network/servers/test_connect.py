"""Connections to the server of the settings."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import replace
from http import HTTPStatus
from pathlib import Path

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response
from websockets.typing import Subprotocol

from kibitz_client.errors import NetworkError, UsageError
from kibitz_client.network.servers.connect import connect, connect_or_start
from kibitz_client.settings import Settings
from kibitz_client.storage.credentials import Credentials, StoredLogin
from kibitz_client.storage.files import accounts_path, guests_path
from kibitz_client.storage.known_servers import is_used
from kibitz_protocol import SUBPROTOCOL
from kibitz_protocol.commands.admin import ListSanctions
from kibitz_protocol.to_server import Admin
from kibitz_server.cli.admin.client import AdminError, call
from tests.fakes.client import Recorded
from tests.server_thread import serving

pytestmark = pytest.mark.io


async def test_a_private_server_is_started_if_needed() -> None:
    """It starts if no server answers and the user named none, or if the user asks for it."""
    nowhere = Settings("ws://127.0.0.1:1", chosen=False, name="otter", token=None, json=False)
    told = Recorded()
    async with connect_or_start(nowhere, told.output) as connected:
        assert connected.private
        assert "no server answers" in told.err
    with pytest.raises(NetworkError, match=r"at ws://127\.0\.0\.1:1"):
        async with connect_or_start(replace(nowhere, chosen=True), told.output):
            pass
    told = Recorded()
    async with connect(replace(nowhere, chosen=True, private=True), told.output) as connected:
        assert connected.private
        assert connected.client.welcome.you.name == "otter"
        assert "starting a private server" in told.err


async def test_a_named_server_is_an_earlier_one_from_then_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is remembered once it has welcomed the player, of whom nothing else may be stored."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    with serving() as url:
        named = Settings(url, chosen=True, name="otter", token=None, json=False)
        assert not is_used(url)
        async with connect(named, Recorded().output):
            assert is_used(url)
        assert not Credentials(guests_path()).get(url)
    with pytest.raises(NetworkError):
        async with connect(replace(named, server="ws://127.0.0.1:1"), Recorded().output):
            pass
    assert not is_used("ws://127.0.0.1:1")


@contextlib.asynccontextmanager
async def elsewhere() -> AsyncIterator[tuple[str, list[str]]]:
    """Run a server that redirects to a second one. Yield its address, and what the second one receives."""
    received: list[str] = []

    async def second(socket: ServerConnection) -> None:
        received.append(str(await socket.recv()))

    async with serve(second, "127.0.0.1", 0, subprotocols=[Subprotocol(SUBPROTOCOL)]) as target:
        place = f"ws://127.0.0.1:{target.sockets[0].getsockname()[1]}/"

        def redirect(connection: ServerConnection, _request: Request) -> Response:
            response = connection.respond(HTTPStatus.FOUND, "elsewhere")
            response.headers["Location"] = place
            return response

        async with serve(second, "127.0.0.1", 0, process_request=redirect) as first:
            yield f"ws://127.0.0.1:{first.sockets[0].getsockname()[1]}", received


async def test_a_redirect_to_another_host_is_not_followed() -> None:
    """The token reaches only the address that the user named, also from `kibitz-server admin`."""
    async with elsewhere() as (address, received):
        settings = Settings(address, chosen=True, name=None, token="a-token-of-this-server", json=False)
        with pytest.raises(NetworkError, match=r"sends its clients to 'ws://127\.0\.0\.1:"):
            async with connect(settings, Recorded().output):
                pass
        command = Admin(id="1", action=ListSanctions())
        with pytest.raises(AdminError, match="sends its clients to 'ws://"):
            await asyncio.to_thread(call, address, "a-token-of-this-server", command)
        assert received == []


async def test_a_token_from_a_server_with_tls_is_not_sent_without(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A token that was received over wss:// is refused for ws:// at the same host, and the safe address is named."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    Credentials(accounts_path()).keep("wss://127.0.0.1:1", StoredLogin("ann", "a-token-of-the-server"))
    settings = Settings("ws://127.0.0.1:1", chosen=True, name=None, token="a-token-of-the-server", json=False)
    with pytest.raises(UsageError, match=r"the token for wss://127\.0\.0\.1:1 is not sent to ws://127\.0\.0\.1:1"):
        async with connect(settings, Recorded().output):
            pass
    with pytest.raises(NetworkError):  # without the token nothing is refused, and no server answers
        async with connect(replace(settings, token=None), Recorded().output):
            pass
