"""Ending tasks that speak to a broker."""

import asyncio
from typing import Any


async def ended(*tasks: asyncio.Task[Any], again_s: float) -> None:
    """Cancel tasks until they have ended; one that does not end is cancelled anew after `again_s` seconds.

    aiomqtt waits by `asyncio.wait_for`, which up to Python 3.11 loses a cancellation that comes together with the
    answer (cpython#86296). A loop around it would go on for ever.
    """
    while running := [task for task in tasks if not task.done()]:
        for task in running:
            task.cancel()
        await asyncio.wait(running, timeout=again_s)
    for task in tasks:
        if not task.cancelled():
            task.exception()  # it counts as told
