"""Followed matches keep their state, are left when nothing needs them, and bound what is unread."""

import pytest

from kibitz_client.sdk.feeds import Feed, Feeds, Reader
from kibitz_client.sdk.mailbox import MAX_UNREAD, Mailbox, TooSlow
from kibitz_protocol.to_client import Moved, Next, Said
from tests.client.samples import MATCH, event, move, position, snapshot, thinking


class Following:
    """Feeds that record what they leave."""

    def __init__(self) -> None:
        self.left: list[str] = []
        self.feeds = Feeds(self.left.append)

    def read(self, match: str = MATCH, *, follows: bool = False, tv: bool = False) -> Reader:
        """Return a new stream of a match."""
        reader = Reader(follows=follows, tv=tv)
        self.feeds.attach(match, reader)
        return reader

    def hold(self, match: str = MATCH) -> Feed:
        """Hold a match whose snapshot has come."""
        feed = self.feeds.hold(match)
        self.feeds.receive(snapshot(match=match), None)
        return feed


def following(match: str | None, why: str = "series") -> Next:
    """Return a redirection from the match to another one."""
    return Next.model_validate({"match": MATCH, "why": why, "next": match, "code": None, "series": None})


async def test_search_info_replaces_search_info() -> None:
    """A program that does not read keeps the newest search info only, and every event."""
    case = Following()
    reader = case.read()
    case.feeds.receive(snapshot(), None)
    for nodes in (1, 2, 3):
        case.feeds.receive(thinking(0, nodes=nodes), None)
    case.feeds.receive(event(4, Moved(move=move(0, 4)), position("4")), None)
    messages = [(await reader.updates.next()).message.t for _ in range(3)]
    assert messages == ["snapshot", "thinking", "event"]


async def test_a_stream_begins_with_a_snapshot() -> None:
    """What comes before the snapshot of the stream's own request is not part of the stream."""
    case = Following()
    case.hold()
    reader = case.read()
    case.feeds.receive(event(4, Moved(move=move(0, 4)), position("4")), None)
    case.feeds.receive(snapshot("4"), None)
    assert (await reader.updates.next()).message == snapshot("4")


async def test_what_comes_before_the_answer_is_kept() -> None:
    """A stream gets the snapshot and the events that came before the answer to its request was handled."""
    case = Following()
    with case.feeds.entering():
        case.feeds.receive(snapshot(), None)
        case.feeds.receive(event(4, Moved(move=move(0, 4)), position("4")), None)
        reader = case.read()
    assert not (await reader.updates.next()).state.moves
    assert len((await reader.updates.next()).state.moves) == 1


def test_a_match_that_nothing_needs_is_left() -> None:
    """The last stream or holder leaves the match; a match that arrives without either is left at once."""
    case = Following()
    feed, reader = case.hold(), case.read()
    case.feeds.release(feed)
    assert not case.left
    case.feeds.detach(reader)
    assert case.left == [MATCH]
    case.feeds.receive(snapshot(match="stray"), None)
    assert case.left == [MATCH, "stray"]


def test_the_next_match_is_held_too() -> None:
    """A holder also holds the matches after its own, and releases all of them at once."""
    case = Following()
    feed = case.hold()
    case.feeds.receive(following("m2"), None)
    case.feeds.receive(snapshot(match="m2"), None)
    case.feeds.receive(following("m3").model_copy(update={"match": "m2"}), None)
    case.feeds.receive(snapshot(match="m3"), None)
    assert not case.left
    second = case.feeds.take_next(feed)
    assert second is not None
    assert second.match == "m2"
    case.feeds.release(second)
    assert case.left == ["m3"]


def test_only_streams_that_follow_go_on() -> None:
    """Without `follow` a redirection ends the interest in the next match; TV's own redirections move TV alone."""
    case = Following()
    plain, series, tv = case.read(), case.read(follows=True), case.read(tv=True)
    case.feeds.receive(snapshot(), MATCH)
    case.feeds.receive(following("m2", "tv"), "m2")
    assert [reader.feed.match for reader in (plain, series, tv)] == [MATCH, MATCH, "m2"]
    case.feeds.receive(following("m3"), "m2")
    assert [reader.feed.match for reader in (plain, series, tv)] == [MATCH, "m3", "m2"]


def test_tv_may_show_another_match_after_a_reconnection() -> None:
    """A snapshot of the match that TV shows now moves the streams of TV to it."""
    case = Following()
    tv = case.read(tv=True)
    case.feeds.receive(snapshot(), MATCH)
    case.feeds.receive(snapshot(match="m2"), "m2")
    assert tv.feed.match == "m2"
    assert case.left == [MATCH]


async def test_unread_messages_are_bounded() -> None:
    """A program that does not read loses the stream, with a reason, and costs bounded memory."""
    mailbox: Mailbox[Said] = Mailbox()
    said = Said(match=MATCH, room="players", name="mia", text="hi", at=0.0)
    for _ in range(2 * MAX_UNREAD):
        mailbox.put(said)
    assert mailbox.newest is None
    with pytest.raises(TooSlow, match="more than 10000 unread"):
        await mailbox.next()
