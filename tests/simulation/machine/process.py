"""The server process: started, killed and started again on the same disk."""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from kibitz_protocol.refusals import Close
from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.handlers.accounts import AccountCommands
from kibitz_server.handlers.answers import Answers
from kibitz_server.limits.config import Limits
from kibitz_server.limits.cost import WorkClock
from kibitz_server.limits.limiter import RateLimiter
from kibitz_server.net.context import ServerContext
from kibitz_server.net.edge import EdgeConfig
from kibitz_server.net.server import listen
from kibitz_server.runtime.rng import RandomChoices
from kibitz_server.runtime.runtime import Runtime
from kibitz_server.telemetry.loop_lag import LoopLag
from kibitz_server.wiring import build_runtime
from tests.fakes.server import InlineHelpers, cheap_passwords
from tests.simulation.machine.disk import Disk
from tests.simulation.machine.loop import SimulatedLoop
from tests.simulation.machine.pool import Found, SimulatedPool
from tests.simulation.machine.store import SimulatedStore
from tests.simulation.world import World

SLOTS = 2


class Process:
    """One run of the server."""

    def __init__(self, world: World, disk: Disk, number: int, started: Callable[[bool], None], found: Found) -> None:
        """Start a server.

        Args:
            world: The time.
            disk: The disk that it reads and writes.
            number: Number of the process, from 1.
            started: Called with whether it could start, before its first connection.
            found: Where to note the moves that searches find.
        """
        self.world = world
        self.number = number
        self.listening = False
        self.killed = False
        self._used_s = 0.0
        self.loop = SimulatedLoop(world)
        self.loop.set_exception_handler(self._unhandled)
        self.store: SimulatedStore
        self.pool: SimulatedPool
        self.runtime: Runtime
        self.context: ServerContext
        self.loop_lag: LoopLag
        self.baseline_tasks = 0
        self._disk = disk
        self._started = started
        self._found = found
        self._booting = self.loop.create_task(self._boot_or_exit())
        self._server: Any = None

    async def _boot_or_exit(self) -> None:
        try:
            await self._boot()
        except SQLAlchemyError as error:
            self.world.note("cannot start", self.number, error)
            self._started(False)

    async def _boot(self) -> None:
        world, loop = self.world, self.loop
        self.store = SimulatedStore(self._disk, loop, self.number)
        self.pool = SimulatedPool(world, loop, SLOTS, self.number, self._found)
        work_clock = WorkClock(self._used_processor_s, self._used_processor_s)
        limiter = RateLimiter(Limits(), loop.time, self.pool.waiting, loop.call_at, work_clock)
        self.runtime = build_runtime(
            MatchRegistry(),
            self.store,
            self.pool,
            loop,
            InlineHelpers(),
            random=RandomChoices(world.stream(f"choices {self.number}").getrandbits(31)),
            budget=limiter,
        )
        restored = self.runtime.loading.run()
        accounts = AccountCommands.at(self.runtime, cheap_passwords())
        await accounts.moderation.load()
        await self.runtime.mutes.load()
        edge = EdgeConfig()
        answers = Answers(loop.time)
        self.runtime.clients.unsaved = answers.unsaved
        self.context = ServerContext(self.runtime, accounts, answers, "kibitz/simulated", edge, limiter)
        # Its timer is also why a standstill is noticed: the loop knows only that it waited for too long.
        self.loop_lag = LoopLag(loop, self.runtime.metrics.loop_lag_s.observe)
        # The server binds a socket, which stays unused: connections come from the simulated network.
        self._server = await listen(self.context, ["127.0.0.1"], 0)
        self.listening = True
        self._started(True)
        world.note("listening", self.number, restored)

    def _used_processor_s(self) -> float:
        """Return the processor time used, as if all work between two calls took half a millisecond."""
        self._used_s += 0.0005
        return self._used_s

    def run(self) -> None:
        """Run until the process is killed or the simulation is over."""
        self.loop.run_forever()

    def kill(self) -> None:
        """End the process at once. Nothing that it still does has an effect."""
        self.world.note("killed", self.number)
        self.killed, self.listening = True, False
        self.loop.listeners.clear()
        if hasattr(self, "store"):
            self.store.kill()
        self.loop.private_now = self.world.now
        self.loop.stop()

    def stop(self, then: Callable[[], None]) -> None:
        """End the process in the way of a signal: searches end, connections close with a code, and all is written."""

        async def wind_down() -> None:
            self.runtime.drain()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(5):
                    await self.runtime.wind_down()
            self.runtime.close()
            self.listening = False
            await self._server.close(Close.RESTART, "restart")
            await self.context.accounts.close()
            await self.pool.close()
            self.store.close()
            self.killed = True
            self.loop.private_now = self.world.now
            then()
            self.loop.stop()

        self._stopping = self.loop.create_task(wind_down())

    def bury(self) -> None:
        """End the tasks of a process that was killed, so that the interpreter does not report them."""
        loop = self.loop
        loop.private_now = self.world.now
        loop.set_exception_handler(lambda _loop, _context: None)
        for _ in range(3):
            tasks = asyncio.all_tasks(loop)
            if not tasks:
                break
            for task in tasks:
                task.cancel()
            loop.run_until_complete(asyncio.wait(tasks, timeout=60))
        loop.close()

    def _unhandled(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        self.world.fail("no unhandled exception", f"{context.get('message')}: {error!r}")
