"""The order of effects, the deadlines and the searches of the runtime."""

import asyncio
import time
from typing import Any

from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.core.values.events import MatchStarted
from kibitz_server.runtime.engine_turns import MOST_S, THINKING_EVERY_S
from kibitz_server.runtime.room import KEPT_EVENTS
from kibitz_server.runtime.runtime import CANNOT_SAVE, SAVES_AGAIN, SERVER_FAULT, STOPPING
from kibitz_server.store.uptime import Uptime
from tests.fakes import InlinePool, WaitingStore, found, settle
from tests.server.conftest import ENGINE, RANDOM, FakeClient, InProcessServer


def first_moves(ann: FakeClient, bob: FakeClient, code: str) -> None:
    """Both make their first moves, which cost no time: from here on the clocks run."""
    ann.ask("move", match=code, ply=0, move="b2")
    bob.ask("move", match=code, ply=1, move="a1")


async def test_nobody_hears_of_a_move_before_it_is_durable(server: InProcessServer) -> None:
    """A move is answered and told only once the store has it."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host()
    bob.ask("join", match=code)
    ann.take(), bob.take()
    ann.send("move", match=code, ply=0, move="b2")
    assert ann.take() == bob.take() == []
    server.store.commit()
    assert ann.kinds() == ["accepted", "moved"]
    assert bob.kinds() == ["moved"]


async def test_a_snapshot_waits_for_the_events_it_contains(server: InProcessServer) -> None:
    """Who comes while a move is being saved hears of it once, when it is safe."""
    ann, bob, eve = server.connect("ann"), server.connect("bob"), server.connect("eve")
    code = ann.host()
    bob.ask("join", match=code)
    ann.send("move", match=code, ply=0, move="b2")
    eve.send("watch", match=code)
    assert eve.take() == []
    server.store.commit()
    accepted, snapshot = eve.take()
    assert (accepted.t, snapshot.t, snapshot.state.ply) == ("accepted", "snapshot", 1)
    bob.ask("move", match=code, ply=1, move="a1")
    (event,) = eve.take()
    assert event.seq == snapshot.seq + 1


async def test_who_comes_back_gets_exactly_the_gap(server: InProcessServer) -> None:
    """`since` gives the events after it, without a snapshot."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host()
    bob.ask("join", match=code)
    for ply, move in enumerate(["a1", "b1", "a2"]):
        (ann if ply % 2 == 0 else bob).ask("move", match=code, ply=ply, move=move)
    seqs = [message.seq for message in bob.take() if message.t == "event"]
    server.runtime.clients.depart(bob.connection)
    again = server.connect("bob")
    again.ask("watch", match=code, since=seqs[0])
    assert [message.seq for message in again.take() if message.t == "event"] == seqs[1:]


async def test_a_gap_too_wide_is_closed_by_a_snapshot(server: InProcessServer) -> None:
    """Only the last events are kept; who was away longer, or makes up a number, starts afresh."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host("mnk", options={"columns": 9, "rows": 9, "connect": 9})
    bob.ask("join", match=code)
    for ply in range(KEPT_EVENTS + 1):
        (ann if ply % 2 == 0 else bob).ask("move", match=code, ply=ply, move=str(ply + 1))
    for since in (1, 10_000):
        eve = server.connect("eve")
        eve.ask("watch", match=code, since=since)
        assert eve.kinds() == ["accepted", "snapshot"]


async def test_a_flag_falls_at_the_deadline(server: InProcessServer) -> None:
    """A clock that runs out ends the match without anybody asking."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host(clock={"kind": "fischer", "base_s": 60})
    bob.ask("join", match=code)
    first_moves(ann, bob, code)
    server.scheduler.advance(10)
    ann.ask("move", match=code, ply=2, move="a3")
    bob.take()
    server.scheduler.advance(59.9)
    assert bob.take() == []
    server.scheduler.advance(0.2)
    server.store.commit()
    (event,) = bob.take()
    assert (event.event.kind, event.event.result.winner, event.event.result.reason) == ("finished", 0, "time")
    assert event.state.remaining_ms == [50_000, 0]


async def test_an_open_match_does_not_stay_for_ever(server: InProcessServer) -> None:
    """A match that nobody joins is given up after a while."""
    ann = server.connect("ann")
    ann.host()
    ann.take()
    server.scheduler.advance(3601)
    server.store.commit()
    assert ann.kinds() == ["aborted"]


