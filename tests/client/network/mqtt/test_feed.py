"""What is made of a broker's topics: one match, in order, without gaps."""

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
    """What a reader makes of a message."""
    return reader.receive(topic, encode(message))


def moved(seq: int, ply: int) -> Any:
    """A move."""
    return event(seq, Moved(move=move(ply, 4, report())), position("4"))


def following() -> FeedReader:
    """A reader that knows the match as of its snapshot."""
    reader = FeedReader(MATCH, known=(MATCH, 3))
    say(reader, STATE, snapshot(seq=3))
    return reader


def test_a_code_is_found_in_the_indexes() -> None:
    """However it is written; until then nothing of any match is asked for."""
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
    """What the state has already is not told again."""
    reader = FeedReader(MATCH, known=None)
    reader.match = MATCH
    assert say(reader, EVENTS, moved(3, 0)) == []
    assert [told.t for told in say(reader, STATE, snapshot(seq=3))] == ["snapshot"]
    assert say(reader, EVENTS, moved(3, 0)) == []
    assert [told.t for told in say(reader, EVENTS, moved(4, 1))] == ["event"]
    assert reader.known == (MATCH, 4)


def test_a_state_that_tells_nothing_new_is_left_out() -> None:
    """It is published after each event, for those who come then."""
    reader = following()
    say(reader, EVENTS, moved(4, 0))
    assert say(reader, STATE, snapshot(seq=4)) == []
    assert say(reader, STATE, snapshot(seq=3)) == []


def test_a_gap_is_closed_by_the_next_state() -> None:
    """Events beyond it wait for that, and thinking about a position nobody sees does too."""
    reader = following()
    assert say(reader, EVENTS, moved(6, 2)) == []
    assert say(reader, THINKING, thinking(0)) == []
    assert [told.t for told in say(reader, STATE, snapshot(seq=6))] == ["snapshot"]
    assert [told.t for told in say(reader, EVENTS, moved(7, 3))] == ["event"]
    assert [told.t for told in say(reader, THINKING, thinking(0))] == ["thinking"]


def test_what_somebody_else_writes_there_is_left_out() -> None:
    """Rubbish, a cleared topic, and a match on the topic of another."""
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
    """Not before: nobody's picture hops."""
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


def test_tv_leaves_what_a_dead_server_has_left_behind() -> None:
    """A state may be all there will ever be of a match."""
    reader = FeedReader("tv")
    say(reader, mqtt_feed.TV, {"t": "tv", "match": MATCH, "code": "K7QX"})
    say(reader, STATE, snapshot(seq=3))
    told = say(reader, mqtt_feed.TV, {"t": "tv", "match": OTHER, "code": "AAAA"})
    assert [(each.t, getattr(each, "next", None)) for each in told] == [("next", OTHER)]
    assert reader.match == OTHER


def test_the_next_of_a_series_comes_before_what_is_on_tv() -> None:
    """It is the same show."""
    reader = FeedReader("tv")
    say(reader, mqtt_feed.TV, {"t": "tv", "match": MATCH, "code": "K7QX"})
    say(reader, STATE, snapshot(seq=3))
    following = Next(match=MATCH, why="series", next=OTHER, code="BBBB", series=None)
    assert say(reader, mqtt_feed.next_match(MATCH), following) == []
    assert say(reader, EVENTS, finished(4))[1] == following


def test_an_end_that_was_there_before_us_is_told() -> None:
    """A finished match is still retained for a while."""
    reader = FeedReader(OTHER)
    assert reader.match == OTHER
    reader = FeedReader(MATCH, known=(MATCH, 2))
    assert len(say(reader, EVENTS, event(3, Started(), position()))) == 1
    assert len(say(reader, EVENTS, finished(4))) == 1
    assert reader.over
