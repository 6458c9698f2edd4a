"""Tests of match listeners: the same calls for new and restored matches, games of a series and rematches."""

from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.core.values.events import Event
from kibitz_server.runtime.ports import EventSink
from kibitz_server.runtime.room import Room
from tests.fakes.server import WaitingStore
from tests.server.conftest import InProcessServer, pair

CREATED = ["opened", "decided MatchCreated", "published MatchCreated", "committed MatchCreated"]
RESTORED = ["opened", "published", "committed"]
STARTED = [
    "opened",
    "decided MatchCreated MatchStarted",
    "published MatchCreated MatchStarted",
    "committed MatchCreated MatchStarted",
]


class RecordingSink(EventSink):
    """Sink that keeps all calls, by the code of their match."""

    def __init__(self) -> None:
        self.calls: dict[str, list[str]] = {}

    def _note(self, room: Room, call: str, events: tuple[Event, ...] = ()) -> None:
        names = [type(event).__name__ for event in events]
        self.calls.setdefault(room.match.created.code, []).append(" ".join([call, *names]))

    def opened(self, room: Room) -> None:
        self._note(room, "opened")

    def decided(self, room: Room, events: tuple[Event, ...]) -> None:
        if events:
            self._note(room, "decided", events)

    def published(self, room: Room, events: tuple[Event, ...]) -> None:
        self._note(room, "published", events)

    def committed(self, room: Room, events: tuple[Event, ...]) -> None:
        self._note(room, "committed", events)

    def closed(self, room: Room) -> None:
        self._note(room, "closed")


def recorded(
    store: WaitingStore | None = None, registry: MatchRegistry | None = None
) -> tuple[InProcessServer, RecordingSink]:
    """Return a server with a recording sink."""
    sink = RecordingSink()
    return InProcessServer(store=store, registry=registry, make_sink=lambda _: sink), sink


async def test_a_move_is_decided_then_published_then_committed() -> None:
    """Nothing is published or committed before the store has saved the move."""
    server, sink = recorded()
    ann, _, code = pair(server)
    assert sink.calls[code][:4] == CREATED
    sink.calls.clear()
    ann.send("move", match=code, ply=0, move="b2")
    assert sink.calls[code] == ["decided MovePlayed"]
    server.store.commit()
    assert sink.calls[code] == ["decided MovePlayed", "published MovePlayed", "committed MovePlayed"]


async def test_a_restored_match_is_opened_without_events() -> None:
    """After a restart each match is opened, published and committed once, without events."""
    server, _ = recorded()
    _, _, code = pair(server)
    again, sink = recorded(store=server.store)
    assert again.runtime.loading.run() == 1
    assert sink.calls == {code: RESTORED}


async def test_the_next_game_of_a_series_is_followed_like_a_new_match() -> None:
    """The next game is created in the commit that ends the game before it, with the calls of a new match."""
    server, sink = recorded()
    ann, _, code = pair(server, series=2)
    ann.ask("resign", match=code)
    (after,) = sink.calls.keys() - {code}
    assert sink.calls[after] == CREATED


async def test_a_rematch_is_followed_like_a_new_match() -> None:
    """A rematch starts at once, so that its calls have both of its first events."""
    server, sink = recorded()
    ann, bob, code = pair(server)
    ann.ask("resign", match=code)
    ann.ask("offer", match=code, offer="rematch")
    bob.ask("accept", match=code)
    (after,) = sink.calls.keys() - {code}
    assert sink.calls[after] == STARTED


async def test_an_evicted_match_is_closed_last() -> None:
    """A match that leaves memory is closed after all of its events."""
    server, sink = recorded(registry=MatchRegistry(most_over=1))
    ann = server.connect("ann")
    first, second = ann.host(), ann.host()
    for code in (first, second):
        ann.ask("resign", match=code)
    assert sink.calls[first][-1] == "closed"
    assert "closed" not in sink.calls[second]