async def test_an_engine_is_asked_and_its_move_is_played(server: InProcessServer) -> None:
    """When an engine is to move a search begins, and its report becomes the move."""
    ann = server.connect("ann")
    code = ann.host(seats=[{"kind": "me"}, ENGINE])
    assert server.pool.searches == []
    ann.ask("move", match=code, ply=0, move="b2")
    search = server.pool.last
    assert (search.job.moves, search.job.limit.depth, search.job.limit.seconds) == (("b2",), 2, MOST_S)
    ann.take()
    await search.finish("a1")
    server.store.commit()
    (event,) = ann.take()
    assert (event.event.move.move, event.event.move.search) == ("a1", None)


async def test_engines_play_a_match_to_its_end() -> None:
    """Two engines need nobody."""
    server = InProcessServer(pool=InlinePool())
    ann = server.connect("ann")
    code = ann.host("connect4", seats=[ENGINE, RANDOM])
    while server.store.waiting or not server.runtime.rooms.find(code).match.over:  # type: ignore[union-attr]
        await settle()
        server.store.commit()
    events = [message for message in ann.take() if message.t == "event"]
    assert [event.seq for event in events] == list(range(events[0].seq, events[-1].seq + 1))
    assert events[-1].event.kind == "finished"
    assert events[0].event.move.search.nodes > 0


async def test_a_search_that_fails_loses_the_game_and_stalls_nobody(server: InProcessServer) -> None:
    """When even the last resort finds nothing the engine's seat loses."""
    ann = server.connect("ann")
    ann.host(seats=[ENGINE, {"kind": "me"}])
    await server.pool.last.finish(error=RuntimeError("worker lost"))
    server.store.commit()
    finished = ann.take()[-1]
    assert (finished.event.result.winner, finished.event.result.reason) == (1, "engine failure")


async def test_an_illegal_engine_move_ends_the_match(server: InProcessServer) -> None:
    """An engine that answers nonsense is a failure, not a stall."""
    ann = server.connect("ann")
    ann.host(seats=[ENGINE, {"kind": "me"}])
    await server.pool.last.finish("z9")
    server.store.commit()
    assert ann.take()[-1].event.result.reason == "engine failure"


async def test_resignation_stops_the_search(server: InProcessServer) -> None:
    """Nobody thinks on about a match that is over."""
    ann = server.connect("ann")
    code = ann.host(seats=[ENGINE, {"kind": "me"}])
    ann.ask("resign", match=code)
    assert server.pool.last.result.cancelled()


async def test_watchers_see_engines_think(server: InProcessServer) -> None:
    """While a search runs those who watch hear what it has found."""
    ann = server.connect("ann")
    ann.host(seats=[ENGINE, RANDOM])
    ann.take()
    server.scheduler.advance(THINKING_EVERY_S)
    assert ann.take() == []
    server.pool.last.seen = found(server.pool.last.position, depth=7)
    server.scheduler.advance(THINKING_EVERY_S)
    (thinking,) = ann.take()
    assert (thinking.t, thinking.search.depth, thinking.seat) == ("thinking", 7, 0)


async def test_thinking_about_a_person_is_nobodys_business(server: InProcessServer) -> None:
    """In a match with a person what the engine thinks is shown only if that was asked for."""
    for asked, shown in ((None, []), (True, ["thinking"])):
        ann = server.connect("ann")
        ann.host(seats=[ENGINE, {"kind": "me"}], show_thinking=asked)
        ann.take()
        server.pool.last.seen = found(server.pool.last.position)
        server.scheduler.advance(THINKING_EVERY_S)
        assert ann.kinds() == shown


async def test_matches_go_on_after_a_restart() -> None:
    """A new runtime on the same store stands where the old one stood, and asks its engines again."""
    store = WaitingStore()
    old = InProcessServer(store=store)
    ann = old.connect("ann")
    code = ann.host(seats=[{"kind": "me"}, ENGINE], clock={"kind": "fischer", "base_s": 60})
    ann.ask("move", match=code, ply=0, move="b2")
    await old.pool.last.finish("a1")
    store.commit()
    old.scheduler.advance(20)
    ann.ask("move", match=code, ply=2, move="a3")
    new = InProcessServer(store=store)
    assert new.runtime.restore() == 1
    new.scheduler.advance(5)
    back = new.connect("ann")
    back.ask("watch", match=code)
    snapshot = back.take()[-1]
    assert (snapshot.state.ply, snapshot.state.remaining_ms, snapshot.you) == (3, [40_000, 55_000], 0)
    assert new.pool.last.job.moves == ("b2", "a1", "a3")


