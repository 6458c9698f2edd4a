"""Who of a match's people is connected: told to everyone, and what follows when somebody stays away."""

from typing import Any

import pytest

from kibitz_server.core.values.timeouts import DESERTED_TIMEOUT_S, HOST_TIMEOUT_S, MAX_CLAIM_AFTER_S
from kibitz_server.runtime.presence import SETTLE_S
from tests.fakes import WaitingStore
from tests.server.conftest import ENGINE, FakeClient, InProcessServer

BLITZ = {"kind": "fischer", "base_s": 180, "increment_s": 2}
PATIENCE_S = (180 + 40 * 2) / 5


def pair(server: InProcessServer, clock: dict[str, Any] | None = None) -> tuple[FakeClient, FakeClient, str]:
    """Ann and bob have made their first moves."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host(clock=clock)
    bob.ask("join", match=code)
    ann.ask("move", match=code, ply=0, move="b2")
    bob.ask("move", match=code, ply=1, move="a1")
    ann.take(), bob.take()
    return ann, bob, code


def leave(server: InProcessServer, *guests: FakeClient, settled: bool = True) -> None:
    """Connections are lost, and perhaps nobody is back soon."""
    for guest in guests:
        server.runtime.clients.depart(guest.connection)
    pass_time(server, SETTLE_S if settled else 0)


def pass_time(server: InProcessServer, seconds: float) -> None:
    """Let time pass, and the store keep up."""
    server.scheduler.advance(seconds)
    server.store.commit()


def away(guest: FakeClient) -> list[list[tuple[int, int, int | None]]]:
    """What somebody was told of who is gone."""
    told = [message.away for message in guest.take() if message.t == "presence"]
    return [[(each.seat, each.away_ms, each.claim_ms) for each in one] for one in told]


async def test_a_player_who_leaves_is_seen_to_be_gone(server: InProcessServer) -> None:
    """After a moment everyone is told, with when the match may be claimed, and again when it may."""
    ann, bob, code = pair(server, BLITZ)
    eve = server.connect("eve")
    eve.ask("watch", match=code)
    leave(server, bob, settled=False)
    assert away(ann) == []
    pass_time(server, SETTLE_S)
    assert away(ann) == [[(1, 0, 52_000)]] == away(eve)
    pass_time(server, PATIENCE_S)
    assert away(ann) == [[(1, 52_000, 0)]] == away(eve)
    late = server.connect("late")
    late.ask("watch", match=code)
    (snapshot,) = [message for message in late.take() if message.t == "snapshot"]
    assert [(each.seat, each.claim_ms) for each in snapshot.away] == [(1, 0)]


async def test_a_connection_that_is_soon_back_was_never_gone(server: InProcessServer) -> None:
    """A short drop is nobody's news."""
    ann, bob, _ = pair(server, BLITZ)
    leave(server, bob, settled=False)
    server.scheduler.advance(SETTLE_S - 0.1)
    server.connect("bob")
    pass_time(server, 1000)
    assert all(message.t != "presence" for message in ann.take())


async def test_who_has_another_connection_is_not_gone(server: InProcessServer) -> None:
    """The last one counts."""
    ann, bob, _ = pair(server, BLITZ)
    second = server.connect("bob")
    leave(server, bob)
    assert away(ann) == []
    leave(server, second)
    assert away(ann) == [[(1, 0, 52_000)]]


async def test_who_comes_back_has_lost_nothing(server: InProcessServer) -> None:
    """The claim is off, and whoever follows on from an event hears who is gone now."""
    ann, bob, code = pair(server, BLITZ)
    leave(server, bob)
    pass_time(server, PATIENCE_S - 1)
    refused = ann.ask("claim", match=code)
    assert (refused.code, refused.hint) == ("not_claimable", "claim again in 1 s")
    back = server.connect("bob")
    server.store.commit()
    assert away(ann)[-1] == []
    pass_time(server, 60)
    assert ann.ask("claim", match=code).message == "bob is connected"
    back.ask("watch", match=code, since=5)
    assert back.kinds() == ["accepted", "presence"]


