"""A runtime on fakes, and ways to talk to it."""

from collections.abc import Callable
from typing import Any

import pytest

from kibitz_protocol import to_server
from kibitz_protocol.codec import decode_to_server, encode
from kibitz_server.app import build_runtime
from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.core.values.players import Human
from kibitz_server.handlers.answers import Answers
from kibitz_server.handlers.session import Session
from kibitz_server.mqtt.feed import FeedSource
from kibitz_server.runtime.ports import EventSink
from tests.fakes import Crank, HandPool, Listener, WaitingStore, people_of


class House:
    """A server without its sockets: people come in by `enter` and say things by `say`."""

    def __init__(
        self,
        store: WaitingStore | None = None,
        pool: HandPool | None = None,
        hall: MatchRegistry | None = None,
        *,
        exhibitions: bool = False,
        make_sink: Callable[[FeedSource], EventSink] = lambda _: EventSink(),
    ) -> None:
        self.crank = Crank()
        self.store = store or WaitingStore()
        self.pool = pool or HandPool()
        self.pool.clock = self.crank.time
        self.hall = hall or MatchRegistry()
        self.runtime = build_runtime(
            self.hall, self.store, self.pool, self.crank, exhibitions=exhibitions, make_sink=make_sink
        )
        self.answers = Answers()
        self.people = people_of(self.runtime)
        self._ids = 0

    def enter(self, name: str, *, account: bool = False, bot: bool = False) -> "Guest":
        """Someone connects."""
        listener = Listener(name)
        listener.player = Human(listener.player.id, name, account, bot)
        self.runtime.clients.arrive(listener)
        return Guest(self, listener)


class Guest:
    """One person at the house."""

    def __init__(self, house: House, listener: Listener) -> None:
        self.house = house
        self.listener = listener
        self.session = Session(house.runtime, house.answers, house.people, listener)

    def ask(self, t: str, id: str | None = None, **fields: Any) -> str:
        """Send a command, as text over the wire would; nothing is durable yet. Gives the command's id."""
        self.house._ids += 1
        used = id or f"c{self.house._ids}"
        message: to_server.AnyCommand = decode_to_server(encode({"t": t, "id": used, **fields}))
        self.session.receive(message)
        return used

    def say(self, t: str, **fields: Any) -> Any:
        """Send a command and let the store finish; gives the answer."""
        id = self.ask(t, **fields)
        self.house.store.commit()
        return next(m for m in self.listener.heard if m.t in ("accepted", "refused") and m.id == id)

    def host(self, game: str = "tictactoe", **fields: Any) -> str:
        """Host a match with an open seat; gives its code."""
        fields.setdefault("seats", [{"kind": "me"}, {"kind": "open"}])
        answer = self.say("create", game=game, **fields)
        assert answer.t == "accepted", answer
        return str(answer.result.code)

    @property
    def heard(self) -> list[Any]:
        """Everything heard since the last `take`."""
        return self.listener.heard

    def take(self) -> list[Any]:
        """What was heard since the last time."""
        return self.listener.take()

    def kinds(self) -> list[str]:
        """What was heard since the last time, in a word each."""
        return self.listener.kinds()


ENGINE = {"kind": "engine", "engine": {"algorithm": "alphabeta", "limit": {"depth": 2}}}
RANDOM = {"kind": "engine", "engine": {"algorithm": "random", "limit": {"seed": 7}}}


@pytest.fixture
async def house() -> House:
    """A house in which nothing happens by itself."""
    return House()
