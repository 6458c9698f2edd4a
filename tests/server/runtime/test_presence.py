"""Who of a match's people is connected: told to everyone, and what follows when somebody stays away."""

from typing import Any

import pytest

from kibitz_server.core.values.timeouts import DESERTED_TIMEOUT_S, HOST_TIMEOUT_S, MAX_CLAIM_AFTER_S
from kibitz_server.runtime.presence import SETTLE_S
from tests.fakes import WaitingStore
from tests.server.conftest import ENGINE, Guest, House

BLITZ = {"kind": "fischer", "base_s": 180, "increment_s": 2}
PATIENCE_S = (180 + 40 * 2) / 5


def pair(house: House, clock: dict[str, Any] | None = None) -> tuple[Guest, Guest, str]:
    """Ann and bob have made their first moves."""
    ann, bob = house.enter("ann"), house.enter("bob")
    code = ann.host(clock=clock)
    bob.say("join", match=code)
    ann.say("move", match=code, ply=0, move="b2")
    bob.say("move", match=code, ply=1, move="a1")
    ann.take(), bob.take()
    return ann, bob, code


def leave(house: House, *guests: Guest, settled: bool = True) -> None:
    """Connections are lost, and perhaps nobody is back soon."""
    for guest in guests:
        house.runtime.depart(guest.listener)
    pass_time(house, SETTLE_S if settled else 0)


def pass_time(house: House, seconds: float) -> None:
    """Let time pass, and the store keep up."""
    house.crank.turn(seconds)
    house.store.commit()


def away(guest: Guest) -> list[list[tuple[int, int, int | None]]]:
    """What somebody was told of who is gone."""
    told = [message.away for message in guest.take() if message.t == "presence"]
    return [[(each.seat, each.away_ms, each.claim_ms) for each in one] for one in told]


async def test_a_player_who_leaves_is_seen_to_be_gone(house: House) -> None:
    """After a moment everyone is told, with when the match may be claimed, and again when it may."""
    ann, bob, code = pair(house, BLITZ)
    eve = house.enter("eve")
    eve.say("watch", match=code)
    leave(house, bob, settled=False)
    assert away(ann) == []
    pass_time(house, SETTLE_S)
    assert away(ann) == [[(1, 0, 52_000)]] == away(eve)
    pass_time(house, PATIENCE_S)
    assert away(ann) == [[(1, 52_000, 0)]] == away(eve)
    late = house.enter("late")
    late.say("watch", match=code)
    (snapshot,) = [message for message in late.take() if message.t == "snapshot"]
    assert [(each.seat, each.claim_ms) for each in snapshot.away] == [(1, 0)]


async def test_a_connection_that_is_soon_back_was_never_gone(house: House) -> None:
    """A short drop is nobody's news."""
    ann, bob, _ = pair(house, BLITZ)
    leave(house, bob, settled=False)
    house.crank.turn(SETTLE_S - 0.1)
    house.enter("bob")
    pass_time(house, 1000)
    assert all(message.t != "presence" for message in ann.take())


async def test_who_has_another_connection_is_not_gone(house: House) -> None:
    """The last one counts."""
    ann, bob, _ = pair(house, BLITZ)
    second = house.enter("bob")
    leave(house, bob)
    assert away(ann) == []
    leave(house, second)
    assert away(ann) == [[(1, 0, 52_000)]]


async def test_who_comes_back_has_lost_nothing(house: House) -> None:
    """The claim is off, and whoever follows on from an event hears who is gone now."""
    ann, bob, code = pair(house, BLITZ)
    leave(house, bob)
    pass_time(house, PATIENCE_S - 1)
    refused = ann.say("claim", match=code)
    assert (refused.code, refused.hint) == ("not_claimable", "claim again in 1 s")
    back = house.enter("bob")
    house.store.commit()
    assert away(ann)[-1] == []
    pass_time(house, 60)
    assert ann.say("claim", match=code).message == "bob is connected"
    back.say("watch", match=code, since=5)
    assert back.kinds() == ["accepted", "presence"]


@pytest.mark.parametrize(("result", "winner"), [("win", 0), ("draw", None)])
async def test_who_stays_away_can_be_claimed_from(house: House, result: str, winner: int | None) -> None:
    """The match is over, won or drawn as the other side likes; without a clock this is the only way."""
    ann, bob, code = pair(house)
    leave(house, bob)
    pass_time(house, MAX_CLAIM_AFTER_S)
    assert ann.say("claim", match=code, result=result).t == "accepted"
    finished = ann.take()[-1]
    assert (finished.event.result.winner, finished.event.result.reason) == (winner, "abandonment")


