"""Load generator in a separate process: `python -m bench.server.generator NAME '{"address": ...}'` prints JSON."""

import json
import os
import select
import statistics
import sys
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from bench.server.frames import ClientSocket, Poll
from bench.server.processes import processor_s

BOARD = {"columns": 5, "rows": 10, "connect": 6}
"""Connect Four without a possible win, so that every match has the same fifty moves and small states."""
MOVES = [str(column) for column in range(1, 6) for _ in range(10)]
AT_ONCE = 64
SETTLE_S = 4.0
"""Time in which a server delivers what many clients are sent at the beginning."""
Data = dict[str, Any]


def nothing(_client: ClientSocket, _payload: bytes) -> None:
    """Discard a message."""


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


def spread(times: list[float]) -> Data:
    """Return the median and the 99th percentile, in milliseconds."""
    cuts = statistics.quantiles(times, n=100)
    return {"p50_ms": 1000 * cuts[49], "p99_ms": 1000 * cuts[98], "count": len(times)}


def idle(address: str, count: int, hello: bool, follow: bool = False) -> None:
    """Open connections, print the rate a second, and keep them open until standard input closes.

    Those that `follow` the lobby go on reading.
    """
    welcomed = [0]

    def on_message(_client: ClientSocket, payload: bytes) -> None:
        welcomed[0] += payload.startswith(b'{"t":"welcome"')

    began = time.perf_counter()
    poll = Poll()
    opened: list[ClientSocket] = []
    for first in range(0, count, AT_ONCE):
        batch = connect_clients(address, min(AT_ONCE, count - first), on_message)
        opened += batch
        for client in batch:
            poll.add(client)
            if hello:
                client.send_json(t="hello")
            if follow:
                client.send_json(t="list", id="1", follow=True)
        while hello and welcomed[0] < len(opened):
            poll.poll_once()
    print(json.dumps({"per_s": count / (time.perf_counter() - began)}), flush=True)
    while follow and not select.select([sys.stdin], [], [], 0)[0]:
        poll.poll_once()
    sys.stdin.read()


def echo(address: str, clients: int, size: int, seconds: float) -> Data:
    """Measure round trips through a bare server, one at a time on each connection."""
    count = [0]
    payload = b"e" * size

    def on_message(client: ClientSocket, _payload: bytes) -> None:
        count[0] += 1
        client.send(payload)

    poll = Poll()
    for client in connect_clients(address, clients, on_message):
        poll.add(client)
        client.send(payload)
    return {"per_s": rate(poll, count, seconds), "count": count[0]}


def rate(poll: Poll, count: list[int], seconds: float) -> float:
    """Return the growth of a counter a second, after a quarter of the time as warm-up."""
    warm_at = time.perf_counter() + seconds / 4
    while time.perf_counter() < warm_at:
        poll.poll_once()
    first, began = count[0], time.perf_counter()
    while (now := time.perf_counter()) < began + seconds:
        poll.poll_once()
    return (count[0] - first) / (now - began)


def fan(address: str, watchers: int, size: int, rounds: int) -> Data:
    """Measure a bare broadcast. The next one starts when every client has read the previous one."""
    received = [0]

    def on_message(_client: ClientSocket, _payload: bytes) -> None:
        received[0] += 1

    poll = Poll()
    for client in connect_clients(address, watchers, on_message):
        poll.add(client)
    (producer,) = connect_clients(address, 1, nothing)
    payload = b"b" * size

    def one() -> None:
        received[0] = 0
        producer.send(payload)
        while received[0] < watchers:
            poll.poll_once()

    return {"per_s": watchers / timed(one, rounds)}


