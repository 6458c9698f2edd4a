"""A server process whose disk and time of day fail as a test says, by a small library in C that is loaded before libc.

It needs a C compiler (Debian: `apt-get install gcc libc6-dev`).
"""

import mmap
import os
import signal
import struct
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.programs import COMPILER

SOURCE = Path(__file__).with_suffix(".c")
FIELDS = ("sync_error", "write_error", "sync_delay_us", "clock_shift_s", "syncs_failed")


def build(folder: Path) -> Path:
    """Compile the library into a folder. Without a compiler, fail the test in CI, else skip it."""
    library = folder / "faults.so"
    subprocess.run([COMPILER.required(), "-shared", "-fPIC", "-O1", "-o", str(library), str(SOURCE)], check=True)
    return library


class FaultyServer:
    """Server process with an SQLite file, and the faults of its machine."""

    def __init__(self, folder: Path, library: Path) -> None:
        self.database = folder / "kibitz.db"
        self.log = folder / "log"
        self.process: subprocess.Popen[str]
        self.url = ""
        self._library = library
        page = folder / "faults"
        page.write_bytes(bytes(8 * len(FIELDS)))
        with page.open("r+b") as file:
            self._page = mmap.mmap(file.fileno(), 0)

    def start(self, environment: Mapping[str, str] | None = None) -> None:
        """Start the server, and return when it listens."""
        command = [sys.executable, "-m", "kibitz_server", "serve", "--port", "0", "--slots", "1"]
        added = {
            "LD_PRELOAD": str(self._library),
            "TEST_FAULTS": str(self.log.parent / "faults"),
            "KIBITZ_DATABASE": str(self.database),
        }
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={**os.environ, **added, **(environment or {})},
            )
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().split()[-1]

    def kill(self) -> None:
        """Kill the server, as a kernel out of memory does."""
        self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def pause(self) -> None:
        """Stop the server process with SIGSTOP."""
        self.process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Let the server process continue."""
        self.process.send_signal(signal.SIGCONT)

    def shift_clock(self, seconds: int) -> None:
        """Set the time of day of the server forward, or back, by a number of seconds from the real time."""
        self._set("clock_shift_s", seconds)

    @contextmanager
    def disk(self, **faults: int) -> Iterator[None]:
        """Let the disk fail in a block: `sync_error` and `write_error` are numbers of errors."""
        for name, value in faults.items():
            self._set(name, value)
        try:
            yield
        finally:
            for name in faults:
                self._set(name, 0)

    @property
    def syncs_failed(self) -> int:
        """How many calls of fsync and fdatasync have failed."""
        return int(struct.unpack_from("q", self._page, 8 * FIELDS.index("syncs_failed"))[0])

    def _set(self, name: str, value: int) -> None:
        struct.pack_into("q", self._page, 8 * FIELDS.index(name), value)
