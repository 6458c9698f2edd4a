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
import threading
from collections.abc import AsyncIterator
from typing import IO

from kibitz_client.errors import NetworkError, UsageError

READY = "listening on "
START_S = 30.0
STOP_S = 5.0
SETTINGS = ("--port", "0", "--limits", "off", "--database", ":memory:", "--until-stdin-closes")
INSTALL = "install the server: pip install 'kibitz[server]'"


class LocalServer:
    """The child process. Making one starts it; `address` and `stop` wait for it."""

    def __init__(self, *more: str) -> None:
        """`more` are further flags of `kibitz-server serve`. Raises Misuse when the server is not installed."""
        if importlib.util.find_spec("kibitz_server") is None:
            raise UsageError("the server is not installed here", INSTALL)
        # What it logs would stand in the middle of a game, but says why when it does not start.
        self._log = tempfile.TemporaryFile()  # noqa: SIM115
        # Not asyncio's: its pipes outlive the loop where a process of the server's holds on to them for a moment.
        self._process = subprocess.Popen(
            [sys.executable, "-m", "kibitz_server", "serve", *SETTINGS, *more],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            env={name: value for name, value in os.environ.items() if not name.startswith("KIBITZ_")},
        )

    def address(self) -> str:
        """Where it listens, once it does. Raises Misuse and NetworkError when it does not start."""
        assert self._process.stdout is not None
        first: list[bytes] = []
        # Nothing else can stop waiting for a line on every system.
        reader = threading.Thread(target=_read_line, args=(self._process.stdout, first), daemon=True)
        reader.start()
        reader.join(START_S)
        if not first:
            raise NetworkError(f"the private server did not start within {START_S:g} s", "try: kibitz-server serve")
        line = first[0].decode(errors="replace").strip()
        if line.startswith(READY):
            return line.removeprefix(READY)
        self._log.seek(0)
        said = self._log.read().decode(errors="replace").strip().splitlines() or [line or "it said nothing"]
        if "ModuleNotFoundError" in said[-1]:
            raise UsageError(f"the server is not wholly installed here ({said[-1]})", INSTALL)
        raise NetworkError(f"the private server did not start: {said[-1]}", "see what it says: kibitz-server serve")

    def stop(self) -> None:
        """Ask, then insist."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()
        for insist in (self._process.terminate, self._process.kill):
            try:
                self._process.wait(STOP_S)
                break
            except subprocess.TimeoutExpired:
                insist()
        self._process.wait()
        self._process.stdout.close()
        self._log.close()


def _read_line(file: IO[bytes], lines: list[bytes]) -> None:
    # The file may be closed meanwhile.
    with contextlib.suppress(ValueError, OSError):
        lines.append(file.readline())


@contextlib.asynccontextmanager
async def local_server() -> AsyncIterator[str]:
    """Run a server; gives its address. Raises Misuse when it is not installed, NetworkError when it does not start."""
    server = LocalServer()
    try:
        yield await asyncio.to_thread(server.address)
    finally:
        await asyncio.to_thread(server.stop)
