"""The server under test: a process on a fixed port and one database, that is killed and started again."""

import asyncio
import os
import random
import signal
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path

from tests.ports import free_ports

START_S = 60.0


class Server:
    """One `kibitz-server serve`. What it logs goes into a file, for whoever looks into a failure."""

    def __init__(self, database: str, log: Path) -> None:
        [self.port] = free_ports()
        self.database = database
        self.url = f"ws://127.0.0.1:{self.port}"
        self._log = log
        self._process: Process | None = None

    async def start(self) -> None:
        """Start, and return when it listens."""
        flags = ["--port", str(self.port), "--slots", "1", "--limits", "off"]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("KIBITZ_")}
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "kibitz_server", "serve", *flags),
                stdout=PIPE,
                stderr=log,
                env={**environment, "KIBITZ_DATABASE": self.database},
            )
        assert self._process.stdout is not None
        async with asyncio.timeout(START_S):
            line = await self._process.stdout.readline()
        if not line.startswith(b"listening"):
            raise RuntimeError(f"the server did not start; see {self._log}")

    async def kill(self) -> set[int]:
        """SIGKILL, as a machine does that runs out of memory. Gives the workers, which have to go by themselves."""
        assert self._process is not None
        left = set(descendants(self._process.pid))
        self._process.kill()
        await self._process.wait()
        return left

    def kill_worker(self, lots: random.Random) -> bool:
        """SIGKILL to one of the processes that search; whether there was one."""
        assert self._process is not None
        workers = [pid for pid in descendants(self._process.pid) if not descendants(pid) and _searches(pid)]
        if not workers:
            return False
        os.kill(lots.choice(workers), signal.SIGKILL)
        return True

    async def stop(self) -> None:
        """Ask it to stop, as whoever runs it would."""
        if self._process is not None and self._process.returncode is None:
            self._process.terminate()
            await self._process.wait()


def alive(pids: set[int]) -> set[int]:
    """Those of the processes that still run; a zombie does not."""
    return {pid for pid in pids if (state := _status(pid)) is not None and state[0] != "Z"}


def descendants(pid: int) -> list[int]:
    """The children of a process, and theirs."""
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
    """The state and the parent of a process."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return fields[0], int(fields[1])


def _searches(pid: int) -> bool:
    """Whether a process is no helper of the standard library's."""
    try:
        return b"resource_tracker" not in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False
