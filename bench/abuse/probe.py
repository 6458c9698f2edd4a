"""The other clients: players of other addresses, whose moves are measured, and newcomers, whose hello is."""

import itertools
import statistics
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from bench.server.frames import ClientSocket, Poll
from bench.server.generator import LoadMatch

PAIRS = 8
"""So many that none of them creates more matches than a player may."""
MOVES_PER_S = 250.0
HELLO_EVERY_S = 0.2
HELLO_GIVEN_UP_S = 5.0
CONNECT_S = 0.1
"""Time in which the system accepts a connection. While it connects, no move is played, so it is short."""
TICK_S = 0.001


@dataclass
class Times:
    """Times of one turn or of several, in seconds."""

    moves: list[float] = field(default_factory=list)
    hellos: list[float] = field(default_factory=list)
    lost_hellos: int = 0

    @classmethod
    def together(cls, turns: Sequence["Times"]) -> "Times":
        """Return the times of several turns as one."""
        return cls(
            [took for each in turns for took in each.moves],
            [took for each in turns for took in each.hellos],
            sum(each.lost_hellos for each in turns),
        )

    def move_ms(self, percent: int) -> float:
        """Return a percentile of the time from a move to its receipt by the opponent, in milliseconds."""
        return 1000 * statistics.quantiles(self.moves, n=100)[percent - 1] if len(self.moves) > 1 else float("inf")

    @property
    def slowest_hello_s(self) -> float:
        """Return the longest time from connecting to the welcome, infinity if one was not answered."""
        return float("inf") if self.lost_hellos else max(self.hellos, default=float("inf"))


class _Newcomer(ClientSocket):
    """A client that connects and says hello. It waits for nothing, so that it delays no move."""

    __slots__ = ("_shaken", "began_at", "took_s")

    def __init__(self, server: str, source: str) -> None:
        self.began_at = time.perf_counter()
        self.took_s: float | None = None
        self._shaken = False
        super().__init__(server, _Newcomer.receive, source, CONNECT_S)

    def read(self) -> None:
        """Read the response to the handshake, and later messages."""
        if not self._shaken:
            self._shaken = True
            self.open()
            self.send_json(t="hello", name="newcomer")
        super().read()

    @staticmethod
    def receive(newcomer: ClientSocket, payload: bytes) -> None:
        """Note the time of the welcome."""
        if isinstance(newcomer, _Newcomer) and payload.startswith(b'{"t":"welcome"'):
            newcomer.took_s = time.perf_counter() - newcomer.began_at


class Probe:
    """Players and newcomers of a server, each pair and each newcomer from another address."""

    def __init__(self, server: str) -> None:
        self._server = server
        self._poll = Poll()
        self._ready: deque[LoadMatch] = deque()
        self._times = Times()
        self._addresses = (f"127.0.5.{number}" for number in itertools.cycle(range(1, 250)))
        self._newcomers: list[_Newcomer] = []
        for number in range(PAIRS):
            LoadMatch(server, self._poll, self._ready.append, self._moved, f"127.0.6.{number + 1}")

    def _moved(self, took: float) -> None:
        self._times.moves.append(took)

    def measure(self, seconds: float) -> Times:
        """Play and connect for a time. Return what was measured."""
        self._times = Times()
        began = now = time.perf_counter()
        played = hellos = 0
        while now < began + seconds:
            self._poll.poll_once(TICK_S)
            now = time.perf_counter()
            if self._ready and played < (now - began) * MOVES_PER_S:
                # Moves that could not be played in time are not made up for.
                played = max(played + 1, int((now - began) * MOVES_PER_S) - PAIRS)
                self._ready.popleft().play()
            if hellos < (now - began) / HELLO_EVERY_S:
                hellos += 1
                self._arrive()
            self._take_hellos(now)
        return self._times

    def _arrive(self) -> None:
        try:
            self._newcomers.append(_Newcomer(self._server, next(self._addresses)))
        except OSError:
            self._times.lost_hellos += 1
        else:
            self._poll.add(self._newcomers[-1])

    def _take_hellos(self, now: float) -> None:
        for newcomer in list(self._newcomers):
            if newcomer.took_s is not None:
                self._times.hellos.append(newcomer.took_s)
            elif now - newcomer.began_at > HELLO_GIVEN_UP_S:
                self._times.lost_hellos += 1
            else:
                continue
            self._newcomers.remove(newcomer)
            self._poll.remove(newcomer)
