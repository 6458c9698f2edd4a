"""Tests of the queue of messages to publish: bounded, with the newest states, and empty without a broker."""

from kibitz_protocol.mqtt import feed as mqtt_feed
from kibitz_server.mqtt.queue import Publication, PublishQueue, Subject

STATE = Subject("state", "m1")


def event(seq: int, match: str = "m1", size: int = 1) -> tuple[Publication, str]:
    """Return an event and its number."""
    return Publication(mqtt_feed.events(match), b"x" * size), str(seq)


def opened(**bounds: int) -> PublishQueue:
    """Return a queue with a connection to the broker, and nothing due."""
    outgoing = PublishQueue(**bounds, every_s=1.0)
    outgoing.open([], 0.0)
    return outgoing


def test_events_keep_their_order() -> None:
    """Each event is published in order, in small batches."""
    outgoing = opened()
    for seq in range(1, 6):
        outgoing.add(*event(seq, size=seq), now=0.0)
    assert [len(publication.payload) for publication in outgoing.take(3)] == [1, 2, 3]
    assert [len(publication.payload) for publication in outgoing.take(3)] == [4, 5]


def test_the_newest_thinking_replaces_the_one_before() -> None:
    """Only the newest search info is queued, at the position of the first."""
    outgoing = opened()
    outgoing.replace(Publication("a", b"1"))
    outgoing.replace(Publication("b", b"1"))
    outgoing.replace(Publication("a", b"2"))
    assert outgoing.take(9) == [Publication("a", b"2"), Publication("b", b"1")]


def test_too_many_events_become_one_state() -> None:
    """Dropped events are replaced by one state; search info stays."""
    outgoing = opened(most=10)
    outgoing.replace(Publication(mqtt_feed.thinking("m1"), b"deep"))
    for seq in range(1, 10):
        outgoing.add(*event(seq, "m1" if seq % 2 else "m2"), now=5.0)
    assert len(outgoing) == 10
    outgoing.add(*event(10), now=5.0)
    assert outgoing.take(99) == [Publication(mqtt_feed.thinking("m1"), b"deep")]
    assert set(outgoing.due(5.0, 9)) == {Subject("state", "m1"), Subject("state", "m2")}
    assert outgoing.dropped == 10


def test_bytes_are_bounded_too() -> None:
    """The queue is bounded by the size of the events too."""
    outgoing = opened(most_bytes=100)
    outgoing.add(*event(1, size=60), now=0.0)
    outgoing.add(*event(2, size=60), now=0.0)
    assert outgoing.take(9) == []


def test_a_subject_is_published_once_in_a_while_and_at_last() -> None:
    """The first change is due at once, and later ones together after the interval."""
    outgoing = opened()
    outgoing.touch(STATE, 10.0)
    assert outgoing.due(10.0, 9) == [STATE]
    outgoing.touch(STATE, 10.1)
    outgoing.touch(STATE, 10.2)
    assert outgoing.due(10.5, 9) == []
    assert outgoing.next_deadline() == 11.0
    assert outgoing.due(11.0, 9) == [STATE]
    assert outgoing.next_deadline() is None


def test_many_subjects_take_longer_turns() -> None:
    """A full server makes no more states each second than a busy one."""
    outgoing = opened()
    subjects = [Subject("state", f"m{n}") for n in range(1000)]
    for subject in subjects:
        outgoing.touch(subject, 10.0)
    assert len(outgoing.due(10.0, 5000)) == 1000
    for subject in subjects:
        outgoing.touch(subject, 11.0)
    assert outgoing.due(11.0, 5000) == []
    assert outgoing.next_deadline() == 15.0


def test_the_earlier_deadline_counts() -> None:
    """The earlier of two deadlines counts."""
    outgoing = opened()
    outgoing.touch(STATE, 10.0, within_s=5.0)
    assert outgoing.next_deadline() == 15.0
    outgoing.touch(STATE, 10.0)
    assert outgoing.next_deadline() == 10.0


def test_nothing_is_queued_without_a_broker() -> None:
    """After a reconnection, every subject is due."""
    outgoing = opened()
    outgoing.add(*event(1), now=0.0)
    outgoing.touch(STATE, 0.0)
    outgoing.close()
    outgoing.add(*event(2), now=0.0)
    outgoing.replace(Publication("a", b"1"))
    outgoing.touch(STATE, 0.0)
    assert (outgoing.take(9), outgoing.due(99.0, 9)) == ([], [])
    outgoing.open([STATE], 100.0)
    assert outgoing.due(100.0, 9) == [STATE]
