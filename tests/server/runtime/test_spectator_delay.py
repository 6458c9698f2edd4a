"""Tests of the spectator delay: events, snapshots, search info, chat, the lobby and restarts."""

from typing import Any

import pytest

from tests.fakes.server import ManualScheduler, found
from tests.server.conftest import ENGINE, FakeClient, InProcessServer

ME, OPEN = {"kind": "me"}, {"kind": "open"}
MOVES = ("b2", "a1", "a2", "c2")


def live(server: InProcessServer, **fields: Any) -> tuple[FakeClient, FakeClient, FakeClient, str]:
    """Return two players and a spectator of a match, and its code."""
    ann, bob, eve = server.connect("ann"), server.connect("bob"), server.connect("eve")
    code = ann.host(**fields)
    bob.ask("join", match=code)
    eve.ask("watch", match=code)
    eve.take()
    return ann, bob, eve, code


def play(players: tuple[FakeClient, FakeClient], code: str, *moves: str, first: int = 0) -> None:
    """Play moves in turn."""
    for ply, move in enumerate(moves, first):
        answer = players[ply % 2].ask("move", match=code, ply=ply, move=move)
        assert answer.t == "accepted", answer


def plies(messages: list[Any]) -> list[int]:
    """Return the plies of the moves in some messages."""
    return [m.event.move.ply for m in messages if m.t == "event" and m.event.kind == "moved"]


async def test_spectators_receive_moves_late(server: InProcessServer) -> None:
    """Spectators are two moves behind, also new ones. Players are not."""
    ann, bob, eve, code = live(server, delay={"moves": 2})
    play((ann, bob), code, *MOVES)
    assert plies(bob.take()) == [0, 1, 2, 3]
    assert plies(eve.take()) == [0, 1]
    late = server.connect("late")
    late.ask("watch", match=code)
    snapshot = late.take()[-1]
    assert (snapshot.state.ply, len(snapshot.moves), snapshot.delay.moves) == (2, 2, 2)
    bob.ask("watch", match=code)
    assert bob.take()[-1].state.ply == 4
    play((ann, bob), code, "b3", first=4)
    assert plies(late.take()) == plies(eve.take()) == [2]


async def test_a_delay_in_seconds_needs_no_further_moves(server: InProcessServer) -> None:
    """A timer of the server sends the delayed events."""
    ann, bob, eve, code = live(server, delay={"seconds": 10})
    play((ann, bob), code, "b2")
    assert eve.kinds() == []
    server.scheduler.advance(9.9)
    assert eve.kinds() == []
    server.scheduler.advance(0.2)
    assert eve.kinds() == ["started", "moved"]


async def test_missed_events_are_delayed(server: InProcessServer) -> None:
    """A spectator who resumes from an event gets no more than one who stayed."""
    ann, bob, eve, code = live(server, delay={"moves": 2})
    play((ann, bob), code, *MOVES)
    seqs = [m.seq for m in eve.take() if m.t == "event"]
    server.runtime.clients.depart(eve.connection)
    back = server.connect("eve")
    back.ask("watch", match=code, since=seqs[0])
    assert plies(back.take()) == [1]
    back.ask("watch", match=code, since=seqs[-1] + 2)
    assert back.take()[-1].state.ply == 2


async def test_a_release_during_a_slow_commit_is_not_missing(server: InProcessServer) -> None:
    """A spectator whose subscription waits for the store misses no event that is released meanwhile."""
    ann, bob, _, code = live(server, delay={"seconds": 10})
    play((ann, bob), code, "b2", "a1")
    late = server.connect("late")
    late.send("watch", match=code)
    server.scheduler.advance(10.1)
    server.store.commit()
    snapshot = late.take()[-1]
    assert (snapshot.seq, snapshot.state.ply) == (5, 2)


async def test_the_host_of_a_delayed_match_misses_no_event(server: InProcessServer) -> None:
    """A host without a seat gets a snapshot, and then every event after it, also those of the creation itself."""
    ann = server.connect("ann")
    ann.host(seats=[ENGINE, ENGINE], delay={"moves": 1})
    for move in ("b2", "a1", "a2"):
        await server.pool.last.finish(move)
        server.store.commit()
    received = [m for m in ann.take() if m.t in ("snapshot", "event")]
    assert [m.seq for m in received] == [2, 3, 4]


