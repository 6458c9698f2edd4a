"""One command to a running server, over the protocol like everybody's."""

import ipaddress
import ssl
from typing import Any
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from kibitz_protocol import SUBPROTOCOL
from kibitz_protocol.codec import BadMessage, decode_to_client, encode
from kibitz_protocol.to_client import Accepted, Outcome, Refused, Welcome
from kibitz_protocol.to_server import Admin, Hello

ANSWER_S = 20.0


class NoAnswer(Exception):
    """Why it was not done, in a sentence; `code` is how the program ends: 3 refused, 4 no connection."""

    def __init__(self, sentence: str, hint: str | None, code: int) -> None:
        super().__init__(sentence)
        self.hint = hint
        self.code = code


def call(url: str, token: str, command: Admin, cafile: str | None = None) -> Outcome | None:
    """Let a server do something; its result. Raises NoAnswer."""
    down = "is it running? name it with --server, or KIBITZ_SERVER"
    try:
        with _connected(url, cafile) as socket:
            welcome = _say(socket, Hello(client="kibitz-server admin", token=token))
            if not isinstance(welcome, Welcome):
                raise NoAnswer(f"the server at {url} did not say welcome", "check the versions", 4)
            answer = _say(socket, command)
            while not isinstance(answer, Accepted) or answer.id != command.id:
                answer = decode_to_client(socket.recv(ANSWER_S))
                _check(answer, command.id)
            return answer.result
    except ssl.SSLError as error:
        reason = getattr(error, "verify_message", None) or error.reason or "it does not speak TLS"
        raise NoAnswer(f"no safe connection to {url}: {reason}", "--cafile names a private authority", 4) from None
    except TimeoutError:
        raise NoAnswer(f"the server at {url} does not answer", down, 4) from None
    except ConnectionClosed as closed:
        reason = closed.rcvd.reason if closed.rcvd else "it broke"
        raise NoAnswer(f"the server at {url} hung up: {reason}", None, 4) from None
    except (InvalidURI, InvalidHandshake, BadMessage) as error:
        raise NoAnswer(f"what answers at {url} is not a Kibitz server ({error})", "check the address", 4) from None
    except OSError:
        raise NoAnswer(f"no Kibitz server answers at {url}", down, 4) from None


def _connected(url: str, cafile: str | None) -> ClientConnection:
    trust = None
    if url.startswith("wss://"):
        trust = ssl.create_default_context()
        if cafile is not None:
            trust.load_verify_locations(cafile)
    return connect(
        url,
        ssl=trust,
        subprotocols=[Subprotocol(SUBPROTOCOL)],
        compression=None,
        proxy=None if _is_loopback(url) else True,
        open_timeout=ANSWER_S,
        close_timeout=1,
        max_size=16 * 1024 * 1024,
    )


def _say(socket: ClientConnection, message: Hello | Admin) -> Any:
    socket.send(encode(message).decode())
    answer = decode_to_client(socket.recv(ANSWER_S))
    _check(answer, getattr(message, "id", None))
    return answer


def _check(answer: Any, id: str | None) -> None:
    if isinstance(answer, Refused) and answer.id in (None, id):
        raise NoAnswer(answer.message, answer.hint, 3)


def _is_loopback(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
