"""The app in a pseudo-terminal, connected to a server with two playing clients."""

import contextlib
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bench.answers import Player, player, process
from bench.server.processes import SERVE
from kibitz_client.network.servers.local_server import environment
from tests.client.tui.terminal import Terminal, program

KIBITZ = program()
BARE = [
    sys.executable,
    "-c",
    "from textual.app import App; from textual.widgets import Static\n"
    "class Bare(App):\n"
    "    def compose(self): yield Static('F2 settings')\n"
    "Bare().run()",
]
"""The least that an app with Textual does: it shows one line. Ctrl-Q leaves it, as it leaves Kibitz."""
BOARD = {"columns": 8, "rows": 8, "connect": 8}
FIRST_SCREEN = b" settings"
"""Text in the last line of the lobby, which the app writes last."""

Environ = dict[str, str]


@asynccontextmanager
async def server(folder: str) -> AsyncIterator[tuple[str, Environ]]:
    """Run a server. Yield its address, and an environment in which the app finds it and has no stored tokens."""
    async with process(*SERVE, "--limits", "off", "--slots", "1", "--database", ":memory:") as address:
        removed = ("NO_COLOR", "SSH_TTY", "PYTHONDONTWRITEBYTECODE", "COLUMNS", "LINES")
        inherited = {name: value for name, value in environment().items() if name not in removed}
        folders = {"XDG_STATE_HOME": str(Path(folder, "state")), "XDG_CONFIG_HOME": str(Path(folder, "config"))}
        yield address, {**inherited, **folders, "KIBITZ_SERVER": address, "COLORTERM": "truecolor"}


@contextlib.contextmanager
def app(env: Environ, columns: int = 80, rows: int = 24) -> Iterator[Terminal]:
    """Run the app and wait until it is connected."""
    with Terminal(*KIBITZ, env=env, columns=columns, rows=rows) as terminal:
        terminal.wait_for("ONLINE")
        yield terminal
        terminal.leave()


class ClientMatch:
    """A match that the app watches, or plays against a client."""

    def __init__(self, host: Player, guest: Player | None, created: dict[str, Any]) -> None:
        self.players = (host, guest)
        self.id: str = created["match"]
        self.code: str = created["code"]
        self.ply = 0

    @classmethod
    async def open(cls, address: str, *, guest: bool, clock: dict[str, Any] | None = None) -> "ClientMatch":
        """Create a match in which no side wins soon. Without a `guest`, its second seat is for the app."""
        host = await player(address, "ann")
        seats = [{"kind": "me"}, {"kind": "open"}]
        created = await host.ask(t="create", game="mnk", options=BOARD, seats=seats, clock=clock)
        match = cls(host, await player(address, "bob") if guest else None, created["result"])
        if match.players[1] is not None:
            await match.players[1].ask(t="join", match=match.id)
        return match

    @property
    def move_text(self) -> str:
        """Return the next move: row by row."""
        return f"{'abcdefgh'[self.ply % 8]}{self.ply // 8 + 1}"

    async def move(self) -> None:
        """Send the next move from a client."""
        mover = self.players[self.ply % 2]
        assert mover is not None
        await mover.ask(t="move", match=self.id, ply=self.ply, move=self.move_text)
        self.ply += 1

    async def close(self) -> None:
        """Disconnect the clients."""
        for each in self.players:
            if each is not None:
                await each.socket.close()


def settle(terminal: Terminal, quiet_s: float = 1.0) -> None:
    """Read until the app has written nothing for some seconds."""
    while terminal.read(quiet_s):
        pass


def bytes_within(terminal: Terminal, seconds: float) -> int:
    """Return the number of bytes that the app writes in some seconds."""
    before, ends_at = terminal.written, time.perf_counter() + seconds
    while (left := ends_at - time.perf_counter()) > 0:
        terminal.read(left)
    return terminal.written - before
