"""Runner of the conformance checks of a server.

`kibitz bot check URL` runs the checks one after the other over plain connections. Each check is a sentence that holds
or fails. None needs more than three connections and a game with two seats.
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

from kibitz_client.match.fairness import wants_client_seed
from kibitz_client.requests import random_client_seed
from kibitz_client.settings import is_loopback
from kibitz_protocol import SUBPROTOCOL, VERSION
from kibitz_protocol.codec import BadMessage, decode_to_client
from kibitz_protocol.refusals import Close, Code
from kibitz_protocol.to_client import Snapshot

CHECK_S = 20.0
"""How long one check may take."""
DEFAULT_GAME = "tictactoe"
MAX_BYTES = 4 * 1024 * 1024


class Violation(Exception):
    """The server broke the protocol; the text says what the check observed."""


class CheckConnection:
    """A plain connection: it sends messages unchanged and validates each received one with the protocol's models."""

    numbers = itertools.count(1)

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.received: list[Any] = []
        # Messages that came while another one was awaited.
        self.skipped: list[Any] = []
        self._ids = (f"check-{next(self.numbers)}-{number}" for number in itertools.count(1))

    async def send(self, message: Any) -> None:
        """Send an object as JSON, and text or bytes unchanged."""
        await self.socket.send(json.dumps(message) if isinstance(message, dict) else message)

    async def next(self) -> Any:
        """Return the next message. As every client does, answer a snapshot that waits for a client seed.

        Raises:
            Violation: The message is not part of the protocol.
        """
        try:
            message = decode_to_client(await self.socket.recv())
        except BadMessage as error:
            raise Violation(f"it sent something that is not in the protocol: {error}") from None
        self.received.append(message)
        if isinstance(message, Snapshot) and wants_client_seed(message):
            await self.send(
                {"t": "give_client_seed", "id": next(self._ids), "match": message.match, "text": random_client_seed()}
            )
        return message

    async def until(self, matches: Callable[[Any], bool]) -> Any:
        """Return the next message that matches, also one that came while another was awaited."""
        for message in self.skipped:
            if matches(message):
                self.skipped.remove(message)
                return message
        while not matches(message := await self.next()):
            self.skipped.append(message)
        return message

    async def ask(self, t: str, *, id: str | None = None, **fields: Any) -> Any:
        """Send a command and return its answer."""
        used = id or next(self._ids)
        await self.send({"t": t, "id": used, **fields})
        return await self.until(lambda m: m.t in ("accepted", "refused") and m.id == used)

    async def accepted(self, t: str, **fields: Any) -> Any:
        """Send a command that the server must accept, and return its result.

        Raises:
            Violation: The server refuses the command.
        """
        answer = await self.ask(t, **fields)
        if answer.t != "accepted":
            raise Violation(f"{t} was refused: {answer.code}: {answer.message}")
        return answer.result

    async def refused(self, code: Code, t: str, **fields: Any) -> Any:
        """Send a command that the server must refuse with a code, and return the refusal."""
        answer = await self.ask(t, **fields)
        expect(answer.t, "refused", f"the answer to {t}")
        expect(answer.code, code, f"the code of the refusal of {t}")
        return answer

    async def state(self, ply: int) -> Any:
        """Return the state of a running match at a ply, once no chance event is due, from a snapshot or an event."""
        message = await self.until(
            lambda m: (
                m.t in ("snapshot", "event")
                and m.phase == "running"
                and m.state
                and m.state.ply == ply
                and not m.state.chances
            )
        )
        return message.state

    async def closed(self) -> int:
        """Read until the server closes the connection, and return its close code."""
        try:
            while True:
                self.skipped.append(await self.next())
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006


def expect(found: object, wanted: object, what: str) -> None:
    """Require two values to be equal; `what` names the value in the sentence.

    Raises:
        Violation: They differ.
    """
    if found != wanted:
        raise Violation(f"{what} is {_plain(found)!r}, not {_plain(wanted)!r}")


def _plain(value: object) -> object:
    return value.value if isinstance(value, Enum) else value


