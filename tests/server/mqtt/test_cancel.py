"""Tasks end, even where a library below loses a cancellation."""

import asyncio

from kibitz_server.mqtt.cancel import cancel_and_wait


async def deaf(times: int) -> None:
    """Does not hear that it is cancelled, so many times."""
    while True:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            times -= 1
            if times < 0:
                raise


async def test_a_lost_cancellation_is_said_again() -> None:
    """Until every task has ended."""
    tasks = [asyncio.create_task(deaf(times)) for times in (0, 2)]
    await asyncio.sleep(0)
    await cancel_and_wait(*tasks, retry_s=0)
    assert all(task.cancelled() for task in tasks)


async def test_an_error_at_the_end_is_nobody_elses() -> None:
    """What failed before is not told a second time."""

    async def fails() -> None:
        raise ValueError

    task = asyncio.create_task(fails())
    await asyncio.sleep(0)
    await cancel_and_wait(task, retry_s=0)
    assert isinstance(task.exception(), ValueError)