@pytest.mark.parametrize(("result", "winner"), [("win", 0), ("draw", None)])
async def test_who_stays_away_can_be_claimed_from(server: InProcessServer, result: str, winner: int | None) -> None:
    """The match is over, won or drawn as the other side likes; without a clock this is the only way."""
    ann, bob, code = pair(server)
    leave(server, bob)
    pass_time(server, MAX_CLAIM_AFTER_S)
    assert ann.ask("claim", match=code, result=result).t == "accepted"
    finished = ann.take()[-1]
    assert (finished.event.result.winner, finished.event.result.reason) == (winner, "abandonment")


async def test_only_who_plays_may_claim(server: InProcessServer) -> None:
    """Neither who watches, nor against an engine, nor where days are played."""
    ann, bob, code = pair(server, {"kind": "correspondence", "days": 3})
    leave(server, bob)
    assert away(ann) == [[(1, 0, None)]]
    assert ann.ask("claim", match=code).code == "not_claimable"
    assert server.connect("eve").ask("claim", match=code).code == "not_seated"
    alone = ann.host(seats=[{"kind": "me"}, ENGINE])
    assert ann.ask("claim", match=alone).message == "an engine does not disconnect"


async def test_an_open_match_goes_with_its_host(server: InProcessServer) -> None:
    """It is withdrawn after a while; who comes back in time keeps it."""
    ann, eve = server.connect("ann"), server.connect("eve")
    code = ann.host(clock=BLITZ)
    eve.ask("watch", match=code)
    leave(server, ann)
    pass_time(server, HOST_TIMEOUT_S - 1)
    ann = server.connect("ann")
    pass_time(server, HOST_TIMEOUT_S)
    assert eve.ask("list").result.matches
    leave(server, ann)
    pass_time(server, HOST_TIMEOUT_S)
    assert eve.take()[-1].event.reason == "ann left"
    assert eve.ask("list").result.matches == []


async def test_after_a_restart_everybody_is_gone_until_they_come_back() -> None:
    """Nobody is blamed for the time before it."""
    store = WaitingStore()
    _, _, code = pair(InProcessServer(store=store), BLITZ)
    new = InProcessServer(store=store)
    assert new.runtime.restore() == 1
    ann = new.connect("ann")
    ann.ask("watch", match=code)
    (snapshot,) = [message for message in ann.take() if message.t == "snapshot"]
    assert [(each.seat, each.away_ms, each.claim_ms) for each in snapshot.away] == [(1, 0, 52_000)]
    pass_time(new, PATIENCE_S)
    assert ann.ask("claim", match=code).t == "accepted"


async def test_a_match_that_all_have_left_ends_some_day(server: InProcessServer) -> None:
    """Without a clock nothing else would end it."""
    ann, bob, code = pair(server)
    eve = server.connect("eve")
    eve.ask("watch", match=code)
    leave(server, ann, bob)
    pass_time(server, DESERTED_TIMEOUT_S - 1)
    assert eve.take()[-1].t == "presence"
    pass_time(server, 1)
    assert eve.take()[-1].event.reason == "everybody left"


async def test_who_never_moves_has_not_lost(server: InProcessServer) -> None:
    """A first move that does not come aborts the match, whoever had to make it."""
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
    """Its clock pays for the time that it had, not for the time in which others were served."""
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


async def test_an_engine_may_take_its_time_for_the_first_move(server: InProcessServer) -> None:
    """It may have to wait for its turn in the pool, which is no reason to abort a match."""
    ann = server.connect("ann")
    code = ann.host(seats=[{"kind": "me"}, ENGINE], clock=BLITZ)
    ann.ask("move", match=code, ply=0, move="b2")
    pass_time(server, 300)
    await server.pool.last.finish("a1")
    server.store.commit()
    state = ann.take()[-1].state
    assert (state.ply, state.remaining_ms, state.ticking) == (2, [180_000, 180_000], 0)
