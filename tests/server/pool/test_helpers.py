"""Helper processes: results, bounds, and replacement of those that die."""

import asyncio
import contextlib
import os
import signal
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from kibitz_protocol.refusals import Code
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.pool.helpers import HelperDied, HelperProcesses

pytestmark = pytest.mark.io


def triple(number: int) -> int:
    """Return a result."""
    return 3 * number


def refuse() -> None:
    """Refuse a command."""
    raise CommandRefused(Code.BAD_MOVES, "no such move", "play another one", 2.5)


def compute() -> None:
    """Compute without an end."""
    while True:
        pass


def busy() -> None:
    """Compute for a while."""
    until_s = time.process_time() + 0.05
    while time.process_time() < until_s:
        pass


def sleep() -> None:
    """Wait without an end and without computing."""
    signal.pause()


def allocate() -> int:
    """Take more memory than the bound."""
    return len(bytearray(200 * 1024 * 1024))


def wait_once(known: Path, told: Path) -> str:
    """Tell the id of the process and wait without an end at the first call. A pipe, `told`, takes the id."""
    if known.exists():
        return "done"
    known.touch()
    told.write_text(str(os.getpid()))
    signal.pause()
    return "woken"


def die(known: Path) -> None:
    """Add a mark to a file, and crash."""
    with known.open("a") as file:
        file.write("|")
    os.kill(os.getpid(), signal.SIGKILL)


def niceness() -> int:
    """Return the niceness of the process."""
    return os.nice(0)


@pytest.fixture
async def patient() -> AsyncIterator[HelperProcesses]:
    """Return one helper whose bounds no job of a test exceeds."""
    made = HelperProcesses(1, most_cpu_s=60.0)
    yield made
    await made.close()


@pytest.fixture
async def helpers() -> AsyncIterator[HelperProcesses]:
    """Return one helper with small bounds."""
    made = HelperProcesses(1, most_cpu_s=0.2, most_s=30.0, most_bytes=64 * 1024 * 1024)
    yield made
    await made.close()


async def test_a_job_has_a_result_or_an_exception(helpers: HelperProcesses) -> None:
    """A refusal arrives with all its parts, and the same process does the next job, behind the server."""
    assert await helpers.run(triple, 14) == 42
    pids = helpers.pids()
    with pytest.raises(CommandRefused, match="no such move") as caught:
        await helpers.run(refuse)
    assert (caught.value.code, caught.value.hint, caught.value.retry_after_s) == (
        Code.BAD_MOVES,
        "play another one",
        2.5,
    )
    assert helpers.pids() == pids


@pytest.mark.parametrize("nice", [0, 10])
async def test_helpers_have_the_given_niceness(nice: int) -> None:
    """With 0 they compete with other programs, as searches do."""
    helpers = HelperProcesses(slots=1, nice=nice)
    try:
        assert await helpers.run(niceness) == os.nice(0) + nice
    finally:
        await helpers.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux bounds the memory of a process")
@pytest.mark.parametrize("job", [compute, allocate])
async def test_a_helper_that_exceeds_a_bound_is_replaced(helpers: HelperProcesses, job: object) -> None:
    """The job ends, and the next one gets a new process."""
    assert await helpers.run(triple, 1) == 3
    pids = helpers.pids()
    with pytest.raises(HelperDied):
        await helpers.run(job)  # type: ignore[arg-type]
    assert await helpers.run(triple, 2) == 6
    assert helpers.pids() != pids


@pytest.mark.parametrize(("job", "least_s"), [(refuse, 0.0), (busy, 0.05), (compute, 0.15)])
async def test_the_processor_time_of_a_job_is_known(helpers: HelperProcesses, job: Any, least_s: float) -> None:
    """It is at most the bound if the process died."""
    charged: list[float] = []
    with contextlib.suppress(CommandRefused, HelperDied):
        await helpers.run(job, spent=charged.append)
    (used_s,) = charged
    assert least_s <= used_s <= least_s + 0.1


async def test_a_helper_that_waits_without_an_end_is_killed() -> None:
    """The bound on the time counts even if the job does not compute."""
    helpers = HelperProcesses(1, most_s=0.01)
    with pytest.raises(HelperDied):
        await helpers.run(sleep)
    await helpers.close()


async def test_the_job_of_a_killed_helper_is_done_by_another(patient: HelperProcesses, tmp_path: Path) -> None:
    """The client notices nothing, and pays for both."""
    told, charged = tmp_path / "pipe", list[float]()
    os.mkfifo(told)
    job = patient.run(wait_once, tmp_path / "known", told, spent=charged.append)
    os.kill(int(await asyncio.to_thread(told.read_text)), signal.SIGKILL)
    assert await job == "done"
    assert len(charged) == 1


async def test_a_job_whose_helpers_are_killed_twice_is_given_up(patient: HelperProcesses, tmp_path: Path) -> None:
    """A job that crashes its process does not occupy one helper after the other."""
    known = tmp_path / "tries"
    with pytest.raises(HelperDied):
        await patient.run(die, known)
    assert known.read_text() == "||"


async def test_an_idle_helper_that_was_killed_is_replaced(helpers: HelperProcesses) -> None:
    """No job is lost to it."""
    await helpers.run(triple, 1)
    (pid,) = helpers.pids()
    os.kill(pid, signal.SIGKILL)
    for _ in range(100):
        try:
            assert await helpers.run(triple, 2) == 6
        except HelperDied:  # the kernel had not ended it yet
            continue
        break
    assert helpers.pids() != [pid]


async def test_a_job_that_is_cancelled_ends_its_process(helpers: HelperProcesses) -> None:
    """A slot is not occupied by a job that no client waits for."""
    assert await helpers.run(triple, 1) == 3
    job = helpers.run(sleep)
    await asyncio.sleep(0)
    job.cancel()
    with pytest.raises(asyncio.CancelledError):
        await job
    assert await helpers.run(triple, 2) == 6


async def test_closing_ends_running_jobs() -> None:
    """The end of the server does not wait for a job, and no new one begins."""
    helpers = HelperProcesses(1)
    await helpers.run(triple, 1)
    job = helpers.run(sleep)
    await asyncio.sleep(0)
    await helpers.close()
    with pytest.raises(HelperDied):
        await job
    with pytest.raises(HelperDied):
        await helpers.run(triple, 1)
