"""Lines of standard input, read in a thread."""

import asyncio
import contextlib
import os
import threading
from collections import deque
from collections.abc import Callable, Sequence
from typing import TextIO

from kibitz_protocol.validation.plain_text import without_mark


class Keyboard:
    """Source of typed lines. `interactive`: the input is a terminal, which shows what the user types.

    The file is None in a program that was started without standard input.
    """

    reopens = False
    """Whether a second keyboard can listen once this one is closed: a thread that reads whole lines never lets go."""

    def __init__(self, file: TextIO | None) -> None:
        self._file = file
        self.interactive = self._file is not None and self._file.isatty()

    def listen(self, receive: Callable[[str | None], None]) -> None:
        """Call `receive` with each line and at last with None, from a new thread.

        The thread reads the descriptor, not the file object, whose lock it would hold when the program ends. It is a
        daemon thread, because nothing can interrupt its read.
        """
        if self._file is None:
            receive(None)
        else:
            threading.Thread(target=_read_lines, args=(self._file.fileno(), receive), daemon=True).start()

    async def close(self) -> None:
        """Release the terminal. There is nothing to do where whole lines are read."""

    def unread(self, lines: Sequence[str | None]) -> None:
        """Give back lines that were not used, with None for the end of the input. Only `KeptKeyboard` keeps them."""


class KeptKeyboard(Keyboard):
    """Keyboard for several readers, one after the other: the lines that one leaves go to the next one."""

    def __init__(self, keyboard: Keyboard) -> None:
        self._keyboard = keyboard
        self.interactive = keyboard.interactive
        self._lines: deque[str | None] = deque()
        self._receive: Callable[[str | None], None] | None = None
        self._listening = False
        # Lines come from another thread.
        self._lock = threading.Lock()

    def listen(self, receive: Callable[[str | None], None]) -> None:
        """Call `receive` with the lines that are kept, and with each further one until the reader closes."""
        with self._lock:
            self._receive = receive
            while self._lines:
                receive(self._lines.popleft())
        if not self._listening:
            self._listening = True
            self._keyboard.listen(self._arrived)

    async def close(self) -> None:
        """Keep the next lines."""
        with self._lock:
            self._receive = None

    def unread(self, lines: Sequence[str | None]) -> None:
        """Keep lines for the next reader, before those that come later."""
        with self._lock:
            self._lines.extendleft(reversed(lines))

    def _arrived(self, line: str | None) -> None:
        with self._lock:
            if self._receive is None:
                self._lines.append(line)
            else:
                self._receive(line)


def typed_lines(keyboard: Keyboard) -> asyncio.Queue[str | None]:
    """Listen to a keyboard. Return the queue of its lines, with None for the end of the input."""
    typed: asyncio.Queue[str | None] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def receive(line: str | None) -> None:
        # The loop may be closed already.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(typed.put_nowait, line)

    keyboard.listen(receive)
    return typed


def _read_lines(file: int, receive: Callable[[str | None], None]) -> None:
    rest, first = b"", True
    try:
        while chunk := os.read(file, 4096):
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                text = line.decode(errors="replace")
                receive(without_mark(text) if first else text)
                first = False
    except OSError:
        # The terminal was closed, which ends the input too.
        pass
    if rest:
        receive(rest.decode(errors="replace"))
    receive(None)
