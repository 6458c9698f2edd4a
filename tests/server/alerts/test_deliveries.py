"""The queue of alerts: what replaces what, and how often it is tried."""

import asyncio

from kibitz_server.alerts.deliveries import Deliveries, TryLater


async def drained(deliveries: Deliveries) -> None:
    """Wait until nothing waits and nothing is being sent."""
    async with asyncio.timeout(30):
        while len(deliveries):
            await asyncio.sleep(0)


async def test_what_was_cancelled_while_it_was_sent_is_not_sent_again() -> None:
    """A player has moved while a service refused the alert of that move; a newer alert stays the last one."""
    sent: list[str] = []
    answer = asyncio.Event()

    async def fail(name: str) -> None:
        sent.append(name)
        await answer.wait()
        raise TryLater("busy")

    async def arrive(name: str) -> None:
        sent.append(name)

    deliveries = Deliveries((0.0, 0.0), at_once=2)
    deliveries.add("cancelled", lambda: fail("cancelled"))
    deliveries.add("replaced", lambda: fail("replaced"))
    await asyncio.sleep(0)
    assert len(sent) == 2
    deliveries.cancel("cancelled")
    deliveries.add("replaced", lambda: arrive("newer"))
    answer.set()
    await drained(deliveries)
    assert sent == ["cancelled", "replaced", "newer"]
    assert deliveries.lost == 0
    await deliveries.close()


async def test_a_delivery_is_tried_a_few_times_and_then_lost() -> None:
    """Also one that fails by a fault is counted, and what finds no room."""
    tries = 0

    async def fail() -> None:
        nonlocal tries
        tries += 1
        raise OSError

    deliveries = Deliveries((0.0, 0.0, 0.0), most=1)
    assert deliveries.add(1, fail)
    assert not deliveries.add(2, fail)
    await drained(deliveries)
    assert (tries, deliveries.lost) == (3, 2)
    await deliveries.close()
    assert not deliveries.add(3, fail)