async def test_only_who_plays_may_claim(house: House) -> None:
    """Neither who watches, nor against an engine, nor where days are played."""
    ann, bob, code = pair(house, {"kind": "correspondence", "days": 3})
    leave(house, bob)
    assert away(ann) == [[(1, 0, None)]]
    assert ann.say("claim", match=code).code == "not_claimable"
    assert house.enter("eve").say("claim", match=code).code == "not_seated"
    alone = ann.host(seats=[{"kind": "me"}, ENGINE])
    assert ann.say("claim", match=alone).message == "an engine does not disconnect"


async def test_an_open_match_goes_with_its_host(house: House) -> None:
    """It is withdrawn after a while; who comes back in time keeps it."""
    ann, eve = house.enter("ann"), house.enter("eve")
    code = ann.host(clock=BLITZ)
    eve.say("watch", match=code)
    leave(house, ann)
    pass_time(house, HOST_TIMEOUT_S - 1)
    ann = house.enter("ann")
    pass_time(house, HOST_TIMEOUT_S)
    assert eve.say("list").result.matches
    leave(house, ann)
    pass_time(house, HOST_TIMEOUT_S)
    assert eve.take()[-1].event.reason == "ann left"
    assert eve.say("list").result.matches == []


async def test_after_a_restart_everybody_is_gone_until_they_come_back() -> None:
    """Nobody is blamed for the time before it."""
    store = WaitingStore()
    _, _, code = pair(House(store=store), BLITZ)
    new = House(store=store)
    assert new.runtime.recover() == 1
    ann = new.enter("ann")
    ann.say("watch", match=code)
    (snapshot,) = [message for message in ann.take() if message.t == "snapshot"]
    assert [(each.seat, each.away_ms, each.claim_ms) for each in snapshot.away] == [(1, 0, 52_000)]
    pass_time(new, PATIENCE_S)
    assert ann.say("claim", match=code).t == "accepted"


async def test_a_match_that_all_have_left_ends_some_day(house: House) -> None:
    """Without a clock nothing else would end it."""
    ann, bob, code = pair(house)
    eve = house.enter("eve")
    eve.say("watch", match=code)
    leave(house, ann, bob)
    pass_time(house, DESERTED_TIMEOUT_S - 1)
    assert eve.take()[-1].t == "presence"
    pass_time(house, 1)
    assert eve.take()[-1].event.reason == "everybody left"


async def test_who_never_moves_has_not_lost(house: House) -> None:
    """A first move that does not come aborts the match, whoever had to make it."""
    ann, bob = house.enter("ann"), house.enter("bob")
    code = ann.host(clock=BLITZ)
    bob.say("join", match=code)
    state = bob.take()[-1].state
    assert (state.ticking, state.first_move_ms, state.remaining_ms) == (None, 30_000, [180_000, 180_000])
    pass_time(house, 29)
    ann.say("move", match=code, ply=0, move="b2")
    pass_time(house, 30)
    aborted = bob.take()[-1]
    assert (aborted.phase, aborted.event.reason) == ("aborted", "no-show: bob made no first move")


async def test_an_engine_does_not_lose_on_time_in_the_queue(house: House) -> None:
    """Its clock pays for the time that it had, not for the time in which others were served."""
    ann = house.enter("ann")
    code = ann.host(seats=[{"kind": "me"}, ENGINE], clock={"kind": "fischer", "base_s": 60})
    ann.say("move", match=code, ply=0, move="b2")
    await house.pool.last.finish("a1")
    house.store.commit()
    ann.say("move", match=code, ply=2, move="b3")
    search = house.pool.last
    search.seconds = 0.0
    pass_time(house, 500)
    search.seconds = 4.0
    pass_time(house, 4)
    await search.finish("b1")
    house.store.commit()
    moved = ann.take()[-1]
    assert (moved.state.ply, moved.event.move.elapsed_ms, moved.state.remaining_ms[1]) == (4, 4_000, 56_000)


async def test_an_engine_may_take_its_time_for_the_first_move(house: House) -> None:
    """It may have to wait for its turn in the pool, which is no reason to abort a match."""
    ann = house.enter("ann")
    code = ann.host(seats=[{"kind": "me"}, ENGINE], clock=BLITZ)
    ann.say("move", match=code, ply=0, move="b2")
    pass_time(house, 300)
    await house.pool.last.finish("a1")
    house.store.commit()
    state = ann.take()[-1].state
    assert (state.ply, state.remaining_ms, state.ticking) == (2, [180_000, 180_000], 0)
