"""The terminal of the demo: a second screen on which a frame replaces the one before, one write for each frame.

Rows are addressed, so nothing scrolls, and only changed rows are written, so nothing flickers. At the end the screen of
before comes back, and what is shown then stays.
"""

import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

OPEN, CLOSE = "\x1b[?1049h\x1b[?25l\x1b[2J", "\x1b[?25h\x1b[?1049l"
"""Codes that go to the second screen without a cursor, and back."""
BEGIN, END = "\x1b[?2026h", "\x1b[?2026l"
"""Codes between which a terminal shows nothing of a frame that is not complete, if it can."""


class Screen:
    """The second screen of a terminal. `write` writes to it at once; `size` returns its columns and rows."""

    def __init__(self, write: Callable[[str], None], size: Callable[[], tuple[int, int]]) -> None:
        self._write = write
        self.size = size
        self._shown: list[str] = []
        self._shown_in: tuple[int, int] | None = None
        self._open = False

    def open(self) -> None:
        """Go to the second screen."""
        self._shown, self._shown_in = [], None
        self._write(OPEN)
        self._open = True

    def close(self) -> None:
        """Go back to the first screen; a second call does nothing."""
        if self._open:
            self._open = False
            self._write(CLOSE)

    def show(self, rows: Sequence[str]) -> None:
        """Show a frame in place of the last one. After a change of the size, all of it is written."""
        size = self.size()
        codes = ""
        if size != self._shown_in:
            self._shown, self._shown_in, codes = [], size, "\x1b[2J"
        shown = list(rows[: size[1]])
        for number in range(max(len(shown), len(self._shown))):
            row = shown[number] if number < len(shown) else ""
            if number >= len(self._shown) or self._shown[number] != row:
                codes += f"\x1b[{number + 1};1H{row}\x1b[K"
        self._shown = shown
        if codes:
            self._write(f"{BEGIN}{codes}{END}")


@contextlib.contextmanager
def silent_keyboard(suspend: Callable[[], None], resume: Callable[[], None]) -> Iterator[None]:
    """Keep keys that are pressed meanwhile off the screen, and drop them at the end. Ctrl-C and Ctrl-Z go on to work.

    Args:
        suspend: Called before Ctrl-Z stops the program and gives the terminal to the shell.
        resume: Called when the program goes on.
    """
    try:
        import termios
    except ImportError:  # on Windows
        yield
        return
    try:
        keyboard = sys.stdin.fileno()
        before = termios.tcgetattr(keyboard)
    except (termios.error, OSError, ValueError):  # no terminal
        yield
        return
    silent = list(before)
    silent[3] &= ~termios.ECHO

    def stop(_number: int, _frame: Any) -> None:
        suspend()
        termios.tcsetattr(keyboard, termios.TCSANOW, before)
        os.kill(os.getpid(), signal.SIGSTOP)
        # The shell has sent SIGCONT.
        termios.tcsetattr(keyboard, termios.TCSANOW, silent)
        resume()

    termios.tcsetattr(keyboard, termios.TCSANOW, silent)
    earlier = signal.signal(signal.SIGTSTP, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTSTP, earlier)
        termios.tcsetattr(keyboard, termios.TCSAFLUSH, before)
