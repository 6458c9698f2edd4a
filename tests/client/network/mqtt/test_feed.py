"""Topics of a broker, merged into the messages of one match."""

from typing import Any

from kibitz_client.network.mqtt.feed import FeedMessage, FeedReader
from kibitz_protocol.codec import encode
from kibitz_protocol.mqtt import feed as mqtt_feed
from kibitz_protocol.to_client import Finished, Moved, Next, Started
from kibitz_protocol.values.matches import Result
from tests.client.samples import MATCH, event, move, position, report, snapshot, thinking

STATE, EVENTS, THINKING = mqtt_feed.state(MATCH), mqtt_feed.events(MATCH), mqtt_feed.thinking(MATCH)
OTHER = "0123456789abcdef"


def publish(reader: FeedReader, topic: str, message: Any) -> list[FeedMessage]:
    """Return the messages that a publication completes."""
    return reader.receive(topic, encode(message))


def moved(seq: int, ply: int) -> Any:
    """A move."""
    return event(seq, Moved(move=move(ply, 4, report())), position("4"))


def following() -> FeedReader:
    """Return a reader that knows the match as of its snapshot."""
    reader = FeedReader(MATCH, known=(MATCH, 3))
    publish(reader, STATE, snapshot(seq=3))
    return reader


def test_a_code_is_found_in_the_indexes() -> None:
    """A code is found in any spelling; until then, no topic of a match is needed."""
    row = {
        "match": MATCH, "code": "K7QX10", "game": "tictactoe", "options": {}, "phase": "running", "seats": [],
        "ply": 0, "clock": None, "watchers": 0, "result": None,
    }  # fmt: skip
    reader = FeedReader("k7qx-lo")
    assert [topic for topic, _ in reader.topics] == [mqtt_feed.LOBBY, mqtt_feed.LIVE]
    publish(reader, mqtt_feed.LOBBY, {"t": "index", "matches": []})
    assert reader.match is None
    publish(reader, mqtt_feed.LIVE, {"t": "index", "matches": [row]})
    assert reader.match == MATCH
    # Events first, so that none is published between the state and the first of them.
    assert [topic for topic, _ in reader.topics][:2] == [EVENTS, STATE]


def test_events_follow_the_state() -> None:
    """Events that the state includes are dropped."""
    reader = FeedReader(MATCH, known=None)
    reader.match = MATCH
    assert publish(reader, EVENTS, moved(3, 0)) == []
    assert [message.t for message in publish(reader, STATE, snapshot(seq=3))] == ["snapshot"]
    assert publish(reader, EVENTS, moved(3, 0)) == []
    assert [message.t for message in publish(reader, EVENTS, moved(4, 1))] == ["event"]
    assert reader.known == (MATCH, 4)


def test_a_known_state_is_dropped() -> None:
    """A state is published after each event, for new subscribers."""
    reader = following()
    publish(reader, EVENTS, moved(4, 0))
    assert publish(reader, STATE, snapshot(seq=4)) == []
    assert publish(reader, STATE, snapshot(seq=3)) == []


def test_a_gap_is_closed_by_the_next_state() -> None:
    """Events and searches after the gap are dropped until the next state."""
    reader = following()
    assert publish(reader, EVENTS, moved(6, 2)) == []
    assert publish(reader, THINKING, thinking(0)) == []
    assert [message.t for message in publish(reader, STATE, snapshot(seq=6))] == ["snapshot"]
    assert [message.t for message in publish(reader, EVENTS, moved(7, 3))] == ["event"]
    assert [message.t for message in publish(reader, THINKING, thinking(0))] == ["thinking"]


def test_foreign_publications_are_ignored() -> None:
    """Invalid payloads, cleared topics and foreign topics are ignored."""
    reader = following()
    assert reader.receive(STATE, b"") == []
    assert reader.receive(STATE, b"{") == []
    assert publish(reader, mqtt_feed.events(OTHER), moved(4, 0)) == []
    assert publish(reader, "elsewhere", moved(4, 0)) == []
    assert reader.known == (MATCH, 3)


def finished(seq: int) -> Any:
    """The end."""
    return event(seq, Finished(result=Result(winner=0, reason="line")), position("4", to_move=None), "finished")


def test_tv_switches_after_the_match() -> None:
    """Before the end of a match, TV does not switch."""
    reader = FeedReader("TV")
    publish(reader, mqtt_feed.TV, {"t": "tv", "match": MATCH, "code": "K7QX"})
    publish(reader, STATE, snapshot(seq=3))
    publish(reader, EVENTS, moved(4, 0))
    assert publish(reader, mqtt_feed.TV, {"t": "tv", "match": OTHER, "code": "AAAA"}) == []
    messages = publish(reader, EVENTS, finished(5))
    assert [each.t for each in messages] == ["event", "next"]
    assert isinstance(messages[1], Next)
    assert (messages[1].why, messages[1].next) == ("tv", OTHER)
    assert reader.match == OTHER
    assert reader.known is None
    assert mqtt_feed.TV in [topic for topic, _ in reader.topics]


def test_tv_leaves_a_retained_state_of_a_crashed_server() -> None:
    """After a server crash, a retained state may be the last message of a match."""
    reader = FeedReader("tv")
    publish(reader, mqtt_feed.TV, {"t": "tv", "match": MATCH, "code": "K7QX"})
    publish(reader, STATE, snapshot(seq=3))
    messages = publish(reader, mqtt_feed.TV, {"t": "tv", "match": OTHER, "code": "AAAA"})
    assert [(each.t, getattr(each, "next", None)) for each in messages] == [("next", OTHER)]
    assert reader.match == OTHER


def test_the_next_of_a_series_comes_before_what_is_on_tv() -> None:
    """The next game of a series wins over another match on TV."""
    reader = FeedReader("tv")
    publish(reader, mqtt_feed.TV, {"t": "tv", "match": MATCH, "code": "K7QX"})
    publish(reader, STATE, snapshot(seq=3))
    following = Next(match=MATCH, why="series", next=OTHER, code="BBBB", series=None)
    assert publish(reader, mqtt_feed.next_match(MATCH), following) == []
    assert publish(reader, EVENTS, finished(4))[1] == following


def test_a_retained_end_is_delivered() -> None:
    """An end that is still retained on the broker is delivered."""
    reader = FeedReader(OTHER)
    assert reader.match == OTHER
    reader = FeedReader(MATCH, known=(MATCH, 2))
    assert len(publish(reader, EVENTS, event(3, Started(), position()))) == 1
    assert len(publish(reader, EVENTS, finished(4))) == 1
    assert reader.over
