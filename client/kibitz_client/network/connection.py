"""One WebSocket connection to a server: how it is opened, kept alive and ended. A `Link` is a series of them."""

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

from kibitz_client.errors import NetworkError, RefusedError, UsageError
from kibitz_client.settings import is_loopback
from kibitz_protocol import SUBPROTOCOL
from kibitz_protocol.codec import BadMessage, decode_to_client, encode
from kibitz_protocol.refusals import SENTENCES, Close, Code
from kibitz_protocol.to_client import Refused, Welcome
from kibitz_protocol.to_server import Hello, Ping

MAX_BYTES = 4 * 1024 * 1024
"""The longest message a client reads; a snapshot of a long match is some hundred kilobytes."""

PROTOCOL_ERRORS = (1002, 1003, 1007, 1008, 1009, 1010)
PASSING = (Code.NOT_SAVED, Code.BUSY, Code.TOO_MANY, Code.DRAINING)
"""Refusals of a hello after which it is worth coming back."""
TRANSIENT = (Close.UNKNOWN_TOKEN, Close.SLOW_HELLO, Close.TOO_MANY)


@dataclass(frozen=True, slots=True)
class Pace:
    """How patient a client is; all in seconds."""

    open_s: float = 10.0
    ping_after_s: float = 10.0
    dead_after_s: float = 30.0
    first_delay_s: float = 0.05
    longest_delay_s: float = 5.0
    give_up_after_s: float = 60.0

    def delays(self) -> Iterator[float]:
        """How long to wait before each new attempt: exponential backoff with full jitter (Brooker, 2015)."""
        ceiling = self.first_delay_s
        while True:
            yield random.uniform(self.first_delay_s / 2, ceiling)
            ceiling = min(2 * ceiling, self.longest_delay_s)


class Connection:
    """An open connection whose server has said welcome."""

    def __init__(self, socket: ClientConnection, welcome: Welcome, pace: Pace) -> None:
        self.welcome = welcome
        self._socket = socket
        self._pace = pace
        self._clock = asyncio.get_running_loop().time
        self._heard_at = self._clock()

    @classmethod
    async def open(cls, url: str, hello: Hello, pace: Pace, cafile: str | None = None) -> Self:
        """Connect and say hello. `cafile` holds certificate authorities to trust beside those of the system.

        Raises NetworkError when there is no server or it speaks something else, RefusedError when it does not let us
        in, and Misuse when the address is none.
        """
        socket = await _connect(url, pace, cafile)
        try:
            async with asyncio.timeout(pace.open_s):
                return cls(socket, await _greet(socket, url, hello), pace)
        except TimeoutError:
            socket.transport.abort()
            raise NetworkError(f"the server at {url} does not say welcome", "check what runs there") from None
        except BaseException:
            # Whatever went wrong, there is nobody to be polite to.
            socket.transport.abort()
            raise

    async def send(self, message: BaseModel) -> None:
        """Send, or do nothing when the connection is gone: `listen` is about to notice."""
        with contextlib.suppress(ConnectionClosed):
            await self._socket.send(encode(message), text=True)

    async def listen(self, receive: Callable[[str | bytes], Awaitable[None]]) -> None:
        """Hand over each frame until the connection ends, and see to it that a dead one does."""
        keeper = asyncio.create_task(self._keep_alive())
        try:
            async for frame in self._socket:
                self._heard_at = self._clock()
                await receive(frame)
        except ConnectionClosed:
            pass
        finally:
            keeper.cancel()

    async def close(self) -> None:
        """Hang up."""
        await self._socket.close()

    @property
    def end(self) -> tuple[int, str]:
        """The code with which the connection ended, and why, in words."""
        code = self._socket.close_code or 1006
        return code, self._socket.close_reason or ("it broke" if code == 1006 else f"code {code}")

    async def _keep_alive(self) -> None:
        """Ask for a sign of life after a silence, and break off when none comes."""
        pace, pinged_at = self._pace, self._clock()
        while (now := self._clock()) - self._heard_at < pace.dead_after_s:
            if now - max(self._heard_at, pinged_at) >= pace.ping_after_s:
                pinged_at = now
                # When nobody reads at the other end, the write buffer fills up and sending waits.
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(pace.ping_after_s):
                        await self.send(Ping(id=secrets.token_hex(8)))
            next_at = max(self._heard_at, pinged_at) + pace.ping_after_s
            await asyncio.sleep(min(next_at, self._heard_at + pace.dead_after_s) - self._clock())
        self._socket.transport.abort()


