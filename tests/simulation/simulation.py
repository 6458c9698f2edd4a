"""One simulation: a server, its clients and faults for a while, then a quiet time, then the final checks."""

import contextlib
import gc
import time
from collections import Counter
from collections.abc import Iterator, MutableMapping
from dataclasses import dataclass, field
from typing import Any

import structlog

from tests.games.chance import chance_games
from tests.simulation.checks.ending import check_memory, check_progress, check_remains, check_searches
from tests.simulation.checks.referee import Referee
from tests.simulation.faults import Faults
from tests.simulation.machine.disk import Disk
from tests.simulation.machine.entropy import seeded
from tests.simulation.machine.network import Link
from tests.simulation.machine.process import Process
from tests.simulation.people.client import Client
from tests.simulation.people.person import Person
from tests.simulation.world import START_S, Violation, World

BUSY_S = 60.0
"""Time in which clients act and faults occur."""
ANSWER_S = 40.0
"""Time after the last fault by which every command has its answer."""
COMPARE_S = 5.0
ALONE_S = 50 * 3600.0
"""Time without clients, in which every match that runs must end: one without a clock after a day."""
LOOK_S, LOOK_ALONE_S = 1.0, 600.0
EXPECTED_ERRORS = ("match halted because it could not be saved", "the database cannot be written; matches wait")


@dataclass
class Outcome:
    """Result of one simulation."""

    seed: int
    violation: Violation | None
    trace_hash: str
    steps: int
    simulated_s: float
    match_hours: float
    counts: Counter[str]
    faults: Counter[str]
    took_s: float
    lines: list[str] = field(default_factory=list, repr=False)


