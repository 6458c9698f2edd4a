"""Worker processes: their ids, and their end at any time."""

import os
import sys
import threading
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from kibitz_server.engine.worker import child
from kibitz_server.pool.local.worker_process import PRELOADED, WorkerProcess, fork_server

pytestmark = pytest.mark.io


def made() -> WorkerProcess:
    """Return a process that has not started."""
    return WorkerProcess(fork_server(), child.begin, 0)


def wait_for_ever() -> None:
    """Do a job that never ends."""
    threading.Event().wait()


def test_a_process_tells_its_id() -> None:
    """The id is known when the first job is done, and is that of the new process after a restart."""
    process = made()
    assert (process.pid, process.alive, process.resident_bytes) == (0, False, 0)
    first = process.submit(os.getpid).result()
    assert (process.pid, process.alive) == (first, True)
    assert process.resident_bytes > 1_000_000
    process.kill()
    process.restart()
    second = process.submit(os.getpid).result()
    assert (process.pid, process.alive) == (second, True)
    assert second != first
    process.shutdown(wait=True)
    assert not process.alive


def modules() -> set[str]:
    """Return the names of the modules that the process has imported."""
    return set(sys.modules)


def test_what_every_process_imports_is_shared() -> None:
    """The fork server ignores a module that it cannot import, so a wrong name would cost time in each process."""
    process = made()
    assert set(PRELOADED) <= process.submit(modules).result()
    process.shutdown(wait=True)


def start_when_opened(gate: Path) -> None:
    """Wait at the start of a process until the test opens a named pipe."""
    gate.open("rb").close()


def test_a_process_that_has_not_started_yet_is_killed(tmp_path: Path) -> None:
    """It does not begin with its job first, or at least does not end it."""
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    process = WorkerProcess(fork_server(), start_when_opened, gate)
    job = process.submit(wait_for_ever)
    assert process.pid == 0
    process.kill()
    gate.open("wb").close()
    with pytest.raises(BrokenProcessPool):
        job.result()
    process.shutdown(wait=True)


def test_a_process_without_a_job_needs_no_kill() -> None:
    """It never starts."""
    process = made()
    process.kill()
    process.shutdown(wait=True)
    assert process.pid == 0
