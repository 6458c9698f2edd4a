"""Tests of failures in a cluster with real processes: killed, frozen, busy and lying workers, and a lost scheduler."""

import asyncio
import logging
import signal
import sys
from collections.abc import AsyncIterator, Iterator

import pytest
import structlog

from kibitz_server.pool.cluster.connection import Cluster
from kibitz_server.pool.placement import Use
from kibitz_server.pool.pool import SearchPool
from kibitz_server.pool.slot import LOCAL
from tests.server.pool.cluster.pools import LONG, QUICK, WORKERS, ask, begun, joined, place
from tests.server.pool.cluster.processes import Machines, until

pytestmark = [pytest.mark.io, pytest.mark.timeout(240)]


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    """A scheduler, which starts with its workers at the first test."""
    made = Machines(tmp_path_factory.mktemp("cluster"))
    yield made
    made.close()


@pytest.fixture(autouse=True)
def mended(machines: Machines) -> None:
    """Let everything run."""
    machines.mend(WORKERS)


@pytest.fixture
async def only(machines: Machines) -> AsyncIterator[tuple[SearchPool, Cluster]]:
    """A pool that searches in the cluster alone."""
    async with joined(machines.url, 0, Use.ONLY) as (pool, cluster):
        yield pool, cluster


async def test_a_killed_worker_loses_its_search_to_another(
    machines: Machines, only: tuple[SearchPool, Cluster]
) -> None:
    """The search runs again elsewhere, with what is left of its time."""
    pool, _ = only
    search = ask(pool, LONG)
    first = await begun(search)
    machines.kill_worker(first)
    await until(lambda: place(search) not in ("", first), "another worker searches")
    assert await begun(search) != first
    assert pool.ended == {("remote", "lost"): 1}
    search.cancel()


async def test_a_frozen_worker_is_used_again_when_it_answers(
    machines: Machines, only: tuple[SearchPool, Cluster]
) -> None:
    """Its search runs elsewhere, and it gets none until its next sign of life."""
    pool, cluster = only
    search = ask(pool, LONG)
    frozen = await begun(search)
    machines.signal(frozen, signal.SIGSTOP)
    await until(lambda: place(search) not in ("", frozen), "another worker searches")
    assert not cluster.workers[frozen].usable
    machines.signal(frozen, signal.SIGCONT)
    await until(lambda: cluster.workers[frozen].usable, "the worker is used again")
    others = [ask(pool, LONG) for _ in range(WORKERS - 1)]
    places = [await begun(each) for each in (*others, search)]
    assert sorted(places) == sorted(cluster.workers)
    for each in (*others, search):
        each.cancel()


async def test_a_lost_scheduler_costs_one_line(machines: Machines, caplog: pytest.LogCaptureFixture) -> None:
    """Searches go on locally, Dask logs nothing, and the server connects again by itself."""
    async with joined(machines.url, 1, Use.PREFER) as (pool, cluster):
        search = ask(pool, LONG)
        assert await begun(search) != LOCAL
        with structlog.testing.capture_logs() as lines, caplog.at_level(logging.WARNING):
            machines.kill_scheduler()
            await until(lambda: place(search) == LOCAL, "this machine searches")
            await begun(search)
            await until(lambda: not cluster.connected, "the loss is noticed")
            assert all(isinstance(line.get("why", ""), str) for line in lines)
            warnings = [line["event"] for line in lines if line["log_level"] != "info"]
            assert sorted(warnings) == [
                "search lost",
                "the connection to the cluster is lost: searches run on this machine until it is back",
            ]
            search.cancel()
            machines.mend(WORKERS)
            await until(lambda: cluster.answering >= WORKERS, "the workers are used again")
        assert cluster.connections == 2
        assert not caplog.records
        again = ask(pool, LONG)
        assert await begun(again) != LOCAL
        again.cancel()


async def test_a_server_ends_without_its_scheduler(machines: Machines) -> None:
    """It waits for no connection when it stops just after the loss."""
    async with joined(machines.url, 1, Use.PREFER) as (_, cluster):
        machines.kill_scheduler()
        await until(lambda: not cluster.connected, "the loss is noticed")
        async with asyncio.timeout(60.0):
            await cluster.close()


async def test_a_scheduler_that_hangs_is_not_waited_for(machines: Machines) -> None:
    """No other worker is tried after the silence of one, because none was heard."""
    async with joined(machines.url, 1, Use.PREFER) as (pool, cluster):
        search = ask(pool, LONG)
        assert await begun(search) != LOCAL
        assert machines.scheduler is not None
        machines.scheduler.send_signal(signal.SIGSTOP)
        try:
            await until(lambda: place(search) == LOCAL, "this machine searches")
            assert pool.ended == {("remote", "lost"): 1}
        finally:
            machines.scheduler.send_signal(signal.SIGCONT)
        await until(lambda: cluster.answering == WORKERS, "the workers are used again")
        search.cancel()


async def test_slots_of_a_killed_server_are_free_for_others(
    machines: Machines, only: tuple[SearchPool, Cluster]
) -> None:
    """A search waits while another server uses all slots, and runs when that server is killed."""
    pool, cluster = only
    other = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.server.pool.cluster.other_server", machines.url, stdout=asyncio.subprocess.PIPE
    )
    try:
        assert other.stdout is not None
        while (line := await other.stdout.readline()) != b"all slots are used\n":
            assert line, "the other server ended"
        search = ask(pool, LONG)
        await until(
            lambda: all(slot.taken for worker in cluster.workers.values() for slot in worker.slots),
            "all slots are busy",
        )
        assert not search.progress()
    finally:
        other.kill()
        await other.wait()
    await begun(search)
    assert not pool.ended
    search.cancel()


async def test_an_illegal_move_is_not_played(machines: Machines) -> None:
    """The search runs again elsewhere, and the worker gets no more of the game."""
    liar = machines.start_worker("tests.server.pool.cluster.liar")
    try:
        async with joined(machines.url, 0, Use.ONLY, WORKERS + 1) as (pool, cluster):
            found = await asyncio.gather(*(ask(pool, QUICK).result for _ in range(WORKERS + 1)))
            assert all(report.move in "12345678" for report in found)
            assert pool.ended == {("remote", "lost"): 1, ("remote", "finished"): WORKERS + 1}
            assert cluster.workers[liar].unused() == {"connect4": "its move was not legal"}
    finally:
        machines.kill_worker(liar)