@dataclass(slots=True)
class ServerUnderTest:
    """The server to check, one of its games, and the connections that a check opened."""

    url: str
    game: str = DEFAULT_GAME
    connections: list[CheckConnection] = field(default_factory=list)

    async def connect(self) -> CheckConnection:
        """Open a connection and send nothing."""
        socket = await connect(
            self.url,
            subprotocols=[Subprotocol(SUBPROTOCOL)],
            compression=None,
            max_size=MAX_BYTES,
            proxy=None if is_loopback(self.url) else True,
        )
        self.connections.append(CheckConnection(socket))
        return self.connections[-1]

    async def say_hello(self, **hello: Any) -> tuple[CheckConnection, Any]:
        """Open a connection, send hello, and return the connection and the answer."""
        connection = await self.connect()
        await connection.send({"t": "hello", **hello})
        return connection, await connection.next()

    async def guest(self, name: str = "checker", **hello: Any) -> CheckConnection:
        """Open a connection whose hello the server must answer with welcome."""
        connection, welcome = await self.say_hello(name=name, **hello)
        expect(welcome.t, "welcome", "the answer to hello")
        return connection

    async def match(self) -> tuple[CheckConnection, CheckConnection, str]:
        """Start a match of two guests; return both connections, seat 0 first, and the code."""
        one, other = await self.guest("checker-one"), await self.guest("checker-two")
        entered = await one.accepted("create", game=self.game, seats=[{"kind": "me"}, {"kind": "open"}], listed=False)
        await other.accepted("join", match=entered.code)
        return one, other, entered.code

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        for connection in self.connections:
            connection.socket.transport.abort()


Script = Callable[[ServerUnderTest], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Check:
    """A sentence that must hold, and the script that tests it."""

    sentence: str
    script: Script


@dataclass(frozen=True, slots=True)
class CheckResult:
    """Result of a check; `reason` is empty if it passed."""

    sentence: str
    passed: bool
    reason: str


async def run(url: str, checks: list[Check], timeout_s: float = CHECK_S) -> AsyncIterator[CheckResult]:
    """Run checks one after the other, and yield each result. `timeout_s` limits each check."""
    game = DEFAULT_GAME
    # A server that does not even list its games fails the checks below, with the reason.
    with contextlib.suppress(Violation, TimeoutError, OSError, ConnectionClosed, InvalidHandshake, InvalidURI):
        game = await _select_game(url, timeout_s)
    for check in checks:
        yield await _run_check(check, ServerUnderTest(url, game), timeout_s)


async def _select_game(url: str, timeout_s: float) -> str:
    """Return a game for two that the server offers, if possible one without chance events."""
    async with asyncio.timeout(timeout_s), ServerUnderTest(url) as server:
        games = (await (await server.guest()).accepted("games")).games
        names = [game.name for game in sorted(games, key=lambda game: game.chance) if len(game.seats) == 2]
        return DEFAULT_GAME if DEFAULT_GAME in names else (names or [DEFAULT_GAME])[0]


async def _run_check(check: Check, server: ServerUnderTest, timeout_s: float) -> CheckResult:
    reason = ""
    try:
        async with asyncio.timeout(timeout_s), server:
            await check.script(server)
    except Violation as violation:
        reason = str(violation)
    except TimeoutError:
        reason = f"the expected message did not come within {timeout_s:g} s"
    except ConnectionClosed as closed:
        end = closed.rcvd
        reason = f"the server closed the connection ({end.code} {end.reason})" if end else "the connection broke"
    except (OSError, InvalidHandshake, InvalidURI) as error:
        reason = f"no connection: {error}"
    return CheckResult(check.sentence, not reason, reason)


def is_supported_version(version: int) -> bool:
    """Return whether a version is one that the checker offered."""
    return version == VERSION


def describe_close(code: int) -> str:
    """Return a close code with its name."""
    names = {value: name.lower() for name, value in vars(Close).items() if name.isupper()}
    return f"{code} ({names[code]})" if code in names else str(code)
