"""The server and the broker under test, each in a separate process, and two playing clients."""

import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from bench.answers import Player, player, process
from bench.server.processes import SERVE
from tests.mosquitto import Mosquitto

BOARD = {"columns": 8, "rows": 8, "connect": 8}
MOVES = 48
"""Number of moves on this board, row by row, without a winner."""


@contextmanager
def broker() -> Iterator[Mosquitto]:
    """Run a Mosquitto broker."""
    mosquitto = Mosquitto()
    try:
        yield mosquitto
    finally:
        mosquitto.remove()


@asynccontextmanager
async def server(folder: str, name: str, feed: str | None) -> AsyncIterator[str]:
    """Run a server with its matches on disk, and with a feed if `feed` is a URL. Yield its address."""
    command = [*SERVE, "--limits", "off", "--slots", "1", "--database", str(Path(folder, f"{name}.db"))]
    async with process(*command, *(["--mqtt", feed] if feed else [])) as address:
        yield address


class ClientPair:
    """Two clients that play one match after the other."""

    def __init__(self, host: Player, guest: Player) -> None:
        self.players = (host, guest)
        self.match = ""
        self.ply = 0

    @classmethod
    async def connect(cls, address: str) -> "ClientPair":
        """Connect both clients."""
        return cls(await player(address, "ann"), await player(address, "bob"))

    async def begin(self) -> None:
        """Create a match and join it."""
        seats = [{"kind": "me"}, {"kind": "open"}]
        created = await self.players[0].ask(t="create", game="mnk", options=BOARD, seats=seats)
        self.match, self.ply = created["result"]["match"], 0
        await self.players[1].ask(t="join", match=self.match)

    async def move(self) -> None:
        """Send the next move and wait for its answer."""
        text = f"{'abcdefgh'[self.ply % 8]}{self.ply // 8 + 1}"
        await self.players[self.ply % 2].ask(t="move", match=self.match, ply=self.ply, move=text)
        self.ply += 1

    async def end(self) -> None:
        """Resign the match."""
        await self.players[0].ask(t="resign", match=self.match)

    async def disconnect(self) -> None:
        """Disconnect both clients."""
        for each in self.players:
            await each.socket.close()


def listener_of(port: int) -> int:
    """Return the id of the process that listens on a port. Linux only.

    Raises:
        LookupError: no process listens on the port.
    """
    lines = (line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:])
    inode = next(fields[9] for fields in lines if int(fields[1].rpartition(":")[2], 16) == port and fields[3] == "0A")
    for folder in Path("/proc").glob("[0-9]*/fd"):
        try:
            if any(os.readlink(each) == f"socket:[{inode}]" for each in folder.iterdir()):
                return int(folder.parent.name)
        except OSError:
            continue
    raise LookupError(f"no process listens on {port}")
