"""What a server must do, seen from a bot's side: a list of small trials over plain connections.

`kibitz bot check URL` plays them one after the other. Each is a sentence that holds or does not; none needs more than
two players and any game with two seats.
"""

import asyncio
import contextlib
import itertools
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI
from websockets.typing import Subprotocol

from kibitz_client.settings import is_loopback
from kibitz_protocol import SUBPROTOCOL, VERSION
from kibitz_protocol.codec import BadMessage, decode_to_client
from kibitz_protocol.refusals import Close, Code

TRIAL_S = 20.0
"""How long one trial may take."""
FAVOURITE = "tictactoe"
MAX_BYTES = 4 * 1024 * 1024


class Broken(Exception):
    """The server did something else; the text says what was seen."""


class Wire:
    """A plain connection: what is sent is sent as it is, what comes is held against the protocol's models."""

    names = itertools.count(1)

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[Any] = []
        self.kept: list[Any] = []
        self._ids = (f"check-{next(self.names)}-{number}" for number in itertools.count(1))

    async def send(self, message: Any) -> None:
        """Send an object as JSON, or text or bytes as they are."""
        await self.socket.send(json.dumps(message) if isinstance(message, dict) else message)

    async def next(self) -> Any:
        """The next message. Raises Broken when the protocol does not know it."""
        try:
            self.heard.append(decode_to_client(await self.socket.recv()))
            return self.heard[-1]
        except BadMessage as error:
            raise Broken(f"it said something that is not in the protocol: {error}") from None

    async def until(self, wanted: Callable[[Any], bool]) -> Any:
        """The next message of a kind, also of those that came while something else was awaited."""
        for message in self.kept:
            if wanted(message):
                self.kept.remove(message)
                return message
        while not wanted(message := await self.next()):
            self.kept.append(message)
        return message

    async def ask(self, t: str, *, id: str | None = None, **fields: Any) -> Any:
        """Send a command; gives its answer."""
        used = id or next(self._ids)
        await self.send({"t": t, "id": used, **fields})
        return await self.until(lambda m: m.t in ("accepted", "refused") and m.id == used)

    async def done(self, t: str, **fields: Any) -> Any:
        """Send a command that must be accepted; gives its result."""
        answer = await self.ask(t, **fields)
        if answer.t != "accepted":
            raise Broken(f"{t} was refused: {answer.code}: {answer.message}")
        return answer.result

    async def refused(self, code: Code, t: str, **fields: Any) -> Any:
        """Send a command that must be refused with a code."""
        answer = await self.ask(t, **fields)
        expect(answer.t, "refused", f"the answer to {t}")
        expect(answer.code, code, f"the code of the refusal of {t}")
        return answer

    async def state(self, ply: int) -> Any:
        """The state of a running match at a ply, from a snapshot or an event."""
        message = await self.until(
            lambda m: m.t in ("snapshot", "event") and m.phase == "running" and m.state and m.state.ply == ply
        )
        return message.state

    async def closed(self) -> int:
        """Read to the end; gives the code with which the server closed."""
        try:
            while True:
                self.kept.append(await self.next())
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006


def expect(found: object, wanted: object, what: str) -> None:
    """Raises Broken."""
    if found != wanted:
        raise Broken(f"{what} is {_plain(found)!r}, not {_plain(wanted)!r}")


def _plain(value: object) -> object:
    return value.value if isinstance(value, Enum) else value


@dataclass(slots=True)
class Place:
    """The server that is checked, and a game that it offers."""

    url: str
    game: str = FAVOURITE
    wires: list[Wire] = field(default_factory=list)

    async def stranger(self) -> Wire:
        """A connection on which nothing has been said."""
        socket = await connect(
            self.url,
            subprotocols=[Subprotocol(SUBPROTOCOL)],
            compression=None,
            max_size=MAX_BYTES,
            proxy=None if is_loopback(self.url) else True,
        )
        self.wires.append(Wire(socket))
        return self.wires[-1]

    async def greeted(self, **hello: Any) -> tuple[Wire, Any]:
        """A connection that has said hello, and the answer."""
        wire = await self.stranger()
        await wire.send({"t": "hello", **hello})
        return wire, await wire.next()

    async def guest(self, name: str = "checker", **hello: Any) -> Wire:
        """A connection that the server has said welcome on."""
        wire, welcome = await self.greeted(name=name, **hello)
        expect(welcome.t, "welcome", "the answer to hello")
        return wire

    async def match(self) -> tuple[Wire, Wire, str]:
        """Two players, seat 0 first, and the code of their match, which runs and waits for seat 0."""
        one, other = await self.guest("checker-one"), await self.guest("checker-two")
        entered = await one.done("create", game=self.game, seats=[{"kind": "me"}, {"kind": "open"}], listed=False)
        await other.done("join", match=entered.code)
        return one, other, entered.code

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        for wire in self.wires:
            wire.socket.transport.abort()


Script = Callable[[Place], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Check:
    """What must hold, and how it is tried."""

    sentence: str
    script: Script


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a trial went; `why` is empty when it holds."""

    sentence: str
    holds: bool
    why: str


async def run(url: str, trials: list[Check], patience_s: float = TRIAL_S) -> AsyncIterator[Outcome]:
    """Try everything, one after the other."""
    game = FAVOURITE
    # What is wrong with a server that does not even list its games, the trials tell.
    with contextlib.suppress(Broken, TimeoutError, OSError, ConnectionClosed, InvalidHandshake, InvalidURI):
        game = await _a_game(url, patience_s)
    for trial in trials:
        yield await _tried(trial, Place(url, game), patience_s)


async def _a_game(url: str, patience_s: float) -> str:
    """A game for two that the server offers."""
    async with asyncio.timeout(patience_s), Place(url) as place:
        games = (await (await place.guest()).done("games")).games
        names = [game.name for game in games if len(game.seats) == 2]
        return FAVOURITE if FAVOURITE in names else (names or [FAVOURITE])[0]


async def _tried(trial: Check, place: Place, patience_s: float) -> Outcome:
    why = ""
    try:
        async with asyncio.timeout(patience_s), place:
            await trial.script(place)
    except Broken as broken:
        why = str(broken)
    except TimeoutError:
        why = f"what it waited for did not come within {patience_s:g} s"
    except ConnectionClosed as closed:
        end = closed.rcvd
        why = f"the server hung up ({end.code} {end.reason})" if end else "the connection broke"
    except (OSError, InvalidHandshake, InvalidURI) as error:
        why = f"no connection: {error}"
    return Outcome(trial.sentence, not why, why)


def is_version(version: int) -> bool:
    """Whether a version is one that we offered."""
    return version == VERSION


def closes(code: int) -> str:
    """What a close code is called."""
    names = {value: name.lower() for name, value in vars(Close).items() if name.isupper()}
    return f"{code} ({names[code]})" if code in names else str(code)
