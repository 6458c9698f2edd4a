"""Tests of the runtime: the order of effects, deadlines, internal errors, and the end of a server."""

import asyncio

from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.runtime.room import KEPT_EVENTS
from kibitz_server.runtime.runner import SERVER_FAULT
from kibitz_server.runtime.runtime import STOPPING
from tests.fakes.server import settle
from tests.server.conftest import ENGINE, InProcessServer, first_moves


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


async def test_after_a_standstill_the_clocks_are_corrected(server: InProcessServer) -> None:
    """All clients receive an announcement, and a snapshot of each match that runs and that they follow."""
    ann, bob, eve = server.connect("ann"), server.connect("bob"), server.connect("eve")
    code, waiting = ann.host(clock={"kind": "fischer", "base_s": 60}), ann.host()
    bob.ask("join", match=code)
    eve.ask("watch", match=waiting)
    for client in (ann, bob, eve):
        client.take()
    server.runtime.stood_still(3.5)
    await settle()
    server.store.commit()
    assert ann.kinds() == bob.kinds() == ["notice", "snapshot"]
    assert eve.kinds() == ["notice"]


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
