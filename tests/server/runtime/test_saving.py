"""Matches and clocks while a commit takes long, fails, or the store cannot save."""

from kibitz_server.runtime.clients import CANNOT_SAVE
from kibitz_server.runtime.runtime import SAVES_AGAIN
from tests.server.conftest import InProcessServer, first_moves, pair


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


async def test_a_command_under_way_is_said_to_wait(server: InProcessServer) -> None:
    """Its client gets a notice with its id, whatever it changes, and the answer at the end; a search waits for none."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host(help=True)
    bob.ask("join", match=code)
    first_moves(ann, bob, code)
    ann.send("move", id="m", match=code, ply=2, move="a3")
    ann.send("hint", id="h", match=code)
    bob.send("offer", id="o", match=code, offer="draw")
    server.store.set_health(healthy=False)
    waiting = {
        name: [each.id for each in client.take() if each.t == "notice"] for name, client in (("a", ann), ("b", bob))
    }
    assert waiting == {"a": [None, "m"], "b": [None, "o"]}
    server.store.set_health(healthy=True)
    server.store.commit()
    assert [each.id for each in ann.take() if each.t == "accepted"] == ["m"]
    assert [each.id for each in bob.take() if each.t in ("accepted", "refused")] == ["o"]


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
