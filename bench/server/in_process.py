"""What a move costs in Python, without kernel, selector and sockets: `python -m bench.server.in_process [--clock] ...`.

A real server runs in this process. Its connections are made by the function that it gave to its event loop, on
transports that keep or drop what is written. So the same bytes take the same steps in each run, and the number of
calls a move tells more of a change than any time on a busy machine.
"""

import argparse
import asyncio
import cProfile
import gc
import json
import logging
import os
import struct
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import structlog

from bench.server.lines import BOARD, connect4_columns
from kibitz_server.app import running
from kibitz_server.settings import Settings

PLIES = 49
"""Measured plies of a match: the last one would also end it."""
CLOCK = {"kind": "fischer", "base_s": 3600, "increment_s": 2}
TEXT, PING, PONG = 1, 9, 10
PING_FRAME, PING_BYTES = 0x80 | PING, 6
"""The first byte of a ping of the server, and its length."""
KEY = b"\x01\x02\x03\x04"
WAIT_S = 30.0
REQUEST = (
    b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: a2liaXR6IGJlbmNobWFyaw==\r\n\r\n"
)
Data = dict[str, Any]
ServerProtocol = asyncio.Protocol | asyncio.BufferedProtocol
Factory = Callable[[], ServerProtocol]


@dataclass(frozen=True)
class Cost:
    """Cost of a move: calls of functions, those in C included, and microseconds of processor time at their least."""

    calls: float
    us: float


class CapturingLoop(asyncio.SelectorEventLoop):
    """Event loop that remembers how its servers make the protocol of a connection."""

    def __init__(self) -> None:
        super().__init__()
        self.factories: list[Factory] = []

    async def create_server(self, protocol_factory: Any, *args: Any, **options: Any) -> Any:
        """Create a server, and remember its factory."""
        self.factories.append(protocol_factory)
        return await super().create_server(protocol_factory, *args, **options)


class MemoryTransport(asyncio.Transport):
    """Transport whose other end has always read everything.

    `kept` has the pings, and all else that was written while `keeping`. `writes` counts what is not only a ping.
    """

    def __init__(self, peer: tuple[str, int], protocol: ServerProtocol) -> None:
        super().__init__({"peername": peer, "sockname": ("127.0.0.1", 0)})
        self._protocol = protocol
        self.keeping = True
        self.kept = bytearray()
        self.writes = 0
        self._closing = False

    def write(self, data: Any) -> None:
        """Keep or drop what the server sends."""
        # No function is called here, because calls are counted.
        if data[0] == PING_FRAME:
            self.writes += data[PING_BYTES:] != b""
            self.kept += data
            return
        self.writes += 1
        if self.keeping:
            self.kept += data

    def writelines(self, list_of_data: Any) -> None:
        """Keep or drop what the server sends, which is one call to the kernel."""
        self.write(b"".join(list_of_data))

    def get_write_buffer_size(self) -> int:
        """Return 0: nothing ever waits."""
        return 0

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """Do nothing: nothing ever waits."""

    def is_closing(self) -> bool:
        """Return whether the server has closed the connection."""
        return self._closing

    def can_write_eof(self) -> bool:
        """Return False."""
        return False

    def is_reading(self) -> bool:
        """Return True."""
        return True

    def pause_reading(self) -> None:
        """Do nothing: the benchmark decides when to send."""

    def resume_reading(self) -> None:
        """Do nothing: the benchmark decides when to send."""

    def close(self) -> None:
        """End the connection."""
        if not self._closing:
            self._closing = True
            asyncio.get_running_loop().call_soon(self._protocol.connection_lost, None)

    def abort(self) -> None:
        """End the connection."""
        self.close()


def frame(payload: bytes, opcode: int = TEXT) -> bytes:
    """Return a masked frame."""
    size, first = len(payload), 0x80 | opcode
    head = bytes([first, 0x80 | size]) if size < 126 else struct.pack("!BBH", first, 0xFE, size)
    return head + KEY + bytes(byte ^ KEY[i & 3] for i, byte in enumerate(payload))


