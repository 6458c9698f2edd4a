"""Getting to a server: the one that was named, or, for games at home, a private one when there is none."""

import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass

from kibitz_client.connection import Pace
from kibitz_client.errors import NetworkError
from kibitz_client.link import Link
from kibitz_client.private import private_server
from kibitz_client.settings import Settings
from kibitz_client.terminal import Output

# A private server that went away does not come back.
PRIVATE_PACE = Pace(give_up_after_s=1.0)


@dataclass(frozen=True, slots=True)
class Reached:
    """An open link. A `private` server ends with this process, and its matches with it."""

    link: Link
    private: bool


@contextlib.asynccontextmanager
async def reach(settings: Settings, output: Output, token: str | None = None) -> AsyncIterator[Reached]:
    """Connect to the server of the settings. Raises NetworkError and RefusedError."""
    token = token or settings.token
    link = Link(settings.server, settings.name, token, on_status=output.status, cafile=settings.cafile)
    async with link:
        yield Reached(link, private=False)


@contextlib.asynccontextmanager
async def reach_or_start(settings: Settings, output: Output) -> AsyncIterator[Reached]:
    """Connect to the server of the settings; when none was named and none is there, start a private one."""
    async with contextlib.AsyncExitStack() as stack:
        try:
            reached = await stack.enter_async_context(reach(settings, output))
        except NetworkError:
            if settings.chosen:
                raise
            output.warn("no server at hand: starting a private one")
            reached = await stack.enter_async_context(start(settings, output))
        yield reached


@contextlib.asynccontextmanager
async def start(settings: Settings, output: Output) -> AsyncIterator[Reached]:
    """Start a private server and connect to it."""
    async with (
        private_server() as url,
        # A token of another server means nothing to this one.
        Link(url, settings.name, on_status=output.status, pace=PRIVATE_PACE) as link,
    ):
        yield Reached(link, private=True)
