"""The app in a terminal before a real server, and before a feed that is faster than any eye."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time
from itertools import cycle
from pathlib import Path

import pytest

from kibitz_client.tui.screens.watch import WatchScreen
from kibitz_protocol.to_client import Moved, TakenBack
from tests.client.samples import event, move, position, snapshot
from tests.client.test_programs import environ, server  # noqa: F401
from tests.client.tui.fakes import Server, running, shows, until


class Terminal:
    """The program in a terminal of 80x24; `seen` is what it has written since it was last asked."""

    def __init__(self, env: dict[str, str], *args: str) -> None:
        self._end, its_end = pty.openpty()
        fcntl.ioctl(its_end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        command = [sys.executable, "-m", "kibitz_client", *args]
        self.process = subprocess.Popen(command, env=env, stdin=its_end, stdout=its_end, stderr=its_end)
        os.close(its_end)

    def type(self, text: str) -> None:
        """Press keys."""
        os.write(self._end, text.encode())

    def wait_for(self, *texts: str, most_s: float = 20.0) -> str:
        """Read until one of these is on the screen; gives which."""
        seen, ends_at = b"", time.monotonic() + most_s
        while time.monotonic() < ends_at:
            if select.select([self._end], [], [], 0.2)[0]:
                seen += os.read(self._end, 65536)
                for text in texts:
                    if text.encode() in seen:
                        return text
        raise AssertionError(f"none of {texts} came: {seen[-2000:]!r}")

    def close(self) -> int:
        """Leave the program; gives its exit code."""
        self.type("\x11")
        while select.select([self._end], [], [], 10)[0]:
            try:
                if not os.read(self._end, 65536):
                    break
            except OSError:
                break
        os.close(self._end)
        return self.process.wait(20)


@pytest.mark.io
def test_a_whole_match_in_a_terminal(server: dict[str, str], tmp_path: Path) -> None:  # noqa: F811
    """Connect Four against an engine from the lobby to the result, by keyboard, with every move saved."""
    terminal = Terminal({**server, "XDG_CONFIG_HOME": str(tmp_path), "TERM": "xterm-256color"})
    try:
        terminal.wait_for("ONLINE")
        terminal.type("1")
        terminal.wait_for("Connect Four")
        for column in cycle("4352617"):
            terminal.type(f"{column}\r")
            if terminal.wait_for("wins:", "draw:", "saved", "full", "not legal") in ("wins:", "draw:"):
                break
        terminal.type("\x1b")
    finally:
        code = terminal.close()
    assert code == 0


async def test_a_feed_faster_than_any_eye() -> None:
    """Four hundred moves at once are shown as they stand at the end, with a handful of drawings between."""
    told = Server()
    async with running(told) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        app.open_match("m1", join=False)
        told.tell(snapshot("40"))
        await until(pilot, lambda: isinstance(app.screen, WatchScreen) and shows(app, "Tic-tac-toe"))
        for round_ in range(200):
            told.tell(event(6 + 2 * round_, Moved(move=move(2, 8)), position("408")))
            told.tell(event(7 + 2 * round_, TakenBack(seat=0, plies=1), position("40")))
        told.tell(event(406, Moved(move=move(2, 7)), position("407")))
        began_at = time.monotonic()
        await until(pilot, lambda: shows(app, "b1"))
        assert time.monotonic() - began_at < 2
