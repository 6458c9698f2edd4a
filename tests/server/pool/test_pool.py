"""The pool with its real processes: answers, priorities, cancelling, and workers that are killed."""

import asyncio
import functools
import os
import signal
from collections.abc import AsyncIterator

import pytest

from kibitz_server.engine.driver import Job
from kibitz_server.engine.limit import Limit
from kibitz_server.pool.interface import Priority, Search
from kibitz_server.pool.pool import LocalPool

pytestmark = pytest.mark.io
LONG = Limit(seconds=30.0)
SHORT = Limit(seconds=30.0, depth=2)


@pytest.fixture
async def pool() -> AsyncIterator[LocalPool]:
    """A pool of one slot, ready to search."""
    made = LocalPool(1)
    await made.warm_up()
    yield made
    await made.close()


def ask(pool: LocalPool, limit: Limit, priority: Priority = Priority.PLAYER, owner: str = "ann") -> Search:
    """Submit a search of the empty Connect Four board."""
    job = Job("connect4", (), None, (), "alphabeta", limit)
    return pool.submit(job, job.position(), priority, owner)


async def until_thinking(search: Search) -> None:
    """Wait until a search has something to show, leaving the processor to it."""
    while search.progress() is None:
        assert not search.result.done()
        await asyncio.sleep(0.001)


async def test_a_search_comes_back_with_a_report(pool: LocalPool) -> None:
    """Depth, nodes and line arrive as the worker found them."""
    report = await ask(pool, SHORT).result
    assert (report.depth, report.line[0]) == (2, report.move)
    assert report.nodes > 7


async def test_the_thinking_can_be_watched(pool: LocalPool) -> None:
    """While a search runs its depth and nodes grow."""
    search = ask(pool, LONG)
    await until_thinking(search)
    first = search.progress()
    assert first is not None
    while (later := search.progress()) is not None and later.depth == first.depth:
        await asyncio.sleep(0.001)
    assert later is not None
    assert later.nodes > first.nodes
    search.cancel()


async def test_a_cancelled_search_frees_its_slot(pool: LocalPool) -> None:
    """The next search need not wait for one that nobody wants."""
    search = ask(pool, LONG)
    await until_thinking(search)
    search.cancel()
    assert (await ask(pool, SHORT).result).depth == 2
    assert search.result.cancelled()


async def test_players_are_served_before_hints(pool: LocalPool) -> None:
    """What waits is taken by priority, then by age."""
    running = ask(pool, LONG)
    order: list[str] = []
    waiting = {
        "hint": ask(pool, SHORT, Priority.HINT),
        "first": ask(pool, SHORT),
        "second": ask(pool, SHORT),
    }
    for name, search in waiting.items():
        search.result.add_done_callback(functools.partial(lambda name, _: order.append(name), name))
    running.cancel()
    await asyncio.gather(*(search.result for search in waiting.values()))
    assert order == ["first", "second", "hint"]


async def test_nobody_waits_for_all_of_anothers_searches(pool: LocalPool) -> None:
    """One who asks for little is served after one search of the one who asks for much."""
    running = ask(pool, LONG)
    order: list[str] = []
    waiting = [ask(pool, SHORT, owner="greedy") for _ in range(5)] + [ask(pool, SHORT, owner="modest")]
    for search, name in zip(waiting, ["greedy"] * 5 + ["modest"], strict=True):
        search.result.add_done_callback(functools.partial(lambda name, _: order.append(name), name))
    assert (pool.waiting("greedy"), pool.waiting("modest"), pool.waiting("ann")) == (5, 1, 0)
    running.cancel()
    await asyncio.gather(*(search.result for search in waiting))
    assert order.index("modest") == 1


async def test_a_cancelled_search_waits_no_longer(pool: LocalPool) -> None:
    """What nobody wants any more does not count as its owner's."""
    running, waiting = ask(pool, LONG), ask(pool, LONG)
    assert pool.waiting("ann") == 1
    waiting.cancel()
    assert pool.waiting("ann") == 0
    running.cancel()


async def test_a_killed_worker_loses_nothing(pool: LocalPool) -> None:
    """A search whose worker dies is done again by its replacement, without a word to who waits."""
    search = ask(pool, LONG)
    await until_thinking(search)
    pid = pool.worker_pids()[0]
    os.kill(pid, signal.SIGKILL)
    while pool.worker_pids()[0] == pid:
        await asyncio.sleep(0.001)
    await until_thinking(search)
    search.cancel()


async def test_a_search_that_keeps_dying_still_ends_with_a_legal_move(pool: LocalPool) -> None:
    """After the second death a shallow search answers."""
    search = ask(pool, LONG)
    killed: set[int] = set()
    while not search.result.done():
        pid = pool.worker_pids()[0]
        if search.progress() is not None and pid not in killed:
            killed.add(pid)
            os.kill(pid, signal.SIGKILL)
        await asyncio.sleep(0.001)
    report = search.result.result()
    assert len(killed) == 2
    assert report.move in {"1", "2", "3", "4", "5", "6", "7"}


async def test_a_worker_that_died_idle_is_replaced(pool: LocalPool) -> None:
    """A worker lost between two searches is no news to anyone."""
    os.kill(pool.worker_pids()[0], signal.SIGKILL)
    assert (await ask(pool, SHORT).result).depth == 2


async def test_a_failing_search_does_not_hang(pool: LocalPool) -> None:
    """A job that raises in the worker ends with a legal move all the same."""
    good = Job("connect4", (), None, (), "alphabeta", SHORT)
    bad = Job("connect4", (), None, ("no such move",), "alphabeta", SHORT)
    report = await pool.submit(bad, good.position(), Priority.PLAYER).result
    assert report.move in {"1", "2", "3", "4", "5", "6", "7"}


async def test_closing_ends_every_process() -> None:
    """After close no worker is left, even one that was searching."""
    pool = LocalPool(2)
    await pool.warm_up()
    searches = [ask(pool, LONG) for _ in range(3)]
    await until_thinking(searches[0])
    pids = pool.worker_pids()
    await pool.close()
    assert all(search.result.cancelled() for search in searches)
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
