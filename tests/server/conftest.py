"""A runtime on fakes, and ways to talk to it."""

from typing import Any

import pytest

from kibitz_protocol import to_server
from kibitz_protocol.codec import decode_to_server, encode
from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.core.values.players import Human
from kibitz_server.handlers.answers import Answers
from kibitz_server.handlers.session import Session
from kibitz_server.runtime.runtime import Runtime
from tests.fakes import ManualPool, ManualScheduler, RecordingConnection, WaitingStore, people_of


class InProcessServer:
    """A server without its sockets: people come in by `enter` and say things by `say`."""

    def __init__(
        self,
        store: WaitingStore | None = None,
        pool: ManualPool | None = None,
        hall: MatchRegistry | None = None,
        *,
        exhibitions: bool = False,
    ) -> None:
        self.scheduler = ManualScheduler()
        self.store = store or WaitingStore()
        self.pool = pool or ManualPool()
        self.pool.clock = self.scheduler.time
        self.hall = hall or MatchRegistry()
        self.runtime = Runtime(self.hall, self.store, self.pool, self.scheduler, exhibitions=exhibitions)
        self.answers = Answers()
        self.people = people_of(self.runtime)
        self._ids = 0

    def enter(self, name: str, *, account: bool = False, bot: bool = False) -> "FakeClient":
        """Someone connects."""
        listener = RecordingConnection(name)
        listener.player = Human(listener.player.id, name, account, bot)
        self.runtime.clients.arrive(listener)
        return FakeClient(self, listener)


class FakeClient:
    """One person at the server."""

    def __init__(self, server: InProcessServer, listener: RecordingConnection) -> None:
        self.server = server
        self.connection = listener
        self.session = Session(server.runtime, server.answers, server.people, listener)

    def ask(self, t: str, id: str | None = None, **fields: Any) -> str:
        """Send a command, as text over the wire would; nothing is durable yet. Gives the command's id."""
        self.server._ids += 1
        used = id or f"c{self.server._ids}"
        message: to_server.AnyCommand = decode_to_server(encode({"t": t, "id": used, **fields}))
        self.session.receive(message)
        return used

    def say(self, t: str, **fields: Any) -> Any:
        """Send a command and let the store finish; gives the answer."""
        id = self.send(t, **fields)
        self.server.store.commit()
        return next(m for m in self.connection.received if m.t in ("accepted", "refused") and m.id == id)

    def host(self, game: str = "tictactoe", **fields: Any) -> str:
        """Host a match with an open seat; gives its code."""
        fields.setdefault("seats", [{"kind": "me"}, {"kind": "open"}])
        answer = self.ask("create", game=game, **fields)
        assert answer.t == "accepted", answer
        return str(answer.result.code)

    @property
    def received(self) -> list[Any]:
        """Everything heard since the last `take`."""
        return self.connection.received

    def take(self) -> list[Any]:
        """What was heard since the last time."""
        return self.connection.take()

    def kinds(self) -> list[str]:
        """What was heard since the last time, in a word each."""
        return self.connection.kinds()


ENGINE = {"kind": "engine", "engine": {"algorithm": "alphabeta", "limit": {"depth": 2}}}
RANDOM = {"kind": "engine", "engine": {"algorithm": "random", "limit": {"seed": 7}}}


@pytest.fixture
async def server() -> InProcessServer:
    """A server in which nothing happens by itself."""
    return InProcessServer()
