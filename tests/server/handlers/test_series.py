"""Commands about a match: the games of its series, in memory and archive, and its spectators."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql

from kibitz_protocol.commands.match_info import MAX_NAMES
from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.store.database import connect
from kibitz_server.store.migrations.upgrade import apply_steps, upgrade
from tests.fakes.server import WaitingStore
from tests.server.conftest import FakeClient, InProcessServer


def begun(ann: FakeClient, bob: FakeClient, **fields: Any) -> str:
    """Start a series of three; return the code of its first game."""
    code = ann.host(series=3, **fields)
    bob.ask("join", match=code)
    return code


def over(server: InProcessServer, ann: FakeClient, code: str) -> str:
    """Let Ann resign a game; return the next match once it runs."""
    ann.take()
    ann.ask("resign", match=code)
    told = next(message for message in ann.take() if message.t == "next")
    server.scheduler.advance(5.0)
    server.store.commit()
    return str(told.next)


async def test_a_series_lists_its_games(server: InProcessServer) -> None:
    """Each game has its seats, and its result if it is over."""
    ann, bob, eve = server.connect("ann"), server.connect("bob"), server.connect("eve")
    first = begun(ann, bob)
    second = over(server, ann, first)
    for asked in (first, second):
        table = eve.ask("series", match=asked).result
        assert (table.game, table.games, [game.number for game in table.played]) == ("tictactoe", 3, [1, 2])
        one, two = table.played
        assert ([view.name for view in one.seats], [view.name for view in two.seats]) == (
            ["ann", "bob"],
            ["bob", "ann"],
        )
        assert (one.phase, one.result.winner, one.result.reason) == ("finished", 1, "resignation")
        assert one.ended_at is not None
        assert (two.phase, two.result, two.ended_at) == ("running", None, None)


async def test_a_series_has_a_score(server: InProcessServer) -> None:
    """The score is that of the player who moved first in the first game; only games with a result count."""
    ann, bob = server.connect("ann"), server.connect("bob")
    first = begun(ann, bob)
    assert bob.ask("series", match=first).result.score.model_dump() == {
        "won": 0,
        "drawn": 0,
        "lost": 0,
        "pairs": [0] * 5,
        "strength": None,
    }
    over(server, ann, over(server, ann, first))
    score = bob.ask("series", match=first).result.score
    assert (score.won, score.drawn, score.lost, score.pairs) == (0, 0, 2, [1, 0, 0, 0, 0])
    assert score.strength is None


async def test_evicted_games_are_listed() -> None:
    """Games come from the archive after eviction and after a restart."""
    store = WaitingStore()
    server = InProcessServer(store=store, registry=MatchRegistry(most_over=1))
    ann, bob = server.connect("ann"), server.connect("bob")
    first = begun(ann, bob)
    third = over(server, ann, over(server, ann, first))
    assert server.runtime.rooms.find(first) is None
    again = InProcessServer(store=store, registry=MatchRegistry(most_over=1))
    assert again.runtime.loading.run() == 1
    for place in (server, again):
        for asked in (first, third):
            table = place.connect("eve").ask("series", match=asked).result
            assert [(game.number, game.phase) for game in table.played] == [
                (1, "finished"),
                (2, "finished"),
                (3, "running"),
            ]
            assert all(game.ended_at for game in table.played[:2])


async def test_access_to_one_game_gives_access_to_the_series(server: InProcessServer) -> None:
    """A client that may watch one game may list all; a private match needs the key."""
    ann, bob, eve = server.connect("ann"), server.connect("bob"), server.connect("eve")
    first = begun(ann, bob, visibility="unlisted")
    over(server, ann, first)
    assert len(eve.ask("series", match=first).result.played) == 2
    private = ann.host(series=2, visibility="private")
    assert eve.ask("series", match=private).code == "wrong_key"
    assert eve.ask("watchers", match=private).code == "wrong_key"
    assert eve.ask("series", match="ZZZZZZ").code == "unknown_match"
    hidden = ann.host(watchable=False)
    assert eve.ask("watchers", match=hidden).code == "no_watchers"


async def test_a_match_by_itself_is_a_series_of_one(server: InProcessServer) -> None:
    """A single match is listed as a series of one game."""
    ann = server.connect("ann")
    table = ann.ask("series", match=ann.host()).result
    assert (table.series, table.games, len(table.played)) == (None, 1, 1)


async def test_a_spectator_delay_applies_to_the_list(server: InProcessServer) -> None:
    """A delayed spectator gets the game at the ply that it sees."""
    ann, bob, eve = server.connect("ann"), server.connect("bob"), server.connect("eve")
    code = begun(ann, bob, delay={"seconds": 60})
    ann.ask("move", match=code, ply=0, move="b2")
    assert [guest.ask("series", match=code).result.played[0].ply for guest in (ann, bob, eve)] == [1, 1, 0]


async def test_spectators_are_named(server: InProcessServer) -> None:
    """Each spectator counts once, players do not, and only the first names are listed."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = begun(ann, bob)
    assert ann.ask("watchers", match=code).result.names == []
    eve = server.connect("eve")
    twice = server.connect("eve")
    twice.connection.player = eve.connection.player
    for guest in (eve, twice):
        guest.ask("watch", match=code)
    found = ann.ask("watchers", match=code).result
    assert (found.count, found.names) == (1, ["eve"])
    for number in range(MAX_NAMES + 2):
        server.connect(f"g{number}").ask("watch", match=code)
    found = ann.ask("watchers", match=code).result
    assert (found.count, len(found.names)) == (MAX_NAMES + 3, MAX_NAMES)
    eve.ask("unwatch", match=code)
    twice.ask("unwatch", match=code)
    assert ann.ask("watchers", match=code).result.count == MAX_NAMES + 2


@pytest.mark.io
def test_migration_fills_in_the_series(tmp_path: Path) -> None:
    """The migration reads the series from the first events of matches that are over."""
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
