"""Tournaments that a moderator ends or hides, and what the audit log has of results by organisers."""

from typing import Any

import pytest

from kibitz_protocol.mqtt import feed as topics
from kibitz_server.mqtt.feed import BrokerFeed
from tests.server.conftest import FakeClient, InProcessServer
from tests.server.handlers.tournaments.stage import (
    begin,
    create,
    do,
    done,
    engines,
    events,
    play,
    playing_server,
    saved,
    show,
)
from tests.server.handlers.tournaments.test_following import published_all, running
from tests.server.mqtt.test_feed import Recorder


@pytest.fixture
async def server() -> InProcessServer:
    """A server with a feed, whose engines move at once."""
    server = playing_server(make_sink=BrokerFeed)
    begin(server)
    return server


def moderator(server: InProcessServer) -> FakeClient:
    """Return a client with the role of a moderator."""
    client = server.connect("mod", account=True)
    client.connection.info.role = "moderator"
    return client


async def moderate(client: FakeClient, kind: str, **fields: Any) -> Any:
    """Send an action of a moderator, and return its answer."""
    id = client.send("admin", action={"kind": kind, **fields})
    await saved(client.server)
    await client.server.people.settled()
    await saved(client.server)
    return next(m for m in client.received if m.t in ("accepted", "refused") and m.id == id)


async def audit(server: InProcessServer) -> list[tuple[str, str, str, str]]:
    """Return the audit log, the newest entry first."""
    root = server.connect("root", account=True)
    root.connection.info.role = "admin"
    found = await moderate(root, "audit")
    return [(each.by, each.action, each.target, each.detail) for each in found.result.deeds]


async def test_a_moderator_ends_a_tournament(server: InProcessServer) -> None:
    """Its games end without a result, its followers learn the reason, and the audit log has it."""
    ann, bob, code = await running(server)
    mod = moderator(server)
    assert (await moderate(mod, "end_tournament", tournament=code, reason="abuse")).t == "accepted"
    server.scheduler.advance(0.1)
    await saved(server)
    assert events(ann)[-1].event.kind == "cancelled"
    assert "moderator" in events(ann)[-1].event.reason
    assert "abuse" in events(ann)[-1].event.reason
    view = await show(bob, code)
    assert (view.state, view.live) == ("cancelled", 0)
    assert all(room.match.over for room in server.runtime.rooms.all)
    assert (await audit(server))[0] == ("mod", "end_tournament", code, "abuse")
    assert (await moderate(mod, "end_tournament", tournament=code)).code == "not_running"
    assert (await moderate(mod, "end_tournament", tournament="T-NOSUCH")).code == "unknown_tournament"


@pytest.mark.parametrize("when", ["announced", "running", "finished", "archived"])
async def test_a_hidden_tournament_leaves_lists_and_the_feed(server: InProcessServer, when: str) -> None:
    """Its organiser and all who know its code find it; it stays hidden after a restart of the server."""
    recorder = Recorder(server)
    recorder.feed.open()
    ann, eve, mod = server.connect("ann", account=True), server.connect("eve"), moderator(server)
    if when in ("finished", "archived"):
        code = await create(ann, "match", engines=engines(2), start_now=True)
        await play(server, code)
    elif when == "running":
        ann, _, code = await running(server)
    else:
        code = await create(ann, "match")
    room = server.runtime.tournaments.rooms.find(code)
    assert room is not None
    await published_all(recorder)
    assert [row.code for row in (await done(eve, "list")).tournaments] == [code]
    if when == "archived":
        server.runtime.tournaments.rooms.remove(room)
    assert (await moderate(mod, "hide_tournament", tournament=code, reason="bad name")).t == "accepted"
    await published_all(recorder)
    for client, wanted in ((eve, []), (ann, [code])):
        assert [row.code for row in (await done(client, "list")).tournaments] == wanted
    assert (await show(eve, code)).code == code
    assert not recorder.kept.get(topics.tournament_state(room.id))
    assert recorder.kept[topics.TOURNAMENTS].tournaments == []
    sent = len(recorder.sent)
    if when == "announced":
        for name in ("bob", "cid"):
            await done(server.connect(name), "enter", tournament=code)
        await done(ann, "start", tournament=code)
        await published_all(recorder)
        topic = topics.tournament_events(room.id)
        assert [each.topic for each in recorder.sent[sent:] if each.topic == topic] == []
        assert (await done(eve, "list")).tournaments == []
        assert eve.ask("list").result.matches == []
    assert (await audit(server))[0] == ("mod", "hide_tournament", code, "bad name")
    new = playing_server(server.store)
    begin(new)
    assert (await done(new.connect("new"), "list")).tournaments == []


async def test_players_may_not_moderate(server: InProcessServer) -> None:
    """The organiser too cannot use the actions of moderators."""
    ann, _, code = await running(server)
    for kind in ("end_tournament", "hide_tournament"):
        assert (await moderate(ann, kind, tournament=code)).code == "not_allowed"


async def test_results_by_the_organiser_are_in_the_audit_log(server: InProcessServer) -> None:
    """Set, void and restored ones, each with the reason; refused ones are not."""
    ann, bob, code = await running(server)
    given = [("1-0", 1), ("restore", 1), ("void", 1), ("forfeit-first", 2)]
    answers = [
        (await do(ann, "result", tournament=code, game=game, result=result, reason=f"because {result}")).t
        for result, game in given
    ]
    assert answers == ["accepted", "refused", "accepted", "accepted"]
    assert (await do(bob, "result", tournament=code, game=2, result="draw", reason="no")).code == "not_organiser"
    log = [entry for entry in await audit(server) if entry[1] == "result"]
    assert log == [
        ("ann", "result", code, "game 2: forfeit-first; because forfeit-first"),
        ("ann", "result", code, "game 1: void; because void"),
        ("ann", "result", code, "game 1: 1-0; because 1-0"),
    ]


async def test_results_that_change_after_the_end_are_in_the_list(server: InProcessServer) -> None:
    """The leader of a finished tournament is that of its standings, also after a restart."""
    ann, _, code = await running(server)
    for game in range(1, 5):
        await done(ann, "result", tournament=code, game=game, result="draw", reason="agreed")
        server.scheduler.advance(1.0)
        await saved(server)
    eve = server.connect("eve")
    assert (await show(eve, code)).state == "finished"
    games = (await done(eve, "games", tournament=code)).games
    for game in games:
        won = "1-0" if game.first.name == "bob" else "0-1"
        await done(ann, "result", tournament=code, game=game.game, result=won, reason="appeal")
    (row,) = (await done(eve, "list")).tournaments
    assert (row.leader, row.state) == ("bob", "finished")
    new = playing_server(server.store)
    begin(new)
    (row,) = (await done(new.connect("new"), "list")).tournaments
    assert row.leader == "bob"
