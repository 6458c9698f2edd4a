"""Tests of series: redirects to the next game, restarts, and the end of a series."""

import structlog

from tests.fakes.server import WaitingStore, settle
from tests.server.conftest import ENGINE, InProcessServer

ME, OPEN = {"kind": "me"}, {"kind": "open"}
WON = ("b2", "a1", "b3", "c1", "b1")


async def test_all_clients_are_redirected_to_the_next_game(server: InProcessServer) -> None:
    """Players and spectators receive `next` and the snapshot of the next game without a command."""
    ann, bob, eve = server.connect("ann"), server.connect("bob"), server.connect("eve")
    code = ann.host(series=2)
    bob.ask("join", match=code)
    eve.ask("watch", match=code)
    for client in (ann, bob, eve):
        client.take()
    for ply, move in enumerate(WON):
        (ann, bob)[ply % 2].ask("move", match=code, ply=ply, move=move)
    seats = {}
    for client in (ann, bob, eve):
        received = client.take()
        following, snapshot = received[-2:]
        assert (following.t, following.why, following.next, following.series.score) == (
            "next",
            "series",
            snapshot.match,
            [1, 0],
        )
        assert (snapshot.phase, snapshot.series.number, snapshot.series.score) == ("open", 2, [0, 1])
        seats[client] = snapshot.you
    assert list(seats.values()) == [1, 0, None]
    server.scheduler.advance(5.0)
    server.store.commit()
    assert ann.kinds() == ["started"]
    code = following.code
    bob.ask("resign", match=code)
    ends = [message for message in eve.take() if message.t == "next"]
    assert [(end.next, end.series.number, end.series.score) for end in ends] == [(None, 2, [0, 2])]


async def test_a_series_of_engines_goes_on_by_itself(server: InProcessServer) -> None:
    """The engine of the next game searches at once. The lobby lists one game of the series at a time."""
    ann = server.connect("ann")
    ann.host(seats=[ENGINE, ENGINE], series=3)
    for move in WON:
        await server.pool.last.finish(move)
        server.store.commit()
        await settle()
    (row,) = ann.ask("list").result.matches
    assert (row.series.number, row.series.games, row.series.score) == (2, 3, [0, 1])
    assert server.pool.last.job.moves == ()


async def test_a_series_survives_a_restart(server: InProcessServer) -> None:
    """One commit saves the end of a game and the next game, so that a restart does not end the series."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host(series=2, clock={"kind": "fischer", "base_s": 300, "increment_s": 3})
    bob.ask("join", match=code)
    server.store.commit()
    ann.send("resign", match=code)
    ((entries, _),) = server.store.waiting
    assert [type(entry.event).__name__ for entry in entries] == ["MatchFinished", "MatchCreated"]
    server.store.commit()
    again = InProcessServer(store=server.store)
    assert again.runtime.loading.run() == 1
    again.scheduler.advance(5.0)
    server.store.commit()
    (row,) = again.connect("eve").ask("list").result.matches
    assert (row.phase, row.series.number, [seat.name for seat in row.seats]) == ("running", 2, ["bob", "ann"])


async def test_a_client_that_was_disconnected_is_redirected(server: InProcessServer) -> None:
    """A player who disconnected before the end of a game resumes from an event, and is redirected to the next game."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host(series=2)
    bob.ask("join", match=code)
    server.runtime.clients.depart(bob.connection)
    ann.ask("resign", match=code)
    back = server.connect("bob")
    back.ask("watch", match=code, since=3)
    server.store.commit()
    assert back.kinds() == ["accepted", "finished", "next", "snapshot"]


async def test_a_series_that_cannot_be_saved_is_halted() -> None:
    """Clients receive neither the end of the game nor the next game, and neither takes moves."""
    server = InProcessServer(store=WaitingStore())
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host(series=2)
    bob.ask("join", match=code)
    ann.take()
    ann.send("resign", match=code)
    server.store.commit(error=OSError("disk"))
    assert ann.kinds() == ["notice", "refused"]


async def test_the_start_of_every_game_is_logged(server: InProcessServer) -> None:
    """The next game of a series is logged like the first one."""
    with structlog.testing.capture_logs() as logs:
        server.connect("ann").host(seats=[ENGINE, ENGINE], series=2)
        for move in WON:
            await server.pool.last.finish(move)
            server.store.commit()
            await settle()
    started = [entry["match"] for entry in logs if entry["event"] == "match started"]
    assert started == [room.match.created.id for room in server.runtime.rooms.all]
    assert len(started) == 2
