"""One WebSocket connection to a server: opening, keepalive and closing. A `NetworkClient` opens one after the other."""

import asyncio
import contextlib
import random
import secrets
import ssl
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import Any, Self

from pydantic import BaseModel
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI
from websockets.typing import Subprotocol

from kibitz_client.errors import NetworkError, RefusedError, UnreadableMessage, UsageError
from kibitz_client.network.tls import client_context
from kibitz_client.settings import is_loopback
from kibitz_protocol import SUBPROTOCOL
from kibitz_protocol.codec import BadMessage, decode_to_client, encode
from kibitz_protocol.refusals import SENTENCES, Close, Code
from kibitz_protocol.to_client import Refused, Starting, Welcome
from kibitz_protocol.to_server import Hello, Ping
from kibitz_protocol.validation.legible import legible

MAX_BYTES = 4 * 1024 * 1024
"""The longest message that a client reads. The snapshot of a long match has some hundred kilobytes."""

PROTOCOL_ERRORS = (1002, 1003, 1007, 1008, 1009, 1010)
TRANSIENT_REFUSALS = (Code.NOT_SAVED, Code.BUSY, Code.TOO_MANY, Code.DRAINING)
"""Refusals of a hello after which a later attempt can succeed."""
TRANSIENT_CLOSES = (Close.UNKNOWN_TOKEN, Close.SLOW_HELLO, Close.TOO_MANY)
"""Close codes of the server after which a later attempt can succeed."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Timeouts and delays of a client, in seconds."""

    open_s: float = 10.0
    starting_s: float = 300.0
    """How long a server may load its matches after it was started."""
    ping_after_s: float = 10.0
    dead_after_s: float = 30.0
    first_delay_s: float = 0.05
    longest_delay_s: float = 5.0
    give_up_after_s: float = 60.0
    close_s: float = 2.0
    renewal_s: float = 2.0
    """How long another program of this machine may take to store a new token of the player."""
    snapshot_s: float = 30.0
    """How long the snapshot of an entered match may take."""
    answer_s: float = 120.0
    """How long the answer to a command may take."""
    computed_s: float = 3600.0
    """How long it may take if the server computes it, or says that it cannot save."""

    def delays(self) -> Iterator[float]:
        """Yield the delay before each attempt, in seconds: exponential backoff with full jitter (Brooker, 2015)."""
        ceiling = self.first_delay_s
        while True:
            yield random.uniform(self.first_delay_s / 2, ceiling)
            ceiling = min(2 * ceiling, self.longest_delay_s)


class Connection:
    """An open connection, after the server's welcome."""

    def __init__(self, socket: ClientConnection, welcome: Welcome, pace: Pace) -> None:
        self.welcome = welcome
        self._socket = socket
        self._pace = pace
        self._clock = asyncio.get_running_loop().time
        self._heard_at = self._clock()

    @classmethod
    async def open(
        cls,
        url: str,
        hello: Hello,
        pace: Pace,
        cafile: str | None = None,
        on_starting: Callable[[str], None] = lambda _text: None,
    ) -> Self:
        """Connect and send a hello. Wait for a server that has just started, at most `starting_s` of the pace.

        Args:
            cafile: Certificate authorities to trust besides those of the system.
            on_starting: Called once if the server says that it is starting, with a sentence for the user.

        Raises:
            NetworkError: No server answers, or it is incompatible.
            RefusedError: The server refuses the player.
            UnreadableMessage: The answer is not a message of the protocol.
            UsageError: `url` is not an address.
        """
        socket = await _connect(url, pace, cafile)
        try:
            async with asyncio.timeout(pace.open_s) as patience:
                answer = await _greet(socket, url, hello)
                if isinstance(answer, Starting):
                    on_starting(answer.sentence)
                    clock = asyncio.get_running_loop().time
                    until = clock() + pace.starting_s
                    while isinstance(answer, Starting):
                        patience.reschedule(min(until, clock() + pace.open_s))
                        answer = await _greet(socket, url)
                return cls(socket, answer, pace)
        except TimeoutError:
            socket.transport.abort()
            raise NetworkError(f"the server at {url} does not send a welcome", "check what runs there") from None
        except BaseException:
            # A close handshake would wait for a server that is already known not to answer properly.
            socket.transport.abort()
            raise

    async def send(self, message: BaseModel) -> None:
        """Send a message. Do nothing on a closed connection: `listen` is about to return."""
        with contextlib.suppress(ConnectionClosed):
            await self._socket.send(encode(message), text=True)

    async def listen(self, receive: Callable[[str | bytes], Awaitable[None]]) -> None:
        """Pass each frame to `receive` until the connection ends. Abort a connection that no longer answers."""
        keepalive = asyncio.create_task(self._keep_alive())
        try:
            async for frame in self._socket:
                self._heard_at = self._clock()
                await receive(frame)
        except ConnectionClosed:
            pass
        finally:
            keepalive.cancel()

    async def close(self) -> None:
        """Close the connection, without the close handshake if the server does not read."""
        try:
            async with asyncio.timeout(self._pace.close_s):
                await self._socket.close()
        except TimeoutError:
            self._socket.transport.abort()

    @property
    def end(self) -> tuple[int, str]:
        """The close code of an ended connection, and the reason as text."""
        code = self._socket.close_code or 1006
        return code, legible(self._socket.close_reason or "") or (
            "the server stopped answering" if code == 1006 else f"code {code}"
        )

    async def _keep_alive(self) -> None:
        """Send a ping after a silence, and abort the connection when no answer comes."""
        pace, pinged_at = self._pace, self._clock()
        while (now := self._clock()) - self._heard_at < pace.dead_after_s:
            if now - max(self._heard_at, pinged_at) >= pace.ping_after_s:
                pinged_at = now
                # If the server stops reading, the write buffer fills up and `send` blocks.
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(pace.ping_after_s):
                        await self.send(Ping(id=secrets.token_hex(8)))
            next_at = max(self._heard_at, pinged_at) + pace.ping_after_s
            await asyncio.sleep(min(next_at, self._heard_at + pace.dead_after_s) - self._clock())
        self._socket.transport.abort()