class InProcessClient:
    """A client of the server in this process."""

    def __init__(self, factory: Factory, number: int) -> None:
        self.protocol = factory()
        self.transport = MemoryTransport((f"127.1.{number // 250}.{number % 250 + 1}", 1024 + number), self.protocol)
        self.protocol.connection_made(self.transport)
        self.ids = 0

    def receive(self, data: bytes) -> None:
        """Let the server receive bytes, as an event loop does."""
        if isinstance(self.protocol, asyncio.BufferedProtocol):
            self.protocol.get_buffer(-1)[: len(data)] = data  # type: ignore[index]  # a buffer of the server's own
            self.protocol.buffer_updated(len(data))
        else:
            self.protocol.data_received(data)

    def say(self, **message: Any) -> None:
        """Send a message."""
        self.receive(frame(json.dumps(message).encode()))

    def command(self, **message: Any) -> None:
        """Send a command with a new id."""
        self.ids += 1
        self.say(id=str(self.ids), **message)

    async def open(self) -> None:
        """Shake hands and say hello."""
        self.receive(REQUEST)
        await self._filled(lambda: b"\r\n\r\n" in self.transport.kept)
        head, _, rest = bytes(self.transport.kept).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101"), head
        self.transport.kept[:] = rest
        self.say(t="hello")
        await self.until("welcome")

    async def until(self, kind: str) -> Data:
        """Return the next message of a kind, and drop those before it.

        Raises:
            SystemExit: The server refused something, or no such message came.
        """
        while True:
            message = await self._next()
            if message["t"] in ("refused", "error"):
                raise SystemExit(f"refused: {message}")
            if message["t"] == kind:
                return message

    def read_rest(self) -> None:
        """Answer the pings among the kept messages, and drop the others. A client that answers none is cut off."""
        while self.transport.kept:
            self._take()

    async def _next(self) -> Data:
        """Return the next text message. Pings are answered on the way."""
        while True:
            await self._filled(lambda: len(self.transport.kept) >= 2)
            if payload := self._take():
                message: Data = json.loads(payload)
                return message

    def _take(self) -> bytes:
        """Remove the first kept message. Return the payload of a text message; a ping is answered."""
        kept = self.transport.kept
        opcode = kept[0] & 15
        size, start = kept[1], 2
        if size == 126:
            size, start = int.from_bytes(kept[2:4], "big"), 4
        elif size == 127:
            size, start = int.from_bytes(kept[2:10], "big"), 10
        payload = bytes(kept[start : start + size])
        del kept[: start + size]
        if opcode == PING:
            self.receive(frame(payload, PONG))
        return payload if opcode == TEXT else b""

    async def _filled(self, ready: Callable[[], bool]) -> None:
        latest_at = time.monotonic() + WAIT_S
        while not ready():
            if time.monotonic() > latest_at or self.transport.is_closing():
                raise SystemExit("the server did not answer")
            await asyncio.sleep(0)


class Play:
    """Matches of clients in this process, and spectators of the first match."""

    def __init__(self, factory: Factory, matches: int, watchers: int, clock: Data | None) -> None:
        self.players = [InProcessClient(factory, number) for number in range(2 * matches)]
        self.watchers = [InProcessClient(factory, 2 * matches + number) for number in range(watchers)]
        self.lines = connect4_columns(10**9)
        self.clock = clock
        self.matches: list[str] = []

    async def open(self) -> None:
        """Connect all clients."""
        for client in (*self.players, *self.watchers):
            await client.open()

    def close(self) -> None:
        """Disconnect all clients: otherwise the server would wait for their answers to its goodbye."""
        for client in (*self.players, *self.watchers):
            client.transport.close()

    async def begin(self) -> list[list[tuple[InProcessClient, bytes]]]:
        """Begin new matches, and return the frames with which they are played: by ply, each with its sender."""
        self.matches.clear()
        for host, guest in zip(self.players[::2], self.players[1::2], strict=True):
            extra = {"clock": self.clock} if self.clock else {}
            seats = [{"kind": "me"}, {"kind": "open"}]
            host.command(t="create", game="connect4", options=BOARD, seats=seats, chat=False, **extra)
            match = (await host.until("accepted"))["result"]["match"]
            guest.command(t="join", match=match)
            await guest.until("accepted")
            self.matches.append(match)
        for watcher in self.watchers:
            watcher.command(t="watch", match=self.matches[0])
            await watcher.until("snapshot")
        await self.settle()
        plies: list[list[tuple[InProcessClient, bytes]]] = [[] for _ in range(PLIES)]
        for number, match in enumerate(self.matches):
            for ply, column in zip(range(PLIES), next(self.lines), strict=False):
                player = self.players[2 * number + ply % 2]
                player.ids += 1
                command = b'{"t":"move","id":"%d","match":"%s","ply":%d,"move":"%d"}'
                plies[ply].append((player, frame(command % (player.ids, match.encode(), ply, column))))
        return plies

    async def settle(self) -> None:
        """Let the server finish what it does later."""
        for _ in range(20):
            await asyncio.sleep(0)

    async def end(self) -> None:
        """End the matches."""
        for client in (*self.players, *self.watchers):
            client.transport.keeping = True
        for host, match in zip(self.players[::2], self.matches, strict=True):
            host.command(t="resign", match=match)
            await host.until("accepted")
        await self.settle()
        for client in (*self.players, *self.watchers):
            client.read_rest()

    async def round(self, profiler: cProfile.Profile | None) -> list[float]:
        """Play matches to their last ply but one. Return the cost of a move at each ply: calls or seconds.

        Raises:
            SystemExit: A move was not sent to a player or a spectator.
        """
        plies = await self.begin()
        everybody = (*self.players, *self.watchers)
        for client in everybody:
            client.transport.keeping = False
            client.transport.writes = 0
        gc.collect()
        costs = []
        for moves in plies:
            before = calls(profiler) if profiler else 0
            began_s = time.thread_time()
            if profiler:
                profiler.enable()
            for player, data in moves:
                player.receive(data)
            await asyncio.sleep(0)
            if profiler:
                profiler.disable()
            spent = calls(profiler) - before if profiler else time.thread_time() - began_s
            costs.append(spent / len(moves))
        await self.settle()
        if any(client.transport.writes < PLIES for client in everybody):
            raise SystemExit("a move was not sent to all")
        await self.end()
        return costs


