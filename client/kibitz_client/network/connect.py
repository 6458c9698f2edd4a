"""Getting to a server: the one that was named, or, for games at home, a private one when there is none."""

import contextlib
import os
from collections.abc import AsyncIterator
from dataclasses import dataclass

from kibitz_client.errors import NetworkError, RefusedError
from kibitz_client.network.client import Client
from kibitz_client.network.connection import Pace
from kibitz_client.network.local_server import local_server
from kibitz_client.settings import Settings
from kibitz_client.storage.credentials import Credentials, SignedIn, default_path
from kibitz_client.terminal.output import Output
from kibitz_protocol.refusals import Code

# A private server that went away does not come back.
PRIVATE_PACE = Pace(give_up_after_s=1.0)


@dataclass(frozen=True, slots=True)
class Connected:
    """An open link. A `private` server ends with this process, and its matches with it; one that was `found` announced
    itself.
    """

    client: Client
    private: bool
    found: bool = False


@contextlib.asynccontextmanager
async def connect(
    settings: Settings, output: Output, token: str | None = None, *, as_guest: bool = False
) -> AsyncIterator[Connected]:
    """Connect to the server of the settings, as whom we are signed in there, unless `as_guest` or told otherwise.

    Where a private one is wanted it is started. Raises NetworkError and RefusedError.
    """
    if settings.private:
        output.warn("starting a private server")
        async with start(settings, output) as connected:
            yield connected
        return
    token = token or (None if as_guest else settings.token)
    name = None if as_guest else settings.name
    kept = None if token or as_guest else _signed_in(settings)
    async with contextlib.AsyncExitStack() as stack:
        try:
            client = await stack.enter_async_context(_client(settings, output, name, kept.token if kept else token))
        except RefusedError as refusal:
            if kept is None or refusal.refused.code != Code.UNKNOWN_TOKEN:
                raise
            _tokens().forget(settings.server)
            output.warn(f"{kept.name} was signed out here; you are a guest now")
            client = await stack.enter_async_context(_client(settings, output, name, None))
        yield Connected(client, private=False)


def _signed_in(settings: Settings) -> SignedIn | None:
    """As whom we are signed in, unless another name was asked for."""
    kept = _tokens().get(settings.server)
    other = kept is not None and settings.name is not None and settings.name.casefold() != kept.name.casefold()
    return None if other else kept


def _tokens() -> Credentials:
    return Credentials(default_path(os.environ))


def _client(settings: Settings, output: Output, name: str | None, token: str | None) -> Client:
    return Client(settings.server, name, token, on_status=output.status, cafile=settings.cafile)


@contextlib.asynccontextmanager
async def connect_or_start(settings: Settings, output: Output) -> AsyncIterator[Connected]:
    """Connect to the server of the settings; when none was named and none is there, start a private one."""
    async with contextlib.AsyncExitStack() as stack:
        try:
            connected = await stack.enter_async_context(connect(settings, output))
        except NetworkError:
            if settings.chosen:
                raise
            output.warn("no server at hand: starting a private one")
            connected = await stack.enter_async_context(start(settings, output))
        yield connected


@contextlib.asynccontextmanager
async def start(settings: Settings, output: Output) -> AsyncIterator[Connected]:
    """Start a private server and connect to it."""
    async with (
        local_server() as url,
        # A token of another server means nothing to this one.
        Client(url, settings.name, on_status=output.status, pace=PRIVATE_PACE) as client,
    ):
        yield Connected(client, private=True)
