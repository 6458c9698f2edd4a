"""A server of one's own on the loopback interface, as a child process that ends with us.

The child serves until its standard input closes, which also happens when this process is killed. It does not mind
Ctrl-C, so that we can say goodbye before it goes.
"""

import asyncio
import contextlib
import importlib.util
import os
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from typing import IO

from kibitz_client.errors import Misuse, NetworkError

READY = "listening on "
START_S = 30.0
STOP_S = 5.0
SETTINGS = ("--port", "0", "--database", ":memory:", "--until-stdin-closes")
INSTALL = "install the server: pip install 'kibitz[server]'"


@contextlib.asynccontextmanager
async def private_server() -> AsyncIterator[str]:
    """Run a server; gives its address. Raises Misuse when it is not installed, NetworkError when it does not start."""
    if importlib.util.find_spec("kibitz_server") is None:
        raise Misuse("the server is not installed here", INSTALL)
    # What it logs would stand in the middle of a game, but says why when it does not start.
    with tempfile.TemporaryFile() as log:
        # Not asyncio's: its pipes outlive the loop where a process of the server's holds on to them for a moment.
        process = subprocess.Popen(  # noqa: ASYNC220
            [sys.executable, "-m", "kibitz_server", "serve", *SETTINGS],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            env={name: value for name, value in os.environ.items() if not name.startswith("KIBITZ_")},
        )
        try:
            yield await _address(process, log)
        finally:
            await _stop(process)


async def _address(process: "subprocess.Popen[bytes]", log: IO[bytes]) -> str:
    assert process.stdout is not None
    try:
        first = await asyncio.wait_for(asyncio.to_thread(process.stdout.readline), START_S)
        line = first.decode(errors="replace").strip()
    except TimeoutError:
        raise NetworkError(
            f"the private server did not start within {START_S:g} s", "try: kibitz-server serve"
        ) from None
    if line.startswith(READY):
        return line.removeprefix(READY)
    log.seek(0)
    said = log.read().decode(errors="replace").strip().splitlines() or [line or "it said nothing"]
    if "ModuleNotFoundError" in said[-1]:
        raise Misuse(f"the server is not wholly installed here ({said[-1]})", INSTALL)
    raise NetworkError(f"the private server did not start: {said[-1]}", "see what it says: kibitz-server serve")


async def _stop(process: "subprocess.Popen[bytes]") -> None:
    """Ask, then insist."""
    assert process.stdin is not None
    assert process.stdout is not None
    with contextlib.suppress(BrokenPipeError):
        process.stdin.close()
    for insist in (process.terminate, process.kill):
        try:
            await asyncio.to_thread(process.wait, STOP_S)
            break
        except subprocess.TimeoutExpired:
            insist()
    process.wait()
    process.stdout.close()
