"""Which server the app comes to: the one that was named; else the last one used or the usual one of this machine, one
that announces itself on the local network, a private one. No Textual.

As whom: as whom we are signed in there, else as the guest that we were there last time, else as a new one.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import replace

from kibitz_client.errors import ClientError, NetworkError, RefusedError
from kibitz_client.network.client import Client
from kibitz_client.network.connect import Connected, connect, start
from kibitz_client.network.discovery import DiscoveredServer, discover, interfaces
from kibitz_client.settings import Settings
from kibitz_client.storage.credentials import Credentials, SignedIn
from kibitz_client.storage.files import accounts_path, guests_path
from kibitz_client.terminal.output import Output
from kibitz_client.tui import strings

LAST_USED_S = 3.0
"""A server that nobody has named now is not waited for as long as one that somebody has."""

Look = Callable[[], Awaitable[list[DiscoveredServer]]]
Choose = Callable[[Sequence[DiscoveredServer]], Awaitable[DiscoveredServer | None]]
"""Which of several it shall be; None is a private one."""
Arrive = Callable[[Settings, Output], contextlib.AbstractAsyncContextManager[Connected]]


async def nobody_or_some() -> list[DiscoveredServer]:
    """Who announces themselves, where KIBITZ_DISCOVERY lets us look. Raises Misuse."""
    return await discover(where=interfaces())


class Arrival:
    """Comes to a server by `open`. What it needs of the world can be given, for tests."""

    def __init__(
        self,
        settings: Settings,
        choose: Choose,
        *,
        discover: Look = nobody_or_some,
        private: Arrive = start,
        known: Arrive | None = None,
    ) -> None:
        self._settings = settings
        self._choose = choose
        self._look = discover
        self._private = private
        self._known = known or as_known

    @contextlib.asynccontextmanager
    async def open(self, output: Output) -> AsyncIterator[Connected]:
        """A link to the end of the block. Raises ClientError."""
        async with contextlib.AsyncExitStack() as stack:
            yield await self._arrive(stack, output)

    async def _arrive(self, stack: contextlib.AsyncExitStack, output: Output) -> Connected:
        if self._settings.private:
            return await stack.enter_async_context(self._private(self._settings, output))
        if self._settings.chosen:
            return await stack.enter_async_context(self._known(self._settings, output))
        with contextlib.suppress(NetworkError, TimeoutError):
            async with asyncio.timeout(LAST_USED_S):
                return await stack.enter_async_context(self._known(self._settings, output))
        found = await self._look()
        nearby = await self._choose(found) if len(found) > 1 else next(iter(found), None)
        if nearby is not None:
            output.warn(strings.FOUND.format(name=nearby.name))
            # A token that was meant for another server is not for whoever answers in this network.
            settings = replace(self._settings, server=nearby.url, token=None)
            try:
                connected = await stack.enter_async_context(self._known(settings, output))
            except ClientError as error:
                output.warn(str(error))
            else:
                return replace(connected, found=True)
        output.warn(strings.STARTING_PRIVATE)
        return await stack.enter_async_context(self._private(self._settings, output))


@contextlib.asynccontextmanager
async def as_known(settings: Settings, output: Output) -> AsyncIterator[Connected]:
    """Connect as who we are there, and keep who that is."""
    kept = _guests().get(settings.server)
    other = settings.token or settings.name or Credentials(accounts_path()).get(settings.server)
    async with contextlib.AsyncExitStack() as stack:
        connected = None
        if kept is not None and not other:
            # The server may have forgotten a guest.
            with contextlib.suppress(RefusedError):
                connected = await stack.enter_async_context(connect(settings, output, kept.token))
        if connected is None:
            connected = await stack.enter_async_context(connect(settings, output))
            _keep_guest(connected.client)
        yield connected


def _keep_guest(link: Client) -> None:
    if link.token is not None and Credentials(accounts_path()).get(link.url) is None:
        with contextlib.suppress(ClientError):
            _guests().keep(link.url, SignedIn(link.welcome.you.name, link.token))


def _guests() -> Credentials:
    return Credentials(guests_path())