class Simulation:
    """The parts of one simulation, and what connects them."""

    def __init__(self, seed: int, *, faults: bool = True, busy_s: float = BUSY_S, keep_trace: bool = False) -> None:
        self.world = World(seed, keep_trace=keep_trace)
        self.referee = Referee(self.world)
        self.disk = Disk(self.world, self.referee.committed, self.referee.confirmed, self._health_changed)
        self.process: Process | None = None
        self.clients: list[Client] = []
        self.codes: list[str] = []
        """Codes of matches that clients have passed on to each other."""
        self.faults_seen: Counter[str] = Counter()
        self.calm_at = float("inf")
        """When faults and actions ended."""
        self._people: list[Person] = []
        self._links: list[Link] = []
        self._link_numbers = 0
        self._processes = 0
        self._busy_s = busy_s
        self._alone = False
        self._with_faults = faults
        self._faults: Faults | None = None
        self._random = self.world.stream("simulation")

    # -- what clients use

    def connect(self, client: Client) -> Link | None:
        """Return a new connection; None if the server does not listen."""
        process = self.process
        if process is None or not process.listening or not process.loop.listeners:
            return None
        self._link_numbers += 1
        link = Link(self.world, process.loop, self._link_numbers, client.address, client, self._sent)
        self._links.append(link)
        self.referee.connected(link, client.player)
        return link

    def _sent(self, link: Link, payload: bytes) -> Any:
        return self.referee.sent(link, payload)

    def note_code(self, code: str) -> None:
        """Pass on the code of a match."""
        if code not in self.codes:
            self.codes.append(code)

    def note_key(self, host: Client, code: str, key: str) -> None:
        """Pass on the key of a private match to some of the clients."""
        for client in self.clients:
            if client is not host and self._random.random() < 0.3:
                client.keys[code] = key

    # -- the server

    def start(self) -> None:
        """Start a server on the disk."""
        if self.process is None and not self.world.over:
            self._processes += 1
            self.referee.restored()
            self.process = Process(self.world, self.disk, self._processes, self._started, self.referee.found)

    def _started(self, listening: bool) -> None:
        if listening:
            self.referee.service.started()
        else:  # the database does not answer: the supervisor of the machine tries again
            self.kill(2.0)

    def kill(self, down_s: float) -> None:
        """Kill the server, and start another one after `down_s`."""
        process = self.process
        if process is None or process.killed:
            return
        process.kill()
        self._gone(down_s)

    def restart(self, down_s: float) -> None:
        """Stop the server in the way of an operator, and start another one after `down_s`."""
        process = self.process
        if process is not None and process.listening:
            process.stop(lambda: self._gone(down_s))

    def _health_changed(self, healthy: bool) -> None:
        service = self.referee.service
        if healthy:
            service.recovered()
        else:
            service.failed()

    def _gone(self, down_s: float) -> None:
        self.referee.service.stopped()
        links, self._links = self._links, []
        for link in links:
            link.transport._closing = True
            if link.open:
                link.drop()
        self.world.after(down_s, self.start)

    # -- running

    def run(self) -> Outcome:
        """Run until a violation or the end, and return the outcome."""
        began = time.perf_counter()
        with chance_games(), seeded(self.world.stream("entropy")), self._errors_noted():
            self._schedule()
            while not self.world.over:
                if self.process is None:
                    if not self.world.step():
                        break
                    continue
                process = self.process
                process.run()
                if process.killed or self.world.over:
                    process.bury()
                    self.process = None
            if self.process is not None:
                self.process.bury()
        return Outcome(
            self.world.seed,
            self.world.violation,
            self.world.trace_hash,
            self.world.steps,
            self.world.now - START_S,
            self._match_hours(),
            self.referee.counts,
            self.faults_seen,
            time.perf_counter() - began,
            self.world.lines,
        )

    def _schedule(self) -> None:
        self.start()
        random, world = self._random, self.world
        for number in range(random.randint(3, 6)):
            name = f"player{number}"
            client = Client(self, name, f"198.51.100.{number + 1}")
            self.clients.append(client)
            self._people.append(Person(self, client, plays=True, pace_s=random.uniform(0.3, 2.0)))
            if random.random() < 0.3:
                second = Client(self, f"{name}b", f"198.51.100.{number + 1}", owner=client)
                self.clients.append(second)
                self._people.append(Person(self, second, plays=True, pace_s=random.uniform(1.0, 3.0)))
        for number in range(random.randint(1, 3)):
            client = Client(self, f"spectator{number}", f"203.0.113.{number + 1}")
            self.clients.append(client)
            self._people.append(Person(self, client, plays=False, pace_s=random.uniform(0.5, 3.0)))
        for client in self.clients:
            world.after(random.uniform(0, 3.0), client.connect)
        if self._with_faults and random.random() < 0.9:
            self._faults = Faults(self, random.choice((3.0, 8.0, 20.0)))
        world.after(self._busy_s, self._calm_down)
        world.after(1.0, self._look)

    def _calm_down(self) -> None:
        """End the busy time: no more faults, no more actions."""
        self.world.note("calm")
        self.calm_at = self.world.now
        for person in self._people:
            person.quiet = True
        if self._faults is not None:
            self._faults.stop()
        self.world.after(ANSWER_S, self._compare)

    def _look(self) -> None:
        """Check what must hold at any time."""
        check_searches(self)
        check_memory(self)
        if self.world.now > self.calm_at + 1:
            check_progress(self)
        self.world.after(LOOK_ALONE_S if self._alone else LOOK_S, self._look)

    def _compare(self) -> None:
        """Let every client ask for all it follows, to compare it with what is durable."""
        self.referee.unanswered(ANSWER_S - 5)
        for client in self.clients:
            for view in list(client.views.values()):
                client.send("watch", match=view.match, **client.key_of(view.code))
        self.world.after(COMPARE_S, self._leave)

    def _leave(self) -> None:
        """Let all clients leave."""
        self.referee.unanswered(COMPARE_S / 2)
        for client in self.clients:
            client.retired = True
            if client.link is not None:
                client.link.leave()
        self._alone = True
        if self.process is not None and self.process.listening:
            # What a server does at intervals would take most of the time of the simulation from now on.
            self.process.store.end_run()
            self.process.loop_lag.stop()
        self.world.after(ALONE_S, self._end)

    def _end(self) -> None:
        check_remains(self)
        self.world.over = True

    def _match_hours(self) -> float:
        end = self.world.now
        return sum((match.ended_at or end) - match.durable_at[0] for match in self.referee.matches.values()) / 3600

    @contextlib.contextmanager
    def _errors_noted(self) -> Iterator[None]:
        """Report what the server logs as an error, and print no log."""

        def note(_logger: Any, method: str, entry: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
            if method in ("error", "exception", "critical") and not self._buried():
                event = str(entry.get("event"))
                if not event.startswith(EXPECTED_ERRORS):
                    self.world.fail("no internal error", f"the server logged: {event} {entry}")
            raise structlog.DropEvent

        config = structlog.get_config()
        structlog.configure(processors=[structlog.processors.format_exc_info, note])
        collecting = gc.isenabled()
        gc.disable()
        try:
            yield
        finally:
            structlog.configure(**config)
            if collecting:
                gc.enable()

    def _buried(self) -> bool:
        return self.process is not None and self.process.loop.private_now is not None


def simulate(seed: int, **options: Any) -> Outcome:
    """Run the simulation of a seed."""
    return Simulation(seed, **options).run()
