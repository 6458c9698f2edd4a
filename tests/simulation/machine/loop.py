"""An asyncio event loop on virtual time, in which threads do not exist.

The selector of a real loop waits for the kernel. This one carries out the next event of the world instead, and sets the
time to that of the event or of the next timer. The loop's own clock is that of the real server: it stands while the
process does.
"""

import asyncio
import selectors
import socket
from collections.abc import Callable, Mapping
from typing import Any, TypeVarTuple

from kibitz_server.scheduler import SteadyLoop
from tests.simulation.world import World

Ts = TypeVarTuple("Ts")

THREAD_S = 0.002
"""Longest time that work in a thread takes."""
TICK_S = 1e-9
"""Time by which the loop wakes later than at a timer, so that rounding lets no timer be called before its time."""


class _Selector(selectors.BaseSelector):
    """Selector without files. `select` lets the world go on instead of waiting."""

    def __init__(self) -> None:
        self.loop: SimulatedLoop

    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:
        return selectors.SelectorKey(fileobj, 0, events, data)

    def unregister(self, fileobj: Any) -> selectors.SelectorKey:
        return selectors.SelectorKey(fileobj, 0, 0, None)

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self.loop.waiting()
        if timeout != 0:
            self.loop.wait(timeout)
        self.loop.waited(timeout)
        return []

    def get_map(self) -> Mapping[Any, selectors.SelectorKey]:
        return {}


class SimulatedLoop(SteadyLoop):
    """Event loop of one server process. It stops when the simulation is over or the process is killed."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.frozen_until = 0.0
        """The process is stopped before this time of the world."""
        self.private_now: float | None = None
        """Time of the world for a killed process while its tasks end, which nothing else notices."""
        selector = _Selector()
        selector.loop = self
        super().__init__(self._world_now, selector)
        self.listeners: list[Callable[[], asyncio.Protocol]] = []
        self._threads = world.stream("threads")
        self._clock_resolution = 1e-6
        self._bound: list[socket.socket] = []

    def _world_now(self) -> float:
        return self.world.now if self.private_now is None else self.private_now

    def wait(self, timeout: float | None) -> None:
        """Carry out the next event of the world, or go on to the next timer, which is due after `timeout` seconds."""
        world = self.world
        timer_at = None if timeout is None else self._world_now() + timeout + TICK_S
        if self.private_now is not None:
            if timer_at is None:
                self.stop()
            else:
                self.private_now = timer_at
            return
        if world.now < self.frozen_until:
            self._stand_still()
            return
        event_at = world.next_at()
        if world.over or (event_at is None and timer_at is None):
            self.stop()
        elif event_at is not None and (timer_at is None or event_at <= timer_at):
            world.step()
        elif timer_at is not None:
            world.now = timer_at

    def freeze(self, for_s: float) -> None:
        """Stop the process for a while, as a signal does."""
        self.frozen_until = max(self.frozen_until, self.world.now + for_s)

    def _stand_still(self) -> None:
        """Let the world go on without this process, until it goes on or is killed."""
        world = self.world
        while world.now < self.frozen_until and not world.over and not self._stopping:  # type: ignore[attr-defined]
            event_at = world.next_at()
            if event_at is None or event_at > self.frozen_until:
                world.now = self.frozen_until
            else:
                world.step()

    def close(self) -> None:
        for each in self._bound:
            each.close()
        super().close()

    @property
    def timers(self) -> int:
        """Number of timers that are set."""
        return sum(not timer.cancelled() for timer in self._scheduled)  # type: ignore[attr-defined]

    def call_soon_threadsafe(  # type: ignore[override]  # a thread does not exist
        self, callback: Callable[..., object], *args: Any, context: Any = None
    ) -> asyncio.Handle:
        return self.call_soon(callback, *args, context=context)

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> asyncio.Future[Any]:  # type: ignore[override]  # noqa: ARG002
        """Do the work of a thread within one event, at a time that the seed chooses."""
        future = self.create_future()

        def work() -> None:
            if self.world.now < self.frozen_until:  # threads stand still with the process
                self.world.at(self.frozen_until, work)
                return
            if future.done() or self.is_closed():
                return
            try:
                result = func(*args)
            except BaseException as error:
                self.call_soon(_unless_done, future, future.set_exception, error)
            else:
                self.call_soon(_unless_done, future, future.set_result, result)

        self.world.after(self._threads.uniform(0, THREAD_S), work)
        return future

    async def create_server(self, protocol_factory: Any, *_args: Any, **options: Any) -> Any:
        self._bound.append(options["sock"])
        self.listeners.append(protocol_factory)
        return _Listener(self, protocol_factory)


def _unless_done(future: asyncio.Future[Any], settle: Callable[[Any], None], value: Any) -> None:
    if not future.done():
        settle(value)


class _Listener:
    """What `asyncio.Server` is to the library of WebSockets."""

    def __init__(self, loop: SimulatedLoop, factory: Any) -> None:
        self._loop = loop
        self._factory = factory
        self.sockets: tuple[()] = ()

    def is_serving(self) -> bool:
        return self._factory in self._loop.listeners

    def get_loop(self) -> asyncio.AbstractEventLoop:
        return self._loop

    def close(self) -> None:
        if self.is_serving():
            self._loop.listeners.remove(self._factory)

    async def wait_closed(self) -> None:
        pass
