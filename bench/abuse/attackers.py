"""Process of hostile clients of one address: `python -m bench.abuse.attackers '{"server": ...}'`.

A line on standard input says what to send: the name of an attack, or `pause`. Each is answered by a line of JSON with
what was sent since the line before.
"""

import contextlib
import json
import os
import select
import sys
import time
from collections import Counter
from collections.abc import Iterator

from bench.abuse.attacks import ATTACKS, Message, Stand
from bench.server.frames import ClientSocket, ConnectionEnded, Poll
from bench.server.processes import processor_s

ADDRESS = "127.0.0.2"
CLIENTS = 16
PER_S = 48.0
"""Messages a second of one client: together less than the limit of an address, eight times that of a client."""
MOST_UNANSWERED = 32
TICK_S = 0.002
Counts = Counter[str]


class Attacker:
    """A hostile client. It connects again when the server ends its connection."""

    def __init__(self, server: str, poll: Poll, counts: Counts, stand: Stand, number: int) -> None:
        self._server = server
        self._poll = poll
        self._counts = counts
        self._stand = stand
        self._number = number
        self.socket: ClientSocket | None = None
        self._messages: Iterator[Message] | None = None
        self._ids = 0
        self._unanswered = 0
        self.due_at = 0.0

    def begin(self, attack: str | None) -> None:
        """Begin an attack, or pause: then the client disconnects, so that nothing of it is left to do."""
        self._stand.entered = 0
        self._messages = None if attack is None else ATTACKS[attack](self._stand)
        self._unanswered = 0
        if attack is None:
            self.disconnect()
        # The clients are spread, so that they do not send at the same moment.
        self.due_at = time.perf_counter() + self._number / PER_S / CLIENTS

    def step(self, now: float) -> None:
        """Send the next message if its time has come and few are unanswered."""
        if self._messages is None or now < self.due_at or self._unanswered >= MOST_UNANSWERED:
            return
        self.due_at = max(self.due_at + 1 / PER_S, now - 1 / PER_S)
        with self.ending():
            if self.socket is None:
                self.connect()
            message = next(self._messages)
            if message is not None:
                self._send(message)

    def connect(self) -> None:
        """Connect and say hello."""
        self._unanswered = 0
        self.socket = ClientSocket(self._server, self._receive, ADDRESS)
        self.socket.open()
        self._poll.add(self.socket)
        self.socket.send_json(t="hello", name=f"attacker {self._number}")
        self._counts["connected"] += 1

    def disconnect(self) -> None:
        """Close the connection, if there is one."""
        if self.socket is not None:
            with contextlib.suppress(KeyError):
                self._poll.remove(self.socket)
            self.socket = None

    def _send(self, message: Message) -> None:
        assert self.socket is not None
        self._counts["sent"] += 1
        if isinstance(message, dict):
            self._ids += 1
            self._unanswered += 1
            self.socket.send_json(**message, id=f"{self._ids}")
        elif message:
            self.socket.send(message)
        else:
            raise ConnectionEnded("connect again")

    @contextlib.contextmanager
    def ending(self) -> Iterator[None]:
        """Note the end of the connection."""
        try:
            yield
        except (ConnectionEnded, ConnectionError) as error:
            self._counts["connections ended"] += "connect again" not in str(error)
            self.disconnect()

    def _receive(self, _socket: ClientSocket, payload: bytes) -> None:
        self._counts["bytes"] += len(payload)
        if payload.startswith(b'{"t":"accepted"'):
            self._counts["answered"] += 1
            self._unanswered -= 1
            if b'"kind":"entered"' in payload[:100]:
                self._stand.match = json.loads(payload)["result"]["match"]
                self._stand.entered += 1
        elif payload.startswith(b'{"t":"refused"'):
            self._unanswered -= 1
            code = json.loads(payload)["code"]
            self._counts["refused"] += 1
            self._counts[f"refused: {code}"] += 1


class Attack:
    """All hostile clients, and what they are to send."""

    def __init__(self, server: str, long: str, over: str) -> None:
        self._counts: Counts = Counter()
        self._poll = Poll()
        self._clients = [
            Attacker(server, self._poll, self._counts, Stand(long, over), number) for number in range(CLIENTS)
        ]

    def run(self) -> None:
        """Do what standard input says, until its end."""
        since, used_s = time.perf_counter(), processor_s(os.getpid())
        while True:
            if select.select([sys.stdin], [], [], 0)[0]:
                line = sys.stdin.readline().strip()
                if not line:
                    return
                now, used_now_s = time.perf_counter(), processor_s(os.getpid())
                found = {**self._counts, "seconds": now - since, "processor_s": used_now_s - used_s}
                print(json.dumps(found), flush=True)
                self._counts.clear()
                since, used_s = now, used_now_s
                for client in self._clients:
                    client.begin(None if line == "pause" else line)
            now = time.perf_counter()
            for client in self._clients:
                client.step(now)
            self._read()

    def _read(self) -> None:
        for client in self._poll.ready(TICK_S):
            owner = next((each for each in self._clients if each.socket is client), None)
            if owner is not None:
                with owner.ending():
                    client.read()


if __name__ == "__main__":
    # The measured players share the core, and must not wait for the hostile clients there.
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    os.sched_setaffinity(0, {sorted(os.sched_getaffinity(0))[-1]})
    Attack(**json.loads(sys.argv[1])).run()
