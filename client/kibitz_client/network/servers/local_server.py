"""Private server on the loopback interface, as a child process that ends with this process.

The child serves until its standard input closes, which also happens when this process is killed. It ignores Ctrl-C, so
that the client can close its connection first.
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
from pathlib import Path
from typing import IO

from kibitz_client.errors import NetworkError, UsageError, printed_error

READY = "listening on "
START_S = 30.0
STOP_S = 5.0
INHERITED = ("KIBITZ_WORKER_NICE", "KIBITZ_GAMES", "KIBITZ_ENGINE_PACE")
"""The server settings of the environment that apply: they belong to the machine. Others are for public servers."""
SETTINGS = ("--port", "0", "--limits", "off", "--until-stdin-closes")
INSTALL = "install the server: in a clone of Kibitz, run pip install '.[server]'"


def environment() -> dict[str, str]:
    """Return this process's environment without the settings of another server."""
    return {name: value for name, value in os.environ.items() if name in INHERITED or not name.startswith("KIBITZ_")}


class LocalServer:
    """The child process. The constructor starts it; `address` and `stop` block."""

    def __init__(self, *options: str, database: Path | None = None) -> None:
        """Start the process, with further options of `kibitz-server serve`.

        Args:
            options: Further options.
            database: File that keeps its matches and tournaments; without one, they end with it.

        Raises:
            UsageError: The server is not installed.
        """
        if importlib.util.find_spec("kibitz_server") is None:
            raise UsageError("the server is not installed here", INSTALL)
        # On the terminal its log would disturb a game; in a file it explains a failed start.
        self._log = _log_file()
        kept = str(database.absolute()) if database is not None else ":memory:"
        # Not an asyncio subprocess: its pipes outlive the loop while a worker of the server still holds them open.
        self._process = subprocess.Popen(
            [sys.executable, "-m", "kibitz_server", "serve", *SETTINGS, "--database", kept, *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            env=environment(),
        )

    def address(self) -> str:
        """Return the server's address, as soon as it listens.

        Raises:
            UsageError: The server's installation is incomplete.
            NetworkError: The server does not start.
        """
        assert self._process.stdout is not None
        first: list[bytes] = []
        # A thread is the only way on every system to wait for a line with a timeout.
        reader = threading.Thread(target=_read_line, args=(self._process.stdout, first), daemon=True)
        reader.start()
        reader.join(START_S)
        if not first:
            raise NetworkError(f"the private server did not start within {START_S:g} s", "kibitz-server serve")
        line = first[0].decode(errors="replace").strip()
        if line.startswith(READY):
            return line.removeprefix(READY)
        self._log.seek(0)
        log = self._log.read().decode(errors="replace").strip()
        last = log.rpartition("\n")[2] or line or "it printed nothing"
        if "ModuleNotFoundError" in last:
            raise UsageError(f"the server's installation is incomplete ({last})", INSTALL)
        sentence, hint = printed_error(log) or (last, None)
        raise NetworkError(f"the private server did not start: {sentence}", hint or "see its log: kibitz-server serve")

    def stop(self) -> None:
        """Close the server's standard input, then terminate and at last kill it."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.close()
        for force in (self._process.terminate, self._process.kill):
            try:
                self._process.wait(STOP_S)
                break
            except subprocess.TimeoutExpired:
                force()
        self._process.wait()
        self._process.stdout.close()
        self._log.close()


def _log_file() -> IO[bytes]:
    """Return a file for the log of the server, in memory if no folder for temporary files can be written."""
    try:
        return tempfile.TemporaryFile()
    except OSError:
        # The server ends for the same reason, and its log says so.
        if hasattr(os, "memfd_create"):
            return open(os.memfd_create("kibitz-log"), "w+b")
        return open(os.devnull, "w+b")


def _read_line(file: IO[bytes], lines: list[bytes]) -> None:
    # `stop` may close the file meanwhile.
    with contextlib.suppress(ValueError, OSError):
        lines.append(file.readline())


@contextlib.asynccontextmanager
async def local_server(database: Path | None = None) -> AsyncIterator[str]:
    """Run a private server to the end of the block, and yield its address.

    Args:
        database: File that keeps its matches and tournaments.

    Raises:
        UsageError: The server is not installed.
        NetworkError: The server does not start.
    """
    server = LocalServer(database=database)
    try:
        yield await asyncio.to_thread(server.address)
    finally:
        await asyncio.to_thread(server.stop)
