"""Verification of records by `kibitz-server verify`, in a process of its own."""

import asyncio
import importlib.util
import sys
from pathlib import Path

from kibitz_client.errors import ClientError, UsageError
from kibitz_client.match.record import BadRecord
from kibitz_client.network.servers.local_server import INSTALL
from kibitz_client.storage.files import temporary_file

LONGEST_LINE = 1 << 24
"""Longest line of the output of a command, in bytes."""
TIMEOUT_S = 60.0
"""How long the app waits for the verifier."""


class Differs(ClientError):
    """A record that differs from the rules; the verifier has printed how."""


async def verify(file: Path, *, engines: bool, as_json: bool) -> None:
    """Verify a record file; the verifier prints its report to the standard output.

    Args:
        engines: Whether to repeat the searches that can be repeated.

    Raises:
        UsageError: The server is not installed.
        Differs: The record differs from the rules.
        BadRecord: The file is not a record.
    """
    options = [*(["--engines"] if engines else []), *(["--json"] if as_json else [])]
    code, _ = await _run(file, *options, capture=False, timeout_s=None)
    if code == 1:
        raise Differs(f"{file} differs from the rules")
    if code:
        raise BadRecord(f"{file} was not verified")


async def verdict(record: str) -> str:
    """Verify the text of a record, and return the last line of the verifier's report.

    Raises:
        UsageError: The server is not installed.
        TimeoutError: The verifier took longer than `TIMEOUT_S`.
    """
    with temporary_file("record.jsonl", record) as file:
        code, report = await _run(file, capture=True, timeout_s=TIMEOUT_S)
    lines = report.strip().splitlines()
    return lines[-1] if lines else f"verify ended with code {code}"


async def server_command(
    *arguments: str, piped_input: bool = False, captured: bool = True
) -> asyncio.subprocess.Process:
    """Start a command of `kibitz-server`, which has the rules, in a process of its own.

    Args:
        arguments: The command and its options.
        piped_input: Whether the caller writes the standard input; otherwise it is empty.
        captured: Whether the caller reads the output and the errors; otherwise they are those of this process.

    Raises:
        UsageError: The server is not installed.
    """
    if importlib.util.find_spec("kibitz_server") is None:
        raise UsageError("checking a record needs the rules, which come with the server", INSTALL)
    stream = asyncio.subprocess.PIPE if captured else None
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "kibitz_server",
        *arguments,
        stdin=asyncio.subprocess.PIPE if piped_input else asyncio.subprocess.DEVNULL,
        stdout=stream,
        stderr=stream,
        limit=LONGEST_LINE,
    )


async def _run(file: Path, *options: str, capture: bool, timeout_s: float | None) -> tuple[int, str]:
    """Run the verifier. Return its exit code and, if captured, its output."""
    process = await server_command("verify", str(file), *options, captured=capture)
    try:
        async with asyncio.timeout(timeout_s):
            out, err = await process.communicate()
    except BaseException:
        process.kill()
        await process.wait()
        raise
    return process.returncode or 0, (out or err or b"").decode(errors="replace")
