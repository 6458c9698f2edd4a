"""Television: it stays with a match, leads on when that is over, and shows an exhibition where nothing else is live."""

import pytest

from kibitz_server.pool.interface import Priority
from kibitz_server.runtime.lobby.tv import BREAK_S, PATIENCE_S
from kibitz_server.runtime.presence import SETTLE_S
from tests.fakes import settle
from tests.server.conftest import ENGINE, FakeClient, InProcessServer

ME, OPEN = {"kind": "me"}, {"kind": "open"}


@pytest.fixture
async def fresh() -> InProcessServer:
    """A server in which engines play when nobody else does."""
    return InProcessServer(exhibitions=True)


def live(server: InProcessServer, first: str, second: str) -> tuple[FakeClient, str]:
    """A match that runs; gives the first player and its code."""
    ann, bob = server.connect(first), server.connect(second)
    code = ann.host()
    assert bob.ask("join", match=code).t == "accepted"
    return ann, code


async def test_who_watches_tv_is_led_to_the_next_match(server: InProcessServer) -> None:
    """After a moment, and not before; to whoever watched by code alone nothing happens."""
    ann, code = live(server, "ann", "bob")
    eve, other = server.connect("eve"), server.connect("other")
    assert eve.ask("watch", match="tv").result.code == code
    other.ask("watch", match=code)
    _, second = live(server, "cat", "dan")
    eve.take()
    ann.ask("resign", match=code)
    assert eve.kinds() == ["finished"]
    server.scheduler.advance(BREAK_S)
    server.store.commit()
    told, snapshot = eve.take()
    assert (told.t, told.why, told.code, snapshot.code) == ("next", "tv", second, second)
    assert other.kinds()[-1] == "finished"


async def test_with_nothing_live_they_wait(server: InProcessServer) -> None:
    """Who watches TV when nothing comes next gets the next match that does."""
    ann, code = live(server, "ann", "bob")
    eve = server.connect("eve")
    eve.ask("watch", match="tv")
    ann.ask("resign", match=code)
    server.scheduler.advance(BREAK_S)
    eve.take()
    _, second = live(server, "cat", "dan")
    server.store.commit()
    assert [message.code for message in eve.take()] == [second, second]


async def test_tv_stays_with_a_series(server: InProcessServer) -> None:
    """The next game of the series that is on is what is on next, without another break."""
    ann, bob, eve = server.connect("ann"), server.connect("bob"), server.connect("eve")
    code = ann.host(series=2)
    bob.ask("join", match=code)
    eve.ask("watch", match="tv")
    live(server, "cat", "dan")
    eve.take()
    bob.ask("resign", match=code)
    server.store.commit()
    _, told, snapshot = eve.take()
    assert (told.why, snapshot.series.number) == ("series", 2)
    server.scheduler.advance(BREAK_S)
    server.store.commit()
    assert eve.kinds() == ["started"]
    assert server.connect("late").ask("watch", match="tv").result.code == snapshot.code


async def test_a_paused_match_goes_off(server: InProcessServer) -> None:
    """Unless it goes on within the break, who watches TV is led to another that is live."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host()
    bob.ask("join", match=code)
    eve = server.connect("eve")
    eve.ask("watch", match="tv")
    _, second = live(server, "cat", "dan")
    ann.ask("move", match=code, ply=0, move="b2")
    ann.ask("offer", match=code, offer="pause")
    bob.ask("accept", match=code)
    eve.take()
    server.scheduler.advance(BREAK_S)
    server.store.commit()
    told, snapshot = eve.take()
    assert (told.why, snapshot.code) == ("tv", second)


async def test_a_match_that_was_left_goes_off(server: InProcessServer) -> None:
    """Who watches TV is led to another that is live; the match is on again only when everybody is back."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host()
    bob.ask("join", match=code)
    eve = server.connect("eve")
    assert eve.ask("watch", match="tv").result.code == code
    _, second = live(server, "cat", "dan")
    eve.take()
    server.runtime.clients.depart(bob.connection)
    server.scheduler.advance(SETTLE_S)
    assert server.connect("late").ask("watch", match="tv").result.code == second
    server.scheduler.advance(BREAK_S)
    server.store.commit()
    assert [message.code for message in eve.take() if message.t in ("next", "snapshot")] == [second, second]


async def test_who_is_back_within_the_break_stays_on(server: InProcessServer) -> None:
    """A connection that is lost for a moment makes no picture hop."""
    ann, _ = live(server, "ann", "bob")
    eve = server.connect("eve")
    eve.ask("watch", match="tv")
    live(server, "cat", "dan")
    server.runtime.clients.depart(ann.connection)
    server.scheduler.advance(SETTLE_S)
    server.runtime.clients.arrive(ann.connection)
    eve.take()
    server.scheduler.advance(BREAK_S)
    server.store.commit()
    assert "next" not in [message.t for message in eve.take()]


async def test_engines_play_while_a_match_is_deserted(fresh: InProcessServer) -> None:
    """One game against an engine that its player walked away from does not leave the screen dark for a day."""
    ann, eve = fresh.connect("ann"), fresh.connect("eve")
    ann.host(seats=[ME, ENGINE])
    fresh.runtime.clients.depart(ann.connection)
    fresh.scheduler.advance(SETTLE_S)
    eve.send("watch", match="tv")
    fresh.store.commit()
    _, snapshot = eve.take()
    assert snapshot.host == "Kibitz"