def stays_closed(code: int) -> bool:
    """Return whether a client must not reconnect by itself after this close code."""
    return code in PROTOCOL_ERRORS or (4400 <= code <= 4499 and code not in TRANSIENT_CLOSES)


class _Direct(connect):
    """Connection to the address itself. The library would follow a redirect to any host, which then gets the token."""

    def process_redirect(self, exc: Exception) -> Exception | str:
        """Return the error, so that the redirect is not followed."""
        return exc


async def _connect(url: str, pace: Pace, cafile: str | None) -> ClientConnection:
    context = client_context(cafile) if url.lower().startswith("wss://") else None
    try:
        return await _Direct(
            url,
            ssl=context,
            subprotocols=[Subprotocol(SUBPROTOCOL)],
            compression=None,
            proxy=None if is_loopback(url) else True,
            max_size=MAX_BYTES,
            open_timeout=pace.open_s,
            close_timeout=1,
            # The keepalive of `Connection` also detects a server that is stuck.
            ping_interval=None,
        )
    except ssl.SSLError as error:  # before ValueError: the error of an untrusted certificate is one too
        reason = getattr(error, "verify_message", None) or error.reason or "it does not speak TLS"
        hint = "for a private certificate authority, add --cafile FILE"
        raise NetworkError(f"no safe connection to {url}: {reason}", hint, permanent=True) from None
    except (InvalidURI, ValueError):
        raise UsageError(f"{url!r} is not the address of a server", "write it like ws://127.0.0.1:8765") from None
    except InvalidStatus as error:
        status = error.response.status_code
        if 300 <= status < 400:
            place = repr(error.response.headers.get("Location", "another address")[:200])
            sentence = f"the server at {url} sends its clients to {place}, which this one does not follow"
            raise NetworkError(sentence, "if you trust that address, select it with --server", permanent=True) from None
        if status in (429, 503):
            raise NetworkError(f"the server at {url} is full (HTTP {status})", "wait a minute") from None
        raise NetworkError(f"the server at {url} is not a Kibitz server (HTTP {status})", "check the port") from None
    except InvalidHandshake as error:
        raise NetworkError(f"the server at {url} is not a Kibitz server ({error})", "check the port") from None
    except (OSError, EOFError) as error:
        if context is not None and isinstance(error, EOFError | ConnectionResetError):
            sentence = f"no safe connection to {url}: the server ended it before TLS began"
            raise NetworkError(sentence, f"if it runs without TLS, use ws://{url.partition('://')[2]}") from None
        # A timeout is an OSError too.
        hint = "start one with: kibitz-server serve"
        raise NetworkError(f"no Kibitz server answers at {url}", hint) from None


async def _greet(socket: ClientConnection, url: str, hello: Hello | None = None) -> Welcome | Starting:
    """Send a hello, or nothing if it was sent already, and return the answer."""
    if socket.subprotocol != SUBPROTOCOL:
        raise NetworkError(f"the server at {url} does not speak {SUBPROTOCOL}", "check the address and the versions")
    try:
        if hello is not None:
            await socket.send(encode(hello), text=True)
        answer: Any = decode_to_client(await socket.recv())
    except ConnectionClosed as closed:
        code, reason = (closed.rcvd.code, closed.rcvd.reason) if closed.rcvd else (1006, "")
        if code == Close.UNKNOWN_TOKEN:
            message = SENTENCES[Code.UNKNOWN_TOKEN]
            raise RefusedError(Refused(id=None, code=Code.UNKNOWN_TOKEN, message=message, hint=None)) from None
        sentence = f"the server at {url} closed the connection before its welcome ({reason or f'code {code}'})"
        raise NetworkError(sentence, "wait a moment", permanent=stays_closed(code)) from None
    except BadMessage as error:
        raise UnreadableMessage(f"the server at {url} sent an unreadable message: {error}") from None
    if isinstance(answer, Refused):
        if answer.code in TRANSIENT_REFUSALS:
            raise NetworkError(f"the server at {url} refuses new connections now: {answer.message}", answer.hint)
        raise RefusedError(answer)
    if not isinstance(answer, Welcome | Starting):
        raise NetworkError(f"the server at {url} did not send a welcome", "check the versions", permanent=True)
    return answer
