"""The clock of the event loop stands while the process does, and the time of day never goes back."""

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable

from kibitz_server.scheduler import NondecreasingClock, SteadyLoop


class Machine:
    """A monotonic clock that a test moves on, as if the process had been stopped."""

    def __init__(self) -> None:
        self.stopped_s = 0.0
        self.noticed: list[float] = []

    def __call__(self) -> float:
        return time.monotonic() + self.stopped_s

    def stop(self, seconds: float) -> None:
        """Let time pass without the process."""
        self.stopped_s += seconds

    def run(self, work: Callable[[], Awaitable[None]]) -> None:
        """Run a coroutine on a loop with this clock."""

        async def main() -> None:
            loop = asyncio.get_running_loop()
            assert isinstance(loop, SteadyLoop)
            loop.on_standstill = self.noticed.append
            await work()

        with asyncio.Runner(loop_factory=lambda: SteadyLoop(self)) as runner:
            runner.run(main())


def test_a_stop_within_a_step_did_not_happen() -> None:
    """The first reading of the clock after a stop leaves it out, and the loop reports it once."""
    machine = Machine()

    async def work() -> None:
        loop = asyncio.get_running_loop()
        before = loop.time()
        machine.stop(60)
        assert loop.time() - before < 5
        await asyncio.sleep(0)
        assert [round(seconds) for seconds in machine.noticed] == [60]

    machine.run(work)


def test_a_stop_while_the_loop_waits_did_not_happen() -> None:
    """A timer is not due because the process was stopped, and neither is a timeout."""
    machine = Machine()

    async def work() -> None:
        loop = asyncio.get_running_loop()
        before = loop.time()
        fired: list[str] = []
        loop.call_later(30, fired.append, "timer")
        waker = threading.Timer(0.05, machine.stop, [60])
        waker.start()
        async with asyncio.timeout(20):
            while not machine.noticed:
                await asyncio.sleep(0.01)
        assert fired == []
        assert loop.time() - before < 20
        assert [round(seconds) for seconds in machine.noticed] == [60]
        waker.join()

    machine.run(work)


def test_short_delays_are_time() -> None:
    """A step that is only slow advances the clock."""
    machine = Machine()

    async def work() -> None:
        loop = asyncio.get_running_loop()
        before = loop.time()
        machine.stop(0.5)
        assert loop.time() - before >= 0.5
        await asyncio.sleep(0)
        assert machine.noticed == []

    machine.run(work)


def test_the_time_of_day_never_goes_back() -> None:
    """After the machine's clock was set back, the time stands until that clock has caught up."""
    times = iter([100.0, 160.0, 40.0, 159.0, 161.0])
    clock = NondecreasingClock(lambda: next(times), 120.0)
    assert [clock() for _ in range(5)] == [120.0, 160.0, 160.0, 160.0, 161.0]
