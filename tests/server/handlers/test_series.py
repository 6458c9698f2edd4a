"""Around a match: the games of its series, from memory and archive alike, and the names of those who watch."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from kibitz_protocol.match_info import MOST_NAMES
from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.store.database import connect
from kibitz_server.store.migrations.upgrade import apply_steps, upgrade
from tests.fakes import WaitingStore
from tests.server.conftest import Guest, House


def begun(ann: Guest, bob: Guest, **fields: Any) -> str:
    """A series of three whose first game is on; gives its code."""
    code = ann.host(series=3, **fields)
    bob.say("join", match=code)
    return code


def over(house: House, ann: Guest, code: str) -> str:
    """Ann gives a game up; gives the match that follows, once it runs."""
    ann.take()
    ann.say("resign", match=code)
    told = next(message for message in ann.take() if message.t == "next")
    house.crank.turn(5.0)
    house.store.commit()
    return str(told.next)


async def test_a_series_is_told_from_its_first_game_on(house: House) -> None:
    """With who sat where, how each ended, and the one that runs."""
    ann, bob, eve = house.enter("ann"), house.enter("bob"), house.enter("eve")
    first = begun(ann, bob)
    second = over(house, ann, first)
    for asked in (first, second):
        table = eve.say("series", match=asked).result
        assert (table.game, table.games, [game.number for game in table.played]) == ("tictactoe", 3, [1, 2])
        one, two = table.played
        assert ([view.name for view in one.seats], [view.name for view in two.seats]) == (
            ["ann", "bob"],
            ["bob", "ann"],
        )
        assert (one.phase, one.result.winner, one.result.reason) == ("finished", 1, "resignation")
        assert one.ended_at is not None
        assert (two.phase, two.result, two.ended_at) == ("running", None, None)


async def test_games_that_left_the_memory_are_in_it() -> None:
    """Also after a restart, when only the game that runs is taken up."""
    store = WaitingStore()
    house = House(store=store, hall=MatchRegistry(most_over=1))
    ann, bob = house.enter("ann"), house.enter("bob")
    first = begun(ann, bob)
    third = over(house, ann, over(house, ann, first))
    assert house.runtime.matches.find(first) is None
    again = House(store=store, hall=MatchRegistry(most_over=1))
    assert again.runtime.recover() == 1
    for place in (house, again):
        for asked in (first, third):
            table = place.enter("eve").say("series", match=asked).result
            assert [(game.number, game.phase) for game in table.played] == [
                (1, "finished"),
                (2, "finished"),
                (3, "running"),
            ]
            assert all(game.ended_at for game in table.played[:2])


async def test_an_unlisted_series_is_told_to_who_knows_it(house: House) -> None:
    """Whoever may watch one game may know of all; a private one needs the key."""
    ann, bob, eve = house.enter("ann"), house.enter("bob"), house.enter("eve")
    first = begun(ann, bob, visibility="unlisted")
    over(house, ann, first)
    assert len(eve.say("series", match=first).result.played) == 2
    private = ann.host(series=2, visibility="private")
    assert eve.say("series", match=private).code == "wrong_key"
    assert eve.say("watchers", match=private).code == "wrong_key"
    assert eve.say("series", match="ZZZZZZ").code == "unknown_match"
    hidden = ann.host(watchable=False)
    assert eve.say("watchers", match=hidden).code == "no_watchers"


async def test_a_match_by_itself_is_a_series_of_one(house: House) -> None:
    """So nobody has to know beforehand."""
    ann = house.enter("ann")
    table = ann.say("series", match=ann.host()).result
    assert (table.series, table.games, len(table.played)) == (None, 1, 1)


async def test_who_watches_from_behind_sees_the_game_from_there(house: House) -> None:
    """It is in the table as it is shown to them."""
    ann, bob, eve = house.enter("ann"), house.enter("bob"), house.enter("eve")
    code = begun(ann, bob, delay={"seconds": 60})
    ann.say("move", match=code, ply=0, move="b2")
    assert [guest.say("series", match=code).result.played[0].ply for guest in (ann, bob, eve)] == [1, 1, 0]


async def test_those_who_watch_are_named(house: House) -> None:
    """Each person once, players not at all, and of many the first."""
    ann, bob = house.enter("ann"), house.enter("bob")
    code = begun(ann, bob)
    assert ann.say("watchers", match=code).result.names == []
    eve = house.enter("eve")
    twice = house.enter("eve")
    twice.listener.player = eve.listener.player
    for guest in (eve, twice):
        guest.say("watch", match=code)
    found = ann.say("watchers", match=code).result
    assert (found.count, found.names) == (1, ["eve"])
    for number in range(MOST_NAMES + 2):
        house.enter(f"g{number}").say("watch", match=code)
    found = ann.say("watchers", match=code).result
    assert (found.count, len(found.names)) == (MOST_NAMES + 3, MOST_NAMES)
    eve.say("unwatch", match=code)
    twice.say("unwatch", match=code)
    assert ann.say("watchers", match=code).result.count == MOST_NAMES + 2


@pytest.mark.io
def test_an_older_archive_learns_of_its_series(tmp_path: Path) -> None:
    """The step takes it from the first events of matches that are over."""
    file = tmp_path / "kibitz.db"
    engine = connect(f"sqlite:///{file}")
    with engine.begin() as connection:
        apply_steps(connection, "v0006_mutes")
    engine.dispose()
    old = sqlite3.connect(file)
    for match, terms in (("m1", '{"series":{"id":"s1","games":4,"number":2}}'), ("m2", '{"series":null}')):
        old.execute("insert into event values (?, 1, 'MatchCreated', ?, 1.0)", (match, f'{{"terms":{terms}}}'))
        row = (match, match, "nim", None, "h", 1, 0, 0, None, "line", 3, 1.0, 2.0)
        old.execute(f"insert into ended values ({', '.join('?' * len(row))})", row)
    old.commit()
    old.close()
    engine = connect(f"sqlite:///{file}")
    upgrade(engine)
    with engine.connect() as connection:
        found = connection.execute(sql.text("select match_id, series_id, series_number from ended order by 1")).all()
    assert [tuple(row) for row in found] == [("m1", "s1", 2), ("m2", None, None)]
    engine.dispose()
