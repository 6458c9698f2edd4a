"""A scheduler and workers of Dask as processes of this machine, for tests and measurements."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from kibitz_server.pool.cluster.address import TlsFiles
from tests.ports import free_ports

PRELOAD = "kibitz_server.pool.dask_worker"
UNTIL_S = 60.0


async def until(condition: Callable[[], object], what: str = "the condition holds") -> None:
    """Wait until a condition holds.

    Raises:
        AssertionError: It does not, for a very long time.
    """
    try:
        async with asyncio.timeout(UNTIL_S):
            while not condition():
                await asyncio.sleep(0.005)
    except TimeoutError:
        raise AssertionError(f"never: {what}") from None


class Machines:
    """A scheduler, and workers with one slot each. Searches there are in plain Python, so that none is compiled.

    Args:
        folder: Folder for the logs.
        tls: Certificates of all members.
        compiled: Whether searches are machine code all the same.
    """

    def __init__(self, folder: Path, tls: TlsFiles | None = None, compiled: bool = False) -> None:
        self.port = free_ports()[0]
        self.url = f"{'tls' if tls else 'tcp'}://127.0.0.1:{self.port}"
        self.workers: dict[str, subprocess.Popen[bytes]] = {}
        """Processes of the workers by their addresses."""
        self.scheduler: subprocess.Popen[bytes] | None = None
        self._folder = folder
        self._tls = tls
        variables = {"NUMBA_DISABLE_JIT": "0" if compiled else "1", "PYTHONWARNINGS": "ignore"}
        # Beside other processes, searches at idle priority would hardly run.
        self._env = os.environ | variables | {"KIBITZ_WORKER_NICE": "0"}

    def start_scheduler(self) -> None:
        """Start the scheduler, on the same port each time."""
        self.scheduler = self._start("scheduler", "--port", str(self.port), "--no-dashboard")

    def start_worker(self, preload: str = PRELOAD) -> str:
        """Start a worker, and return its address in the cluster."""
        port = free_ports()[0]
        address = f"{'tls' if self._tls else 'tcp'}://127.0.0.1:{port}"
        options = ["--no-nanny", "--nthreads", "1", "--no-dashboard", "--memory-limit", "0", "--preload", preload]
        slots = ["--resources", "kibitz_slot=1"]
        self.workers[address] = self._start("worker", self.url, "--worker-port", str(port), *options, *slots)
        return address

    def _start(self, kind: str, *arguments: str) -> subprocess.Popen[bytes]:
        tls = self._tls
        names = {"ca-file": tls.ca, "cert": tls.cert, "key": tls.key} if tls else {}
        files = [f"--tls-{name}={path}" for name, path in names.items()]
        command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", "--host", "127.0.0.1", *arguments, *files]
        with (self._folder / f"{kind}.log").open("ab") as output:
            return subprocess.Popen(command, env=self._env, stdout=output, stderr=output)

    def mend(self, workers: int) -> None:
        """Start whatever does not run, and let what is frozen go on."""
        if self.scheduler is None or self.scheduler.poll() is not None:
            # Workers of Dask end with their scheduler, but not at once.
            for address in list(self.workers):
                self.kill_worker(address)
            self.start_scheduler()
        self.workers = {address: process for address, process in self.workers.items() if process.poll() is None}
        for process in self.workers.values():
            process.send_signal(signal.SIGCONT)
        for _ in range(workers - len(self.workers)):
            self.start_worker()

    def kill_scheduler(self) -> None:
        """Kill the scheduler."""
        assert self.scheduler is not None
        self.scheduler.kill()
        self.scheduler.wait()

    def kill_worker(self, address: str) -> None:
        """Kill a worker."""
        process = self.workers.pop(address)
        process.kill()
        process.wait()

    def signal(self, address: str, number: int) -> None:
        """Send a signal to a worker."""
        self.workers[address].send_signal(number)

    def close(self) -> None:
        """End everything."""
        for process in [*self.workers.values(), *([self.scheduler] if self.scheduler else [])]:
            process.kill()
            process.wait()

    def log(self) -> str:
        """Return what all processes have said."""
        return "\n".join(file.read_text(errors="replace") for file in self._folder.glob("*.log"))
