"""Lag credit: it is what the server measured of the connection."""

import asyncio

import pytest

from kibitz_server.app import build_runtime
from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.core.values.clock import MAX_LAG_S
from kibitz_server.core.values.events import MovePlayed
from kibitz_server.handlers.answers import Answers
from kibitz_server.limits.config import Limits
from kibitz_server.limits.limiter import RateLimiter
from kibitz_server.net.context import ServerContext
from kibitz_server.net.edge import EdgeConfig
from kibitz_server.net.server import close, listen
from kibitz_server.store import MemoryStore
from tests.fakes import ManualPool, people_of
from tests.server.conftest import InProcessServer
from tests.server.wire import ME, OPEN, call

BLITZ = {"kind": "fischer", "base_s": 60}


async def test_a_move_is_credited_with_the_lag_of_its_connection(server: InProcessServer) -> None:
    """The measured lag is not charged, and the event shows it."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host(clock=BLITZ)
    bob.ask("join", match=code)
    for ply, (guest, move) in enumerate([(ann, "b2"), (bob, "a1"), (ann, "a3")]):
        guest.connection.lag_s = 0.25 if guest is ann else 0.0
        server.scheduler.advance(2)
        bob.take()
        guest.ask("move", match=code, ply=ply, move=move)
    event = next(message for message in bob.take() if message.t == "event")
    assert (event.event.move.elapsed_ms, event.event.move.lag_ms) == (2000, 250)
    assert event.state.remaining_ms[0] % 1000 in (250, 500)


@pytest.mark.io
async def test_the_lag_is_measured_before_the_first_command() -> None:
    """The server pings a client when it connects, so even the first charged move gets a lag credit."""
    store = MemoryStore()
    loop, pool = asyncio.get_running_loop(), ManualPool()
    limiter = RateLimiter(Limits(), loop.time, pool.waiting)
    runtime = build_runtime(MatchRegistry(), store, pool, loop)
    server = await listen(
        ServerContext(runtime, people_of(runtime), Answers(), "test", EdgeConfig(), limiter), "127.0.0.1", 0
    )
    address = f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    ann, bob = await call(address), await call(address)
    entered = (await ann.ask("create", game="tictactoe", seats=[ME, OPEN], clock=BLITZ)).result
    await bob.ask("join", match=entered.code)
    for ply, (wire, text) in enumerate([(ann, "b2"), (bob, "a1"), (ann, "a3")]):
        assert (await wire.ask("move", match=entered.code, ply=ply, move=text)).t == "accepted"
    move = [event for event in store.events[entered.match] if isinstance(event, MovePlayed)][-1]
    assert 0 < move.lag_s <= MAX_LAG_S
    for wire in (ann, bob):
        await wire.socket.close()
    runtime.close()
    await close(server, 1001, "over")
