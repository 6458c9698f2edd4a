"""Tests of offers: open offers, their consequences, and the searches that they stop."""

from typing import Any

import pytest

from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.core.match.offer_rules import PAUSE_S
from tests.fakes.server import ManualPool, WaitingStore, found, settle
from tests.server.conftest import FakeClient, InProcessServer, against_engine

BLITZ = {"kind": "fischer", "base_s": 60}


def pair(server: InProcessServer, **fields: Any) -> tuple[FakeClient, FakeClient, str]:
    """Return two players of a match, without their earlier messages, and the code of the match."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host(**fields)
    assert bob.ask("join", match=code).t == "accepted"
    ann.take(), bob.take()
    return ann, bob, code


async def test_a_draw_is_offered_and_agreed_on(server: InProcessServer) -> None:
    """All clients of the match receive the offer, its acceptance and the result."""
    ann, bob, code = pair(server)
    assert ann.ask("offer", match=code, offer="draw").t == "accepted"
    (offered,) = [message.event for message in bob.take()]
    assert (offered.kind, offered.seat, offered.offer) == ("offered", 0, "draw")
    assert bob.ask("accept", match=code).t == "accepted"
    assert bob.kinds() == ["accepted", "agreed", "finished"]
    assert server.match(code).result is not None


async def test_a_snapshot_has_the_open_offers(server: InProcessServer) -> None:
    """A snapshot contains open offers, and no declined ones."""
    ann, bob, code = pair(server)
    ann.ask("offer", match=code, offer="draw")
    bob.ask("offer", match=code, offer="adjourn")
    ann.ask("decline", match=code)
    eve = server.connect("eve")
    eve.ask("watch", match=code)
    snapshot = eve.take()[-1]
    assert [(view.seat, view.offer) for view in snapshot.offers] == [(0, "draw")]


async def test_every_refusal_of_an_offer(server: InProcessServer) -> None:
    """Each offer that is not possible is refused with its own code."""
    ann, bob, code = pair(server)
    eve = server.connect("eve")

    def refused(who: FakeClient, t: str, **fields: str) -> str:
        answer = who.ask(t, match=code, **fields)
        assert answer.t == "refused", answer
        assert answer.message
        return str(answer.code)

    assert refused(eve, "offer", offer="draw") == "not_seated"
    assert refused(ann, "offer", offer="takeback") == "no_move"
    assert refused(ann, "offer", offer="resume") == "not_paused"
    assert refused(ann, "offer", offer="rematch") == "not_over"
    assert refused(ann, "accept") == refused(ann, "withdraw", offer="draw") == "no_offer"
    ann.ask("offer", match=code, offer="draw")
    assert refused(ann, "offer", offer="draw") == "offer_open"
    bob.ask("decline", match=code, offer="draw")
    assert refused(ann, "offer", offer="draw") == "too_soon"
    ann.ask("offer", match=code, offer="pause")
    bob.ask("accept", match=code, offer="pause")
    assert refused(ann, "move", ply=0, move="b2") == "not_running"  # type: ignore[arg-type]
    ann.ask("resign", match=code)
    assert refused(bob, "offer", offer="draw") == "not_running"


@pytest.mark.parametrize("offer", ["pause", "takeback", "adjourn", "abort"])
async def test_a_search_that_is_no_longer_needed_stops_at_once(server: InProcessServer, offer: str) -> None:
    """A pause, a takeback or an abort cancels the engine's search before it is saved."""
    ann, code = against_engine(server)
    search = server.pool.last
    ann.send("offer", match=code, offer=offer)
    assert search.result.cancelled()
    server.store.commit()
    assert len(server.pool.searches) == 1