def timed(work: Callable[[], None], rounds: int) -> float:
    """Return the mean time of a piece of work, after some rounds as warm-up."""
    for _ in range(max(2, rounds // 10)):
        work()
    began = time.perf_counter()
    for _ in range(rounds):
        work()
    return (time.perf_counter() - began) / rounds


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


def matches(
    address: str, concurrent: int, seconds: float, per_s: float | None = None, searching: int = 0, pid: int = 0
) -> Data:
    """Play matches between connections: at full speed, or `per_s` moves a second, optionally with searching engines.

    With the server's `pid`, measure its processor time from when all matches run and their beginning has been sent.
    """
    poll, times = Poll(), list[float]()
    waiting: deque[LoadMatch] = deque()
    count = [0]

    def moved(took: float) -> None:
        times.append(took)
        count[0] += 1

    if searching:
        busy(address, poll, searching)
    for _ in range(concurrent):
        LoadMatch(address, poll, LoadMatch.play if per_s is None else waiting.append, moved)
    if per_s is None:
        found = rate(poll, count, seconds)
        return {"per_s": found, **spread(times)}
    began = time.perf_counter()
    while pid and (len(waiting) < concurrent or time.perf_counter() < began + SETTLE_S):
        poll.poll_once()
    used_s = processor_s(pid) if pid else 0.0
    began = time.perf_counter()
    played = 0
    while (now := time.perf_counter()) < began + seconds:
        poll.poll_once()
        if waiting and played < (now - began) * per_s:
            played += 1
            waiting.popleft().play()
    used_s = processor_s(pid) - used_s if pid else 0.0
    return {"per_s": count[0] / seconds, "processor_s": used_s, **spread(times[len(times) // 5 :])}


def busy(address: str, poll: Poll, searching: int) -> None:
    """Keep engines searching with a match of long searches for each slot. Return when they search."""
    thinking = [0]

    def on_message(_client: ClientSocket, payload: bytes) -> None:
        thinking[0] += payload.startswith(b'{"t":"thinking"')

    (host,) = connect_clients(address, 1, on_message)
    poll.add(host)
    host.send_json(t="hello")
    engine = {"kind": "engine", "engine": {"algorithm": "alphabeta", "limit": {"seconds": 60}}}
    for number in range(searching):
        host.send_json(t="create", id=f"busy {number}", game="connect4", seats=[engine, engine])
    while thinking[0] < 3 * searching:
        poll.poll_once()


def watched(address: str, watchers: int, games: int) -> Data:
    """Play one match with many watchers. The next move starts when every watcher has read the previous one."""
    received, sizes, spent, moves = [0], [0], 0.0, 0

    def on_message(_client: ClientSocket, payload: bytes) -> None:
        if payload.startswith(b'{"t":"event"') and b'"kind":"moved"' in payload:
            received[0] += 1
            sizes[0] = len(payload)
        elif payload.startswith(b'{"t":"snapshot"'):
            received[0] += 1

    poll = Poll()
    audience = connect_clients(address, watchers, on_message)
    for client in audience:
        poll.add(client)
        client.send_json(t="hello")
    waiting: deque[LoadMatch] = deque()
    match = LoadMatch(address, poll, waiting.append, lambda _: None)
    for game in range(games):
        while not waiting:
            poll.poll_once()
        received[0] = 0
        for number, client in enumerate(audience):
            client.send_json(t="watch", id=f"{game} {number}", match=match.id)
        while received[0] < watchers:
            poll.poll_once()
        for ply in range(len(MOVES) - 1):
            while not waiting:
                poll.poll_once()
            received[0] = 0
            began = time.perf_counter()
            waiting.popleft().play()
            while received[0] < watchers:
                poll.poll_once()
            if ply >= 5:
                spent += time.perf_counter() - began
                moves += 1
        while not waiting:
            poll.poll_once()
        waiting.popleft().play()
    return {"per_s": watchers * moves / spent, "size": sizes[0]}


SCENARIOS: dict[str, Callable[..., Data | None]] = {
    "idle": idle,
    "echo": echo,
    "fan": fan,
    "matches": matches,
    "watched": watched,
}

if __name__ == "__main__":
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[-1]})
    result = SCENARIOS[sys.argv[1]](**json.loads(sys.argv[2]))
    if result is not None:
        print(json.dumps(result), flush=True)
