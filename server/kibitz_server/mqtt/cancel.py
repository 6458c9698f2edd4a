"""Cancellation of tasks that use aiomqtt."""

import asyncio
from typing import Any


async def cancel_and_wait(*tasks: asyncio.Task[Any], retry_s: float) -> None:
    """Cancel tasks, and wait until they end. Cancel a task again after `retry_s` seconds if it still runs.

    aiomqtt uses `asyncio.wait_for`, which up to Python 3.11 loses a cancellation that arrives together with the result
    (cpython#86296). A loop around it would not end.
    """
    while running := [task for task in tasks if not task.done()]:
        for task in running:
            task.cancel()
        await asyncio.wait(running, timeout=retry_s)
    for task in tasks:
        if not task.cancelled():
            task.exception()  # marks the exception as retrieved
