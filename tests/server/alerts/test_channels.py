"""Addresses in memory and in the database."""

from collections.abc import Callable
from typing import TypeVar

import pytest
import sqlalchemy as sql

from kibitz_server.alerts.channels import PUSH, Channel, Channels
from kibitz_server.store.people_access import MemoryPeople

T = TypeVar("T")
ONE = Channel("c1", "bob", PUSH, "https://push.test/1", "[]", "t1", "", "en", "turn", True, 1.0)


class Failing(MemoryPeople):
    """A database that stores nothing while it is broken."""

    broken = False

    async def write(self, change: Callable[[sql.Connection], T]) -> T:
        if self.broken:
            raise sql.exc.OperationalError("", {}, Exception("disk full"))
        return await super().write(change)


async def test_what_the_database_did_not_store_is_taken_back() -> None:
    """The command was refused, so that the player tries again: an address that was removed must still be there."""
    db = Failing()
    channels = Channels(db)
    await channels.put(ONE)
    db.broken = True
    for change in (
        channels.remove([ONE]),
        channels.put(ONE._replace(kinds="round")),
        channels.put(ONE._replace(id="c2", address="https://push.test/2")),
    ):
        with pytest.raises(sql.exc.OperationalError):
            await change
    assert channels.of("bob") == [ONE]
    assert (channels.with_endpoint(ONE.address), channels.with_endpoint("https://push.test/2")) == (ONE, None)
    db.broken = False
    await channels.remove(channels.of("bob"))
    again = Channels(db)
    await again.load()
    assert again.of("bob") == []