async def test_a_store_that_loses_events_halts_the_match_in_words(server: InProcessServer) -> None:
    """What could not be saved was never announced, and everyone at the match is told."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host()
    bob.ask("join", match=code)
    ann.take(), bob.take()
    ann.send("move", match=code, ply=0, move="b2")
    server.store.commit(error=RuntimeError("duplicate"))
    assert bob.kinds() == ["notice"]
    assert ann.take()[-1].code == "not_saved"
    refused = ann.ask("move", match=code, ply=1, move="a1")
    assert refused.code == "not_saved"


async def test_clocks_stand_still_while_nothing_can_be_saved(server: InProcessServer) -> None:
    """Commands are refused in words, no flag falls, all are told, who comes too, and play goes on where it stood."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host(clock={"kind": "fischer", "base_s": 60})
    bob.ask("join", match=code)
    first_moves(ann, bob, code)
    server.scheduler.advance(20)
    server.store.set_health(healthy=False)
    refused = ann.ask("move", match=code, ply=2, move="a3")
    assert (refused.code, refused.hint) == ("not_saved", "try again in a moment")
    assert ann.ask("create", game="tictactoe", seats=[{"kind": "me"}, {"kind": "open"}]).code == "not_saved"
    server.scheduler.advance(100)
    eve = server.connect("eve")
    assert [(message.text, message.halted) for message in eve.take()] == [(CANNOT_SAVE, True)]
    server.store.set_health(healthy=True, for_s=100)
    notices = [(message.text, message.halted) for message in bob.take() if message.t == "notice"]
    assert notices == [(CANNOT_SAVE, True), (SAVES_AGAIN, False)]
    server.scheduler.advance(10)
    bob.take()
    ann.ask("move", match=code, ply=2, move="a3")
    (moved,) = [message for message in bob.take() if message.t == "event"]
    assert moved.state.remaining_ms == [30_000, 60_000]


