"""Tests of uptime: only the time of runs counts."""

import asyncio

import pytest

from kibitz_server.store import SqlStore
from kibitz_server.store.uptime import Uptime, UptimeRecorder
from tests.fakes.server import ManualScheduler


@pytest.mark.parametrize(
    ("at", "seconds"),
    [(0.0, 35.0), (10.0, 35.0), (15.0, 30.0), (25.0, 25.0), (40.0, 15.0), (55.0, 0.0), (99.0, 0.0)],
)
def test_only_runs_count(at: float, seconds: float) -> None:
    """There is a run from 10 to 20, and two that overlap from 30 to 55."""
    assert Uptime([(30.0, 50.0), (10.0, 20.0), (40.0, 55.0)]).since(at) == seconds


@pytest.mark.parametrize(("seconds", "at"), [(0.0, 55.0), (15.0, 40.0), (25.0, 30.0), (27.0, 18.0), (99.0, 10.0)])
def test_looking_back_counts_only_runs(seconds: float, at: float) -> None:
    """`before` is the inverse of `since`."""
    assert Uptime([(30.0, 50.0), (10.0, 20.0), (40.0, 55.0)]).before(seconds) == at


def test_without_runs_nothing_counts() -> None:
    """A new database, and one from before this table, has no uptime."""
    assert Uptime().since(0.0) == 0.0


@pytest.mark.io
async def test_a_store_notes_its_runs(url: str) -> None:
    """The next store knows the time from opening to closing, without its own."""
    store = SqlStore(url, asyncio.get_running_loop())
    assert store.uptime().since(0.0) == 0.0
    store.close()
    again = SqlStore(url, asyncio.get_running_loop())
    assert 0.0 < again.uptime().since(0.0) < 60.0
    again.close()


class Machine:
    """A machine whose clocks the test sets, with the runs that its servers recorded."""

    def __init__(self) -> None:
        self.scheduler = ManualScheduler()
        self.healthy = True
        self.runs: dict[str, tuple[float, float]] = {}
        self._ahead_s = 1_800_000_000.0

    def start(self) -> UptimeRecorder:
        """Return the recorder of a new server."""

        def begin(run: str, at: float) -> None:
            self.runs[run] = at, at

        def see(run: str, at: float) -> None:
            self.runs[run] = self.runs[run][0], at

        known = [(run, *times) for run, times in self.runs.items()]
        return UptimeRecorder(known, self.time_of_day, self.scheduler, lambda: self.healthy, begin, see)

    def time_of_day(self) -> float:
        """Return the time in seconds since 1970."""
        return self.scheduler.time() + self._ahead_s

    def jump(self, seconds: float) -> None:
        """Set the time of day forward or back."""
        self._ahead_s += seconds


@pytest.mark.parametrize("jump", [86_400.0, -86_400.0, -600.0, -30.0])
@pytest.mark.parametrize("idle_s", [0.0, 60.0])
def test_a_jump_of_the_time_of_day_is_no_uptime(jump: float, idle_s: float) -> None:
    """No move from before or after a jump of the machine's clock, in either direction, is charged for it.

    That holds for a server too that has stored nothing for a time before the jump.
    """
    machine = Machine()
    server = machine.start()
    machine.scheduler.advance(100.0)
    before = server.wall_clock()
    machine.scheduler.advance(idle_s + 4.0)
    machine.jump(jump)
    machine.scheduler.advance(100.0)
    after = server.wall_clock()
    machine.scheduler.advance(4.0)
    server.end()
    uptime = machine.start().before
    assert uptime.since(before) <= idle_s + 108.0
    assert uptime.since(after) <= 4.0
    assert after >= before


@pytest.mark.parametrize("stood_s", [1.1, 1.9, 60.0])
def test_a_standstill_is_no_uptime(stood_s: float) -> None:
    """A standstill that the event loop leaves out does not count, however short, up to the interval of the records."""
    machine = Machine()
    server = machine.start()
    machine.scheduler.advance(12.0)
    machine.jump(stood_s)  # the clock of the event loop stood
    machine.scheduler.advance(12.0)
    server.end()
    assert 19.0 <= machine.start().before.since(0.0) <= 24.0


def test_the_end_of_a_server_is_no_uptime() -> None:
    """While a server closes its connections and writes its last entries, no player can move."""
    machine = Machine()
    server = machine.start()
    machine.scheduler.advance(13.0)
    server.end()
    machine.scheduler.advance(60.0)
    assert machine.start().before.since(0.0) == 13.0


def test_an_outage_is_no_uptime() -> None:
    """Time in which the store cannot save does not count, up to the interval of the records."""
    machine = Machine()
    server = machine.start()
    machine.scheduler.advance(12.0)
    machine.healthy = False
    machine.scheduler.advance(60.0)
    machine.healthy = True
    machine.scheduler.advance(12.0)
    server.end()
    assert 14.0 <= machine.start().before.since(0.0) <= 24.0


@pytest.mark.io
async def test_events_have_the_clock_of_the_recorded_uptime(url: str) -> None:
    """After the machine's clock was set back, events are stored at the end of the uptime, and not before it."""
    day = [2_000_000.0]
    store = SqlStore(url, asyncio.get_running_loop(), wall_clock=lambda: day[0])
    day[0] += 1.0
    store.end_run()
    day[0] -= 600.0
    assert store.wall_clock() == 2_000_001.0
    store.close()
    again = SqlStore(url, asyncio.get_running_loop(), wall_clock=lambda: day[0])
    assert again.wall_clock() == again.uptime().end
    again.close()
