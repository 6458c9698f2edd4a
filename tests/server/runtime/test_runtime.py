"""Tests of the runtime: the order of effects, deadlines, searches, restarts and failures."""

import asyncio
import time
from typing import Any

from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.core.values.events import MatchStarted
from kibitz_server.runtime.clients import CANNOT_SAVE
from kibitz_server.runtime.engine_turns import MAX_S, SEARCH_INFO_EVERY_S
from kibitz_server.runtime.room import KEPT_EVENTS
from kibitz_server.runtime.runner import SERVER_FAULT
from kibitz_server.runtime.runtime import SAVES_AGAIN, STOPPING
from kibitz_server.store.uptime import Uptime
from tests.fakes import InlinePool, WaitingStore, found, settle
from tests.server.conftest import ENGINE, RANDOM, FakeClient, InProcessServer, pair


def first_moves(ann: FakeClient, bob: FakeClient, code: str) -> None:
    """Let both players make their first move. These are free, so the clocks run from here on."""
    ann.ask("move", match=code, ply=0, move="b2")
    bob.ask("move", match=code, ply=1, move="a1")


async def test_a_move_is_sent_only_after_it_is_durable(server: InProcessServer) -> None:
    """The server answers and broadcasts a move only after the store has saved it."""
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
    """A client that starts to watch during a commit receives the move once, in a snapshot after the commit."""
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


async def test_since_gives_exactly_the_missed_events(server: InProcessServer) -> None:
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


async def test_since_gives_a_snapshot_if_events_are_missing(server: InProcessServer) -> None:
    """A client gets a snapshot if `since` is too old or does not exist, because only the last events are kept."""
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
    """A match ends when a clock runs out, without any command."""
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


async def test_an_open_match_is_aborted_after_an_hour(server: InProcessServer) -> None:
    """The server aborts a match that no player joins."""
    ann = server.connect("ann")
    ann.host()
    ann.take()
    server.scheduler.advance(3601)
    server.store.commit()
    assert ann.kinds() == ["aborted"]


async def test_an_engine_is_asked_and_its_move_is_played(server: InProcessServer) -> None:
    """A search starts when an engine is to move, and its result is played."""
    ann = server.connect("ann")
    code = ann.host(seats=[{"kind": "me"}, ENGINE])
    assert server.pool.searches == []
    ann.ask("move", match=code, ply=0, move="b2")
    search = server.pool.last
    assert (search.job.moves, search.job.limit.depth, search.job.limit.seconds) == (("b2",), 2, MAX_S)
    ann.take()
    await search.finish("a1")
    server.store.commit()
    (event,) = ann.take()
    assert (event.event.move.move, event.event.move.search) == ("a1", None)


async def test_engines_play_a_match_to_its_end() -> None:
    """A match of two engines needs no commands."""
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


async def test_an_engine_whose_search_fails_loses(server: InProcessServer) -> None:
    """The seat of the engine loses, so that the opponent does not wait."""
    ann = server.connect("ann")
    ann.host(seats=[ENGINE, {"kind": "me"}])
    await server.pool.last.finish(error=RuntimeError("worker lost"))
    server.store.commit()
    finished = ann.take()[-1]
    assert (finished.event.result.winner, finished.event.result.reason) == (1, "engine failure")


async def test_an_illegal_engine_move_ends_the_match(server: InProcessServer) -> None:
    """An illegal move of an engine counts as a failed search."""
    ann = server.connect("ann")
    ann.host(seats=[ENGINE, {"kind": "me"}])
    await server.pool.last.finish("z9")
    server.store.commit()
    assert ann.take()[-1].event.result.reason == "engine failure"


async def test_resignation_stops_the_search(server: InProcessServer) -> None:
    """The end of a match cancels its search."""
    ann = server.connect("ann")
    code = ann.host(seats=[ENGINE, {"kind": "me"}])
    ann.ask("resign", match=code)
    assert server.pool.last.result.cancelled()


async def test_spectators_receive_search_info(server: InProcessServer) -> None:
    """While a search runs, spectators receive what it has found so far."""
    ann = server.connect("ann")
    ann.host(seats=[ENGINE, RANDOM])
    ann.take()
    server.scheduler.advance(SEARCH_INFO_EVERY_S)
    assert ann.take() == []
    server.pool.last.seen = found(server.pool.last.position, depth=7)
    server.scheduler.advance(SEARCH_INFO_EVERY_S)
    (thinking,) = ann.take()
    assert (thinking.t, thinking.search.depth, thinking.seat) == ("thinking", 7, 0)


