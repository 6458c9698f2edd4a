"""Two servers that get the same traces: the core with fakes around it, and a real one behind real connections.

What people hear is compared after everything that could differ by nature (ids, codes, times) was taken out of it.
"""

import asyncio
import json
from typing import Any, Protocol

from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from kibitz_protocol import SUBPROTOCOL
from kibitz_protocol.codec import decode_to_client
from tests.server.conftest import Guest, House

TIMES = ("at", "elapsed_ms", "lag_ms", "remaining_ms", "flag_ms", "first_move_ms", "created_at", "watchers")
COMPARED = ("accepted", "refused", "event", "snapshot", "next")
PATIENCE_S = 30.0
PINGS = 500
"""How often a real server is asked whether more has come, at a millisecond or so each."""


class World(Protocol):
    """A server and the people at it, called by their names."""

    async def come(self, who: str, since: dict[str, int]) -> None:
        """Connect, again if need be, and follow these matches from these events on."""

    async def say(self, who: str, id: str, t: str, **fields: Any) -> Any:
        """Send a command; gives the answer."""

    async def heard(self, who: str, expected: int = 0) -> list[Any]:
        """What came to somebody since the last time, as far as it can be compared; so many messages are expected."""


class FakeWorld:
    """The core, and the shell without sockets, processes or a clock."""

    def __init__(self) -> None:
        self.house = House()
        self._guests: dict[str, Guest] = {}
        self._unheard: dict[str, list[Any]] = {}
        self._watches = 0

    async def come(self, who: str, since: dict[str, int]) -> None:
        """See `World`."""
        if who in self._guests:
            old = self._guests.pop(who)
            self._unheard[who] += old.take()
            self.house.runtime.depart(old.listener)
        self._unheard.setdefault(who, [])
        self._guests[who] = self.house.enter(who)
        for match, seq in since.items():
            self._watches += 1
            self._guests[who].say("watch", id=f"w{self._watches}", match=match, since=seq)

    async def say(self, who: str, id: str, t: str, **fields: Any) -> Any:
        """See `World`."""
        guest = self._guests[who]
        before = len(guest.heard)
        guest.ask(t, id=id, **fields)
        self.house.store.commit()
        return next(m for m in guest.heard[before:] if m.t in ("accepted", "refused") and m.id == id)

    async def heard(self, who: str, expected: int = 0) -> list[Any]:  # noqa: ARG002
        """See `World`. Here all has happened when a command is answered."""
        unheard, self._unheard[who] = self._unheard[who], []
        return comparable([*unheard, *self._guests[who].take()])

    def close(self) -> None:
        """Let go of its database in the thread that made it."""
        self.house.store.people.engine.dispose()


class RealWorld:
    """A server that listens, and clients that know nothing but frames."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._sockets: dict[str, Any] = {}
        self._tokens: dict[str, str] = {}
        self._unheard: dict[str, list[Any]] = {}
        self._pings = 0

    async def come(self, who: str, since: dict[str, int]) -> None:
        """See `World`."""
        if who in self._sockets:
            await self._settle(who)
            self._sockets.pop(who).transport.abort()
        self._unheard.setdefault(who, [])
        socket = await connect(self._address, subprotocols=[Subprotocol(SUBPROTOCOL)], compression=None, proxy=None)
        self._sockets[who] = socket
        hello = {"t": "hello", "name": who} | ({"token": self._tokens[who]} if who in self._tokens else {})
        await socket.send(json.dumps(hello))
        welcome = await self._next(who)
        assert welcome.t == "welcome", welcome
        self._tokens.setdefault(who, welcome.token)
        for match, seq in since.items():
            self._pings += 1
            await self.say(who, f"w{self._pings}", "watch", match=match, since=seq)

    async def say(self, who: str, id: str, t: str, **fields: Any) -> Any:
        """See `World`."""
        await self._sockets[who].send(json.dumps({"t": t, "id": id, **fields}))
        while True:
            message = await self._next(who)
            self._unheard[who].append(message)
            if message.t in ("accepted", "refused") and message.id == id:
                return message

    async def heard(self, who: str, expected: int = 0) -> list[Any]:
        """See `World`. Whatever the server sent before it answers a ping has come when the answer has.

        What takes several turns of the store (a rematch) may come later, and is waited for.
        """
        for _ in range(PINGS):
            await self._settle(who)
            if len(heard := comparable(self._unheard[who])) >= expected:
                break
        self._unheard[who] = []
        return heard

    async def close(self) -> None:
        """Everybody hangs up."""
        for socket in self._sockets.values():
            await socket.close()

    async def _settle(self, who: str) -> None:
        self._pings += 1
        await self.say(who, f"p{self._pings}", "ping")
        self._unheard[who].pop()

    async def _next(self, who: str) -> Any:
        async with asyncio.timeout(PATIENCE_S):
            return decode_to_client(await self._sockets[who].recv())


class Plain:
    """Messages without what differs by nature: the codes and ids of matches get the names that the test gives them."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def note(self, name: str, match: str, code: str) -> None:
        """What a match of this world is called in both."""
        self._names[match] = f"<{name}>"
        self._names[code] = f"<{name}>"

    def messages(self, heard: list[Any]) -> list[Any]:
        """What can be compared of what somebody heard. Events of one match keep their order."""
        return [self.message(message) for message in heard]

    def message(self, message: Any) -> Any:
        """One message."""
        text = json.dumps(_timeless(message.model_dump(mode="json")))
        for secret, name in self._names.items():
            text = text.replace(secret, name)
        return json.loads(text)


def comparable(heard: list[Any]) -> list[Any]:
    """What both worlds must say alike: not the answers to questions of a world's own, and nothing that passes."""
    return [message for message in heard if message.t in COMPARED and not _own(message)]


def _own(message: Any) -> bool:
    return message.t in ("accepted", "refused") and (message.id or "")[:1] in "wp"


def _timeless(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _timeless(inner) for key, inner in value.items() if key not in TIMES}
    return [_timeless(inner) for inner in value] if isinstance(value, list) else value
