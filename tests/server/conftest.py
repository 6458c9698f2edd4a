"""A whole server in one process, on fakes and without sockets, and clients of it."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.core.match.match import Match
from kibitz_server.core.rated import RatedBounds
from kibitz_server.core.values.players import Human
from kibitz_server.core.values.timeouts import Patience
from kibitz_server.games import registry
from kibitz_server.handlers.answers import Answers
from kibitz_server.handlers.session import ClientSession
from kibitz_server.messages.encoding import decode, encode
from kibitz_server.mqtt.feed import FeedSource
from kibitz_server.runtime.ports import EventSink
from kibitz_server.runtime.rng import RandomChoices
from kibitz_server.scheduler import WallClock
from kibitz_server.wiring import build_runtime
from tests.fakes.server import InlineHelpers, ManualPool, ManualScheduler, RecordingConnection, WaitingStore, people_of
from tests.server.games import trial as trial_game


class InProcessServer:
    """Server whose time, searches and commits are controlled by the test. Clients connect by `connect`."""

    def __init__(
        self,
        store: WaitingStore | None = None,
        pool: ManualPool | None = None,
        registry: MatchRegistry | None = None,
        helpers: InlineHelpers | None = None,
        *,
        exhibitions: bool = False,
        engine_pace_s: float = 0.0,
        make_sink: Callable[[FeedSource], EventSink] = lambda _: EventSink(),
        wall_clock: WallClock | None = None,
        scheduler: ManualScheduler | None = None,
        seed: int | None = None,
        patience: Patience | None = None,
        rated: RatedBounds | None = None,
        **more: Any,
    ) -> None:
        self.scheduler = scheduler or ManualScheduler()
        self.store = store or WaitingStore()
        if wall_clock is not None:
            self.store.wall_clock = wall_clock
        self.pool = pool or ManualPool()
        self.pool.clock = self.scheduler.time
        self.registry = registry or MatchRegistry()
        self.runtime = build_runtime(
            self.registry,
            self.store,
            self.pool,
            self.scheduler,
            helpers or InlineHelpers(),
            random=RandomChoices(seed),
            exhibitions=exhibitions,
            engine_pace_s=engine_pace_s,
            make_sink=make_sink,
            patience=patience,
            # All clients of a test have one address, and pairs play often, unless it says otherwise.
            rated=rated or RatedBounds(one_address=True, per_pair=1000),
            **more,
        )
        self.answers = Answers()
        self.runtime.clients.unsaved = self.answers.unsaved
        self.people = people_of(self.runtime)
        self._ids = 0

    def connect(
        self,
        name: str,
        *,
        account: bool = False,
        bot: bool = False,
        address: str | None = None,
        owner: str | None = None,
    ) -> "FakeClient":
        """Return a new client of the player of that name. `owner` is the id of the account that a bot belongs to."""
        connection = RecordingConnection(name)
        connection.player = Human(connection.player.id, name, account, bot, owner=owner)
        if address is not None:
            connection.info.address = address
        self.runtime.clients.arrive(connection)
        return FakeClient(self, connection)

    def match(self, code: str) -> Match:
        """Return the match with this code."""
        room = self.runtime.rooms.find(code)
        assert room is not None
        return room.match


class FakeClient:
    """Client of an `InProcessServer`. It keeps the messages that it receives."""

    def __init__(self, server: InProcessServer, connection: RecordingConnection) -> None:
        self.server = server
        self.connection = connection
        self.session = ClientSession(server.runtime, server.answers, server.people, connection)

    def send(self, t: str, id: str | None = None, **fields: Any) -> str:
        """Send a command, as text like over a WebSocket, and return its id. Nothing is durable yet."""
        self.server._ids += 1
        used = id or f"c{self.server._ids}"
        self.session.receive(decode(encode({"t": t, "id": used, **fields})))
        return used

    def ask(self, t: str, **fields: Any) -> Any:
        """Send a command, let the store commit, and return the answer."""
        id = self.send(t, **fields)
        self.server.store.commit()
        return next(m for m in self.connection.received if m.t in ("accepted", "refused") and m.id == id)

    def host(self, game: str = "tictactoe", **fields: Any) -> str:
        """Create a match, by default with an open seat, and return its code."""
        fields.setdefault("seats", [{"kind": "me"}, {"kind": "open"}])
        answer = self.ask("create", game=game, **fields)
        assert answer.t == "accepted", answer
        return str(answer.result.code)

    @property
    def received(self) -> list[Any]:
        """Messages since the last `take`."""
        return self.connection.received

    def take(self) -> list[Any]:
        """Return the messages since the last call."""
        return self.connection.take()

    def kinds(self) -> list[str]:
        """Return the kinds of the messages since the last call."""
        return self.connection.kinds()


ENGINE = {"kind": "engine", "engine": {"algorithm": "alphabeta", "limit": {"depth": 2}}}
RANDOM = {"kind": "engine", "engine": {"algorithm": "random", "limit": {"seed": 7}}}


def pair(server: InProcessServer, **fields: Any) -> tuple[FakeClient, FakeClient, str]:
    """Return two players and the code of their match."""
    ann, bob = server.connect("ann"), server.connect("bob")
    code = ann.host(**fields)
    assert bob.ask("join", match=code).t == "accepted"
    return ann, bob, code


def against_engine(server: InProcessServer, **fields: Any) -> tuple[FakeClient, str]:
    """Return a player who has moved against an engine, whose search runs, and the code of the match."""
    ann = server.connect("ann")
    code = ann.host("mnk", seats=[{"kind": "me"}, ENGINE], options={"columns": 5, "rows": 5}, **fields)
    ann.ask("move", match=code, ply=0, move="c3")
    ann.take()
    return ann, code


@pytest.fixture
async def server() -> InProcessServer:
    """A server with the default settings of `InProcessServer`."""
    return InProcessServer()


def first_moves(ann: FakeClient, bob: FakeClient, code: str) -> None:
    """Let both players make their first move. These are free, so the clocks run from here on."""
    ann.ask("move", match=code, ply=0, move="b2")
    bob.ask("move", match=code, ply=1, move="a1")


@pytest.fixture
def trial() -> Iterator[None]:
    """Offer the game `trial` for one test."""
    modules = registry._loaded().modules
    modules["trial"] = trial_game
    yield
    del modules["trial"]
    registry._bound.cache_clear()
