"""A worker's searches in real processes: answers, signs of life, stops, losses and the end."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace

import pytest

from kibitz_server.engine.driver import Job, SearchResult
from kibitz_server.engine.limit import Limit
from kibitz_server.engine.worker.search import Compiled
from kibitz_server.pool.cluster.member.host import SearchHost
from kibitz_server.pool.cluster.wire import (
    Answer,
    Beat,
    decode_answer,
    decode_beat,
    decode_compiled,
    encode_job,
    topic_of,
)
from tests.server.pool.cluster.processes import until

pytestmark = pytest.mark.io
ADDRESS = "tcp://192.0.2.1:4000"
WAIT_S = 30.0
LONG = Job("connect4", (("columns", 8),), None, (), "alphabeta", Limit(seconds=600.0))
QUICK = Job("connect4", (), None, (), "random", Limit(seed=1))
MOVES = {move.text for move in LONG.position().legal}


@dataclass
class Used:
    """A host of one slot, and what it has sent."""

    host: SearchHost
    beats: list[tuple[str, Beat]] = field(default_factory=list)
    wanted: bool = True

    def begin(
        self, job: Job = LONG, number: int = 1, server: str = "a", may_wait: bool = False
    ) -> "asyncio.Task[Answer]":
        """Begin a search of a server."""

        async def run() -> Answer:
            data = encode_job(job, job.position(), may_wait)
            return decode_answer(await self.host.search(server, number, data, lambda: self.wanted))

        return asyncio.ensure_future(run())

    def found(self, number: int = 1) -> SearchResult | None:
        """Return the newest search info that was sent."""
        return self.beats[-1][1].running.get(number) if self.beats else None


@pytest.fixture
async def used() -> AsyncIterator[Used]:
    """A host whose process runs."""
    host = SearchHost(1, nice=0)
    used = Used(host)
    host.worker = ADDRESS
    host.publish = lambda topic, data: used.beats.append((topic, decode_beat(data)))
    await host.warm_up()
    yield used
    await host.close()


async def answer(search: "asyncio.Task[Answer]") -> Answer:
    """Wait for the answer of a search."""
    return await asyncio.wait_for(search, WAIT_S)


async def test_a_job_is_answered_by_its_report(used: Used) -> None:
    """One slot does one job after the other."""
    for number in range(2):
        found = await answer(used.begin(QUICK, number))
        assert found.report is not None
        assert (found.report.source, found.report.move in MOVES, found.busy, found.error) == ("random", True, False, "")
    assert used.host.running == 0


async def test_a_job_without_a_free_slot_is_refused(used: Used) -> None:
    """The server runs it elsewhere. The job of another server is not stopped by its number."""
    search = used.begin(server="a")
    await until(lambda: used.host.running)
    assert (await answer(used.begin(QUICK, server="b"))).busy
    used.host.stop("b", 1)
    used.host.stop("a", 2)
    assert used.host.running == 1
    used.host.stop("a", 1)
    assert not (await answer(search)).busy


async def test_signs_of_life_come_while_a_search_runs(used: Used) -> None:
    """They go to its server, and have search info only if that is wanted."""
    search = used.begin(number=7)
    await until(lambda: len(used.beats) >= 2)
    assert used.beats[0] == (topic_of("a"), Beat(ADDRESS, {7: None}))
    used.host.watch("a", 7)
    await until(lambda: used.found(7))
    found = used.found(7)
    assert found is not None
    assert found.line[0] in MOVES
    used.host.stop("a", 7)
    report = (await answer(search)).report
    assert report is not None
    assert report.move in MOVES
    assert used.host.running == 0


async def test_the_search_of_a_server_that_left_ends(used: Used) -> None:
    """Its slot is free for others, and no more signs of life go to that server."""
    search = used.begin()
    await until(lambda: used.host.running)
    used.wanted = False
    await answer(search)
    assert used.host.running == 0
    used.wanted = True
    assert (await answer(used.begin(QUICK, 2))).report is not None


async def test_a_process_that_dies_is_an_error_of_its_job(used: Used) -> None:
    """The next job gets a new process."""
    search = used.begin()
    await until(lambda: used.host.running)
    (pid,) = used.host._slots.pids()
    assert pid > 0
    os.kill(pid, signal.SIGKILL)
    found = await answer(search)
    assert (found.report, found.error) == (None, "its process died")
    assert (await answer(used.begin(QUICK, 2))).report is not None


async def test_a_job_that_cannot_be_done_is_an_error(used: Used) -> None:
    """Text that is not a job, and a job that raises, leave the slot free."""
    unread = decode_answer(await used.host.search("a", 1, b"no job", lambda: True))
    assert "it is not a job" in unread.error
    unfit = await answer(used.begin(replace(QUICK, algorithm="no such algorithm")))
    assert "no such algorithm" in unfit.error
    assert (await answer(used.begin(QUICK, 2))).report is not None


@pytest.mark.compiled
async def test_a_job_without_machine_code_is_refused_if_it_may_wait(used: Used) -> None:
    """Its server has the code compiled, and asks again. No compilation is known that cannot be read."""
    options = (("columns", 2), ("rows", 3), ("connect", 19), ("exact", True))
    job = Job("mnk", options, None, (), "textbook", Limit(depth=2))
    assert await answer(used.begin(job, may_wait=True)) == Answer(uncompiled=True)
    plain = (await answer(used.begin(job, 2))).report
    assert plain is not None
    assert plain.depth == 2
    assert decode_compiled(await used.host.compile(b"no code")) == Compiled(False, 0.0)


async def test_a_worker_that_leaves_ends_its_searches_first(used: Used) -> None:
    """It takes no new ones. What does not end in time is cut off."""
    search = used.begin()
    await until(lambda: used.host.running)
    draining = asyncio.ensure_future(used.host.drain(WAIT_S))
    await until(lambda: used.host.leaving)
    assert (await answer(used.begin(QUICK, 2))).busy
    assert not draining.done()
    used.host.stop("a", 1)
    await answer(search)
    await asyncio.wait_for(draining, WAIT_S)
    used.host.leaving = False
    other = used.begin()
    await until(lambda: used.host.running)
    await used.host.drain(0.0)
    assert not other.done()
    used.host.abandon()
    await answer(other)