def stays_closed(code: int) -> bool:
    """Whether a connection that was closed with this code must not be opened again by itself."""
    return code in PROTOCOL_ERRORS or (4400 <= code <= 4499 and code not in TRANSIENT)


def _trust(url: str, cafile: str | None) -> ssl.SSLContext | None:
    """Whom to believe that a `wss://` server is who it says; SSL_CERT_FILE is heeded by OpenSSL itself."""
    if not url.lower().startswith("wss://"):
        return None
    context = ssl.create_default_context()
    if cafile is not None:
        try:
            context.load_verify_locations(cafile)
        except OSError as error:  # which an SSLError is too
            reason = "it holds no certificates" if isinstance(error, ssl.SSLError) else error.strerror
            raise NetworkError(f"the authorities in {cafile} cannot be read: {reason}", "check --cafile") from None
    return context


async def _connect(url: str, pace: Pace, cafile: str | None) -> ClientConnection:
    trust = _trust(url, cafile)
    try:
        return await connect(
            url,
            ssl=trust,
            subprotocols=[Subprotocol(SUBPROTOCOL)],
            compression=None,
            proxy=None if is_loopback(url) else True,
            max_size=MAX_BYTES,
            open_timeout=pace.open_s,
            close_timeout=1,
            # `Connection` has a keepalive of its own, which also notices a server that is stuck.
            ping_interval=None,
        )
    except ssl.SSLError as error:  # a certificate that is not trusted is a ValueError too
        reason = getattr(error, "verify_message", None) or error.reason or "it does not speak TLS"
        hint = "if the authority of its certificate is a private one, name it: --cafile FILE"
        raise NetworkError(f"no safe connection to {url}: {reason}", hint, lasting=True) from None
    except (InvalidURI, ValueError):
        raise UsageError(f"{url!r} is not the address of a server", "write it like ws://127.0.0.1:8765") from None
    except InvalidStatus as error:
        status = error.response.status_code
        if status in (429, 503):
            raise NetworkError(f"the server at {url} has no room (HTTP {status})", "try again in a minute") from None
        raise NetworkError(f"what answers at {url} is not a Kibitz server (HTTP {status})", "check the port") from None
    except InvalidHandshake as error:
        raise NetworkError(f"what answers at {url} is not a Kibitz server ({error})", "check the port") from None
    except (OSError, EOFError):
        # A time-out is an OSError too.
        hint = "is it running? start one with: kibitz-server serve"
        raise NetworkError(f"no Kibitz server answers at {url}", hint) from None


async def _greet(socket: ClientConnection, url: str, hello: Hello) -> Welcome:
    if socket.subprotocol != SUBPROTOCOL:
        raise NetworkError(f"what answers at {url} does not speak {SUBPROTOCOL}", "check the address and the versions")
    try:
        await socket.send(encode(hello), text=True)
        answer: Any = decode_to_client(await socket.recv())
    except ConnectionClosed as closed:
        code, reason = (closed.rcvd.code, closed.rcvd.reason) if closed.rcvd else (1006, "")
        if code == Close.UNKNOWN_TOKEN:
            message = SENTENCES[Code.UNKNOWN_TOKEN]
            raise RefusedError(Refused(id=None, code=Code.UNKNOWN_TOKEN, message=message, hint=None)) from None
        sentence = f"the server at {url} hung up before it said welcome ({reason or f'code {code}'})"
        raise NetworkError(sentence, "try again", lasting=stays_closed(code)) from None
    except BadMessage as error:
        raise NetworkError(f"the server at {url} said something unreadable: {error}", lasting=True) from None
    if isinstance(answer, Refused):
        if answer.code in PASSING:
            raise NetworkError(f"the server at {url} does not let us in now: {answer.message}", answer.hint)
        raise RefusedError(answer)
    if not isinstance(answer, Welcome):
        raise NetworkError(f"the server at {url} did not say welcome", "check the versions", lasting=True)
    return answer