def calls(profiler: cProfile.Profile) -> int:
    """Return the number of calls that a profiler has seen."""
    return sum(entry.callcount for entry in profiler.getstats())


def median(values: list[float]) -> float:
    """Return the middle value: now and then a timer of the server runs in between."""
    return sorted(values)[len(values) // 2]


async def measure_on(
    loop: CapturingLoop, matches: int, rounds: int, watchers: int, clock: Data | None, profile: cProfile.Profile | None
) -> Cost:
    """Measure on a running loop."""
    settings = Settings.read(port=0, slots=1, database=":memory:", engine_pace=0)
    async with running(settings):
        play = Play(loop.factories[0], matches, watchers, clock)
        await play.open()
        times = [await play.round(None) for _ in range(rounds)]
        counted = await play.round(profile or cProfile.Profile())
        play.close()
    least = [min(ply) for ply in zip(*times, strict=True)]
    return Cost(median(counted), 1e6 * sum(least) / len(least))


def measure(
    matches: int = 20,
    rounds: int = 3,
    watchers: int = 0,
    *,
    clock: bool = False,
    profile: cProfile.Profile | None = None,
) -> Cost:
    """Return the cost of a move in memory. Of the times of each ply, the least of some rounds counts.

    Args:
        matches: matches that play side by side.
        rounds: matches that each pair plays for the time; one more counts calls.
        watchers: spectators of the first match. Their share is part of the cost of its moves.
        clock: whether the matches have a Fischer clock.
        profile: gets the profile of the round that counts calls.
    """
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    loop = CapturingLoop()
    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        return runner.run(measure_on(loop, matches, rounds, watchers, CLOCK if clock else None, profile))


def main() -> None:
    """Print the cost of a move as JSON, and with `--profile` the functions that it uses."""
    parser = argparse.ArgumentParser(prog="python -m bench.server.in_process", description=__doc__)
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--watchers", type=int, default=0, help="spectators of the first match")
    parser.add_argument("--clock", action="store_true", help="play with a Fischer clock")
    parser.add_argument("--profile", action="store_true", help="print the functions by their own time")
    given = parser.parse_args()
    profile = cProfile.Profile()
    cost = measure(given.matches, given.rounds, given.watchers, clock=given.clock, profile=profile)
    print(json.dumps({"calls": round(cost.calls, 1), "us": round(cost.us, 1)}))
    if given.profile:
        moves = given.matches * PLIES
        rows = sorted(profile.getstats(), key=lambda entry: -entry.inlinetime)
        for entry in rows[:60]:
            code = entry.code
            name = (
                code
                if isinstance(code, str)
                else f"{os.path.basename(code.co_filename)}:{code.co_firstlineno} {code.co_name}"
            )
            print(f"{1e6 * entry.inlinetime / moves:7.2f} us {entry.callcount / moves:7.2f} calls  {name}")


if __name__ == "__main__":
    main()
