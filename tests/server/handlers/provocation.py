"""Provocation of refusals over real connections: the table of scripts, and the servers and clients that they use.

A new code needs one more function in `refusals.py` or one of the modules beside it:

    @provokes(Code.STALE_PLY)
    async def stale_ply(scene: Scene) -> Any:
        ...the refusal...

`provokes` also takes what a script needs of its server: limits, a database in a file, a further game.
"""

import contextlib
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from kibitz_protocol.refusals import Code
from tests import server_thread
from tests.server.wire import ME, OPEN, WireClient, call

DATABASE = "kibitz.db"


@dataclass(slots=True)
class Scene:
    """A server and its test clients, which disconnect at the end."""

    address: str
    folder: Path
    wires: list[WireClient] = field(default_factory=list)

    async def call(self, name: str = "ann", **hello: Any) -> WireClient:
        """Connect a client."""
        self.wires.append(await call(self.address, name=name, **hello))
        return self.wires[-1]

    async def stranger(self) -> WireClient:
        """Connect a client that has not said hello."""
        self.wires.append(WireClient(await connect(self.address, compression=None, proxy=None)))
        return self.wires[-1]

    async def greeted(self, hello: Any) -> Any:
        """Send a first message, and return its answer."""
        wire = await self.stranger()
        await wire.send(hello)
        return await wire.next()

    async def hosted(self, game: str = "tictactoe", **fields: Any) -> tuple[WireClient, str]:
        """Return Ann, and the code of a match that she created."""
        ann = await self.call("ann")
        entered = await ann.ask("create", game=game, **{"seats": [ME, OPEN], **fields})
        assert entered.t == "accepted", entered
        return ann, entered.result.code

    async def running(self, game: str = "tictactoe", **fields: Any) -> tuple[WireClient, WireClient, str]:
        """Return Ann, who is to move, Bob, and the code of their match."""
        ann, code = await self.hosted(game, **fields)
        bob = await self.call("bob")
        assert (await bob.ask("join", match=code)).t == "accepted"
        return ann, bob, code

    def stop(self) -> None:
        """Send the server the stop signal."""
        SERVERS[self.address].terminate()

    async def close(self) -> None:
        """Disconnect all clients."""
        for wire in self.wires:
            await wire.socket.close()


Script = Callable[[Scene], Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class Provocation:
    """A script, and what it needs of its server."""

    script: Script
    limits: dict[str, str]
    game: str | None
    on_disk: bool
    alone: bool
    process: bool

    @property
    def needs(self) -> str:
        """Key of the server: scripts with the same key may share one, unless they make it unusable."""
        return str(id(self) if self.alone else (self.limits, self.game, self.on_disk, self.process))

    @contextlib.contextmanager
    def serving(self, folder: Path) -> Iterator[str]:
        """Run a server for the script, and yield its address. With a game or for a signal it has its own process."""
        if self.process or self.game is not None:
            # No search of these scripts matters, and loading the compiler takes longer than the start of the server.
            with server(folder, game=self.game, NUMBA_DISABLE_JIT="1") as address:
                yield address
        else:
            database = str(folder / DATABASE) if self.on_disk else ":memory:"
            with server_thread.serving(database=database, limits=self.limits) as address:
                yield address


SERVERS: dict[str, "subprocess.Popen[str]"] = {}
REFUSALS: dict[str, Provocation] = {}
CLOSES: dict[int, Provocation] = {}


def provokes(
    code: Code | int,
    *,
    game: str | None = None,
    on_disk: bool = False,
    alone: bool = False,
    process: bool = False,
    **limits: str,
) -> Callable[[Script], Script]:
    """Add a script to the table.

    `game` is the source of a game that the server gets, and `on_disk` gives it the file `DATABASE` in its folder.
    `alone` is for a script that makes its server unusable, and `process` for one that needs a server process.
    """

    def enter(script: Script) -> Script:
        provocation = Provocation(script, limits, game, on_disk, alone, process)
        if isinstance(code, Code):
            assert REFUSALS.setdefault(code, provocation) is provocation
        else:
            assert CLOSES.setdefault(code, provocation) is provocation
        return script

    return enter


@contextlib.contextmanager
def server(folder: Path, *flags: str, game: str | None = None, **environ: str) -> Iterator[str]:
    """Run a server in a process, with these flags and variables and an optional further game."""
    env = {**os.environ, **environ}
    if game is not None:
        (folder / "games").mkdir()
        (folder / "games" / "of_my_own.py").write_text(game)
        env["KIBITZ_GAMES"] = str(folder / "games")
    command = [sys.executable, "-m", "kibitz_server", "serve", "--port", "0", "--slots", "1", "--until-stdin-closes"]
    database = () if "--database" in flags else ("--database", ":memory:")
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            [*command, *database, *flags],
            env=env,
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            address = process.stdout.readline().split()[-1:]
            assert address, (folder / "log").read_text()
            SERVERS[address[0]] = process
            yield address[0]
        finally:
            process.stdin.close()
            process.wait(20)
            process.stdout.close()


@contextlib.asynccontextmanager
async def scene(address: str, folder: Path) -> AsyncIterator[Scene]:
    """Return a scene at a server."""
    made = Scene(address, folder)
    try:
        yield made
    finally:
        await made.close()


async def close_code(wire: WireClient) -> int | None:
    """Read until the connection ends, and return its close code."""
    try:
        while True:
            await wire.next()
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else None
