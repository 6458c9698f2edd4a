"""Choose the server that the app connects to. No Textual.

A named server is the only candidate. Otherwise the app tries the server that was used last, or the default server of
this machine. Then it looks for servers that announce themselves on the local network, and last it starts a private one.
Any machine can announce anything, so the user is asked before the app connects to a server that is new to this machine.

The app signs in with the account that is stored for the server, else as the guest that it was there before, else as a
new guest.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import replace

from kibitz_client.errors import ClientError, NetworkError, RefusedError
from kibitz_client.network.client import NetworkClient
from kibitz_client.network.servers.connect import Connected, Reporter, connect, start
from kibitz_client.network.servers.discovery import DiscoveredServer, discover, interfaces
from kibitz_client.settings import Settings
from kibitz_client.storage.credentials import Credentials, StoredLogin
from kibitz_client.storage.files import accounts_path, guests_path
from kibitz_client.storage.known_servers import is_used
from kibitz_client.tui import strings

LAST_USED_S = 3.0
"""How long to wait for a server that the user did not name now: shorter than for a named one."""

Discover = Callable[[], Awaitable[list[DiscoveredServer]]]
Choose = Callable[[Sequence[DiscoveredServer]], Awaitable[DiscoveredServer | None]]
"""Choose one of several servers, or whether to join a new one; None is a private one."""
Connect = Callable[[Settings, Reporter], contextlib.AbstractAsyncContextManager[Connected]]


async def discover_nearby() -> list[DiscoveredServer]:
    """Return the servers that announce themselves on the networks that KIBITZ_DISCOVERY allows.

    Raises:
        UsageError: KIBITZ_DISCOVERY is invalid.
    """
    return await discover(where=interfaces())


class ServerLocator:
    """Connects to the first server that answers. Tests replace discovery and the ways to connect."""

    def __init__(
        self,
        settings: Settings,
        choose: Choose,
        *,
        discover: Discover = discover_nearby,
        start_private: Connect = start,
        connect: Connect | None = None,
    ) -> None:
        self._settings = settings
        self._choose = choose
        self._discover = discover
        self._start_private = start_private
        self._connect = connect or connect_as_known

    @contextlib.asynccontextmanager
    async def open(self, reporter: Reporter) -> AsyncIterator[Connected]:
        """Connect until the end of the block.

        Raises:
            ClientError: A named server cannot be reached, or no private server starts.
        """
        async with contextlib.AsyncExitStack() as stack:
            yield await self._open(stack, reporter)

    async def _open(self, stack: contextlib.AsyncExitStack, reporter: Reporter) -> Connected:
        if self._settings.private:
            return await stack.enter_async_context(self._start_private(self._settings, reporter))
        if self._settings.chosen:
            return await stack.enter_async_context(self._connect(self._settings, reporter))
        with contextlib.suppress(NetworkError, TimeoutError):
            async with asyncio.timeout(LAST_USED_S):
                return await stack.enter_async_context(self._connect(self._settings, reporter))
        found = await self._discover()
        known = found[0] if len(found) == 1 and is_used(found[0].url) else None
        nearby = known or (await self._choose(found) if found else None)
        if nearby is not None:
            # Never send the token of one server to another server that happens to answer on this network.
            settings = replace(self._settings, server=nearby.url, token=None, token_file=None)
            try:
                connected = await stack.enter_async_context(self._connect(settings, reporter))
            except ClientError as error:
                reporter.warn(str(error))
            else:
                return replace(connected, found=True)
        reporter.warn(strings.STARTING_PRIVATE if found else strings.NONE_FOUND)
        return await stack.enter_async_context(self._start_private(self._settings, reporter))


@contextlib.asynccontextmanager
async def connect_as_known(settings: Settings, reporter: Reporter) -> AsyncIterator[Connected]:
    """Connect with the stored account or guest of the server, and store a new guest."""
    guest = _guests().get(settings.server)
    named = settings.token or settings.token_file or settings.name
    account = named or Credentials(accounts_path()).get(settings.server)
    async with contextlib.AsyncExitStack() as stack:
        connected: Connected | None = None
        if guest is not None and not account:
            # The server removes guests after some time.
            with contextlib.suppress(RefusedError):
                connected = await stack.enter_async_context(connect(settings, reporter, guest.token))
        if connected is None:
            connected = await stack.enter_async_context(connect(settings, reporter))
            if settings.token_file is None:
                _store_guest(connected.client)
        yield connected


def _store_guest(client: NetworkClient) -> None:
    if client.token is not None and Credentials(accounts_path()).get(client.url) is None:
        with contextlib.suppress(ClientError):
            _guests().keep(client.url, StoredLogin(client.welcome.you.name, client.token))


def _guests() -> Credentials:
    return Credentials(guests_path())
