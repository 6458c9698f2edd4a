"""A program in a window of tmux: keys and clicks are sent, and the pane is read."""

import asyncio
import subprocess
import time
from collections.abc import Callable

MAX_S = 60.0
"""The limit of every wait."""


class Tmux:
    """A program in a window of tmux, with a server of tmux of its own."""

    def __init__(self, columns: int, rows: int, command: list[str]) -> None:
        self._socket = f"kibitz-trial-{columns}x{rows}-{time.monotonic_ns()}"
        self._run("new-session", "-d", "-x", str(columns), "-y", str(rows), *command)
        self._run("set-option", "-g", "status", "off")
        self._run("resize-window", "-x", str(columns), "-y", str(rows))

    def lines(self) -> list[str]:
        """Return the lines of the pane."""
        return self._run("capture-pane", "-p").splitlines()

    def shows(self, *texts: str) -> bool:
        """Return whether one of the texts is in the pane."""
        return any(text in line for line in self.lines() for text in texts)

    def press(self, *keys: str) -> None:
        """Press keys by their names in tmux."""
        self._run("send-keys", *keys)

    def type(self, text: str) -> None:
        """Send text in one burst."""
        self._run("send-keys", "-l", text)

    def click(self, column: int, row: int) -> None:
        """Press and release the mouse (SGR encoding); columns and rows count from 0."""
        at = f"0;{column + 1};{row + 1}"
        self.type(f"\x1b[<{at}M\x1b[<{at}m")

    async def until(self, reached: Callable[[], bool], what: str) -> None:
        """Wait for a condition.

        Raises:
            TimeoutError: It was not reached within `MAX_S`.
        """
        ends_at = time.monotonic() + MAX_S
        while not reached():
            if time.monotonic() > ends_at:
                raise TimeoutError(f"never came: {what}\n" + "\n".join(self.lines()))
            await asyncio.sleep(0.05)

    async def wait_for(self, *texts: str) -> None:
        """Wait for one of the texts."""
        await self.until(lambda: self.shows(*texts), f"one of {texts}")

    def close(self) -> None:
        """End tmux and the program."""
        self._run("kill-server")

    def _run(self, *command: str) -> str:
        return subprocess.run(
            ["tmux", "-L", self._socket, "-f", "/dev/null", *command], check=True, capture_output=True, text=True
        ).stdout
