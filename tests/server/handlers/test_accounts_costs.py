"""Costs of account commands in the database."""

import time

import sqlalchemy as sql

from kibitz_server.handlers.session import ClientSession
from kibitz_server.limits.client import ClientLimiter
from kibitz_server.limits.config import Limits
from kibitz_server.limits.cost import WorkClock
from kibitz_server.limits.limiter import RateLimiter
from kibitz_server.limits.token_bucket import Rate
from tests.server.conftest import InProcessServer


def compute(_connection: sql.Connection, _statement: str, *_details: object) -> None:
    """Use processor time, as a large database does."""
    until_s = time.thread_time() + 0.002
    while time.thread_time() < until_s:
        pass


async def test_the_database_time_of_a_new_name_is_charged(server: InProcessServer) -> None:
    """Further queries of the address wait until it is repaid, although the command itself has ended long before."""
    limits = Limits(query_time=Rate(0.001, 1000), query_time_per_client=Rate(0.0001, 1000))
    limiter = RateLimiter(
        limits, server.scheduler.time, lambda _: 0, server.scheduler.call_at, WorkClock(lambda: 0.0, lambda: 0.0)
    )
    ann = server.connect("ann")
    ann.host()
    client = ClientLimiter(limiter, ann.connection.player.id, "block", guest=True)
    ann.session = ClientSession(server.runtime, server.answers, server.people, ann.connection, client)
    sql.event.listen(server.store.people.engine, "before_cursor_execute", compute)
    ann.send("rename", name="Ann the Otter")
    await server.people.settled()
    assert [m.t for m in ann.take()][-1] == "accepted"
    assert limiter.queries.wait("block") > 1000
