"""Client that sends one admin command to a running server, over the normal protocol."""

import ssl
from typing import Any
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from kibitz_protocol import SUBPROTOCOL
from kibitz_protocol.codec import BadMessage, decode_to_client, encode
from kibitz_protocol.to_client import Accepted, Outcome, Refused, Welcome
from kibitz_protocol.to_server import Admin, Hello
from kibitz_server.addresses import is_loopback

ANSWER_S = 20.0


class AdminError(Exception):
    """The command failed; `code` is the exit code: 3 refused, 4 no connection."""

    def __init__(self, sentence: str, hint: str | None, code: int) -> None:
        super().__init__(sentence)
        self.hint = hint
        self.code = code


def call(url: str, token: str, command: Admin, cafile: str | None = None) -> Outcome | None:
    """Send a command to a server, and return its result.

    Raises:
        AdminError: The server cannot be reached, or refuses the command.
    """
    hint = "start it, or select another with --server or KIBITZ_SERVER"
    try:
        with _connect(url, cafile) as socket:
            welcome = _ask(socket, Hello(client="kibitz-server admin", token=token))
            if not isinstance(welcome, Welcome):
                raise AdminError(f"the server at {url} did not answer hello with welcome", "check the versions", 4)
            answer = _ask(socket, command)
            while not isinstance(answer, Accepted) or answer.id != command.id:
                answer = decode_to_client(socket.recv(ANSWER_S))
                _raise_if_refused(answer, command.id)
            return answer.result
    except ssl.SSLError as error:
        reason = getattr(error, "verify_message", None) or error.reason or "it does not speak TLS"
        raise AdminError(
            f"no secure connection to {url}: {reason}", "--cafile selects a private authority", 4
        ) from None
    except TimeoutError:
        raise AdminError(f"the server at {url} does not answer", hint, 4) from None
    except ConnectionClosed as closed:
        reason = closed.rcvd.reason if closed.rcvd else "it broke"
        raise AdminError(f"the server at {url} closed the connection: {reason}", None, 4) from None
    except (InvalidURI, InvalidHandshake, BadMessage) as error:
        raise AdminError(f"what answers at {url} is not a Kibitz server ({error})", "check the address", 4) from None
    except OSError:
        raise AdminError(f"no Kibitz server answers at {url}", hint, 4) from None


class _DirectConnection(ClientConnection):
    """Connection to the address itself. The library would follow a redirect to any host, which then gets the token."""

    def handshake(self, *args: Any, **kwargs: Any) -> None:
        """Perform the handshake. Raises AdminError for a redirect."""
        try:
            super().handshake(*args, **kwargs)
        except InvalidStatus as error:
            if not 300 <= error.response.status_code < 400:
                raise
            place = error.response.headers.get("Location", "another address")[:200]
            sentence = f"the server sends its clients to {place!r}, which this one does not follow"
            raise AdminError(sentence, "if you trust that address, select it with --server", 4) from None


def _connect(url: str, cafile: str | None) -> ClientConnection:
    context = None
    if url.startswith("wss://"):
        context = ssl.create_default_context()
        if cafile is not None:
            context.load_verify_locations(cafile)
    return connect(
        url,
        create_connection=_DirectConnection,
        ssl=context,
        subprotocols=[Subprotocol(SUBPROTOCOL)],
        compression=None,
        proxy=None if is_loopback(urlsplit(url).hostname or "") else True,
        open_timeout=ANSWER_S,
        close_timeout=1,
        max_size=16 * 1024 * 1024,
    )


def _ask(socket: ClientConnection, message: Hello | Admin) -> Any:
    socket.send(encode(message).decode())
    answer = decode_to_client(socket.recv(ANSWER_S))
    _raise_if_refused(answer, getattr(message, "id", None))
    return answer


def _raise_if_refused(answer: Any, id: str | None) -> None:
    if isinstance(answer, Refused) and answer.id in (None, id):
        raise AdminError(answer.message, answer.hint, 3)
