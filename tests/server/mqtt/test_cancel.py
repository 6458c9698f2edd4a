"""Tests that tasks end even if a library loses a cancellation."""

import asyncio

from kibitz_server.mqtt.cancel import cancel_and_wait


async def ignore_cancellation(times: int) -> None:
    """Ignore a number of cancellations."""
    while True:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            times -= 1
            if times < 0:
                raise


async def test_a_lost_cancellation_is_said_again() -> None:
    """Tasks are cancelled again until every task has ended."""
    tasks = [asyncio.create_task(ignore_cancellation(times)) for times in (0, 2)]
    await asyncio.sleep(0)
    await cancel_and_wait(*tasks, retry_s=0)
    assert all(task.cancelled() for task in tasks)


async def test_an_earlier_error_is_not_raised() -> None:
    """An earlier exception of a task is not reported again."""

    async def fails() -> None:
        raise ValueError

    task = asyncio.create_task(fails())
    await asyncio.sleep(0)
    await cancel_and_wait(task, retry_s=0)
    assert isinstance(task.exception(), ValueError)
