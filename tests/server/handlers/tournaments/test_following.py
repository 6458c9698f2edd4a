"""What followers of a tournament receive over a restart, beside the MQTT feed, and of games that are delayed."""

from typing import Any

import pytest

from kibitz_protocol.mqtt import feed as topics
from kibitz_server.mqtt.feed import BrokerFeed
from tests.fakes.server import ManualScheduler, WaitingStore, settle
from tests.server.conftest import FakeClient, InProcessServer
from tests.server.handlers.tournaments.stage import (
    SIZES,
    begin,
    create,
    done,
    engines,
    events,
    move_all,
    play,
    playing_server,
    saved,
    show,
)
from tests.server.mqtt.test_feed import Recorder


def two_players(server: InProcessServer) -> tuple[FakeClient, FakeClient]:
    """Return two clients with accounts."""
    return server.connect("ann", account=True), server.connect("bob", account=True)


async def running(server: InProcessServer, **terms: Any) -> tuple[FakeClient, FakeClient, str]:
    """Return two players of a match of four games, which has begun, and its code."""
    ann, bob = two_players(server)
    code = await create(ann, "match", terms=terms)
    for client in (ann, bob):
        await done(client, "enter", tournament=code)
    await done(ann, "start", tournament=code)
    return ann, bob, code


async def resign(server: InProcessServer, client: FakeClient) -> None:
    """Let a player resign its game, after moves of both."""
    (room,) = [each for each in server.runtime.rooms.all if not each.match.over]
    client.send("resign", match=room.match.created.code)
    await saved(server)


async def test_since_gives_exactly_the_missed_events_after_a_restart() -> None:
    """No event is missing and none comes twice; a number that the server does not know gives a snapshot."""
    store = WaitingStore()
    old = playing_server(store)
    begin(old)
    ann, bob, code = await running(old)
    eve = old.connect("eve")
    await show(eve, code, follow=True)
    (first,) = [m.seq for m in eve.received if m.t == "tournament"]
    await move_all(old, ann, bob, ann)
    await resign(old, bob)
    had = [m.seq for m in events(eve)]
    assert had == list(range(first + 1, first + 1 + len(had)))
    new = playing_server(store)
    begin(new)
    ann, bob = two_players(new)
    await move_all(new, ann, bob, ann, bob)
    await resign(new, ann)
    last = (await done(ann, "show", tournament=code)).seq
    for since in (had[-1], had[0], first):
        back = new.connect(f"eve{since}")
        await done(back, "show", tournament=code, follow=True, since=since)
        assert [m.seq for m in events(back)] == list(range(since + 1, last + 1))
        assert [m.t for m in back.received if m.t == "tournament"] == []
        (table,) = [m for m in back.received if m.t == "standings"]
        assert (table.seq, len(table.rows)) == (last, 2)
    future = new.connect("future")
    await done(future, "show", tournament=code, follow=True, since=last + 1)
    assert [m.seq for m in future.received if m.t in ("tournament", "tournament_event")] == [last]
    current = new.connect("current")
    await done(current, "show", tournament=code, follow=True, since=last)
    assert [m.t for m in current.received] == ["accepted"]


SHOWN: dict[str, dict[str, Any]] = {
    "list": {},
    "games": {"tournament": "CODE"},
    "rounds": {"tournament": "CODE"},
    "crosstable": {"tournament": "CODE"},
    "statistics": {"tournament": "CODE"},
    "why": {"tournament": "CODE", "entrant": "bob"},
}
"""What shows the state of tournaments, besides a snapshot."""


async def while_a_game_ends(server: InProcessServer, kind: str) -> tuple[FakeClient, str]:
    """Ask for something while the end of a game and the begin of the next one are not durable.

    Return the client, which has no answer yet, and the id of its command.
    """
    begin(server)
    ann, bob, code = await running(server)
    await move_all(server, ann, bob)
    (room,) = [each for each in server.runtime.rooms.all if not each.match.over]
    bob.send("resign", match=room.match.created.code)
    eve = server.connect("eve")
    asked = {name: code if value == "CODE" else value for name, value in SHOWN[kind].items()}
    used = eve.send("tournament", do={"kind": kind, **asked})
    await settle()
    assert not [m for m in eve.received if m.t in ("accepted", "refused")]
    return eve, used


@pytest.mark.parametrize("kind", SHOWN)
async def test_what_is_shown_is_durable(kind: str) -> None:
    """A game that an answer names can be watched: a server that is killed before has told of none."""
    server = playing_server()
    eve, used = await while_a_game_ends(server, kind)
    server.store.commit()
    await saved(server)
    (answer,) = [m for m in eve.received if m.t == "accepted" and m.id == used]
    if kind == "games":
        assert len(answer.result.games) == 2
        assert [eve.ask("watch", match=game.match).t for game in answer.result.games] == ["accepted"] * 2


@pytest.mark.parametrize("kind", SHOWN)
async def test_what_could_not_be_saved_is_not_shown(kind: str) -> None:
    """The answer would tell of a result that does not count, and of a game that never is."""
    server = playing_server()
    eve, used = await while_a_game_ends(server, kind)
    server.store.commit(OSError("the disk is full"))
    (answer,) = [m for m in eve.received if m.t == "refused" and m.id == used]
    assert answer.code == "not_saved"


