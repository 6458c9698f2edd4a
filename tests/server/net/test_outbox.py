"""Outbox: its bounds, and the messages that it drops."""

from kibitz_server.messages.outgoing import OutgoingMessage
from kibitz_server.net.outbox import Outbox


def test_messages_leave_in_order() -> None:
    """The messages leave in order, and then none waits."""
    outbox = Outbox()
    for text in (b"1", b"2"):
        outbox.put(OutgoingMessage(text))
    assert [outbox.take() for _ in range(3)] == [b"1", b"2", None]


def test_only_the_newest_thinking_waits() -> None:
    """New search info of a match replaces waiting search info of the same match."""
    outbox = Outbox()
    outbox.put(OutgoingMessage(b"old", "a", thinking=True))
    outbox.put(OutgoingMessage(b"move", "a"))
    outbox.put(OutgoingMessage(b"other", "b", thinking=True))
    outbox.put(OutgoingMessage(b"new", "a", thinking=True))
    assert [outbox.take() for _ in range(4)] == [b"move", b"other", b"new", None]


def test_a_backlog_becomes_one_snapshot() -> None:
    """Above the bound, events are dropped for one snapshot of each match, and answers stay."""
    outbox = Outbox(most_messages=4)
    outbox.put(OutgoingMessage(b"answer"))
    for number in range(100):
        outbox.put(OutgoingMessage(b"event %d" % number, "a"))
    outbox.put(OutgoingMessage(b"answer 2"))
    assert len(outbox) == 2
    assert [outbox.take() for _ in range(3)] == [b"answer", b"answer 2", "a"]
    outbox.put(OutgoingMessage(b"after", "a"))
    assert outbox.take() == b"after"


def test_bytes_count_as_well_as_messages() -> None:
    """A few large messages exceed the bound too."""
    outbox = Outbox(most_bytes=100)
    outbox.put(OutgoingMessage(b"x" * 60, "a"))
    outbox.put(OutgoingMessage(b"y" * 60, "b"))
    assert {outbox.take(), outbox.take()} == {"a", "b"}


def test_an_outbox_full_of_other_messages_is_hopeless() -> None:
    """No snapshot replaces chat and lobby messages, so a client that reads none must be disconnected."""
    outbox = Outbox(most_messages=4, most_bytes=1000)
    for _ in range(16):
        outbox.put(OutgoingMessage(b"talk"))
    assert outbox.full
    assert not outbox.hopeless
    outbox.put(OutgoingMessage(b"talk"))
    assert outbox.hopeless
    outbox.give_up()
    outbox.put(OutgoingMessage(b"talk"))
    assert (len(outbox), outbox.take()) == (0, None)
    heavy = Outbox(most_messages=4, most_bytes=1000)
    heavy.put(OutgoingMessage(b"x" * 2001))
    assert heavy.hopeless
