"""Tests of the content of the feed: what a spectator can see, and no more."""

import asyncio
from typing import Any

import pytest

from kibitz_protocol.mqtt import feed as topics
from kibitz_server.engine.driver import SearchResult
from kibitz_server.mqtt.feed import BrokerFeed
from kibitz_server.mqtt.queue import Publication
from tests.fakes.server import found, settle
from tests.server.conftest import ENGINE, FakeClient, InProcessServer


class Recorder:
    """Publisher without a broker: it records what is published, and the retained messages."""

    def __init__(self, server: InProcessServer) -> None:
        self.server = server
        assert isinstance(server.runtime.feed, BrokerFeed)
        self.feed = server.runtime.feed
        self.sent: list[Publication] = []
        self.kept: dict[str, Any] = {}

    async def flush(self) -> list[str]:
        """Publish everything that is due, and return the last part of each topic."""
        first = len(self.sent)
        while True:
            task = asyncio.create_task(self.feed.take(8))
            await settle()
            self.server.store.commit()
            await settle()
            if not task.done():
                task.cancel()
                break
            self.sent += task.result()
        for publication in self.sent[first:]:
            if publication.retain:
                self.kept[publication.topic] = topics.decode(publication.payload) if publication.payload else None
        return [publication.topic.rpartition("/")[2] for publication in self.sent[first:]]

    def of(self, topic: str) -> list[Any]:
        """Return the decoded messages of a topic."""
        return [topics.decode(publication.payload) for publication in self.sent if publication.topic == topic]


@pytest.fixture
async def recorder(server: InProcessServer) -> Recorder:
    """A feed with a connection to a broker."""
    recorder = Recorder(server)
    recorder.feed.open()
    await recorder.flush()
    return recorder