async def test_a_search_starts_again_after_a_pause(server: InProcessServer) -> None:
    """When a match is resumed, its engine searches again with its remaining time."""
    ann, code = against_engine(server, clock=BLITZ)
    await server.pool.last.finish("c2")
    server.store.commit()
    ann.ask("move", match=code, ply=2, move="c4")
    server.scheduler.advance(6)
    ann.ask("offer", match=code, offer="pause")
    server.scheduler.advance(1000)
    ann.ask("offer", match=code, offer="resume")
    search = server.pool.last
    assert (len(server.pool.searches), search.job.moves) == (3, ("c3", "c2", "c4"))
    server.scheduler.advance(4)
    await search.finish("c1")
    server.store.commit()
    assert ann.take()[-1].state.remaining_ms == [60_000, 50_000]


async def test_the_result_of_a_search_from_before_a_takeback_is_not_played() -> None:
    """A result is ignored if its move was taken back and another one played at the same ply."""
    store = WaitingStore()
    server = InProcessServer(store=store)
    ann, code = against_engine(server)
    old = server.pool.last
    ann.ask("offer", match=code, offer="takeback")
    ann.ask("move", match=code, ply=0, move="a1")
    assert old.result.cancelled()
    assert server.pool.last.job.moves == ("a1",)
    await server.pool.last.finish("b1")
    server.store.commit()
    assert [move.move for move in server.match(code).moves] == ["a1", "b1"]


async def test_a_search_that_ends_while_the_takeback_is_saved_plays_nothing(server: InProcessServer) -> None:
    """The takeback does not wait for the search, and its result is ignored."""
    ann, code = against_engine(server)
    search = server.pool.last
    search.result.set_result(found(search.position, "c2"))
    ann.send("offer", match=code, offer="takeback")
    await settle()
    server.store.commit()
    assert server.match(code).ply == 0
    assert ann.kinds() == ["accepted", "offered", "agreed", "taken_back"]


async def test_a_hint_is_for_the_turn_it_was_asked_in(server: InProcessServer) -> None:
    """A hint is refused if the match is paused before it is found."""
    ann, bob, code = pair(server, help=True)
    id = ann.send("hint", match=code)
    search = server.pool.last
    bob.ask("offer", match=code, offer="pause")
    assert not search.result.cancelled()
    ann.ask("accept", match=code)
    await settle()
    assert search.result.cancelled()
    assert next(m.code for m in ann.take() if m.t == "refused" and m.id == id) == "stale_ply"


async def test_a_takeback_restores_the_state_before_the_moves(server: InProcessServer) -> None:
    """Two plies are taken back when the asking player is to move, with the clocks of both sides."""
    ann, bob, code = pair(server, clock=BLITZ)
    for seconds, who, ply, move in ((1, ann, 0, "b2"), (1, bob, 1, "a1"), (5, ann, 2, "a3"), (7, bob, 3, "c1")):
        server.scheduler.advance(seconds)
        who.ask("move", match=code, ply=ply, move=move)
    ann.ask("offer", match=code, offer="takeback")
    bob.ask("accept", match=code)
    event = ann.take()[-1]
    assert (event.event.kind, event.event.seat, event.event.plies) == ("taken_back", 0, 2)
    assert (event.state.ply, event.state.to_move, event.state.remaining_ms) == (2, 0, [55_000, 60_000])


async def test_an_adjourned_match_survives_a_restart(server: InProcessServer) -> None:
    """An adjourned match is listed, charges no time, and is resumed when both players want to."""
    ann, bob, code = pair(server, clock=BLITZ)
    ann.ask("move", match=code, ply=0, move="b2")
    bob.ask("move", match=code, ply=1, move="a1")
    server.scheduler.advance(10)
    ann.ask("offer", match=code, offer="adjourn")
    bob.ask("accept", match=code)
    event = bob.take()[-1]
    assert (event.phase, event.event.adjourned) == ("paused", True)
    (row,) = server.runtime.lobby.rows()
    assert (row["phase"], row["adjourned"]) == ("paused", True)

    later = InProcessServer(store=server.store)
    assert later.runtime.loading.run() == 1
    later.scheduler.advance(86_400)
    ann, bob = later.connect("ann"), later.connect("bob")
    assert ann.ask("join", match=code).code == "already_seated"
    for client in (ann, bob):
        assert client.ask("watch", match=code).t == "accepted"
    assert ann.take()[-1].adjourned
    ann.ask("offer", match=code, offer="resume")
    bob.ask("offer", match=code, offer="resume")
    resumed = bob.take()[-1]
    assert (resumed.event.kind, resumed.state.remaining_ms) == ("resumed", [50_000, 60_000])


