"""Matches between clients in Python, for benchmarks whose clients do more than play. `bench/c/load.c` is faster."""

import json
import time
from collections.abc import Callable
from typing import Any

from bench.server.frames import ClientSocket, Poll
from bench.server.lines import BOARD

__all__ = ["BOARD", "MOVES", "LoadMatch", "connect_clients"]

MOVES = [str(column) for column in range(1, 6) for _ in range(10)]
AT_ONCE = 64


def connect_clients(
    address: str, count: int, on_message: Callable[[ClientSocket, bytes], None], source: str | None = None
) -> list[ClientSocket]:
    """Open many connections, AT_ONCE at a time, from a local address if one is given."""
    opened: list[ClientSocket] = []
    for first in range(0, count, AT_ONCE):
        batch = [ClientSocket(address, on_message, source) for _ in range(min(AT_ONCE, count - first))]
        for client in batch:
            client.open()
        opened += batch
    return opened


class LoadMatch:
    """Two connections that play one match after the other. Each moves when it receives the other's move."""

    def __init__(
        self,
        address: str,
        poll: Poll,
        on_ready: Callable[["LoadMatch"], None],
        on_moved: Callable[[float], None],
        source: str | None = None,
    ) -> None:
        self.players = connect_clients(address, 2, self.on_message, source)
        self.on_ready = on_ready
        self.on_moved = on_moved
        self.ply = 0
        self.sent_at = 0.0
        self.id = ""
        self.ids = 0
        for client in self.players:
            poll.add(client)
            client.send_json(t="hello")
        self.create()

    def ask(self, seat: int, **command: Any) -> None:
        """Send a command with a new id."""
        self.ids += 1
        self.players[seat].send_json(id=str(self.ids), **command)

    def create(self) -> None:
        """Create the next match."""
        self.ask(0, t="create", game="connect4", options=BOARD, seats=[{"kind": "me"}, {"kind": "open"}], chat=False)

    def on_message(self, client: ClientSocket, payload: bytes) -> None:
        """Process a message to a player. Decode only relevant messages, because JSON would be most of the work."""
        if payload.startswith(b'{"t":"event"') and self.id.encode() in payload:
            seat = self.players.index(client)
            if b'"kind":"moved"' in payload:
                if seat == self.ply % 2 or b'"move":{"ply":%d,' % self.ply not in payload:
                    return  # only the opponent's receipt counts
                self.on_moved(time.perf_counter() - self.sent_at)
                self.ply += 1
                if self.ply < len(MOVES):
                    self.on_ready(self)
            elif b'"kind":"started"' in payload and seat == 0:
                self.ply = 0
                self.on_ready(self)
            elif b'"kind":"finished"' in payload and seat == 0:
                self.create()
        elif payload.startswith(b'{"t":"accepted"') and client is self.players[0] and b'"entered"' in payload:
            match = json.loads(payload)["result"]["match"]
            if match != self.id:
                self.id = match
                self.ask(1, t="join", match=match)
        elif payload.startswith(b'{"t":"refused"'):
            raise SystemExit(payload.decode())

    def play(self) -> None:
        """Send the next move."""
        self.sent_at = time.perf_counter()
        self.ask(self.ply % 2, t="move", match=self.id, ply=self.ply, move=MOVES[self.ply])
