"""The state of the server before an attack: open matches in the lobby, and two matches of many moves."""

import json
import time
from typing import Any

from bench.server.frames import ClientSocket, Poll

ME, OPEN = {"kind": "me"}, {"kind": "open"}
PER_HOST = 50
"""Open matches of one host: fewer than the server lets a player create in a minute."""
WAIT_S = 30.0


class Speaker:
    """A client that sends commands one after the other and waits for each answer."""

    def __init__(self, server: str, source: str, name: str) -> None:
        self._poll = Poll()
        self._answers: dict[str, Any] = {}
        self._ids = 0
        self.received = 0
        self.socket = ClientSocket(server, self._receive, source)
        self.socket.open()
        self._poll.add(self.socket)
        self.socket.send_json(t="hello", name=name)

    def _receive(self, _socket: ClientSocket, payload: bytes) -> None:
        self.received += len(payload)
        if payload.startswith((b'{"t":"accepted"', b'{"t":"refused"')):
            answer = json.loads(payload)
            self._answers[answer["id"]] = answer

    def answer(self, **command: Any) -> Any:
        """Send a command and return its answer."""
        self._ids += 1
        id = str(self._ids)
        self.socket.send_json(**command, id=id)
        while id not in self._answers:
            self._poll.poll_once(WAIT_S)
        return self._answers.pop(id)

    def poll(self, seconds: float) -> None:
        """Receive messages for a time."""
        until = time.perf_counter() + seconds
        while (left := until - time.perf_counter()) > 0:
            self._poll.poll_once(left)

    def ask(self, **command: Any) -> Any:
        """Send a command and return its result. Raises SystemExit if it is refused."""
        answer = self.answer(**command)
        if answer["t"] == "refused":
            raise SystemExit(f"{command['t']} was refused: {answer['message']}; {answer['hint']}")
        return answer["result"]

    def close(self) -> None:
        """Disconnect."""
        self._poll.remove(self.socket)


def open_matches(server: str, count: int) -> list[Speaker]:
    """Open matches that wait for an opponent. Return their hosts, which must stay connected."""
    hosts = []
    for first in range(0, count, PER_HOST):
        hosts.append(Speaker(server, f"127.0.3.{1 + first // PER_HOST}", f"host {first}"))
        for _ in range(min(PER_HOST, count - first)):
            hosts[-1].ask(t="create", game="gomoku", seats=[ME, OPEN], clock={"kind": "fischer", "base_s": 300})
    return hosts


def long_match(server: str, source: str, columns: int, rows: int, moves: int) -> tuple[str, Speaker]:
    """Play the moves of a match on a board without a possible win. Return its code and its player."""
    player = Speaker(server, source, "patient")
    options = {"columns": columns, "rows": rows, "connect": 19}
    code: str = player.ask(t="create", game="mnk", options=options, seats=[ME, ME])["code"]
    for ply in range(moves):
        move = f"{'abcdefghijklmnopqrs'[ply // rows]}{1 + ply % rows}"
        player.ask(t="move", match=code, ply=ply, move=move)
    return code, player


def prepare(server: str, matches: int, moves: int) -> tuple[str, str, list[Speaker]]:
    """Open matches, and play a match of many moves and a finished one. Return their codes and all clients."""
    hosts = open_matches(server, matches)
    long, patient = long_match(server, "127.0.4.1", 19, 19, moves)
    rows = max(1, moves // 18)
    over, other = long_match(server, "127.0.4.2", 18, rows, 18 * rows)
    return long, over, [*hosts, patient, other]
