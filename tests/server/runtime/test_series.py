"""A series on a server: everyone is taken to the next game, also across a restart, and its end is announced."""

from tests.fakes import WaitingStore, settle
from tests.server.conftest import ENGINE, InProcessServer

ME, OPEN = {"kind": "me"}, {"kind": "open"}
WON = ("b2", "a1", "b3", "c1", "b1")


async def test_everyone_is_taken_to_the_next_game(server: InProcessServer) -> None:
    """Players and watchers hear what comes next and get its snapshot without asking."""
    ann, bob, eve = server.connect("ann"), server.connect("bob"), server.connect("eve")
    code = ann.host(series=2)
    bob.ask("join", match=code)
    eve.ask("watch", match=code)
    for guest in (ann, bob, eve):
        guest.take()
    for ply, move in enumerate(WON):
        (ann, bob)[ply % 2].ask("move", match=code, ply=ply, move=move)
    seats = {}
    for guest in (ann, bob, eve):
        heard = guest.take()
        told, snapshot = heard[-2:]
        assert (told.t, told.why, told.next, told.series.score) == ("next", "series", snapshot.match, [1, 0])
        assert (snapshot.phase, snapshot.series.number, snapshot.series.score) == ("open", 2, [0, 1])
        seats[guest] = snapshot.you
    assert list(seats.values()) == [1, 0, None]
    server.scheduler.advance(5.0)
    server.store.commit()
    assert ann.kinds() == ["started"]
    code = told.code
    bob.ask("resign", match=code)
    ends = [message for message in eve.take() if message.t == "next"]
    assert [(end.next, end.series.number, end.series.score) for end in ends] == [(None, 2, [0, 2])]


async def test_a_series_of_engines_goes_on_by_itself(server: InProcessServer) -> None:
    """The next game's engine is asked at once; the list shows one game of the series at a time."""
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
    """The end of a game and the next one are saved together, so that the next goes on after a restart."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host(series=2)
    bob.ask("join", match=code)
    server.store.commit()
    ann.send("resign", match=code)
    ((entries, _),) = server.store.waiting
    assert [type(entry.event).__name__ for entry in entries] == ["MatchFinished", "MatchCreated"]
    server.store.commit()
    again = InProcessServer(store=server.store)
    assert again.runtime.restore() == 1
    again.scheduler.advance(5.0)
    server.store.commit()
    (row,) = again.connect("eve").ask("list").result.matches
    assert (row.phase, row.series.number, [seat.name for seat in row.seats]) == ("running", 2, ["bob", "ann"])


async def test_who_was_away_is_taken_along(server: InProcessServer) -> None:
    """A player who dropped out when the game ended comes back with what they knew, and is led to the next."""
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
    """Neither the end of the game nor the next one is told, and the next takes no moves."""
    server = InProcessServer(store=WaitingStore())
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host(series=2)
    bob.ask("join", match=code)
    ann.take()
    ann.send("resign", match=code)
    server.store.commit(error=OSError("disk"))
    assert ann.kinds() == ["notice", "refused"]
