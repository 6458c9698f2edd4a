"""Processes of a run: servers on one core, load generators on another."""

import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from bench.engine.baselines import baseline

SERVE = [
    *(sys.executable, "-m", "kibitz_server", "serve"),
    *("--port", "0", "--engine-pace", "0", "--log-level", "error"),
]
"""Command of a measured server: it takes a free port, and its engines answer at once."""
UNREACHED = 10**6
LIMITS = {
    # All limits count as usual. Only the numbers are higher, because all clients share one address.
    "CONNECTIONS": "20000",
    "CONNECTIONS_PER_ADDRESS": "20000",
    "UNFINISHED_PER_ADDRESS": "1000",
    "HANDSHAKES": f"{UNREACHED}/s",
    "MESSAGES": f"{UNREACHED}/s",
    "MATCHES": f"{UNREACHED}/s",
    "GUEST_SEARCH": f"{UNREACHED}/h",
    "QUERY_TIME": f"{UNREACHED}/s",
    "QUERY_BYTES": f"{UNREACHED**2}/s",
    "PLAY_TIME": f"{UNREACHED}/s",
}


class ServerProcess(NamedTuple):
    """A server in a separate process."""

    address: str
    pid: int

    @property
    def resident_kb(self) -> int:
        """Return its resident memory in kB."""
        lines = Path(f"/proc/{self.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))

    @property
    def processor_s(self) -> float:
        """Return its processor time in seconds."""
        return processor_s(self.pid)


def processor_s(pid: int) -> float:
    """Return the processor time of a process in seconds. Linux only."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def process(*command: str, **variables: str) -> Iterator[ServerProcess]:
    """Run a server on the first core until the end of the block."""
    cores = sorted(os.sched_getaffinity(0))
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=os.environ | variables,
        preexec_fn=lambda: os.sched_setaffinity(0, {cores[0]}),
    ) as child:
        try:
            assert child.stdout
            yield ServerProcess(child.stdout.readline().split()[-1], child.pid)
        finally:
            child.terminate()
            try:
                child.wait(15)
            except subprocess.TimeoutExpired:
                child.kill()


@contextlib.contextmanager
def bare() -> Iterator[ServerProcess]:
    """Run a bare `websockets` server."""
    with process(sys.executable, "-m", "bench.server.bare") as server:
        yield server


@contextlib.contextmanager
def kibitz(durable: bool = True, slots: int = 1, folder_of: Path | None = None) -> Iterator[ServerProcess]:
    """Run the server with all features on. Without `durable` it keeps its matches in memory.

    The database is in a new folder of `folder_of`, by default that of temporary files.
    """
    with tempfile.TemporaryDirectory(dir=folder_of) as folder:
        database = str(Path(folder, "bench.db")) if durable else ":memory:"
        limits = {f"KIBITZ_LIMITS__{name}": value for name, value in LIMITS.items()}
        with process(*SERVE, "--database", database, "--slots", str(slots), "--grace", "0", **limits) as server:
            yield server


@contextlib.contextmanager
def c_fan() -> Iterator[ServerProcess]:
    """Run our C server that writes each frame to all connections."""
    with process(str(baseline("fan_server"))) as server:
        yield server


def fsync_ms() -> float:
    """Return the median time in which this disk writes 4 kB durably."""
    times = []
    with tempfile.TemporaryFile() as file:
        for _ in range(50):
            file.write(b"x" * 4096)
            file.flush()
            began = time.perf_counter()
            os.fdatasync(file.fileno())
            times.append(1000 * (time.perf_counter() - began))
    return sorted(times)[len(times) // 2]
