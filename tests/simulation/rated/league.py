"""The server of a day of rated play, its virtual time, and engines of a known skill.

It is the real server from the commands of clients to its ratings. Sockets, searches and a disk would cost most of the
time and change no table, so messages go without sockets, engines play like the programs, and the store is in memory.
"""

import asyncio
import heapq
import json
from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

import structlog

from kibitz_server.accounts.client_info import ClientInfo
from kibitz_server.core.match.match import Match
from kibitz_server.core.values.players import Human
from kibitz_server.engine.driver import Job
from kibitz_server.games.game import Position
from kibitz_server.handlers.session import ClientSession
from kibitz_server.messages.encoding import decode, encode
from kibitz_server.messages.outgoing import OutgoingMessage
from kibitz_server.runtime.room import Room
from kibitz_server.store import Done, Entry, MemoryStore
from tests.fakes.server import ManualPool, ManualScheduler, ManualSearch, WaitingStore, found, settle
from tests.server.conftest import InProcessServer
from tests.simulation.rated.policies import choose

if TYPE_CHECKING:
    from tests.simulation.rated.program import Program

EPOCH_S = 1_800_000_000.0
HOUR_S = 3600.0
ENGINE_S = 0.5
LEVELS = {1: 0.05, 4: 0.4, 8: 0.8}
"""Skill of the levels that programs play against."""


class Store(WaitingStore):
    """A store in which all is durable at once."""

    def append(self, entries: Sequence[Entry], done: Done) -> None:
        MemoryStore.append(self, entries, done)


class Engines(ManualPool):
    """Engines that answer after a moment with the skill of their level."""

    slots = 100

    def __init__(self, scheduler: ManualScheduler, rng: Random) -> None:
        super().__init__()
        self._scheduler, self._rng = scheduler, rng
        self.answered = False
        """Whether a search has ended since this was last set to False."""

    def submit(self, job: Job, position: Position, *more: Any, **named: Any) -> ManualSearch:
        search = super().submit(job, position, *more, **named)
        self.searches.clear()
        self._scheduler.call_at(self._scheduler.time() + ENGINE_S, self._answer, search)
        return search

    def _answer(self, search: ManualSearch) -> None:
        if not search.result.done():
            skill = LEVELS.get(search.job.limit.level or 0, 0.0)
            search.result.set_result(found(search.position, choose(search.position, skill, self._rng)))
            self.answered = True


class Connection:
    """Connection of a program, which gets each message as JSON."""

    lag_s = 0.0
    ending = None

    def __init__(self, player: Human, address: str, received: Callable[[Any], object]) -> None:
        self.player = player
        self.info = ClientInfo(f"hash-{player.id}", address=address, client="simulated", seed=f"seed-{player.id}")
        self.rooms: set[Room] = set()
        self.received = received

    def send(self, letter: OutgoingMessage) -> None:
        self.received(json.loads(letter.data))

    def end(self, code: int, reason: str) -> None:
        raise AssertionError(f"the server closed a connection: {code} {reason}")


class League:
    """A server with programs, and what these pass on to each other."""

    def __init__(self, seed: int, games: Sequence[str], **rules: Any) -> None:
        """Start a server on which programs play some games. `rules` are options of `InProcessServer`."""
        self.seed, self.games = seed, games
        self.scheduler = ManualScheduler()
        self.engines = Engines(self.scheduler, self.stream("engines"))
        self.server = InProcessServer(
            Store(),
            self.engines,
            scheduler=self.scheduler,
            wall_clock=lambda: EPOCH_S + self.scheduler.time(),
            seed=seed,
            **rules,
        )
        self.programs: list[Program] = []
        self.open: list[tuple[str, str]] = []
        """Game and id of each match with an open seat for any program."""
        self._ids = 0

    def stream(self, name: str) -> Random:
        """Return a source of random choices."""
        return Random(f"{self.seed} {name}")

    def session(self, connection: Connection) -> ClientSession:
        """Return the commands of a new connection."""
        self.server.runtime.clients.arrive(connection)
        return ClientSession(self.server.runtime, self.server.answers, self.server.people, connection)

    def command(self, session: ClientSession, message: dict[str, Any]) -> str:
        """Put a command to the server, and return its id."""
        self._ids += 1
        id = f"c{self._ids}"
        session.receive(decode(encode({**message, "id": id})))
        return id

    def match(self, id: str) -> Match | None:
        """Return a match that the server has in memory."""
        room = self.server.runtime.rooms.find(id)
        return room.match if room is not None else None

    def after(self, seconds: float, call: Callable[[], object]) -> None:
        """Call later."""
        self.scheduler.call_at(self.scheduler.time() + seconds, call)

    async def run(self, hours: float) -> None:
        """Let time pass, one event after the other."""
        until, due = self.scheduler.time() + hours * HOUR_S, self.scheduler._due
        with structlog.testing.capture_logs():
            while due and due[0][0] <= until:
                when, _, timer = heapq.heappop(due)
                if timer.callback is None:
                    continue
                self.scheduler._now = max(self.scheduler._now, when)
                timer.callback()
                await asyncio.sleep(0)
                if self.engines.answered:
                    self.engines.answered = False
                    await settle()

    def table(self, game: str | None) -> list[dict[str, Any]]:
        """Return the table of a game, or of all games together, as the server sends it."""
        answers: list[Any] = []
        reader = Connection(Human("reader", "reader"), "192.0.2.250", answers.append)
        self.command(self.session(reader), {"t": "ratings", "limit": 100, **({"game": game} if game else {})})
        rows: list[dict[str, Any]] = answers[-1]["result"]["ratings"]
        return rows