async def test_a_search_that_cannot_be_shown_hides_no_other(server: InProcessServer) -> None:
    """A game whose rules fail on the moves of a search loses its own search info alone, and its match goes on."""
    ann = server.connect("ann")
    for _ in range(2):
        ann.host(seats=[ENGINE, RANDOM])
    broken, whole = (message.match for message in ann.take() if message.t == "snapshot")
    first, second = server.pool.searches
    first.fault = ZeroDivisionError("a rule divides by 0")
    second.seen = found(second.position)
    for _ in range(2):
        server.scheduler.advance(SEARCH_INFO_EVERY_S)
        assert [(message.t, message.match) for message in ann.take()] == [("thinking", whole)]
        # The search is not read again, so that its fault is logged once.
        first.fault, first.seen = None, found(first.position)
    await first.finish("a1")
    server.store.commit()
    assert [message.match for message in ann.take() if message.t == "event"] == [broken]


async def test_search_info_against_a_human_must_be_requested(server: InProcessServer) -> None:
    """In a match with a human, search info is sent only if the host asked for it."""
    for asked, shown in ((None, []), (True, ["thinking"])):
        ann = server.connect("ann")
        ann.host(seats=[ENGINE, {"kind": "me"}], show_thinking=asked)
        ann.take()
        server.pool.last.seen = found(server.pool.last.position)
        server.scheduler.advance(SEARCH_INFO_EVERY_S)
        assert ann.kinds() == shown


async def test_matches_go_on_after_a_restart() -> None:
    """A new server on the same store has the same matches, and starts their searches again."""
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


async def test_a_match_that_cannot_be_saved_is_halted(server: InProcessServer) -> None:
    """Events that could not be saved are not sent. All clients of the match get a notice, and it takes no moves."""
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


async def test_a_halted_match_shows_no_event_that_is_not_saved(server: InProcessServer) -> None:
    """Neither a snapshot nor the missed events nor a record contain the move that could not be saved."""
    ann, bob, code = pair(server)
    ann.send("move", match=code, ply=0, move="b2")
    early = server.connect("early")
    early.send("watch", id="w1", match=code)
    server.store.commit(OSError("disk full"))
    for fields in ({"t": "watch"}, {"t": "watch", "since": 2}, {"t": "record"}):
        assert bob.ask(match=code, **fields).code == "not_saved", fields
    assert not [m for client in (ann, bob, early) for m in client.take() if m.t in ("snapshot", "event") and m.seq > 3]


async def test_clocks_stop_while_the_store_cannot_save(server: InProcessServer) -> None:
    """The server refuses commands and stops the clocks. It sends a notice to all clients, also to new ones."""
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


async def test_a_command_in_an_outage_is_not_charged_for_it(server: InProcessServer) -> None:
    """A player who disconnects while the store cannot save does not lose on time by that."""
    ann, bob, code = pair(server, clock={"kind": "fischer", "base_s": 60})
    first_moves(ann, bob, code)
    server.scheduler.advance(20)
    server.store.set_health(healthy=False)
    server.scheduler.advance(100)
    server.runtime.clients.depart(ann.connection)
    server.scheduler.advance(100)
    back = server.connect("ann")
    server.store.set_health(healthy=True, for_s=200)
    server.store.commit()
    server.scheduler.advance(10)
    back.ask("watch", match=code)
    back.ask("move", match=code, ply=2, move="a3")
    moved = [m for m in back.take() if m.t == "event" and m.event.kind == "moved"]
    assert moved[-1].state.remaining_ms == [30_000, 60_000]


async def test_an_outage_is_credited_once(server: InProcessServer) -> None:
    """The commit of an offer that an outage delays does not give the player to move more time than both lasted."""
    ann, bob, code = pair(server, clock={"kind": "fischer", "base_s": 60})
    first_moves(ann, bob, code)
    server.scheduler.advance(20)
    ann.send("offer", match=code, offer="draw")
    server.scheduler.advance(5)
    server.store.set_health(healthy=False, for_s=5)
    server.scheduler.advance(100)
    server.store.set_health(healthy=True, for_s=105)
    server.store.commit()
    server.scheduler.advance(10)
    ann.ask("move", match=code, ply=2, move="a3")
    moved = [m for m in ann.take() if m.t == "event" and m.event.kind == "moved"]
    assert moved[-1].state.remaining_ms == [30_000, 60_000]