async def test_a_spectator_that_takes_a_seat_at_once_gets_each_event_once(server: InProcessServer) -> None:
    """The snapshot of a client that subscribes and then joins in one commit is from before it had a seat."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host(delay={"moves": 1})
    bob.send("watch", match=code)
    bob.send("join", match=code)
    server.store.commit()
    assert [m.seq for m in bob.take() if m.t in ("snapshot", "event")] == [1, 2, 3]


async def test_a_move_that_is_not_saved_yet_releases_nothing(server: InProcessServer) -> None:
    """Moves and the end count once they are durable: chat or a timer meanwhile sends spectators nothing."""
    ann, bob, eve, code = live(server, delay={"moves": 2})
    play((ann, bob), code, "b2", "a1")
    eve.take()
    ann.send("move", match=code, ply=2, move="a2")
    ann.send("chat", match=code, text="my best move")
    assert plies(eve.take()) == []
    ann.send("resign", match=code)
    ann.send("chat", match=code, text="it was not")
    assert plies(eve.take()) == []
    server.store.commit()
    assert plies(eve.take()) == [0, 1, 2]


async def test_a_restart_keeps_a_delay_in_moves(server: InProcessServer) -> None:
    """After a restart, spectators see as many moves as before."""
    ann, bob, eve, code = live(server, delay={"moves": 2})
    play((ann, bob), code, *MOVES)
    assert plies(eve.take()) == [0, 1]
    again = InProcessServer(store=server.store)
    again.runtime.loading.run()
    eve = again.connect("eve")
    eve.ask("watch", match=code)
    assert eve.take()[-1].state.ply == 2


async def test_the_lobby_is_delayed(server: InProcessServer) -> None:
    """A row shows no more than a spectator may see."""
    ann, bob, eve, code = live(server, delay={"moves": 2})
    play((ann, bob), code, *MOVES)
    assert [row.ply for row in eve.ask("list", follow=True).result.matches] == [2]
    eve.take()
    ann.ask("resign", match=code)
    received = eve.take()
    assert plies(received) == [2, 3]
    assert [m.t for m in received][-2:] == ["event", "lobby"]


async def test_chat_of_players_is_delayed(server: InProcessServer) -> None:
    """Chat of players reaches spectators late, as it may reveal a move. Chat of spectators is not delayed."""
    ann, bob, eve, code = live(server, delay={"moves": 1})
    other = server.connect("other")
    other.ask("watch", match=code)
    play((ann, bob), code, "b2")
    ann.ask("chat", match=code, text="centre!")
    eve.ask("chat", match=code, text="what now?")
    assert [m.text for m in bob.take() if m.t == "said"] == ["centre!"]
    assert [m.text for m in other.take() if m.t == "said"] == ["what now?"]
    play((ann, bob), code, "a1", first=1)
    assert [m.text for m in other.take() if m.t == "said"] == ["centre!"]


async def test_players_receive_chat_of_spectators_after_the_end(server: InProcessServer) -> None:
    """When the match is over, chat of spectators cannot be advice any more."""
    ann, _, eve, code = live(server, delay={"moves": 1})
    ann.ask("resign", match=code)
    ann.take()
    eve.ask("chat", match=code, text="well played")
    assert [m.text for m in ann.take() if m.t == "said"] == ["well played"]


async def test_search_info_is_delayed(server: InProcessServer) -> None:
    """Spectators receive search info with the move that it led to."""
    ann, eve = server.connect("ann"), server.connect("eve")
    code = ann.host(seats=[ME, ENGINE], show_thinking=True, delay={"moves": 1})
    eve.ask("watch", match=code)
    eve.take()
    ann.ask("move", match=code, ply=0, move="b2")
    server.pool.last.seen = found(server.pool.last.position)
    server.scheduler.advance(1.0)
    assert "thinking" in ann.kinds()
    assert eve.kinds() == []
    await server.pool.last.finish("a1")
    server.store.commit()
    assert eve.kinds() == ["moved", "thinking"]


@pytest.mark.parametrize("moved_late", [False, True])
async def test_a_restart_keeps_the_delay(moved_late: bool) -> None:
    """After a restart, spectators see what they saw before, whether or not there are moves that they may not know."""
    scheduler = ManualScheduler()
    server, began_at = InProcessServer(scheduler=scheduler, wall_clock=scheduler.time), scheduler.time()
    ann, bob, _, code = live(server, delay={"seconds": 10})
    server.scheduler.advance(20.0)
    play((ann, bob), code, "b2")
    server.scheduler.advance(17.0)
    if moved_late:
        play((ann, bob), code, "a1", first=1)
    server.scheduler.advance(3.0)
    server.store.runs = [(began_at, scheduler.time())]
    again = InProcessServer(store=server.store)
    again.runtime.loading.run()
    eve = again.connect("eve")
    eve.ask("watch", match=code)
    assert eve.take()[-1].state.ply == 1
    again.scheduler.advance(6.9)
    assert eve.take() == []
    again.scheduler.advance(0.2)
    assert [(m.t, m.state.ply) for m in eve.take()] == ([("snapshot", 2)] if moved_late else [])
