"""Faults of the machine, chosen by the seed: of the process, the network, the disk, the pool and the clocks."""

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.simulation.simulation import Simulation


class Faults:
    """Causes faults at random times until it is stopped, which heals what is broken."""

    def __init__(self, simulation: "Simulation", every_s: float) -> None:
        self._simulation = simulation
        self._random = simulation.world.stream("faults")
        self._every_s = every_s
        self._stopped = False
        every: tuple[tuple[float, Callable[[], None]], ...] = (
            (2.0, self._kill),
            (0.5, self._restart),
            (3.0, self._lose_connections),
            (2.0, self._stall_client),
            (2.0, self._slow_network),
            (2.0, self._slow_disk),
            (2.0, self._disk_outage),
            (0.7, self._reject_write),
            (2.0, self._workers_die),
            (1.5, self._slow_pool),
            (1.5, self._freeze),
            (1.5, self._wall_clock_jumps),
        )
        # Each seed has its own mix: a rare fault would else seldom meet another of its kind.
        self._weights = [weight * self._random.choice((0.0, 0.5, 1.0, 3.0)) for weight, _ in every]
        self._causes = [cause for _, cause in every]
        self._next()

    def _next(self) -> None:
        self._simulation.world.after(self._random.expovariate(1 / self._every_s), self._cause)

    def _cause(self) -> None:
        if self._stopped:
            return
        if any(self._weights):
            cause = self._random.choices(self._causes, self._weights)[0]
            self._simulation.world.note("fault", cause.__name__)
            self._simulation.faults_seen[cause.__name__.strip("_")] += 1
            cause()
        self._next()

    def stop(self) -> None:
        """Cause no more faults, and heal everything."""
        self._stopped = True
        simulation = self._simulation
        simulation.disk.outage = simulation.disk.unreadable = False
        simulation.disk.slowness, simulation.disk.reject_next = 1.0, 0
        for client in simulation.clients:
            if client.link is not None:
                client.link.delay_s = 0.01
                if client.link.stalled:
                    client.link.resume()
        if simulation.process is not None and simulation.process.listening:
            simulation.process.pool.deaths, simulation.process.pool.slowness = 0.0, 1.0

    def _for_a_while(self, begin: Callable[[], None], end: Callable[[], None], most_s: float) -> None:
        begin()
        self._simulation.world.after(self._random.uniform(0.1, most_s), end)

    def _set_for_a_while(self, part: object, name: str, value: float, normal: float, most_s: float) -> None:
        self._for_a_while(lambda: setattr(part, name, value), lambda: setattr(part, name, normal), most_s)

    # -- process

    def _kill(self) -> None:
        self._simulation.kill(self._random.uniform(0.1, 20.0))

    def _restart(self) -> None:
        self._simulation.restart(self._random.uniform(0.1, 5.0))

    def _freeze(self) -> None:
        """Stop the server process for a while."""
        process = self._simulation.process
        if process is not None and process.listening:
            for_s = self._random.uniform(0.1, 8.0)
            process.loop.freeze(for_s)
            self._simulation.referee.service.frozen(for_s)

    # -- network

    def _lose_connections(self) -> None:
        for client in self._simulation.clients:
            if self._random.random() < 0.5:
                client.drop(self._random.choice((0.0, 0.2, 2.0, 40.0)))

    def _stall_client(self) -> None:
        client = self._random.choice(self._simulation.clients)
        link = client.link
        if link is None or link.stalled:
            return

        def resume() -> None:
            if link.stalled:
                link.resume()

        link.stalled = True
        self._simulation.world.after(self._random.uniform(0.5, 10.0), resume)

    def _slow_network(self) -> None:
        for client in self._simulation.clients:
            if client.link is not None:
                client.link.delay_s = self._random.choice((0.001, 0.05, 0.3, 1.0))

    # -- disk

    def _slow_disk(self) -> None:
        slowness = self._random.choice((20.0, 200.0, 500.0))
        self._set_for_a_while(self._simulation.disk, "slowness", slowness, 1.0, 5.0)

    def _disk_outage(self) -> None:
        disk = self._simulation.disk
        unreadable = self._random.random() < 0.5

        def begin() -> None:
            disk.outage, disk.unreadable = True, unreadable

        def end() -> None:
            disk.outage = disk.unreadable = False

        self._for_a_while(begin, end, 15.0)

    def _reject_write(self) -> None:
        self._simulation.disk.reject_next += 1

    # -- pool and clocks

    def _workers_die(self) -> None:
        self._degrade_pool("deaths", 0.5, 0.0)

    def _slow_pool(self) -> None:
        self._degrade_pool("slowness", 10.0, 1.0)

    def _degrade_pool(self, name: str, value: float, normal: float) -> None:
        process = self._simulation.process
        if process is not None and process.listening:
            self._set_for_a_while(process.pool, name, value, normal, 20.0)

    def _wall_clock_jumps(self) -> None:
        self._simulation.referee.service.jumped()
        self._simulation.world.wall_offset_s += self._random.choice((-3600.0, -30.0, -1.0, 1.0, 60.0, 86_400.0))