async def test_the_time_of_a_commit_is_not_charged(server: InProcessServer) -> None:
    """The time of the next player starts after the commit of the move, because the player sees it only then."""
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


class UptimeStore(WaitingStore):
    """Store of a server that ran for 12 s after every event."""

    def uptime(self) -> Uptime:
        return Uptime([(time.time() - 12.0, time.time() + 100.0)])


async def test_the_time_of_a_commit_is_not_charged_to_a_command_that_is_decided_in_it(server: InProcessServer) -> None:
    """A player that knows the move before its commit has ended is charged nothing either, and loses nothing on time."""
    ann, bob, code = pair(server, clock={"kind": "fischer", "base_s": 5})
    for ply, (player, move) in enumerate(((ann, "a1"), (bob, "a2"))):
        player.ask("move", match=code, ply=ply, move=move)
    ann.send("move", match=code, ply=2, move="b2")
    server.scheduler.advance(9.0)
    ann.send("offer", match=code, offer="adjourn")
    server.scheduler.advance(9.0)
    bob.send("accept", match=code, offer="adjourn")
    server.store.commit()
    paused = next(m.event for m in bob.received if m.t == "event" and m.event.kind == "paused")
    assert paused.elapsed_ms == 0


async def test_a_restart_charges_only_the_time_that_the_server_was_up() -> None:
    """The time of the current turn still counts as far as the server was up, and not while it was down."""
    store = UptimeStore()
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


async def test_a_repeated_create_gives_the_same_match() -> None:
    """A client that repeats `create` after a restart of the server gets the match that was created before."""
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


async def test_a_match_that_cannot_be_rebuilt_does_not_stop_the_others() -> None:
    """A broken match stays in the store, and the server restores the others."""
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


async def test_an_internal_error_aborts_only_its_match(server: InProcessServer) -> None:
    """The match is aborted, its clients and the lobby receive that, and other matches go on."""
    ann, eve = server.connect("ann"), server.connect("eve")
    broken, other = ann.host(), ann.host()
    eve.ask("list", follow=True)
    room = server.runtime.rooms.find(broken)
    assert room is not None
    del room.match.seats  # no command can do this
    answer = ann.ask("resign", match=broken)
    assert answer.code == "internal"
    assert ann.take()[-1].event.reason == SERVER_FAULT
    assert eve.take()[-1].gone == [room.match.created.id]
    assert server.connect("bob").ask("join", match=other).t == "accepted"


async def test_an_internal_error_after_the_commit_aborts_only_its_match(server: InProcessServer) -> None:
    """The decision stays saved, its match is aborted, and other matches go on."""
    ann, bob = server.connect("ann"), server.connect("bob")
    broken, other = ann.host(), ann.host()
    bob.ask("join", match=broken)
    room = server.runtime.rooms.find(broken)
    assert room is not None
    del server.runtime.metrics.moves  # each move is counted after its commit
    assert ann.ask("move", match=broken, ply=0, move="b2").t == "accepted"
    server.store.commit()
    saved = [type(event).__name__ for event in server.store.events[room.match.created.id]]
    assert room.match.over
    assert saved == ["MatchCreated", "SeatTaken", "MatchStarted", "MovePlayed", "MatchAborted"]
    assert bob.ask("join", match=other).t == "accepted"


async def test_lobby_subscribers_receive_changes(server: InProcessServer) -> None:
    """Subscribers receive matches that open, start and end, but no moves."""
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


async def test_old_matches_are_evicted() -> None:
    """Only the last matches that ended stay in memory."""
    server = InProcessServer(registry=MatchRegistry(most_over=1))
    ann = server.connect("ann")
    first, second = ann.host(), ann.host()
    for code in (first, second):
        ann.ask("resign", match=code)
    assert server.runtime.rooms.find(first) is None
    assert ann.ask("watch", match=second).t == "accepted"


async def test_an_announcement_reaches_all_connected_clients(server: InProcessServer) -> None:
    """A notice is sent to all connected clients, and not to those that left."""
    ann, bob = server.connect("ann"), server.connect("bob")
    server.runtime.clients.depart(bob.connection)
    server.runtime.clients.announce("back in a minute")
    assert [message.text for message in ann.take()] == ["back in a minute"]
    assert bob.take() == []


async def test_a_draining_server_creates_no_matches(server: InProcessServer) -> None:
    """All clients get one notice. New matches are refused with a time to retry, and running matches go on."""
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
    """Running searches finish and their moves are saved. Queued searches are cancelled, and no new one starts."""
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
