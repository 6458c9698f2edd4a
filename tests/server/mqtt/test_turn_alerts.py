"""Tests of turn alerts: only players who asked get them."""

from typing import Any

from kibitz_protocol.mqtt import feed as topics
from kibitz_server.mqtt.feed import BrokerFeed
from tests.fakes.server import settle
from tests.server.conftest import FakeClient, InProcessServer
from tests.server.mqtt.test_feed import Recorder, two


async def ask(guest: FakeClient, **fields: Any) -> Any:
    """Ask for turn alerts, and return the answer, which comes after the request is stored."""
    id = guest.send("tell_turns", **fields)
    await settle()
    return next(m for m in guest.received if m.t in ("accepted", "refused") and m.id == id)


def opened(server: InProcessServer) -> Recorder:
    """Return a feed with a connection to a broker."""
    recorder = Recorder(server)
    recorder.feed.open()
    return recorder


async def test_a_player_gets_every_match_that_waits(server: InProcessServer) -> None:
    """Alerts include unlisted matches, and the list is empty if no match waits."""
    recorder = opened(server)
    ann, bob, match = two(server, visibility="unlisted")
    topic = topics.turn(ann.connection.player.id)
    answer = await ask(ann)
    assert (answer.result.topic, answer.result.on) == (topic, True)
    await recorder.flush()
    [turn] = recorder.kept[topic].turns
    assert (turn.match, turn.ply, turn.seat, turn.against, turn.flag_at) == (match, 0, 0, ["bob"], None)
    ann.ask("move", match=match, ply=0, move="b2")
    server.scheduler.advance(2.0)
    await recorder.flush()
    assert recorder.kept[topic].turns == []
    bob.ask("move", match=match, ply=1, move="a1")
    server.scheduler.advance(2.0)
    await recorder.flush()
    assert [turn.ply for turn in recorder.kept[topic].turns] == [2]
    assert topics.turn(bob.connection.player.id) not in recorder.kept


async def test_a_finished_match_has_no_turn_alert(server: InProcessServer) -> None:
    """The end of a match removes its alert, whichever player was to move."""
    recorder = opened(server)
    ann, bob, match = two(server)
    await ask(ann)
    bob.ask("resign", match=match)
    server.scheduler.advance(2.0)
    await recorder.flush()
    assert recorder.kept[topics.turn(ann.connection.player.id)].turns == []


async def test_stopped_turn_alerts_are_cleared(server: InProcessServer) -> None:
    """The retained message is cleared, and a sweep after a restart finds it stale."""
    recorder = opened(server)
    ann, _, _ = two(server)
    topic = topics.turn(ann.connection.player.id)
    await ask(ann)
    await recorder.flush()
    assert not recorder.feed.is_stale(topic)
    await ask(ann, on=False)
    server.scheduler.advance(2.0)
    await recorder.flush()
    assert recorder.kept[topic] is None
    assert recorder.feed.is_stale(topic)


async def test_turn_alerts_survive_a_restart(server: InProcessServer) -> None:
    """A new feed with the same store has the same players."""
    opened(server)
    ann, _, match = two(server)
    await ask(ann)
    later = Recorder(InProcessServer(store=server.store, make_sink=BrokerFeed))
    later.server.runtime.loading.run()
    await later.feed.load_turn_alerts()
    later.feed.open()
    await later.flush()
    assert [turn.match for turn in later.kept[topics.turn(ann.connection.player.id)].turns] == [match]


async def test_a_clock_says_until_when(server: InProcessServer) -> None:
    """The alert has the time of the flag in seconds since 1970, as a phone has a different clock."""
    recorder = opened(server)
    ann, _, _ = two(server, clock={"kind": "fischer", "base_s": 300, "increment_s": 0})
    await ask(ann)
    await recorder.flush()
    [turn] = recorder.kept[topics.turn(ann.connection.player.id)].turns
    assert turn.flag_at is not None
