"""Calls in threads that end with the process."""

import asyncio
import subprocess
import sys
import threading

import pytest

from kibitz_server.alerts.threads import WaitingThreads

STUCK = """
import asyncio, threading
from kibitz_server.alerts.threads import WaitingThreads

async def main():
    begun = threading.Event()
    waiting = asyncio.ensure_future(WaitingThreads(1).run(lambda: begun.set() or threading.Event().wait(600)))
    await asyncio.to_thread(begun.wait)
    waiting.cancel()

asyncio.run(main())
"""


async def test_results_and_errors_come_back() -> None:
    """They are those of the call."""
    threads = WaitingThreads(1)
    assert await threads.run(lambda: 5) == 5
    with pytest.raises(ZeroDivisionError):
        await threads.run(lambda: 1 // 0)


async def test_a_call_that_was_given_up_keeps_its_place() -> None:
    """So slow calls do not add up to many threads."""
    threads, go_on, second = WaitingThreads(1), threading.Event(), threading.Event()
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(threads.run(lambda: go_on.wait(30)), 0.01)
    waiting = asyncio.ensure_future(threads.run(second.set))
    for _ in range(10):
        await asyncio.sleep(0)
    assert not second.is_set()
    go_on.set()
    await waiting
    assert second.is_set()


@pytest.mark.io
def test_a_process_does_not_wait_for_them() -> None:
    """A mail server that does not answer would hold up the exit of the server."""
    assert subprocess.run([sys.executable, "-c", STUCK], timeout=60, check=False).returncode == 0
