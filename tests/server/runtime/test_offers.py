"""What players offer each other, as the server tells it: what stands, what follows, which searches stop."""

from typing import Any

import pytest

from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.core.match.match import Match
from kibitz_server.core.match.offer_rules import PAUSE_S
from tests.fakes import HandPool, WaitingStore, found, settle
from tests.server.conftest import ENGINE, Guest, House

ME = {"kind": "me"}
BLITZ = {"kind": "fischer", "base_s": 60}


def pair(house: House, **fields: Any) -> tuple[Guest, Guest, str]:
    """Ann hosts, bob joins; what they have heard so far does not matter."""
    ann, bob = house.enter("ann"), house.enter("bob")
    code = ann.host(**fields)
    assert bob.say("join", match=code).t == "accepted"
    ann.take(), bob.take()
    return ann, bob, code


def against_engine(house: House, **fields: Any) -> tuple[Guest, str]:
    """Ann has moved against an engine, whose search runs."""
    ann = house.enter("ann")
    code = ann.host("mnk", seats=[ME, ENGINE], options={"columns": 5, "rows": 5}, **fields)
    ann.say("move", match=code, ply=0, move="c3")
    ann.take()
    return ann, code


def match_of(house: House, code: str) -> Match:
    """The match itself."""
    room = house.runtime.matches.find(code)
    assert room is not None
    return room.match


async def test_a_draw_is_offered_and_agreed_on(house: House) -> None:
    """An offer is told to everybody; so is its answer, and then the result."""
    ann, bob, code = pair(house)
    assert ann.say("offer", match=code, offer="draw").t == "accepted"
    (offered,) = [message.event for message in bob.take()]
    assert (offered.kind, offered.seat, offered.offer) == ("offered", 0, "draw")
    assert bob.say("accept", match=code).t == "accepted"
    assert bob.kinds() == ["accepted", "agreed", "finished"]
    assert match_of(house, code).result is not None


async def test_who_comes_later_sees_the_offers_that_stand(house: House) -> None:
    """A snapshot has the open offers; a declined one is gone."""
    ann, bob, code = pair(house)
    ann.say("offer", match=code, offer="draw")
    bob.say("offer", match=code, offer="adjourn")
    ann.say("decline", match=code)
    eve = house.enter("eve")
    eve.say("watch", match=code)
    snapshot = eve.take()[-1]
    assert [(view.seat, view.offer) for view in snapshot.offers] == [(0, "draw")]


async def test_every_refusal_of_an_offer(house: House) -> None:
    """Each offer that cannot be made is refused with its own code."""
    ann, bob, code = pair(house)
    eve = house.enter("eve")

    def refused(who: Guest, t: str, **fields: str) -> str:
        answer = who.say(t, match=code, **fields)
        assert answer.t == "refused", answer
        assert answer.message
        return str(answer.code)

    assert refused(eve, "offer", offer="draw") == "not_seated"
    assert refused(ann, "offer", offer="takeback") == "no_move"
    assert refused(ann, "offer", offer="resume") == "not_paused"
    assert refused(ann, "offer", offer="rematch") == "not_over"
    assert refused(ann, "accept") == refused(ann, "withdraw", offer="draw") == "no_offer"
    ann.say("offer", match=code, offer="draw")
    assert refused(ann, "offer", offer="draw") == "offer_open"
    bob.say("decline", match=code, offer="draw")
    assert refused(ann, "offer", offer="draw") == "too_soon"
    ann.say("offer", match=code, offer="pause")
    bob.say("accept", match=code, offer="pause")
    assert refused(ann, "move", ply=0, move="b2") == "not_running"  # type: ignore[arg-type]
    ann.say("resign", match=code)
    assert refused(bob, "offer", offer="draw") == "not_running"


@pytest.mark.parametrize("offer", ["pause", "takeback", "adjourn", "abort"])
async def test_a_search_that_nobody_needs_stops_at_once(house: House, offer: str) -> None:
    """A pause, a takeback or an abort stops the engine, before it is even saved."""
    ann, code = against_engine(house)
    search = house.pool.last
    ann.ask("offer", match=code, offer=offer)
    assert search.result.cancelled()
    house.store.commit()
    assert len(house.pool.searches) == 1