async def test_after_a_restart_what_is_live_is_on(fresh: InProcessServer) -> None:
    """Engines that play on are live as before, so no exhibition begins beside them."""
    fresh.connect("ann").host(seats=[ENGINE, ENGINE])
    fresh.store.commit()
    again = InProcessServer(store=fresh.store, exhibitions=True)
    assert again.runtime.restore() == 1
    again.connect("eve").ask("list", follow=True)
    again.store.commit()
    assert [row["host"] for row in again.runtime.lobby.rows()] == ["ann"]


async def test_unwatch_ends_television(server: InProcessServer) -> None:
    """Who has turned it off is not led anywhere."""
    ann, code = live(server, "ann", "bob")
    eve = server.connect("eve")
    eve.ask("watch", match="tv")
    assert eve.ask("unwatch", match="tv").t == "accepted"
    live(server, "cat", "dan")
    eve.take()
    ann.ask("resign", match=code)
    server.scheduler.advance(BREAK_S)
    server.store.commit()
    assert eve.take() == []


async def test_a_fresh_server_shows_something_at_once(fresh: InProcessServer) -> None:
    """Two engines play, behind everybody else's searches, and nothing of it is kept."""
    eve = fresh.connect("eve")
    eve.send("watch", match="tv")
    fresh.store.commit()
    accepted, snapshot = eve.take()
    assert (accepted.t, snapshot.host, snapshot.phase) == ("accepted", "Kibitz", "running")
    assert [seat.kind for seat in snapshot.seats] == ["engine", "engine"]
    assert fresh.pool.last.priority is Priority.EXHIBITION
    await fresh.pool.last.finish()
    assert eve.take() == []
    fresh.scheduler.advance(2.0)
    fresh.store.commit()
    assert eve.kinds() == ["moved"]
    assert fresh.store.events == {}


async def test_one_exhibition_is_enough(fresh: InProcessServer) -> None:
    """However many come, they see the same."""
    guests = [fresh.connect(name) for name in ("eve", "fay", "gil")]
    for guest in guests:
        guest.send("watch", match="tv")
    fresh.store.commit()
    assert len({guest.take()[-1].code for guest in guests}) == 1
    assert len(fresh.runtime.lobby.rows()) == 1


async def test_the_lobby_is_not_empty_for_who_follows_it(fresh: InProcessServer) -> None:
    """Following the lobby starts one too; just listing it does not."""
    eve = fresh.connect("eve")
    eve.ask("list")
    assert fresh.runtime.lobby.rows() == []
    eve.ask("list", follow=True)
    assert [(m.t, m.changed[0].host) for m in eve.take() if m.t == "lobby"] == [("lobby", "Kibitz")]


async def test_it_stops_when_nobody_looks(fresh: InProcessServer) -> None:
    """A moment after the last one has gone, and not when they come back before."""
    eve = fresh.connect("eve")
    eve.ask("watch", match="tv")
    fresh.runtime.clients.depart(eve.connection)
    fresh.scheduler.advance(PATIENCE_S / 2)
    eve = fresh.connect("eve")
    eve.ask("watch", match="tv")
    fresh.scheduler.advance(PATIENCE_S)
    assert len(fresh.runtime.lobby.rows()) == 1
    fresh.runtime.clients.depart(eve.connection)
    search = fresh.pool.last
    fresh.scheduler.advance(PATIENCE_S)
    fresh.store.commit()
    await settle()
    assert fresh.runtime.lobby.rows() == []
    assert search.result.cancelled()


async def test_people_come_before_exhibitions(fresh: InProcessServer) -> None:
    """While a match of people is live none begins, and after one ends it is on."""
    _, code = live(fresh, "ann", "bob")
    eve = fresh.connect("eve")
    assert eve.ask("watch", match="tv").result.code == code
    assert len(fresh.runtime.lobby.rows()) == 1


async def test_after_an_exhibition_comes_another(fresh: InProcessServer) -> None:
    """While somebody watches there is always something on."""
    eve = fresh.connect("eve")
    eve.ask("watch", match="tv")
    first = eve.take()[-1]
    await fresh.pool.last.finish(error=RuntimeError("to end it"))
    fresh.scheduler.advance(2.0)
    fresh.store.commit()
    assert eve.kinds()[-1] == "finished"
    fresh.scheduler.advance(BREAK_S)
    fresh.store.commit()
    fresh.store.commit()
    told, snapshot = eve.take()
    assert (told.why, snapshot.host) == ("tv", "Kibitz")
    assert snapshot.game.name != first.game.name


async def test_engines_of_guests_are_no_exhibition(fresh: InProcessServer) -> None:
    """A duel that somebody made is live like any other, and is stored."""
    ann = fresh.connect("ann")
    ann.host(seats=[ENGINE, ENGINE])
    assert fresh.pool.last.priority is Priority.PLAYER
    assert fresh.store.events


async def test_who_plays_in_a_paused_match_stays_there(server: InProcessServer) -> None:
    """They may go on any moment, whatever else is live."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host()
    bob.ask("join", match=code)
    bob.ask("watch", match="tv")
    ann.ask("move", match=code, ply=0, move="b2")
    ann.ask("offer", match=code, offer="pause")
    bob.ask("accept", match=code)
    live(server, "cat", "dan")
    bob.take()
    server.scheduler.advance(BREAK_S)
    server.store.commit()
    assert bob.take() == []
    bob.ask("offer", match=code, offer="resume")
    ann.ask("accept", match=code)
    assert "resumed" in bob.kinds()
