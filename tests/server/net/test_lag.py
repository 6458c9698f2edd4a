"""Lag credit: it is what the server measured of the connection."""

import asyncio

import pytest

from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.core.values.clock import MAX_LAG_S
from kibitz_server.core.values.events import MovePlayed
from kibitz_server.handlers.answers import Answers
from kibitz_server.limits.config import Limits
from kibitz_server.limits.limiter import RateLimiter
from kibitz_server.net.context import ServerContext
from kibitz_server.net.edge import EdgeConfig
from kibitz_server.net.server import listen
from kibitz_server.net.websocket.round_trips import RECENT_PINGS, RoundTrips
from kibitz_server.store import MemoryStore
from kibitz_server.wiring import build_runtime
from tests.fakes.server import InlineHelpers, ManualPool, people_of
from tests.server.conftest import InProcessServer
from tests.server.net.hostile import PING, PONG, RawSocket, TurnedLoop, listening
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


def test_the_shortest_recent_round_trip_counts() -> None:
    """Late answers earn nothing, an honest one lowers the credit at once, and a slower network counts after a while."""
    trips = RoundTrips()
    assert trips.shortest_s == 0
    trips.add(0.4)
    assert trips.shortest_s == 0.4
    trips.add(0.05)
    for late_s in (0.5, 0.3, 2.0):
        trips.add(late_s)
        assert trips.shortest_s == 0.05
    for number in range(2 * RECENT_PINGS):
        trips.add(0.3 + 0.01 * (number % 3))
    assert trips.shortest_s == 0.3


@pytest.mark.io
@pytest.mark.parametrize("own_turn", [True, False], ids=["own turn", "always"])
def test_pings_that_are_answered_late_in_the_own_turn_earn_nothing(own_turn: bool) -> None:
    """A player who delays the answers in its own turns is credited its real lag; only delaying all of them counts."""

    async def play() -> float:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, TurnedLoop)
        async with listening() as target:
            player = await target.enter()
            (connection,) = target.runtime.clients.all
            if not own_turn:
                await loop.advance(0.4)
            await answer_ping(player)
            for turn in range(12):
                await loop.advance(0)  # the server reads the answer
                await loop.advance(20)
                if turn % 2 or not own_turn:
                    await loop.advance(0.4)
                await answer_ping(player)
            await loop.advance(0)
            return connection.lag_s

    with asyncio.Runner(loop_factory=TurnedLoop) as runner:
        lag_s = runner.run(play())
    assert (lag_s < 0.2) if own_turn else (0.4 <= lag_s < 0.6)


async def answer_ping(player: RawSocket) -> None:
    """Wait for a ping of the server, and answer it."""
    while (frame := await player.read())[0] != PING:
        pass
    player.frame(PONG, frame[1])


@pytest.mark.io
async def test_the_lag_is_measured_before_the_first_command() -> None:
    """The server pings a client when it connects, so even the first charged move gets a lag credit."""
    store = MemoryStore()
    loop, pool = asyncio.get_running_loop(), ManualPool()
    limiter = RateLimiter(Limits(), loop.time, pool.waiting)
    runtime = build_runtime(MatchRegistry(), store, pool, loop, InlineHelpers())
    server = await listen(
        ServerContext(runtime, people_of(runtime), Answers(), "test", EdgeConfig(), limiter), ["127.0.0.1"], 0
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
    await server.close(1001, "over")
