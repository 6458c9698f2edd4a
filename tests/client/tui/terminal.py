"""A program in a pseudo-terminal: tests send keys and clicks, and read the screen."""

import contextlib
import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pyte

MAX_S = 45.0
"""The limit of every wait, for a busy machine."""

LEAVE = "\x11"


def program() -> list[str]:
    """Return the command of the installed `kibitz`, or of its module."""
    script = Path(sys.executable).with_name("kibitz")
    return [str(script)] if script.exists() else [sys.executable, "-m", "kibitz_client"]


class Terminal:
    """A program in a terminal of `columns` by `rows`. `output` has its bytes; `read_at` is the time of the last."""

    def __init__(self, *command: str, env: Mapping[str, str], columns: int = 80, rows: int = 24) -> None:
        self.written = 0
        self.read_at = 0.0
        self.output = bytearray()
        self._screen = pyte.Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self._end, its_end = pty.openpty()
        self._open = True
        _set_size(its_end, columns, rows)
        self.began_at = time.perf_counter()
        # The workers of pytest-xdist set these. A program would then take them for the size, and not follow a resize.
        kept = {name: value for name, value in env.items() if name not in ("COLUMNS", "LINES")}
        self.process = subprocess.Popen(
            command,
            env={"TERM": "xterm-256color", **kept},
            stdin=its_end,
            stdout=its_end,
            stderr=its_end,
            start_new_session=True,
        )
        os.close(its_end)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _type: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        """Kill the program and close the terminal."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        if self._open:
            os.close(self._end)
            self._open = False

    def type(self, text: str) -> None:
        """Press keys."""
        os.write(self._end, text.encode())

    def click(self, column: int, row: int) -> None:
        """Press and release the mouse (SGR encoding); columns and rows count from 0."""
        at = f"0;{column + 1};{row + 1}"
        self.type(f"\x1b[<{at}M\x1b[<{at}m")

    def resize(self, columns: int, rows: int) -> None:
        """Resize the window. Output from before is shown at the old size first, as a terminal does it."""
        while self.read(0):
            pass
        self._screen.resize(rows, columns)
        _set_size(self._end, columns, rows)
        # The kernel signals only processes whose controlling terminal it is.
        self.process.send_signal(signal.SIGWINCH)

    def vanish(self) -> None:
        """Close the terminal, as when its window dies. No signal tells the program, which is in another session."""
        os.close(self._end)
        self._open = False

    def read(self, most_s: float) -> bytes:
        """Return the next output, or nothing after `most_s` seconds."""
        if not select.select([self._end], [], [], most_s)[0]:
            return b""
        try:
            found = os.read(self._end, 2048)
        except OSError:
            # Linux raises this when the other end is closed.
            return b""
        self.read_at = time.perf_counter()
        self.written += len(found)
        self.output += found
        self._stream.feed(found)
        return found

    @property
    def attributes(self) -> list[Any]:
        """The modes of the terminal, such as whether it shows what is typed."""
        return termios.tcgetattr(self._end)[:4]

    def wait(self) -> int:
        """Read until the program ends. Return its exit code."""
        ends_at = time.monotonic() + MAX_S
        while time.monotonic() < ends_at and self.process.poll() is None:
            # A program cannot exit while its last output is unread.
            self.read(0.05)
        while self.read(0):
            pass
        return self.process.wait(1)

    @property
    def lines(self) -> list[str]:
        """The lines of the screen as of the last read."""
        return [line.rstrip() for line in self._screen.display]

    def shows(self, text: str) -> bool:
        """Return whether a text is on the screen."""
        return any(text in line for line in self.lines)

    def wait_until(self, reached: Callable[[], bool], what: str = "") -> None:
        """Read until a condition holds. Fail with the screen after MAX_S."""
        ends_at = time.monotonic() + MAX_S
        while not reached():
            picture = "\n".join(self.lines)
            assert time.monotonic() < ends_at, f"it never came to {what or 'that'}:\n{picture}"
            assert self.read(0.2) or self.process.poll() is None, f"the program has ended:\n{picture}"

    def wait_for(self, *texts: str) -> str:
        """Read until one of the texts is on the screen, and return it."""
        self.wait_until(lambda: any(map(self.shows, texts)), f"any of {texts}")
        return next(text for text in texts if self.shows(text))

    def leave(self) -> int:
        """Press Ctrl-Q and wait for the end. Return the exit code."""
        self.type(LEAVE)
        return self.wait()


def _set_size(end: int, columns: int, rows: int) -> None:
    with contextlib.suppress(OSError):
        fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
