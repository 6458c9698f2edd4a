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
