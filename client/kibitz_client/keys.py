"""The key of a private match: from a file, from a variable, or typed without echo. Never from the command line."""

import asyncio
import getpass
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from kibitz_client.errors import Misuse, RefusedError
from kibitz_client.link import Link
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_client import Entered
from kibitz_protocol.to_server import Join, Watch

VARIABLE = "KIBITZ_KEY"


def given_key(file: Path | None, environ: Mapping[str, str] = os.environ) -> str | None:
    """The key that was given beforehand. Raises Misuse."""
    if file is None:
        return environ.get(VARIABLE) or None
    try:
        return file.read_text().strip()
    except (OSError, UnicodeDecodeError) as error:
        raise Misuse(f"the key file {file} cannot be read: {error}") from None


async def enter(
    link: Link,
    command: Callable[[str | None], Join | Watch],
    key: str | None,
    ask: Callable[[str], str] | None = None,
) -> Entered:
    """Go into a match; at a terminal the key of a private one is asked for. Raises RefusedError."""
    try:
        return await link.ask(command(key))
    except RefusedError as refusal:
        if refusal.refused.code != Code.WRONG_KEY or key is not None or (ask is None and not sys.stdin.isatty()):
            raise
    typed = await asyncio.to_thread(ask or getpass.getpass, "the key of the match: ")
    return await link.ask(command(typed.strip()))
