"""Connections to the server of the settings: a public one, or a private one on this machine."""

import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

from kibitz_client.errors import NetworkError, RefusedError, UsageError
from kibitz_client.network.client import NetworkClient, Status
from kibitz_client.network.connection import Pace
from kibitz_client.network.servers.local_server import local_server
from kibitz_client.settings import Settings
from kibitz_client.storage.credentials import Credentials, StoredLogin
from kibitz_client.storage.files import accounts_path, guests_path, keep_token, received_path
from kibitz_client.storage.guest import held_guest
from kibitz_client.storage.known_servers import note_used
from kibitz_client.storage.received_hashes import ReceivedHashes
from kibitz_client.storage.renewal import renewals
from kibitz_protocol.refusals import Code

# A private server that has ended does not come back.
PRIVATE_PACE = Pace(give_up_after_s=1.0)


class Reporter(Protocol):
    """Receives what the user should know while a connection is opened and kept."""

    def warn(self, *lines: str) -> None:
        """Show remarks."""

    def status(self, status: Status, text: str, /) -> None:
        """Show a change of the connection."""


@dataclass(frozen=True, slots=True)
class Connected:
    """An open connection.

    A `private` server ends with this process, and its matches with it. A `found` server announced itself on the local
    network.
    """

    client: NetworkClient
    private: bool
    found: bool = False


@contextlib.asynccontextmanager
async def connect(
    settings: Settings, reporter: Reporter, token: str | None = None, *, as_guest: bool = False
) -> AsyncIterator[Connected]:
    """Connect to the server of the settings, or start a private server if the settings ask for one.

    Args:
        token: Identifies the player; without it, the token of the settings, of the saved account, or of the guest that
            this machine was before is sent. A token file that is still to be made gets the token of a new guest.
        as_guest: Send no token and no name, so that the server makes a new guest.

    Raises:
        NetworkError: No server answers, or it is incompatible.
        RefusedError: The server refuses the player.
    """
    if settings.private:
        reporter.warn("starting a private server")
        async with start(settings, reporter) as connected:
            yield connected
        return
    token = token or (None if as_guest else settings.known_token)
    name = None if as_guest else settings.name
    new_file = None if token or as_guest else settings.token_file
    saved = None if token or as_guest or new_file else _signed_in(settings)
    async with contextlib.AsyncExitStack() as stack:
        anonymous = not (token or name or saved or as_guest or new_file)
        guest = stack.enter_context(held_guest(guests_path(), settings.server)) if anonymous else None
        known = saved.token if saved else guest.token if guest and token is None else token
        if known is not None:
            _check_not_exposed(known, settings.server)
        try:
            client = await stack.enter_async_context(
                _client(settings, reporter, name, known, replaceable=guest is not None)
            )
        except RefusedError as refusal:
            if refusal.refused.code != Code.UNKNOWN_TOKEN or not (saved or (guest and known)):
                raise
            if saved is not None:
                _credentials().forget(settings.server)
                reporter.warn(f"{saved.name} was signed out here; you are a guest now")
            elif guest is not None:
                guest.forget()
            client = await stack.enter_async_context(_client(settings, reporter, name, None))
        if guest is not None and client.welcome.token is not None:
            guest.keep(client.welcome.you.name, client.welcome.token)
        if new_file is not None and client.welcome.token is not None:
            keep_token(new_file, client.welcome.token)
            reporter.warn(f"{new_file} is new: it holds the token of {client.welcome.you.name}")
        note_used(settings.server)
        yield Connected(client, private=False)


@contextlib.asynccontextmanager
async def connect_or_start(settings: Settings, reporter: Reporter) -> AsyncIterator[Connected]:
    """Connect to the server of the settings, or start a private one if the user named none and none answers."""
    async with contextlib.AsyncExitStack() as stack:
        try:
            connected = await stack.enter_async_context(connect(settings, reporter))
        except NetworkError:
            if settings.chosen:
                raise
            reporter.warn("no server answers: starting a private one")
            connected = await stack.enter_async_context(start(settings, reporter))
        yield connected


@contextlib.asynccontextmanager
async def start(settings: Settings, reporter: Reporter, database: Path | None = None) -> AsyncIterator[Connected]:
    """Start a private server and connect to it.

    Args:
        settings: The name of the player.
        reporter: Shows changes of the connection.
        database: File that keeps the matches and tournaments of the server.
    """
    async with (
        local_server(database) as url,
        # A token of another server is unknown to this one.
        NetworkClient(
            url, settings.name, on_status=reporter.status, on_received=_received().remember, pace=PRIVATE_PACE
        ) as client,
    ):
        yield Connected(client, private=True)


def _client(
    settings: Settings, reporter: Reporter, name: str | None, token: str | None, *, replaceable: bool = False
) -> NetworkClient:
    return NetworkClient(
        settings.server,
        name,
        token,
        on_status=reporter.status,
        on_received=_received().remember,
        cafile=settings.cafile,
        replaceable=replaceable,
        renewals=renewals(settings),
    )


def _received() -> ReceivedHashes:
    return ReceivedHashes(received_path())


def _signed_in(settings: Settings) -> StoredLogin | None:
    """Return the saved player, unless the settings name another one."""
    saved = _credentials().get(settings.server)
    other = saved is not None and settings.name is not None and settings.name.casefold() != saved.name.casefold()
    return None if other else saved


def _check_not_exposed(token: str, server: str) -> None:
    """Check that a token of a server with TLS is not sent to the same host without TLS.

    Raises:
        UsageError: The token was received over TLS.
    """
    parts = urlsplit(server)
    if parts.scheme != "ws":
        return
    for file in (accounts_path(), guests_path()):
        for other in Credentials(file).servers_of(token):
            if (safe := urlsplit(other)).scheme == "wss" and safe.hostname == parts.hostname:
                raise UsageError(
                    f"the token for {other} is not sent to {server}, where others on the way could read it",
                    f"select --server {other}",
                )


def _credentials() -> Credentials:
    return Credentials(accounts_path())