async def test_a_long_pause_can_be_ended_by_one_side(server: InProcessServer) -> None:
    """After PAUSE_S, either player resumes the match alone."""
    ann, bob, code = pair(server, clock=BLITZ)
    ann.ask("offer", match=code, offer="pause")
    bob.ask("accept", match=code)
    ann.take()
    server.scheduler.advance(PAUSE_S)
    bob.ask("offer", match=code, offer="resume")
    assert ann.kinds() == ["resumed"]


# -- rematch


async def test_a_rematch_swaps_the_seats(server: InProcessServer) -> None:
    """All clients of the old match are redirected to the new one, which has the same options and clock."""
    ann, bob, code = pair(server, game="mnk", options={"columns": 4}, clock=BLITZ)
    eve = server.connect("eve")
    eve.ask("watch", match=code)
    bob.ask("resign", match=code)
    eve.take()
    ann.ask("offer", match=code, offer="rematch")
    bob.ask("accept", match=code)
    event, after, snapshot = eve.received[-3:]
    assert eve.kinds() == ["offered", "agreed", "rematch_agreed", "rematched", "next", "snapshot"]
    assert (after.why, after.code, snapshot.code) == ("rematch", event.event.code, event.event.code)
    again = server.match(after.code)
    old = server.match(code)
    assert again.seats == old.seats[::-1]
    assert (again.game.options, again.clock, again.phase) == (old.game.options, old.clock, "running")
    assert bob.take()[-1].you == 0
    eve.ask("watch", match=code)
    assert eve.take()[-1].rematch.code == again.created.code


async def test_an_engine_plays_again_at_once(server: InProcessServer) -> None:
    """A rematch against an engine starts at once, and the engine searches if it moves first."""
    ann, code = against_engine(server)
    ann.ask("resign", match=code)
    before = len(server.pool.searches)
    ann.ask("offer", match=code, offer="rematch")
    assert ann.kinds()[-6:] == ["offered", "agreed", "rematch_agreed", "rematched", "next", "snapshot"]
    assert len(server.pool.searches) == before + 1
    assert server.pool.last.job.moves == ()


async def test_a_rematch_offer_to_an_absent_opponent_gives_a_notice(server: InProcessServer) -> None:
    """The offer is open, and its player gets a notice that the opponent has left."""
    ann, bob, code = pair(server)
    eve = server.connect("eve")
    eve.ask("watch", match=code)
    bob.ask("resign", match=code)
    ann.ask("offer", match=code, offer="rematch")
    assert "notice" not in ann.kinds()
    ann.ask("withdraw", match=code)
    bob.ask("unwatch", match=code)
    ann.take(), eve.take()
    ann.ask("offer", match=code, offer="rematch")
    (notice,) = [message for message in ann.take() if message.t == "notice"]
    assert notice.text == f"bob has left match {code} and may not see your offer"
    assert eve.kinds() == ["offered"]
    bob.ask("watch", match=code)
    assert bob.ask("accept", match=code).t == "accepted"


async def test_a_rematch_that_cannot_be_created_is_dropped(server: InProcessServer) -> None:
    """If the server is full, the clients receive the reason, and the rematch may be offered again."""
    server = InProcessServer(registry=MatchRegistry(most_running=1), pool=ManualPool())
    ann, bob, code = pair(server)
    ann.ask("resign", match=code)
    bob.host()
    ann.take()
    ann.ask("offer", match=code, offer="rematch")
    bob.ask("accept", match=code)
    dropped = ann.take()[-1].event
    assert (dropped.kind, dropped.reason) == ("rematch_dropped", "the server is full of matches")
    assert ann.ask("offer", match=code, offer="rematch").t == "accepted"