def two(server: InProcessServer, **terms: Any) -> tuple[FakeClient, FakeClient, str]:
    """Start a match of two players, and return them and its id."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host(**terms)
    bob.ask("join", match=code, **({"key": key} if (key := keys(ann)) else {}))
    return ann, bob, server.match(code).created.id


def keys(guest: FakeClient) -> str | None:
    """Return the key of the private match that a guest created."""
    results = [m.result for m in guest.received if m.t == "accepted" and m.result is not None]
    return next((result.key for result in results if getattr(result, "key", None)), None)


async def test_a_match_is_published_event_by_event_with_the_numbers_of_websocket(recorder: Recorder) -> None:
    """The feed has the same bytes as a spectator gets, and a state at the same number."""
    server = recorder.server
    eve = server.connect("eve")
    ann, _, match = two(server)
    eve.ask("watch", match=match)
    ann.ask("move", match=match, ply=0, move="b2")
    await recorder.flush()
    events = recorder.of(topics.events(match))
    assert [event.seq for event in events] == [1, 2, 3, 4]
    assert events[-1] == next(m for m in eve.received if m.t == "event")
    server.scheduler.advance(1.0)
    await recorder.flush()
    state = recorder.kept[topics.state(match)]
    assert (state.seq, state.you, state.watchers) == (4, None, 1)


async def test_the_feed_is_not_counted_as_a_watcher(recorder: Recorder) -> None:
    """The feed follows all matches, so counting it would make each look watched."""
    _, _, match = two(recorder.server)
    await recorder.flush()
    assert recorder.kept[topics.state(match)].watchers == 0


@pytest.mark.parametrize("terms", [{"visibility": "unlisted"}, {"visibility": "private"}, {"watchable": False}])
async def test_only_public_matches_are_published(recorder: Recorder, terms: dict[str, Any]) -> None:
    """Readers of a broker subscribe by wildcard, and would find the id of an unlisted match."""
    ann, _, match = two(recorder.server, **terms)
    ann.ask("move", match=match, ply=0, move="b2")
    assert match not in "".join(publication.topic for publication in recorder.sent)
    await recorder.flush()
    assert not any(match.encode() in publication.payload for publication in recorder.sent)
    assert not recorder.kept[topics.LIVE].matches


async def test_the_spectator_delay_applies_to_the_feed(recorder: Recorder) -> None:
    """The spectator delay applies to the events, the state and the index."""
    ann, bob, match = two(recorder.server, delay={"moves": 2})
    ann.ask("move", match=match, ply=0, move="b2")
    await recorder.flush()
    assert [event.event.kind for event in recorder.of(topics.events(match))] == ["created", "seated", "started"]
    bob.ask("move", match=match, ply=1, move="a1")
    ann.ask("move", match=match, ply=2, move="c3")
    recorder.server.scheduler.advance(6.0)
    await recorder.flush()
    assert [event.event.move.move for event in recorder.of(topics.events(match))[3:]] == ["b2"]
    assert recorder.kept[topics.state(match)].state.ply == 1
    assert recorder.kept[topics.LIVE].matches[0].ply == 1


async def test_a_move_is_published_after_it_is_durable(recorder: Recorder) -> None:
    """A state that is due while a move is not durable waits for it."""
    ann, _, match = two(recorder.server)
    await recorder.flush()
    recorder.server.scheduler.advance(5.0)
    ann.send("move", match=match, ply=0, move="b2")
    recorder.feed.open()
    task = asyncio.create_task(recorder.feed.take(99))
    await settle()
    published = [*task.result()] if task.done() else []
    assert topics.state(match) not in [publication.topic for publication in published]
    task.cancel()
    recorder.server.store.commit(OSError("disk gone"))
    await recorder.flush()
    assert [event.seq for event in recorder.of(topics.events(match))] == [1, 2, 3]
    assert recorder.kept[topics.state(match)].seq == 3


async def test_thinking_is_published_where_it_may_be_seen(recorder: Recorder) -> None:
    """Search info of a match between engines is published, even without spectators."""
    ann = recorder.server.connect("ann")
    ann.ask("create", game="tictactoe", seats=[ENGINE, ENGINE])
    search = recorder.server.pool.last
    report: SearchResult = found(search.position)
    search.seen = report
    recorder.server.scheduler.advance(0.5)
    await recorder.flush()
    thinking = [publication for publication in recorder.sent if publication.topic.endswith("/thinking")]
    assert thinking
    assert {(publication.qos, publication.retain) for publication in thinking} == {(0, False)}
    assert topics.decode(thinking[0].payload).search.depth == report.depth


async def test_indexes_and_tv_follow_the_matches(recorder: Recorder) -> None:
    """The indexes have open, live and finished matches, and TV has the featured match."""
    server = recorder.server
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host()
    server.scheduler.advance(2.0)
    await recorder.flush()
    assert [row.code for row in recorder.kept[topics.LOBBY].matches] == [code]
    bob.ask("join", match=code)
    server.scheduler.advance(2.0)
    await recorder.flush()
    assert [row.code for row in recorder.kept[topics.LIVE].matches] == [code]
    assert recorder.kept[topics.LOBBY].matches == []
    assert recorder.kept[topics.TV].code == code
    bob.ask("resign", match=code)
    server.scheduler.advance(2.0)
    await recorder.flush()
    assert recorder.kept[topics.LIVE].matches == []
    assert recorder.kept[topics.TV].code is None
    results = [publication for publication in recorder.sent if publication.topic == topics.RESULTS]
    assert len(results) == 1
    assert topics.TOPICS["results"].payload.model_validate_json(results[0].payload).result.winner == 0


async def test_an_index_is_bounded(recorder: Recorder) -> None:
    """The index has the newest matches, and the number of the others."""
    server = recorder.server
    codes = [server.connect(f"guest {n}").host() for n in range(topics.MAX_ROWS + 3)]
    server.scheduler.advance(2.0)
    await recorder.flush()
    index = recorder.kept[topics.LOBBY]
    assert {row.code for row in index.matches} == set(codes[3:])
    assert index.more == 3


async def test_the_state_of_a_match_that_is_over_is_cleared_after_a_while(recorder: Recorder) -> None:
    """Late readers find the result for some time, and the broker does not fill up."""
    ann, _, match = two(recorder.server)
    ann.ask("resign", match=match)
    recorder.server.scheduler.advance(599.0)
    await recorder.flush()
    assert recorder.kept[topics.state(match)].phase == "finished"
    recorder.server.scheduler.advance(2.0)
    await recorder.flush()
    assert recorder.kept[topics.state(match)] is None
    assert recorder.feed.is_stale(topics.state(match))


async def test_after_a_reconnection_everything_is_published_again(recorder: Recorder) -> None:
    """States include the events during the interruption; no event is sent after a gap."""
    ann, bob, match = two(recorder.server)
    await recorder.flush()
    recorder.feed.close()
    ann.ask("move", match=match, ply=0, move="b2")
    bob.ask("move", match=match, ply=1, move="a1")
    assert await recorder.flush() == []
    before = len(recorder.of(topics.events(match)))
    recorder.feed.open()
    await recorder.flush()
    assert recorder.kept[topics.state(match)].seq == 5
    assert len(recorder.of(topics.events(match))) == before
    assert not recorder.feed.is_stale(topics.state(match))
    assert recorder.feed.is_stale(topics.state("long-gone"))
    assert not recorder.feed.is_stale(topics.LOBBY)
