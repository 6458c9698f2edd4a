"""Commands of `kibitz-server`, which has rules, engines and statistics, run in a process of its own."""

import asyncio
import importlib.util
import sys
from typing import NamedTuple

from kibitz_client.errors import UsageError, printed_error
from kibitz_client.network.servers.local_server import INSTALL

LONGEST_LINE = 1 << 24
"""Longest line of the output of a command, in bytes."""


class EndedCommand(NamedTuple):
    """A command that ended: its exit code, and what it wrote, if that was captured."""

    code: int
    out: str
    err: str

    def error(self, otherwise: str) -> tuple[str, str | None]:
        """Return the sentence and the hint of its error; `otherwise` is the sentence of a command that wrote none."""
        told = self.err.strip()
        return printed_error(told) or (told.rpartition("\n")[2] or otherwise, None)


async def run_server_command(
    *arguments: str,
    text: str | None = None,
    own_input: bool = False,
    captured: bool = True,
    timeout_s: float | None = None,
) -> EndedCommand:
    """Run a command to its end.

    Args:
        arguments: The command and its options.
        text: Its standard input, which is empty by default.
        own_input: Whether it reads the standard input of this process instead.
        captured: Whether to return what it writes; otherwise that goes where this process writes.
        timeout_s: How long to wait.

    Raises:
        UsageError: The server is not installed.
        TimeoutError: The command took longer.
    """
    process = await server_command(*arguments, piped_input=text is not None, own_input=own_input, captured=captured)
    try:
        async with asyncio.timeout(timeout_s):
            out, err = await process.communicate(text.encode(errors="replace") if text is not None else None)
    except BaseException:
        process.kill()
        await process.wait()
        raise
    return EndedCommand(process.returncode or 0, *((stream or b"").decode(errors="replace") for stream in (out, err)))


async def server_command(
    *arguments: str,
    piped_input: bool = False,
    own_input: bool = False,
    captured: bool = True,
    package: str = "kibitz_server",
) -> asyncio.subprocess.Process:
    """Start a command.

    Args:
        arguments: The command and its options.
        piped_input: Whether the caller writes the standard input; otherwise it is empty.
        own_input: Whether the command reads the standard input of this process instead.
        captured: Whether the caller reads the output and the errors; otherwise they are those of this process.
        package: The package of the server. Replaceable for tests.

    Raises:
        UsageError: The server is not installed.
    """
    if importlib.util.find_spec(package) is None:
        raise UsageError(f"`{arguments[0]}` needs what comes with the server", INSTALL)
    stream = asyncio.subprocess.PIPE if captured else None
    usual = None if own_input else asyncio.subprocess.DEVNULL
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        package,
        *arguments,
        stdin=asyncio.subprocess.PIPE if piped_input else usual,
        stdout=stream,
        stderr=stream,
        limit=LONGEST_LINE,
    )