async def test_a_search_begins_anew_after_a_pause(house: House) -> None:
    """When a match goes on, its engine thinks again, with what is left of its time."""
    ann, code = against_engine(house, clock=BLITZ)
    await house.pool.last.finish("c2")
    house.store.commit()
    ann.say("move", match=code, ply=2, move="c4")
    house.crank.turn(6)
    ann.say("offer", match=code, offer="pause")
    house.crank.turn(1000)
    ann.say("offer", match=code, offer="resume")
    search = house.pool.last
    assert (len(house.pool.searches), search.job.moves) == (3, ("c3", "c2", "c4"))
    house.crank.turn(4)
    await search.finish("c1")
    house.store.commit()
    assert ann.take()[-1].state.remaining_ms == [60_000, 50_000]


async def test_the_answer_of_a_search_before_a_takeback_is_not_played() -> None:
    """A report that comes when its move was taken back and another played at the same ply is refused."""
    store = WaitingStore()
    house = House(store=store)
    ann, code = against_engine(house)
    old = house.pool.last
    ann.say("offer", match=code, offer="takeback")
    ann.say("move", match=code, ply=0, move="a1")
    assert old.result.cancelled()
    assert house.pool.last.job.moves == ("a1",)
    await house.pool.last.finish("b1")
    house.store.commit()
    assert [move.move for move in match_of(house, code).moves] == ["a1", "b1"]


async def test_a_search_that_ends_while_the_takeback_is_saved_plays_nothing(house: House) -> None:
    """Neither the takeback nor the move after it waits for a search, and its report counts for nothing."""
    ann, code = against_engine(house)
    search = house.pool.last
    search.result.set_result(found(search.position, "c2"))
    ann.ask("offer", match=code, offer="takeback")
    await settle()
    house.store.commit()
    assert match_of(house, code).ply == 0
    assert ann.kinds() == ["accepted", "offered", "agreed", "taken_back"]


async def test_a_hint_is_for_the_turn_it_was_asked_in(house: House) -> None:
    """A hint that is under way when the match is paused is not given."""
    ann, bob, code = pair(house)
    id = ann.ask("hint", match=code)
    search = house.pool.last
    bob.say("offer", match=code, offer="pause")
    assert not search.result.cancelled()
    ann.say("accept", match=code)
    await settle()
    assert search.result.cancelled()
    assert next(m.code for m in ann.take() if m.t == "refused" and m.id == id) == "stale_ply"


async def test_a_takeback_is_told_with_the_state_before_the_moves(house: House) -> None:
    """Two plies go back when the asker is to move; times of the other side as well."""
    ann, bob, code = pair(house, clock=BLITZ)
    for seconds, who, ply, move in ((1, ann, 0, "b2"), (1, bob, 1, "a1"), (5, ann, 2, "a3"), (7, bob, 3, "c1")):
        house.crank.turn(seconds)
        who.say("move", match=code, ply=ply, move=move)
    ann.say("offer", match=code, offer="takeback")
    bob.say("accept", match=code)
    event = ann.take()[-1]
    assert (event.event.kind, event.event.seat, event.event.plies) == ("taken_back", 0, 2)
    assert (event.state.ply, event.state.to_move, event.state.remaining_ms) == (2, 0, [55_000, 60_000])


async def test_an_adjourned_match_stays_in_the_lobby_and_over_a_restart(house: House) -> None:
    """It is listed as adjourned, loses nobody's time, and goes on when both want to."""
    ann, bob, code = pair(house, clock=BLITZ)
    ann.say("move", match=code, ply=0, move="b2")
    bob.say("move", match=code, ply=1, move="a1")
    house.crank.turn(10)
    ann.say("offer", match=code, offer="adjourn")
    bob.say("accept", match=code)
    event = bob.take()[-1]
    assert (event.phase, event.event.adjourned) == ("paused", True)
    (row,) = house.runtime.rows()
    assert (row["phase"], row["adjourned"]) == ("paused", True)

    later = House(store=house.store)
    assert later.runtime.recover() == 1
    later.crank.turn(86_400)
    ann, bob = later.enter("ann"), later.enter("bob")
    assert ann.say("join", match=code).code == "already_seated"
    for guest in (ann, bob):
        assert guest.say("watch", match=code).t == "accepted"
    assert ann.take()[-1].adjourned
    ann.say("offer", match=code, offer="resume")
    bob.say("offer", match=code, offer="resume")
    resumed = bob.take()[-1]
    assert (resumed.event.kind, resumed.state.remaining_ms) == ("resumed", [50_000, 60_000])


