"""Television: it stays with a match, leads on when that is over, and shows an exhibition where nothing else is live."""

import pytest

from kibitz_server.pool.interface import Priority
from kibitz_server.runtime.lobby.tv import BREAK_S, PATIENCE_S
from kibitz_server.runtime.presence import SETTLE_S
from tests.fakes import settle
from tests.server.conftest import ENGINE, Guest, House

ME, OPEN = {"kind": "me"}, {"kind": "open"}


@pytest.fixture
async def fresh() -> House:
    """A house in which engines play when nobody else does."""
    return House(exhibitions=True)


def live(house: House, first: str, second: str) -> tuple[Guest, str]:
    """A match that runs; gives the first player and its code."""
    ann, bob = house.enter(first), house.enter(second)
    code = ann.host()
    assert bob.say("join", match=code).t == "accepted"
    return ann, code


async def test_who_watches_tv_is_led_to_the_next_match(house: House) -> None:
    """After a moment, and not before; to whoever watched by code alone nothing happens."""
    ann, code = live(house, "ann", "bob")
    eve, other = house.enter("eve"), house.enter("other")
    assert eve.say("watch", match="tv").result.code == code
    other.say("watch", match=code)
    _, second = live(house, "cat", "dan")
    eve.take()
    ann.say("resign", match=code)
    assert eve.kinds() == ["finished"]
    house.crank.turn(BREAK_S)
    house.store.commit()
    told, snapshot = eve.take()
    assert (told.t, told.why, told.code, snapshot.code) == ("next", "tv", second, second)
    assert other.kinds()[-1] == "finished"


async def test_with_nothing_live_they_wait(house: House) -> None:
    """Who watches TV when nothing comes next gets the next match that does."""
    ann, code = live(house, "ann", "bob")
    eve = house.enter("eve")
    eve.say("watch", match="tv")
    ann.say("resign", match=code)
    house.crank.turn(BREAK_S)
    eve.take()
    _, second = live(house, "cat", "dan")
    house.store.commit()
    assert [message.code for message in eve.take()] == [second, second]


async def test_tv_stays_with_a_series(house: House) -> None:
    """The next game of the series that is on is what is on next, without another break."""
    ann, bob, eve = house.enter("ann"), house.enter("bob"), house.enter("eve")
    code = ann.host(series=2)
    bob.say("join", match=code)
    eve.say("watch", match="tv")
    live(house, "cat", "dan")
    eve.take()
    bob.say("resign", match=code)
    house.store.commit()
    _, told, snapshot = eve.take()
    assert (told.why, snapshot.series.number) == ("series", 2)
    house.crank.turn(BREAK_S)
    house.store.commit()
    assert eve.kinds() == ["started"]
    assert house.enter("late").say("watch", match="tv").result.code == snapshot.code


async def test_a_paused_match_goes_off(house: House) -> None:
    """Unless it goes on within the break, who watches TV is led to another that is live."""
    ann, bob = house.enter("ann"), house.enter("bob")
    code = ann.host()
    bob.say("join", match=code)
    eve = house.enter("eve")
    eve.say("watch", match="tv")
    _, second = live(house, "cat", "dan")
    ann.say("move", match=code, ply=0, move="b2")
    ann.say("offer", match=code, offer="pause")
    bob.say("accept", match=code)
    eve.take()
    house.crank.turn(BREAK_S)
    house.store.commit()
    told, snapshot = eve.take()
    assert (told.why, snapshot.code) == ("tv", second)


async def test_a_match_that_was_left_goes_off(house: House) -> None:
    """Who watches TV is led to another that is live; the match is on again only when everybody is back."""
    ann, bob = house.enter("ann"), house.enter("bob")
    code = ann.host()
    bob.say("join", match=code)
    eve = house.enter("eve")
    assert eve.say("watch", match="tv").result.code == code
    _, second = live(house, "cat", "dan")
    eve.take()
    house.runtime.clients.depart(bob.listener)
    house.crank.turn(SETTLE_S)
    assert house.enter("late").say("watch", match="tv").result.code == second
    house.crank.turn(BREAK_S)
    house.store.commit()
    assert [message.code for message in eve.take() if message.t in ("next", "snapshot")] == [second, second]


async def test_who_is_back_within_the_break_stays_on(house: House) -> None:
    """A connection that is lost for a moment makes no picture hop."""
    ann, _ = live(house, "ann", "bob")
    eve = house.enter("eve")
    eve.say("watch", match="tv")
    live(house, "cat", "dan")
    house.runtime.clients.depart(ann.listener)
    house.crank.turn(SETTLE_S)
    house.runtime.clients.arrive(ann.listener)
    eve.take()
    house.crank.turn(BREAK_S)
    house.store.commit()
    assert "next" not in [message.t for message in eve.take()]


async def test_engines_play_while_a_match_is_deserted(fresh: House) -> None:
    """One game against an engine that its player walked away from does not leave the screen dark for a day."""
    ann, eve = fresh.enter("ann"), fresh.enter("eve")
    ann.host(seats=[ME, ENGINE])
    fresh.runtime.clients.depart(ann.listener)
    fresh.crank.turn(SETTLE_S)
    eve.ask("watch", match="tv")
    fresh.store.commit()
    _, snapshot = eve.take()
    assert snapshot.host == "Kibitz"


