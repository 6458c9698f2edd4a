"""Workers as processes in a real cluster of Dask: `kibitz-server worker`, and the preload of `dask worker`.

The test stands for the server: it hears the announcements, and asks the actor of a slot for a search.
"""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from typing import Any

import distributed
import pytest
from structlog.testing import capture_logs

from kibitz_server.engine.driver import Job, SearchResult
from kibitz_server.engine.limit import Limit
from kibitz_server.pool.cluster.address import ClusterAddress
from kibitz_server.pool.cluster.connection import Cluster, caller
from kibitz_server.pool.cluster.member.actor import SlotActor
from kibitz_server.pool.cluster.wire import (
    HERE_TOPIC,
    Answer,
    Here,
    decode_answer,
    decode_beat,
    decode_here,
    encode_job,
    topic_of,
)
from kibitz_server.pool.slot import Slot
from tests.ports import free_ports
from tests.server.pool.cluster.processes import until

pytestmark = [pytest.mark.io, pytest.mark.timeout(300)]
WAIT_S = 60.0
SERVER = "test"
KIBITZ = ("kibitz_server", "worker", "--slots", "2", "--games", "connect4,nim", "--grace", "60")
DASK = (
    "distributed.cli.dask_worker",
    *("--nthreads", "1", "--no-dashboard", "--host", "127.0.0.1", "--memory-limit", "0"),
    *("--preload", "kibitz_server.pool.dask_worker", "--resources", "kibitz_slot=2"),
)
LONG = Job("connect4", (("columns", 7),), None, ("1", "1"), "mcts", Limit(seconds=4.0))
ENDLESS = replace(LONG, limit=Limit(seconds=600.0))
SHORT = Job("connect4", (("columns", 7),), None, ("1", "1"), "mcts", Limit(playouts=20))


@contextlib.contextmanager
def process(*command: str) -> Iterator["subprocess.Popen[bytes]"]:
    """Run a module of Python as a process, and end it."""
    started = subprocess.Popen([sys.executable, "-m", *command])
    try:
        yield started
    finally:
        started.kill()
        started.wait()


@contextlib.asynccontextmanager
async def scheduler(port: int) -> AsyncIterator[Any]:
    """Run a scheduler in this process."""
    start: Any = distributed.Scheduler
    async with start(host="127.0.0.1", port=port, dashboard=False, dashboard_address="127.0.0.1:0") as made:
        yield made


class Server:
    """Server's side of a cluster, as far as these tests need it."""

    def __init__(self, client: Any) -> None:
        self.heres: list[Here] = []
        self.running: set[int] = set()
        self._client = client
        client.subscribe_topic(HERE_TOPIC, lambda event: self.heres.append(decode_here(event[1])))
        client.subscribe_topic(topic_of(SERVER), self._beat)

    def _beat(self, event: tuple[float, Any]) -> None:
        self.running |= decode_beat(event[1]).running.keys()

    async def here(self, leaving: bool = False) -> Here:
        """Wait for an announcement."""
        await until(lambda: any(here.leaving == leaving for here in self.heres))
        return next(here for here in self.heres if here.leaving == leaving)

    async def slot(self, here: Here) -> Callable[..., Any]:
        """Make the actor of a slot, and return how it is called."""
        key = f"slot-{here.instance}"
        made = self._client.submit(SlotActor, key, SERVER, actor=True, key=key, workers=[here.worker])
        with self._client.as_current():
            await asyncio.wait_for(made, WAIT_S)
        return caller(self._client, made, here.worker)


@contextlib.asynccontextmanager
async def server(port: int) -> AsyncIterator[Server]:
    """Connect to a scheduler."""
    connect: Any = distributed.Client
    async with connect(f"tcp://127.0.0.1:{port}", asynchronous=True, set_as_default=False) as client:
        yield Server(client)


async def ask(call: Callable[..., Any], number: int, job: Job) -> Answer:
    """Run a job, and return the answer."""
    data = await asyncio.wait_for(call("search", number, encode_job(job, job.position(), may_wait=False)), WAIT_S)
    return decode_answer(data)


def move(answer: Answer) -> str:
    """Return the move of an answer that has one."""
    assert isinstance(answer.report, SearchResult), answer
    return answer.report.move


async def wait_for_end(started: "subprocess.Popen[bytes]") -> int:
    """Return the exit code of a process."""
    return await asyncio.wait_for(asyncio.to_thread(started.wait), WAIT_S)