async def test_a_restart_ends_no_tournament_and_counts_nothing_twice() -> None:
    """A tournament that is taken to a new server after each game ends with the same games as it has pairs."""
    store = WaitingStore()
    code = ""
    for _ in range(4):
        server = playing_server(store)
        begin(server)
        if code:
            ann, bob = two_players(server)
            await saved(server)
        else:
            ann, bob, code = await running(server)
        await move_all(server, ann, bob, ann, bob)
        await resign(server, bob)
    view = await show(ann, code)
    assert (view.state, view.games_played) == ("finished", 4)
    assert {row.entrant.name: row.points for row in view.rows} == {"ann": 4.0, "bob": 0.0}


async def test_standings_say_when_an_arena_ends() -> None:
    """What moves the end, such as an extension, comes with the next standings."""
    server = playing_server()
    begin(server)
    ann, bob = two_players(server)
    code = await create(ann, "arena")
    for client in (ann, bob):
        await done(client, "enter", tournament=code)
    await done(ann, "show", tournament=code, follow=True)
    told = []
    for kind, fields in (("start", {}), ("extend", {"minutes": 10.0}), ("pause", {})):
        await done(ann, kind, tournament=code, **fields)
        server.scheduler.advance(1.0)
        await saved(server)
        told.append([m for m in ann.received if m.t == "standings"][-1].ends_at)
    started, extended, paused = told
    assert (extended - started, paused) == (pytest.approx(600.0, abs=5), None)


async def published_all(recorder: Recorder) -> None:
    """Publish all that is due within some seconds."""
    for _ in range(40):
        await recorder.flush()
        recorder.server.scheduler.advance(1.0)


@pytest.mark.parametrize("format", ["round-robin", "match", "knockout", "arena"])
async def test_the_feed_has_what_followers_receive(format: str) -> None:
    """Events are the same bytes with the same numbers; the result is the last snapshot; nothing stays retained."""
    scheduler = ManualScheduler()
    server = playing_server(make_sink=BrokerFeed, scheduler=scheduler, wall_clock=lambda: 1.8e9 + scheduler.time())
    begin(server)
    recorder = Recorder(server)
    recorder.feed.open()
    await recorder.flush()
    ann, eve = server.connect("ann", account=True), server.connect("eve")
    code = await create(ann, format, engines=engines(SIZES[format]))
    await show(eve, code, follow=True)
    await published_all(recorder)
    room = server.runtime.tournaments.rooms.find(code)
    assert room is not None
    assert recorder.kept[topics.tournament_state(room.id)].tournament.code == code
    assert [row.code for row in recorder.kept[topics.TOURNAMENTS].tournaments] == [code]
    await done(ann, "start", tournament=code)
    await play(server, code)
    await published_all(recorder)
    published = recorder.of(topics.tournament_events(room.id))
    assert [each.seq for each in published] == list(range(1, room.tournament.seq + 1))
    received = events(eve)
    assert received == published[-len(received) :]
    (result,) = recorder.of(topics.tournament_result(room.id))
    assert result.tournament == await show(server.connect("new"), code)
    assert recorder.kept[topics.tournament_state(room.id)] is None
    assert recorder.kept[topics.TOURNAMENTS].tournaments == []


async def test_the_feed_has_no_private_tournament() -> None:
    """Nothing of it is published, and nothing of one that allows no spectators."""
    server = playing_server(make_sink=BrokerFeed)
    begin(server)
    recorder = Recorder(server)
    recorder.feed.open()
    ann = server.connect("ann", account=True)
    for terms in ({"private": True}, {"watchable": False}):
        await create(ann, "round-robin", terms=terms, engines=engines(3), start_now=True)
    await recorder.flush()
    server.scheduler.advance(60.0)
    await recorder.flush()
    assert {publication.topic for publication in recorder.sent if "tournament" in publication.topic} <= {
        topics.TOURNAMENTS
    }
    assert recorder.kept[topics.TOURNAMENTS].tournaments == []


async def test_a_delayed_game_shows_no_more_in_its_tournament() -> None:
    """Its plies are those that spectators see; its result counts when they see its end."""
    server = playing_server()
    begin(server)
    ann, bob, code = await running(server, delay={"moves": 2})
    eve = server.connect("eve")
    await show(eve, code, follow=True)
    await move_all(server, ann, bob, ann)
    (game,) = (await done(eve, "games", tournament=code)).games
    assert (game.ply, game.result, game.points) == (1, "", None)
    assert (await show(eve, code)).top.ply == 1
    assert eve.ask("watch", match=game.match).t == "accepted"
    eve.take()
    await resign(server, bob)
    kinds = [m.event.kind for m in eve.received if m.t in ("event", "tournament_event")]
    assert kinds.index("finished") < kinds.index("counted")


async def test_a_player_is_led_to_its_game() -> None:
    """Each of its connections gets `paired` with the place in the tournament, and the own row has the code."""
    server = playing_server()
    begin(server)
    ann, bob, code = await running(server)
    for client in (ann, bob):
        (paired,) = [m for m in client.received if m.t == "paired"]
        assert (paired.tournament.code, paired.tournament.game) == (code, 1)
        own = (await show(client, code)).own
        assert (own.code, own.game) == (paired.code, paired.match)
