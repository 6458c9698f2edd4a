"""Benchmark of the answer time of a player's move while every engine slot searches: `make bench ARGS=answers`.

A separate server process keeps its database on disk, so an accepted move is durable. A match of two engines with long
searches keeps each slot busy. Then two clients play, and each move is timed from the send to the answer. The same run
also measures the same without any search, and a bare `websockets` echo of a message of the same size, which is the
limit of the machine and the library.
"""

import asyncio
import itertools
import json
import os
import statistics
import sys
import tempfile
import time
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from bench.server.processes import SERVE

GOAL_MS = 20.0
MOVES = 600
BOARD = {"columns": 19, "rows": 19, "connect": 19}
BUSY = {"kind": "engine", "engine": {"algorithm": "alphabeta", "limit": {"seconds": 60}}}
ECHO = """
import asyncio
from websockets.asyncio.server import serve

async def echo(socket):
    async for message in socket:
        await socket.send(message)

async def main():
    async with serve(echo, "127.0.0.1", 0, compression=None) as server:
        print("listening on ws://127.0.0.1:%d" % server.sockets[0].getsockname()[1], flush=True)
        await asyncio.Future()

asyncio.run(main())
"""


class Player:
    """A client that numbers its commands."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.ids = itertools.count()

    async def ask(self, **command: Any) -> Any:
        """Send a command and return its answer; discard the messages in between.

        Raises:
            SystemExit: the server refused the command.
        """
        id = str(next(self.ids))
        await self.socket.send(json.dumps({**command, "id": id}))
        while True:
            message = json.loads(await self.socket.recv())
            if message.get("id") == id:
                if message["t"] != "accepted":
                    raise SystemExit(f"the server refused: {message}")
                return message


@asynccontextmanager
async def process(*command: str) -> AsyncIterator[str]:
    """Run a server in a separate process. Yield the address that it prints first."""
    child = await asyncio.create_subprocess_exec(*command, stdout=PIPE, stderr=DEVNULL)
    assert child.stdout
    try:
        yield (await child.stdout.readline()).decode().split()[-1]
    finally:
        child.terminate()
        await child.wait()


async def player(address: str, name: str) -> Player:
    """Connect and send hello."""
    socket = await connect(address, compression=None, proxy=None, max_size=None)
    await socket.send(json.dumps({"t": "hello", "name": name}))
    await socket.recv()
    return Player(socket)


async def play(address: str, searching: int) -> list[float]:
    """Return the milliseconds from send to answer of each move between two clients."""
    host, guest, crowd = await player(address, "ann"), await player(address, "bob"), await player(address, "eve")
    for _ in range(searching):
        await crowd.ask(t="create", game="connect4", seats=[BUSY, BUSY])
    times: list[float] = []
    while len(times) < MOVES:
        made = await host.ask(t="create", game="mnk", options=BOARD, seats=[{"kind": "me"}, {"kind": "open"}])
        match = made["result"]["match"]
        await guest.ask(t="join", match=match)
        for ply in range(min(300, MOVES - len(times))):
            mover = (host, guest)[ply % 2]
            began = time.perf_counter()
            await mover.ask(t="move", match=match, ply=ply, move=f"{'abcdefghijklmnopqrs'[ply % 19]}{ply // 19 + 1}")
            times.append(1000 * (time.perf_counter() - began))
        await host.ask(t="resign", match=match)
    for each in (host, guest, crowd):
        await each.socket.close()
    return times


async def echo(address: str, size: int) -> list[float]:
    """Return the milliseconds of round trips through a bare server."""
    times: list[float] = []
    async with connect(address, compression=None, proxy=None) as socket:
        for _ in range(MOVES):
            began = time.perf_counter()
            await socket.send("x" * size)
            await socket.recv()
            times.append(1000 * (time.perf_counter() - began))
    return times


def row(name: str, times: list[float], bare: float) -> str:
    """Return a row of the table."""
    median = statistics.median(times)
    p99 = statistics.quantiles(times, n=100)[98]
    return f"{name:<42}{median:>9.2f}{p99:>9.2f}{median / bare:>12.1f}"


async def main() -> int:
    """Print the table. Return 1 if the goal is missed."""
    slots = max(1, (os.cpu_count() or 2) - 1)
    with tempfile.TemporaryDirectory() as folder:
        serve = [*SERVE, "--slots", str(slots), "--database", str(Path(folder, "bench.db"))]
        async with process(sys.executable, "-c", ECHO) as bare_address, process(*serve) as address:
            bare = await echo(bare_address, 100)
            idle = await play(address, searching=0)
            busy = await play(address, searching=slots)
    base = statistics.median(bare)
    print(f"{'a move, from send to durable answer':<42}{'median ms':>9}{'p99 ms':>9}{'x bare echo':>12}")
    print(row("bare websockets echo", bare, base))
    print(row("no search running", idle, base))
    print(row(f"all {slots} engine slots searching", busy, base))
    met = statistics.median(busy) < GOAL_MS
    print(f"goal: median under {GOAL_MS:g} ms while every slot searches: {'met' if met else 'MISSED'}")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
