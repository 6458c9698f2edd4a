"""Tests of uptime: only the time of runs counts."""

import asyncio

import pytest

from kibitz_server.store import SqlStore
from kibitz_server.store.uptime import Uptime


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


class Clocks:
    """Times of day and of the loop that a test sets, for a store that notes its run when the test says so."""

    def __init__(self, url: str, at: float, monkeypatch: pytest.MonkeyPatch) -> None:
        self.at = self.tick = at
        self.loop = asyncio.get_running_loop()
        monkeypatch.setattr(self.loop, "time", lambda: self.tick)
        self.store = SqlStore(url, self.loop, wall_clock=lambda: self.at)

    def advance(self, seconds: float, jump: float = 0.0) -> None:
        """Let time pass, and let the time of day jump besides. The store notes the time after both."""
        self.at, self.tick = self.at + seconds + jump, self.tick + seconds
        self.store._heartbeat.cancel()
        self.store._record_uptime()


@pytest.mark.io
@pytest.mark.parametrize("jump", [86_400.0, -86_400.0, -600.0])
async def test_a_jump_of_the_time_of_day_is_no_uptime(jump: float, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No move from before or after a jump of the machine's clock, in either direction, is charged for it."""
    clocks = Clocks(url, 1_000_000.0, monkeypatch)
    clocks.advance(100.0)
    before = clocks.store._wall_clock()
    clocks.advance(4.0, jump)
    clocks.advance(100.0)
    after = clocks.store._wall_clock()
    clocks.advance(4.0)
    clocks.store.close()
    again = SqlStore(url, clocks.loop, wall_clock=lambda: clocks.at)
    assert again.uptime().since(before) <= 108.0
    assert again.uptime().since(after) <= 4.0
    assert after >= before
    again.close()


@pytest.mark.io
async def test_the_end_of_a_server_is_no_uptime(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a server closes its connections and writes its last entries, no player can move."""
    clocks = Clocks(url, 1_000_000.0, monkeypatch)
    clocks.at, clocks.tick = clocks.at + 3.0, clocks.tick + 3.0
    clocks.store.end_run()
    clocks.at, clocks.tick = clocks.at + 8.0, clocks.tick + 8.0
    clocks.store.close()
    again = SqlStore(url, clocks.loop, wall_clock=lambda: clocks.at)
    assert again.uptime().since(0.0) == 3.0
    again.close()