async def test_no_clock_runs_for_a_move_that_is_being_saved(server: InProcessServer) -> None:
    """Who is to move next cannot know of it yet, so their time begins when they do."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host(clock={"kind": "fischer", "base_s": 60})
    bob.ask("join", match=code)
    first_moves(ann, bob, code)
    ann.send("move", match=code, ply=2, move="a3")
    server.scheduler.advance(100)
    server.store.commit()
    server.scheduler.advance(5)
    bob.ask("move", match=code, ply=3, move="c1")
    assert [m.state.remaining_ms for m in ann.take() if m.t == "event" and m.event.kind == "moved"][-1] == [
        60_000,
        55_000,
    ]


class UpFor(WaitingStore):
    """A store of servers that have been up for a while since every event."""

    def uptime(self) -> Uptime:
        """See `Store`."""
        return Uptime([(time.time() - 12.0, time.time() + 100.0)])


async def test_a_restart_gives_no_time_back() -> None:
    """What the move at hand had cost while the server was up still counts; the time it was down does not."""
    store = UpFor()
    old = InProcessServer(store=store)
    ann, bob = old.connect("ann"), old.connect("bob")
    code = ann.host(clock={"kind": "fischer", "base_s": 200})
    bob.ask("join", match=code)
    first_moves(ann, bob, code)
    new = InProcessServer(store=store)
    assert new.runtime.restore() == 1
    back = new.connect("ann")
    back.ask("watch", match=code)
    own, other = back.take()[-1].state.remaining_ms
    assert 99_000 < own < 101_000
    assert other == 200_000


async def test_a_match_is_made_once_however_often_it_is_asked_for() -> None:
    """Who asks again because the server went down before its answer is led to the match that was made."""
    store = WaitingStore()
    old = InProcessServer(store=store)
    fields: dict[str, Any] = {"game": "tictactoe", "seats": [{"kind": "me"}, {"kind": "open"}]}
    old.connect("ann").ask("create", id="c77", **fields)
    store.commit()
    new = InProcessServer(store=store)
    assert new.runtime.restore() == 1
    ann = new.connect("ann")
    ann.send("create", id="c77", **fields)
    store.commit()
    accepted, snapshot = ann.take()
    assert (accepted.result.match, accepted.result.seat) == (store.unfinished()[0], 0)
    assert snapshot.phase == "open"
    assert len(store.unfinished()) == 1


async def test_a_match_that_cannot_be_rebuilt_holds_up_no_other() -> None:
    """It stays in the store as it is; the server starts with the others."""
    store = WaitingStore()
    old = InProcessServer(store=store)
    ann = old.connect("ann")
    broken, fine = ann.host(), ann.host()
    room = old.runtime.rooms.find(broken)
    assert room is not None
    del store.events[room.match.created.id][0]
    store.events[room.match.created.id].append(MatchStarted())
    new = InProcessServer(store=store)
    assert new.runtime.restore() == 1
    assert new.connect("bob").ask("join", match=fine).t == "accepted"


async def test_our_own_mistake_ends_one_match(server: InProcessServer) -> None:
    """A match that breaks is stopped, its players are told, and the next match is untouched."""
    ann = server.connect("ann")
    broken, other = ann.host(), ann.host()
    room = server.runtime.rooms.find(broken)
    assert room is not None
    del room.match.seats  # nothing the core allows leads here
    answer = ann.ask("resign", match=broken)
    assert answer.code == "internal"
    assert ann.take()[-1].event.reason == SERVER_FAULT
    assert server.connect("bob").ask("join", match=other).t == "accepted"


async def test_a_mistake_while_telling_ends_one_match(server: InProcessServer) -> None:
    """What was decided is saved, the match is stopped, and the next one is untouched."""
    ann, bob = server.connect("ann"), server.connect("bob")
    broken, other = ann.host(), ann.host()
    bob.ask("join", match=broken)
    room = server.runtime.rooms.find(broken)
    assert room is not None
    del server.runtime.metrics.moves  # what tells of a move counts it too
    assert ann.ask("move", match=broken, ply=0, move="b2").t == "accepted"
    server.store.commit()
    saved = [type(event).__name__ for event in server.store.events[room.match.created.id]]
    assert room.match.over
    assert saved == ["MatchCreated", "SeatTaken", "MatchStarted", "MovePlayed", "MatchAborted"]
    assert bob.ask("join", match=other).t == "accepted"


async def test_the_lobby_is_told_of_changes(server: InProcessServer) -> None:
    """Who follows the lobby hears of matches that open, start and end, but not of moves."""
    eve, ann, bob = server.connect("eve"), server.connect("ann"), server.connect("bob")
    eve.ask("list", follow=True)
    eve.take()
    code = ann.host()
    ann.host(listed=False)
    bob.ask("join", match=code)
    ann.ask("move", match=code, ply=0, move="b2")
    ann.ask("resign", match=code)
    opened, started, ended = eve.take()
    assert (opened.changed[0].phase, started.changed[0].phase, ended.changed) == ("open", "running", [])
    assert ended.gone == [opened.changed[0].match]


async def test_old_matches_are_let_go() -> None:
    """Matches that are over are kept in memory for late readers, but not for ever."""
    server = InProcessServer(registry=MatchRegistry(most_over=1))
    ann = server.connect("ann")
    first, second = ann.host(), ann.host()
    for code in (first, second):
        ann.ask("resign", match=code)
    assert server.runtime.rooms.find(first) is None
    assert ann.ask("watch", match=second).t == "accepted"


async def test_everyone_hears_an_announcement(server: InProcessServer) -> None:
    """A notice reaches those who are connected, and nobody who has left."""
    ann, bob = server.connect("ann"), server.connect("bob")
    server.runtime.clients.depart(bob.connection)
    server.runtime.clients.announce("back in a minute")
    assert [message.text for message in ann.take()] == ["back in a minute"]
    assert bob.take() == []


async def test_a_server_that_is_about_to_stop_makes_no_matches(server: InProcessServer) -> None:
    """Everyone is told once; new matches are refused with a time, those that run go on."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host()
    bob.ask("join", match=code)
    ann.take(), bob.take()
    server.runtime.drain()
    server.runtime.drain()
    assert [message.text for message in bob.take()] == [STOPPING]
    refused = ann.ask("create", game="tictactoe", seats=[{"kind": "me"}, {"kind": "open"}])
    assert (refused.code, refused.retry_after_s) == ("draining", 60)
    assert ann.ask("hint", match=code).code == "draining"
    assert ann.ask("move", match=code, ply=0, move="b2").t == "accepted"


async def test_winding_down_waits_for_the_searches_that_run(server: InProcessServer) -> None:
    """They finish and their moves are saved; those that have no slot yet are given up; no other begins."""
    ann = server.connect("ann")
    codes = [ann.host(seats=[ENGINE, ENGINE]) for _ in range(2)]
    running, waiting = server.pool.searches
    running.seconds, waiting.seconds = 0.5, 0.0
    end = asyncio.create_task(server.runtime.wind_down())
    await settle()
    assert waiting.result.cancelled()
    await running.finish()
    assert not end.done()
    server.store.commit()
    await settle()
    assert end.done()
    assert len(server.pool.searches) == 2
    rooms = [server.runtime.rooms.find(code) for code in codes]
    assert [room.match.ply for room in rooms if room is not None] == [1, 0]
