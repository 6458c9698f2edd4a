"""Tests of presence: its messages, and claims and aborts after a disconnect."""

from typing import Any

import pytest

from kibitz_server.core.values.timeouts import DESERTED_TIMEOUT_S, HOST_TIMEOUT_S, MAX_CLAIM_AFTER_S, NO_SHOW_AFTER_S
from kibitz_server.runtime.attendance.presence import SETTLE_S
from tests.fakes.server import WaitingStore
from tests.server.conftest import ENGINE, FakeClient, InProcessServer

BLITZ = {"kind": "fischer", "base_s": 180, "increment_s": 2}
PATIENCE_S = (180 + 40 * 2) / 5


def pair(server: InProcessServer, clock: dict[str, Any] | None = None) -> tuple[FakeClient, FakeClient, str]:
    """Return two players who have made their first moves, and the code of their match."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host(clock=clock)
    bob.ask("join", match=code)
    ann.ask("move", match=code, ply=0, move="b2")
    bob.ask("move", match=code, ply=1, move="a1")
    ann.take(), bob.take()
    return ann, bob, code


def disconnect(server: InProcessServer, *clients: FakeClient, settled: bool = True) -> None:
    """Close connections, and let SETTLE_S pass if `settled`."""
    for client in clients:
        server.runtime.clients.depart(client.connection)
    pass_time(server, SETTLE_S if settled else 0)


def pass_time(server: InProcessServer, seconds: float) -> None:
    """Advance the time, then let the store commit."""
    server.scheduler.advance(seconds)
    server.store.commit()


def absences(client: FakeClient) -> list[list[tuple[int, int, int | None]]]:
    """Return the disconnected seats of each presence message that a client has received."""
    messages = [message.away for message in client.take() if message.t == "presence"]
    return [[(each.seat, each.away_ms, each.claim_ms) for each in one] for one in messages]


async def test_presence_of_a_disconnected_player(server: InProcessServer) -> None:
    """Clients learn when the match may be claimed: shortly after the disconnect, and again at that time."""
    ann, bob, code = pair(server, BLITZ)
    eve = server.connect("eve")
    eve.ask("watch", match=code)
    disconnect(server, bob, settled=False)
    assert absences(ann) == []
    pass_time(server, SETTLE_S)
    assert absences(ann) == [[(1, 0, 52_000)]] == absences(eve)
    pass_time(server, PATIENCE_S)
    assert absences(ann) == [[(1, 52_000, 0)]] == absences(eve)
    late = server.connect("late")
    late.ask("watch", match=code)
    (snapshot,) = [message for message in late.take() if message.t == "snapshot"]
    assert [(each.seat, each.claim_ms) for each in snapshot.away] == [(1, 0)]


async def test_a_quick_reconnect_is_not_reported(server: InProcessServer) -> None:
    """A player who reconnects within SETTLE_S never counts as disconnected."""
    ann, bob, _ = pair(server, BLITZ)
    disconnect(server, bob, settled=False)
    server.scheduler.advance(SETTLE_S - 0.1)
    server.connect("bob")
    pass_time(server, 1000)
    assert all(message.t != "presence" for message in ann.take())


async def test_a_player_with_another_connection_is_connected(server: InProcessServer) -> None:
    """A player counts as disconnected after the last connection was closed."""
    ann, bob, _ = pair(server, BLITZ)
    second = server.connect("bob")
    disconnect(server, bob)
    assert absences(ann) == []
    disconnect(server, second)
    assert absences(ann) == [[(1, 0, 52_000)]]


async def test_a_reconnect_ends_the_claim(server: InProcessServer) -> None:
    """After a reconnect no claim is possible. A client that resumes from an event receives the current presence."""
    ann, bob, code = pair(server, BLITZ)
    disconnect(server, bob)
    pass_time(server, PATIENCE_S - 1)
    refused = ann.ask("claim", match=code)
    assert (refused.code, refused.hint) == ("not_claimable", "claim again in 1 s")
    back = server.connect("bob")
    server.store.commit()
    assert absences(ann)[-1] == []
    pass_time(server, 60)
    assert ann.ask("claim", match=code).message == "bob is connected"
    back.ask("watch", match=code, since=5)
    assert back.kinds() == ["accepted", "presence"]


@pytest.mark.parametrize(("result", "winner"), [("win", 0), ("draw", None)])
async def test_a_match_of_a_disconnected_player_can_be_claimed(
    server: InProcessServer, result: str, winner: int | None
) -> None:
    """The opponent claims a win or a draw; without a clock this is the only way to end the match."""
    ann, bob, code = pair(server)
    disconnect(server, bob)
    pass_time(server, MAX_CLAIM_AFTER_S)
    assert ann.ask("claim", match=code, result=result).t == "accepted"
    finished = ann.take()[-1]
    assert (finished.event.result.winner, finished.event.result.reason) == (winner, "abandonment")


async def test_a_first_move_that_never_comes_can_be_claimed(server: InProcessServer) -> None:
    """Without a clock the match of a connected opponent is aborted then; after a move the opponent may think on."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = bob.host()
    ann.ask("join", match=code)
    pass_time(server, NO_SHOW_AFTER_S - 1)
    refused = ann.ask("claim", match=code)
    assert (refused.code, refused.hint) == ("not_claimable", "claim in 1 s if no move comes")
    assert bob.ask("claim", match=code).message == "ann is connected"
    bob.ask("move", match=code, ply=0, move="b2")
    ann.ask("move", match=code, ply=1, move="a1")
    pass_time(server, 10 * NO_SHOW_AFTER_S)
    assert ann.ask("claim", match=code).message == "bob is connected"
    other = bob.host()
    ann.ask("join", match=other)
    pass_time(server, NO_SHOW_AFTER_S)
    assert ann.ask("claim", match=other).t == "accepted"
    ended = ann.take()[-1]
    assert (ended.phase, ended.event.reason) == ("aborted", "no-show: bob made no first move")