async def finishes_its_search(started: "subprocess.Popen[bytes]", port: int) -> None:
    """Send SIGTERM in the middle of a search, and expect that its answer arrives."""
    async with server(port) as own:
        here = await own.here()
        assert here.slots == 2
        slot = await own.slot(here)
        assert move(await ask(slot, 1, SHORT))
        search = asyncio.create_task(ask(slot, 2, LONG))
        await until(lambda: 2 in own.running)
        started.send_signal(signal.SIGTERM)
        await own.here(leaving=True)
        assert move(await search)


async def test_a_worker_listens_where_the_operator_says() -> None:
    """A firewall lets one port through, and a machine with several networks has one for the cluster."""
    (port,) = free_ports()
    async with scheduler(0) as made, server(made.port) as own:
        with process(*KIBITZ, made.address, "--host", "127.0.0.1", "--port", str(port)) as worker:
            here = await own.here()
            assert here.worker == f"tcp://127.0.0.1:{port}"
            assert move(await ask(await own.slot(here), 1, SHORT))
            worker.send_signal(signal.SIGINT)
            assert await wait_for_end(worker) == 0


async def test_sigterm_lets_a_worker_finish_its_search() -> None:
    """It announces that it leaves, sends the answer of the running search, and ends with 0."""
    async with scheduler(0) as made:
        with process(*KIBITZ, made.address) as worker:
            await finishes_its_search(worker, made.port)
            assert await wait_for_end(worker) == 0


@pytest.mark.parametrize("nanny", ["--nanny", "--no-nanny"])
async def test_the_preload_searches_with_and_without_a_nanny(nanny: str) -> None:
    """A worker of a nanny is a daemon, which may have no processes unless the preload changes that."""
    async with scheduler(0) as made:
        with process(*DASK, nanny, made.address) as worker:
            async with server(made.port) as own:
                here = await own.here()
                assert here.slots == 2
                assert move(await ask(await own.slot(here), 1, SHORT))
            worker.send_signal(signal.SIGTERM)
            await wait_for_end(worker)


async def test_a_worker_is_back_after_the_scheduler_was_away() -> None:
    """It starts before the scheduler, joins it, and joins the next one on the same port."""
    (port,) = free_ports()
    with process(*KIBITZ, f"tcp://127.0.0.1:{port}") as worker:
        instances = set()
        for _ in range(2):
            async with scheduler(port), server(port) as own:
                here = await own.here()
                instances.add(here.instance)
                assert move(await ask(await own.slot(here), 1, SHORT))
        assert len(instances) == 2
        worker.send_signal(signal.SIGINT)
        assert await wait_for_end(worker) == 0


async def test_a_second_signal_ends_a_worker_at_once() -> None:
    """It does not wait for the search."""
    async with scheduler(0) as made:
        with process(*KIBITZ, made.address) as worker:
            async with server(made.port) as own:
                slot = await own.slot(await own.here())
                search = asyncio.create_task(ask(slot, 1, ENDLESS))
                await until(lambda: 1 in own.running)
                worker.send_signal(signal.SIGTERM)
                await own.here(leaving=True)
                os.kill(worker.pid, signal.SIGTERM)
                assert await wait_for_end(worker) == -signal.SIGTERM
                search.cancel()
                await asyncio.wait({search})


class NoPool:
    """Pool that sends no searches to the slots of a cluster."""

    def __init__(self) -> None:
        self.slots: set[Slot] = set()

    def offer(self, slot: Slot) -> None:
        """Note a slot."""
        self.slots.add(slot)

    def withdraw(self, slot: Slot) -> None:
        """Forget a slot."""
        self.slots.discard(slot)


async def test_a_server_forgets_a_worker_that_has_left() -> None:
    """It does not wait until the worker counts as silent, so that the slots of other places get its searches."""
    async with scheduler(0) as made:
        with process(*KIBITZ, made.address) as worker, capture_logs() as logs:
            pool = NoPool()
            cluster = Cluster(ClusterAddress.parse(made.address), pool)
            cluster.start()
            await until(lambda: len(pool.slots) == 2)
            worker.send_signal(signal.SIGTERM)
            await until(lambda: not pool.slots)
            [gone] = cluster.status()
            assert (gone.state, gone.why, gone.slots) == ("gone", "it has left", 0)
            await cluster.close()
    assert [line["why"] for line in logs if line["event"] == "a worker is gone"] == ["it has left"]
