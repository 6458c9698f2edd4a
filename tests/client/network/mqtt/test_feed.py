"""Topics of a broker, merged into the messages of one match."""

from typing import Any

from kibitz_client.network.mqtt.feed import FeedMessage, FeedReader
from kibitz_protocol import mqtt_feed
from kibitz_protocol.codec import encode
from kibitz_protocol.to_client import Finished, Moved, Next, Started
from kibitz_protocol.values import Result
from tests.client.samples import MATCH, event, move, position, report, snapshot, thinking

STATE, EVENTS, THINKING = mqtt_feed.state(MATCH), mqtt_feed.events(MATCH), mqtt_feed.thinking(MATCH)
OTHER = "0123456789abcdef"


def say(reader: FeedReader, topic: str, message: Any) -> list[FeedMessage]:
    """Return the messages that a publication completes."""
    return reader.receive(topic, encode(message))


def moved(seq: int, ply: int) -> Any:
    """A move."""
    return event(seq, Moved(move=move(ply, 4, report())), position("4"))


def following() -> FeedReader:
    """Return a reader that knows the match as of its snapshot."""
    reader = FeedReader(MATCH, known=(MATCH, 3))
    say(reader, STATE, snapshot(seq=3))
    return reader


def test_a_code_is_found_in_the_indexes() -> None:
    """A code is found in any spelling; until then, no topic of a match is needed."""
    row = {
        "match": MATCH, "code": "K7QX10", "game": "tictactoe", "options": {}, "phase": "running", "seats": [],
        "ply": 0, "clock": None, "watchers": 0, "result": None,
    }  # fmt: skip
    reader = FeedReader("k7qx-lo")
    assert [topic for topic, _ in reader.topics] == [mqtt_feed.LOBBY, mqtt_feed.LIVE]
    say(reader, mqtt_feed.LOBBY, {"t": "index", "matches": []})
    assert reader.match is None
    say(reader, mqtt_feed.LIVE, {"t": "index", "matches": [row]})
    assert reader.match == MATCH
    # Events first, so that none is published between the state and the first of them.
    assert [topic for topic, _ in reader.topics][:2] == [EVENTS, STATE]


def test_events_follow_the_state() -> None:
    """Events that the state includes are dropped."""
    reader = FeedReader(MATCH, known=None)
    reader.match = MATCH
    assert say(reader, EVENTS, moved(3, 0)) == []
    assert [told.t for told in say(reader, STATE, snapshot(seq=3))] == ["snapshot"]
    assert say(reader, EVENTS, moved(3, 0)) == []
    assert [told.t for told in say(reader, EVENTS, moved(4, 1))] == ["event"]
    assert reader.known == (MATCH, 4)


def test_a_state_that_tells_nothing_new_is_left_out() -> None:
    """A state is published after each event, for new subscribers."""
    reader = following()
    say(reader, EVENTS, moved(4, 0))
    assert say(reader, STATE, snapshot(seq=4)) == []
    assert say(reader, STATE, snapshot(seq=3)) == []


def test_a_gap_is_closed_by_the_next_state() -> None:
    """Events and searches after the gap are dropped until the next state."""
    reader = following()
    assert say(reader, EVENTS, moved(6, 2)) == []
    assert say(reader, THINKING, thinking(0)) == []
    assert [told.t for told in say(reader, STATE, snapshot(seq=6))] == ["snapshot"]
    assert [told.t for told in say(reader, EVENTS, moved(7, 3))] == ["event"]
    assert [told.t for told in say(reader, THINKING, thinking(0))] == ["thinking"]


def test_foreign_publications_are_ignored() -> None:
    """Invalid payloads, cleared topics and foreign topics are ignored."""
    reader = following()
    assert reader.receive(STATE, b"") == []
    assert reader.receive(STATE, b"{") == []
    assert say(reader, mqtt_feed.events(OTHER), moved(4, 0)) == []
    assert say(reader, "elsewhere", moved(4, 0)) == []
    assert reader.known == (MATCH, 3)


def finished(seq: int) -> Any:
    """The end."""
    return event(seq, Finished(result=Result(winner=0, reason="line")), position("4", to_move=None), "finished")


def test_tv_goes_on_when_the_match_is_over() -> None:
    """Before the end of a match, TV does not switch."""
    reader = FeedReader("TV")
    say(reader, mqtt_feed.TV, {"t": "tv", "match": MATCH, "code": "K7QX"})
    say(reader, STATE, snapshot(seq=3))
    say(reader, EVENTS, moved(4, 0))
    assert say(reader, mqtt_feed.TV, {"t": "tv", "match": OTHER, "code": "AAAA"}) == []
    told = say(reader, EVENTS, finished(5))
    assert [each.t for each in told] == ["event", "next"]
    assert isinstance(told[1], Next)
    assert (told[1].why, told[1].next) == ("tv", OTHER)
    assert reader.match == OTHER
    assert reader.known is None
    assert mqtt_feed.TV in [topic for topic, _ in reader.topics]


def test_tv_leaves_a_retained_state_of_a_crashed_server() -> None:
    """After a server crash, a retained state may be the last message of a match."""
    reader = FeedReader("tv")
    say(reader, mqtt_feed.TV, {"t": "tv", "match": MATCH, "code": "K7QX"})
    say(reader, STATE, snapshot(seq=3))
    told = say(reader, mqtt_feed.TV, {"t": "tv", "match": OTHER, "code": "AAAA"})
    assert [(each.t, getattr(each, "next", None)) for each in told] == [("next", OTHER)]
    assert reader.match == OTHER


def test_the_next_of_a_series_comes_before_what_is_on_tv() -> None:
    """The next game of a series wins over another match on TV."""
    reader = FeedReader("tv")
    say(reader, mqtt_feed.TV, {"t": "tv", "match": MATCH, "code": "K7QX"})
    say(reader, STATE, snapshot(seq=3))
    following = Next(match=MATCH, why="series", next=OTHER, code="BBBB", series=None)
    assert say(reader, mqtt_feed.next_match(MATCH), following) == []
    assert say(reader, EVENTS, finished(4))[1] == following


def test_a_retained_end_is_delivered() -> None:
    """An end that is still retained on the broker is delivered."""
    reader = FeedReader(OTHER)
    assert reader.match == OTHER
    reader = FeedReader(MATCH, known=(MATCH, 2))
    assert len(say(reader, EVENTS, event(3, Started(), position()))) == 1
    assert len(say(reader, EVENTS, finished(4))) == 1
    assert reader.over