async def test_a_pause_binds_for_a_while_only(house: House) -> None:
    """When it has lasted, either side goes on alone."""
    ann, bob, code = pair(house, clock=BLITZ)
    ann.say("offer", match=code, offer="pause")
    bob.say("accept", match=code)
    ann.take()
    house.crank.turn(PAUSE_S)
    bob.say("offer", match=code, offer="resume")
    assert ann.kinds() == ["resumed"]


# -- rematch


async def test_a_rematch_swaps_the_seats_and_is_told_to_all(house: House) -> None:
    """Everybody at the old match is taken to the new one, which runs with the same options and clock."""
    ann, bob, code = pair(house, game="mnk", options={"columns": 4}, clock=BLITZ)
    eve = house.enter("eve")
    eve.say("watch", match=code)
    bob.say("resign", match=code)
    eve.take()
    ann.say("offer", match=code, offer="rematch")
    bob.say("accept", match=code)
    told, after, snapshot = eve.heard[-3:]
    assert eve.kinds() == ["offered", "agreed", "rematch_agreed", "rematched", "next", "snapshot"]
    assert (after.why, after.code, snapshot.code) == ("rematch", told.event.code, told.event.code)
    again = match_of(house, after.code)
    old = match_of(house, code)
    assert again.seats == old.seats[::-1]
    assert (again.game.options, again.clock, again.phase) == (old.game.options, old.clock, "running")
    assert bob.take()[-1].you == 0
    eve.say("watch", match=code)
    assert eve.take()[-1].rematch.code == again.created.code


async def test_an_engine_plays_again_at_once(house: House) -> None:
    """A rematch against an engine needs no answer, and the engine begins to think where it moves first."""
    ann, code = against_engine(house)
    ann.say("resign", match=code)
    before = len(house.pool.searches)
    ann.say("offer", match=code, offer="rematch")
    assert ann.kinds()[-6:] == ["offered", "agreed", "rematch_agreed", "rematched", "next", "snapshot"]
    assert len(house.pool.searches) == before + 1
    assert house.pool.last.job.moves == ()


async def test_who_asks_somebody_who_has_left_is_told(house: House) -> None:
    """The offer stands, but nobody waits for the answer without knowing that there may be none."""
    ann, bob, code = pair(house)
    eve = house.enter("eve")
    eve.say("watch", match=code)
    bob.say("resign", match=code)
    ann.say("offer", match=code, offer="rematch")
    assert "notice" not in ann.kinds()
    ann.say("withdraw", match=code)
    bob.say("unwatch", match=code)
    ann.take(), eve.take()
    ann.say("offer", match=code, offer="rematch")
    (notice,) = [message for message in ann.take() if message.t == "notice"]
    assert notice.text == f"bob has left match {code} and may not hear of your offer"
    assert eve.kinds() == ["offered"]
    bob.say("watch", match=code)
    assert bob.say("accept", match=code).t == "accepted"


async def test_a_rematch_that_cannot_be_made_is_told(house: House) -> None:
    """A full server makes no rematch, and says why; it may be asked for again."""
    house = House(hall=MatchRegistry(most_running=1), pool=HandPool())
    ann, bob, code = pair(house)
    ann.say("resign", match=code)
    bob.host()
    ann.take()
    ann.say("offer", match=code, offer="rematch")
    bob.say("accept", match=code)
    dropped = ann.take()[-1].event
    assert (dropped.kind, dropped.reason) == ("rematch_dropped", "the server is full of matches")
    assert ann.say("offer", match=code, offer="rematch").t == "accepted"