async def test_only_a_player_may_claim(server: InProcessServer) -> None:
    """A spectator may not claim, nor a player against an engine or in a correspondence match."""
    ann, bob, code = pair(server, {"kind": "correspondence", "days": 3})
    disconnect(server, bob)
    assert absences(ann) == [[(1, 0, None)]]
    assert ann.ask("claim", match=code).code == "not_claimable"
    assert server.connect("eve").ask("claim", match=code).code == "not_seated"
    alone = ann.host(seats=[{"kind": "me"}, ENGINE])
    assert ann.ask("claim", match=alone).message == "an engine does not disconnect"


async def test_an_open_match_ends_after_its_host_has_left(server: InProcessServer) -> None:
    """It is aborted after HOST_TIMEOUT_S, unless the host reconnects before."""
    ann, eve = server.connect("ann"), server.connect("eve")
    code = ann.host(clock=BLITZ)
    eve.ask("watch", match=code)
    disconnect(server, ann)
    pass_time(server, HOST_TIMEOUT_S - 1)
    ann = server.connect("ann")
    pass_time(server, HOST_TIMEOUT_S)
    assert eve.ask("list").result.matches
    disconnect(server, ann)
    pass_time(server, HOST_TIMEOUT_S)
    assert eve.take()[-1].event.reason == "ann left"
    assert eve.ask("list").result.matches == []


async def test_after_a_restart_all_players_are_disconnected() -> None:
    """They count as disconnected from the restart on, not from before, until they connect."""
    store = WaitingStore()
    _, _, code = pair(InProcessServer(store=store), BLITZ)
    new = InProcessServer(store=store)
    assert new.runtime.loading.run() == 1
    ann = new.connect("ann")
    ann.ask("watch", match=code)
    (snapshot,) = [message for message in ann.take() if message.t == "snapshot"]
    assert [(each.seat, each.away_ms, each.claim_ms) for each in snapshot.away] == [(1, 0, 52_000)]
    pass_time(new, PATIENCE_S)
    assert ann.ask("claim", match=code).t == "accepted"


async def test_a_match_that_all_players_left_is_lost(server: InProcessServer) -> None:
    """A match without a clock ends after DESERTED_TIMEOUT_S, once a player has moved; the side to move loses."""
    ann, bob, code = pair(server)
    eve = server.connect("eve")
    eve.ask("watch", match=code)
    disconnect(server, ann, bob)
    pass_time(server, DESERTED_TIMEOUT_S - 1)
    assert eve.take()[-1].t == "presence"
    pass_time(server, 1)
    result = eve.take()[-1].event.result
    assert (result.winner, result.reason) == (1, "abandonment")


async def test_a_match_without_moves_that_all_players_left_is_aborted_soon(server: InProcessServer) -> None:
    """Nothing is lost, and the match holds no place of the server."""
    ann, bob = server.connect("ann"), server.connect("bob")
    bob.ask("join", match=ann.host())
    disconnect(server, ann, bob)
    pass_time(server, 5 * HOST_TIMEOUT_S - 1)
    assert server.registry.running == 1
    pass_time(server, 1)
    assert server.registry.running == 0


async def test_a_missing_first_move_aborts_the_match(server: InProcessServer) -> None:
    """A match is aborted, not lost, if either player makes no first move in time."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host(clock=BLITZ)
    bob.ask("join", match=code)
    state = bob.take()[-1].state
    assert (state.ticking, state.first_move_ms, state.remaining_ms) == (None, 30_000, [180_000, 180_000])
    pass_time(server, 29)
    ann.ask("move", match=code, ply=0, move="b2")
    pass_time(server, 30)
    aborted = bob.take()[-1]
    assert (aborted.phase, aborted.event.reason) == ("aborted", "no-show: bob made no first move")


async def test_an_engine_does_not_lose_on_time_in_the_queue(server: InProcessServer) -> None:
    """The clock of an engine pays for its search, not for the time in the queue."""
    ann = server.connect("ann")
    code = ann.host(seats=[{"kind": "me"}, ENGINE], clock={"kind": "fischer", "base_s": 60})
    ann.ask("move", match=code, ply=0, move="b2")
    await server.pool.last.finish("a1")
    server.store.commit()
    ann.ask("move", match=code, ply=2, move="b3")
    search = server.pool.last
    search.seconds = 0.0
    pass_time(server, 500)
    search.seconds = 4.0
    pass_time(server, 4)
    await search.finish("b1")
    server.store.commit()
    moved = ann.take()[-1]
    assert (moved.state.ply, moved.event.move.elapsed_ms, moved.state.remaining_ms[1]) == (4, 4_000, 56_000)


async def test_an_engine_has_no_deadline_for_its_first_move(server: InProcessServer) -> None:
    """Its search may be queued, which must not abort the match."""
    ann = server.connect("ann")
    code = ann.host(seats=[{"kind": "me"}, ENGINE], clock=BLITZ)
    ann.ask("move", match=code, ply=0, move="b2")
    pass_time(server, 300)
    await server.pool.last.finish("a1")
    server.store.commit()
    state = ann.take()[-1].state
    assert (state.ply, state.remaining_ms, state.ticking) == (2, [180_000, 180_000], 0)
