"""The queue of slow work: its order, its bounds, and its end."""

from typing import Any

import pytest

from kibitz_protocol.refusals import Code
from kibitz_server.accounts.errors import CommandRefused
from kibitz_server.pool.helpers import HelperDied
from kibitz_server.runtime.background import MOST_OF_A_BLOCK, MOST_OF_A_PLAYER, MOST_WAITING, BackgroundWork
from tests.fakes.server import ManualHelpers, RecordingConnection


def echo(text: str) -> str:
    """Return a result."""
    return text


class Work:
    """Queue of work with the outcomes of its jobs."""

    def __init__(self, slots: int = 1) -> None:
        self.helpers = ManualHelpers(slots)
        self.background = BackgroundWork(self.helpers)
        self.done: list[Any] = []

    def start(self, name: str, text: str, address: str = "", *, long: bool = False) -> None:
        """Queue a job of a player."""
        client = RecordingConnection(name)
        client.info.address = address or f"address of {name}"
        self.background.start(client, echo, (text,), self.done.append, long=long)

    async def finish(self, count: int) -> list[Any]:
        """Finish jobs one after the other, and return all outcomes so far."""
        for _ in range(count):
            await self.helpers.finish()
        return self.done


async def test_address_blocks_take_turns() -> None:
    """A client does not wait for all jobs of the guests at another address."""
    work = Work()
    for number in range(6):
        work.start(f"guest {number}", f"guest {number}", "2001:db8::1")
    work.start("ann", "ann")
    assert "ann" in await work.finish(3)


async def test_long_jobs_leave_a_helper_free() -> None:
    """A short job does not wait for the tree of a search."""
    work = Work(slots=2)
    for name in ("ann", "bob", "eve"):
        work.start(name, name, long=True)
    assert len(work.helpers.jobs) == 1
    work.start("mia", "short")
    assert [args for _, args, _ in work.helpers.jobs] == [("ann",), ("short",)]
    assert await work.finish(4) == ["ann", "short", "bob", "eve"]


async def test_waiting_jobs_are_bounded() -> None:
    """Too many of a player, of an address block or of all are refused, and count no more when they are done."""
    work = Work()
    for number in range(MOST_OF_A_PLAYER):
        work.start("ann", str(number))
    with pytest.raises(CommandRefused) as of_player:
        work.start("ann", "more")
    for number in range(MOST_OF_A_BLOCK):
        work.start(f"guest {number}", "", "192.0.2.7")
    with pytest.raises(CommandRefused) as of_block:
        work.start("guest", "more", "192.0.2.7")
    for number in range(MOST_WAITING - MOST_OF_A_BLOCK - MOST_OF_A_PLAYER):
        work.start(f"player {number}", "")
    with pytest.raises(CommandRefused) as of_all:
        work.start("bob", "more")
    assert [refused.value.code for refused in (of_player, of_block, of_all)] == [Code.TOO_MANY, Code.BUSY, Code.BUSY]
    await work.finish(MOST_WAITING)
    work.start("ann", "again")
    assert (await work.finish(1))[-1] == "again"


async def test_a_helper_that_dies_refuses_its_job() -> None:
    """The client learns that the server gave up, and the next job begins."""
    work = Work()
    work.start("ann", "ann")
    work.start("bob", "bob")
    await work.helpers.finish(HelperDied())
    assert [refused.code for refused in work.done] == [Code.INTERNAL]
    assert "gave up" in str(work.done[0])
    assert (await work.finish(1))[1:] == ["bob"]


async def test_closing_refuses_what_is_not_done() -> None:
    """Each job is answered once, also one that ends afterwards, and new ones are refused."""
    work = Work()
    work.start("ann", "ann")
    work.start("bob", "bob")
    work.background.close()
    assert [refused.code for refused in work.done] == [Code.DRAINING, Code.DRAINING]
    with pytest.raises(CommandRefused, match="about to stop"):
        work.start("eve", "eve")
    await work.background.settled()
    assert len(work.done) == 2
