"""The server under test: a process with a fixed port and one database, which the run kills and restarts."""

import asyncio
import os
import random
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from pathlib import Path

from kibitz_client.network.servers.local_server import environment
from tests.ports import free_ports

START_S = 60.0


class Server:
    """One `kibitz-server serve`, with further flags. Its log goes to a file, to analyse failures.

    A `plain` one searches in plain Python.
    """

    def __init__(
        self, database: str, log: Path, broker: str | None = None, flags: Sequence[str] = (), plain: bool = False
    ) -> None:
        [self.port] = free_ports()
        self.database = database
        self.url = f"ws://127.0.0.1:{self.port}"
        self._log = log
        self._broker = broker
        self._flags = flags
        self._variables = {"NUMBA_DISABLE_JIT": "1"} if plain else {}
        self._process: Process | None = None

    async def start(self) -> None:
        """Start the server, and return when it listens.

        Raises:
            RuntimeError: the first line of output is not the address.
        """
        flags = ["--port", str(self.port), "--slots", "1", "--limits", "off"]
        flags += ["--mqtt", self._broker] if self._broker else []
        flags += self._flags
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "kibitz_server", "serve", *flags),
                stdout=PIPE,
                stderr=log,
                env={**environment(), **self._variables, "KIBITZ_DATABASE": self.database},
            )
        assert self._process.stdout is not None
        async with asyncio.timeout(START_S):
            line = await self._process.stdout.readline()
        if not line.startswith(b"listening"):
            raise RuntimeError(f"the server did not start; see {self._log}")

    async def kill(self) -> set[int]:
        """Send SIGKILL, as a kernel out of memory does. Return the workers, which must end by themselves."""
        assert self._process is not None
        left = set(descendants(self._process.pid))
        self._process.kill()
        await self._process.wait()
        return left

    def signal(self, number: int) -> None:
        """Send a signal to the server process."""
        assert self._process is not None
        self._process.send_signal(number)

    def kill_worker(self, rng: random.Random) -> bool:
        """Send SIGKILL to a random search process. Return whether there was one."""
        assert self._process is not None
        workers = [pid for pid in descendants(self._process.pid) if not descendants(pid) and _searches(pid)]
        if not workers:
            return False
        os.kill(rng.choice(workers), signal.SIGKILL)
        return True

    async def stop(self) -> None:
        """Stop the server with SIGTERM, as an operator does."""
        if self._process is not None and self._process.returncode is None:
            self._process.terminate()
            await self._process.wait()


def alive(pids: set[int]) -> set[int]:
    """Return the processes that still run; a zombie does not count."""
    return {pid for pid in pids if (state := _status(pid)) is not None and state[0] != "Z"}


def descendants(pid: int) -> list[int]:
    """Return all descendants of a process."""
    parents: dict[int, list[int]] = {}
    for each in (int(name) for name in os.listdir("/proc") if name.isdecimal()):
        if (state := _status(each)) is not None:
            parents.setdefault(state[1], []).append(each)
    found, waiting = [], [pid]
    while waiting:
        children = parents.get(waiting.pop(), [])
        found += children
        waiting += children
    return found


def _status(pid: int) -> tuple[str, int] | None:
    """Return the state and the parent of a process; None if it does not exist."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return fields[0], int(fields[1])


def _searches(pid: int) -> bool:
    """Return whether a process is not the resource tracker of the standard library."""
    try:
        return b"resource_tracker" not in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False