async def test_after_a_restart_what_is_live_is_on(fresh: House) -> None:
    """Engines that play on are live as before, so no exhibition begins beside them."""
    fresh.enter("ann").host(seats=[ENGINE, ENGINE])
    fresh.store.commit()
    again = House(store=fresh.store, exhibitions=True)
    assert again.runtime.restore() == 1
    again.enter("eve").say("list", follow=True)
    again.store.commit()
    assert [row["host"] for row in again.runtime.lobby.rows()] == ["ann"]


async def test_unwatch_ends_television(house: House) -> None:
    """Who has turned it off is not led anywhere."""
    ann, code = live(house, "ann", "bob")
    eve = house.enter("eve")
    eve.say("watch", match="tv")
    assert eve.say("unwatch", match="tv").t == "accepted"
    live(house, "cat", "dan")
    eve.take()
    ann.say("resign", match=code)
    house.crank.turn(BREAK_S)
    house.store.commit()
    assert eve.take() == []


async def test_a_fresh_server_shows_something_at_once(fresh: House) -> None:
    """Two engines play, behind everybody else's searches, and nothing of it is kept."""
    eve = fresh.enter("eve")
    eve.ask("watch", match="tv")
    fresh.store.commit()
    accepted, snapshot = eve.take()
    assert (accepted.t, snapshot.host, snapshot.phase) == ("accepted", "Kibitz", "running")
    assert [seat.kind for seat in snapshot.seats] == ["engine", "engine"]
    assert fresh.pool.last.priority is Priority.EXHIBITION
    await fresh.pool.last.finish()
    assert eve.take() == []
    fresh.crank.turn(2.0)
    fresh.store.commit()
    assert eve.kinds() == ["moved"]
    assert fresh.store.events == {}


async def test_one_exhibition_is_enough(fresh: House) -> None:
    """However many come, they see the same."""
    guests = [fresh.enter(name) for name in ("eve", "fay", "gil")]
    for guest in guests:
        guest.ask("watch", match="tv")
    fresh.store.commit()
    assert len({guest.take()[-1].code for guest in guests}) == 1
    assert len(fresh.runtime.lobby.rows()) == 1


async def test_the_lobby_is_not_empty_for_who_follows_it(fresh: House) -> None:
    """Following the lobby starts one too; just listing it does not."""
    eve = fresh.enter("eve")
    eve.say("list")
    assert fresh.runtime.lobby.rows() == []
    eve.say("list", follow=True)
    assert [(m.t, m.changed[0].host) for m in eve.take() if m.t == "lobby"] == [("lobby", "Kibitz")]


async def test_it_stops_when_nobody_looks(fresh: House) -> None:
    """A moment after the last one has gone, and not when they come back before."""
    eve = fresh.enter("eve")
    eve.say("watch", match="tv")
    fresh.runtime.clients.depart(eve.listener)
    fresh.crank.turn(PATIENCE_S / 2)
    eve = fresh.enter("eve")
    eve.say("watch", match="tv")
    fresh.crank.turn(PATIENCE_S)
    assert len(fresh.runtime.lobby.rows()) == 1
    fresh.runtime.clients.depart(eve.listener)
    search = fresh.pool.last
    fresh.crank.turn(PATIENCE_S)
    fresh.store.commit()
    await settle()
    assert fresh.runtime.lobby.rows() == []
    assert search.result.cancelled()


async def test_people_come_before_exhibitions(fresh: House) -> None:
    """While a match of people is live none begins, and after one ends it is on."""
    _, code = live(fresh, "ann", "bob")
    eve = fresh.enter("eve")
    assert eve.say("watch", match="tv").result.code == code
    assert len(fresh.runtime.lobby.rows()) == 1


async def test_after_an_exhibition_comes_another(fresh: House) -> None:
    """While somebody watches there is always something on."""
    eve = fresh.enter("eve")
    eve.say("watch", match="tv")
    first = eve.take()[-1]
    await fresh.pool.last.finish(error=RuntimeError("to end it"))
    fresh.crank.turn(2.0)
    fresh.store.commit()
    assert eve.kinds()[-1] == "finished"
    fresh.crank.turn(BREAK_S)
    fresh.store.commit()
    fresh.store.commit()
    told, snapshot = eve.take()
    assert (told.why, snapshot.host) == ("tv", "Kibitz")
    assert snapshot.game.name != first.game.name


async def test_engines_of_guests_are_no_exhibition(fresh: House) -> None:
    """A duel that somebody made is live like any other, and is stored."""
    ann = fresh.enter("ann")
    ann.host(seats=[ENGINE, ENGINE])
    assert fresh.pool.last.priority is Priority.PLAYER
    assert fresh.store.events


async def test_who_plays_in_a_paused_match_stays_there(house: House) -> None:
    """They may go on any moment, whatever else is live."""
    ann, bob = house.enter("ann"), house.enter("bob")
    code = ann.host()
    bob.say("join", match=code)
    bob.say("watch", match="tv")
    ann.say("move", match=code, ply=0, move="b2")
    ann.say("offer", match=code, offer="pause")
    bob.say("accept", match=code)
    live(house, "cat", "dan")
    bob.take()
    house.crank.turn(BREAK_S)
    house.store.commit()
    assert bob.take() == []
    bob.say("offer", match=code, offer="resume")
    ann.say("accept", match=code)
    assert "resumed" in bob.kinds()
