"""Entering a match: the key of a private match is typed without echo if it was not given."""

import asyncio
import getpass
import sys
from collections.abc import Awaitable, Callable
from typing import TypeVar

from kibitz_client.errors import RefusedError
from kibitz_client.network.client import NetworkClient
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Entered
from kibitz_protocol.to_server import Join, Watch

T = TypeVar("T")


async def with_key(
    work: Callable[[str | None], Awaitable[T]], key: str | None, ask: Callable[[str], str] | None = None
) -> T:
    """Run a request about a match, and on a terminal ask for the key if the match is private.

    Args:
        work: Sends the request with a key.
        key: The key, if it was given.
        ask: Asks the user. Replaceable for tests.

    Raises:
        RefusedError: The server refuses the request.
    """
    try:
        return await work(key)
    except RefusedError as refusal:
        if refusal.refused.code != Code.WRONG_KEY or key is not None or (ask is None and not sys.stdin.isatty()):
            raise
    typed = await asyncio.to_thread(ask or getpass.getpass, "it is private; its key: ")
    return await work(typed.strip())


async def enter(
    client: NetworkClient,
    command: Callable[[str | None], Join | Watch],
    key: str | None,
    ask: Callable[[str], str] | None = None,
) -> Entered:
    """Enter a match, and on a terminal ask for the key if the match is private.

    Args:
        command: Returns the command for a key.
        key: The key, if it was given.
        ask: Asks the user. Replaceable for tests.

    Raises:
        RefusedError: The server refuses the command.
    """
    return await with_key(lambda key: client.ask(command(key)), key, ask)
