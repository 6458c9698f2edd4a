"""Who stands at the door: the certificate that is shown, the pages that may call, the address a client comes from.

A proxy that is trusted says for whom it calls, in `X-Forwarded-For` or in `Forwarded` (RFC 7239). Anybody else's word
for it is worth nothing, so the headers are read from the right: each hop is believed as long as the one before it is a
trusted proxy.
"""

import ipaddress
import re
import ssl
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

from websockets.asyncio.server import ServerConnection

from kibitz_server.addresses import Address, Network

FOR = re.compile(r'(?:^|[;,\s])for\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;,\s"]+))', re.IGNORECASE)
MOST_HOPS = 20
UNKNOWN = "unknown"


class BadEdgeConfig(ValueError):
    """A certificate, an origin or a network that cannot be; the text is a sentence, `hint` the way out."""

    def __init__(self, sentence: str, hint: str) -> None:
        super().__init__(sentence)
        self.hint = hint


class ConflictingHeaders(Exception):
    """A trusted proxy passed on two headers that name different clients, one of which somebody made up."""


class Headers(Protocol):
    """The headers of a request, as websockets has them."""

    def get_all(self, key: str) -> list[str]:
        """All values of a header, in their order."""


@dataclass(frozen=True, slots=True)
class EdgeConfig:
    """How clients come in. Without anything: plain text, no pages, no proxies."""

    tls: ssl.SSLContext | None = None
    origins: tuple[str, ...] = ()
    trusted: tuple[Network, ...] = ()

    def address(self, peer: str, headers: Headers) -> str:
        """The address of the client behind a connection from `peer`. Raises Disagreement."""
        nearest = _address(peer)
        if nearest is None or not self._trusts(nearest):
            return str(nearest or UNKNOWN)
        chains = (_listed(headers.get_all("X-Forwarded-For")), _forwarded(headers.get_all("Forwarded")))
        found = {str(self._client(nearest, chain)) for chain in chains if chain}
        if len(found) > 1:
            raise ConflictingHeaders("X-Forwarded-For and Forwarded name different clients")
        return found.pop() if found else str(nearest)

    def trusts(self, peer: str) -> bool:
        """Whether a connection comes from a trusted proxy."""
        nearest = _address(peer)
        return nearest is not None and self._trusts(nearest)

    def caller(self, socket: ServerConnection) -> str:
        """The address of the client behind an open connection."""
        assert socket.request is not None, "the handshake is over"
        return self.address(peer_address(socket), socket.request.headers)

    def _trusts(self, address: Address) -> bool:
        return any(address in network for network in self.trusted)

    def _client(self, nearest: Address, chain: Sequence[str]) -> Address:
        """The first hop from the right that is no trusted proxy; the last one that could be read, if there is none."""
        for text in reversed(chain[-MOST_HOPS:]):
            hop = _address(text)
            if hop is None:
                break
            nearest = hop
            if not self._trusts(hop):
                break
        return nearest


def peer_address(socket: ServerConnection) -> str:
    """Where a connection comes from; empty when it is gone already."""
    return str((socket.remote_address or ("",))[0])


def open_edge(
    cert: str | None,
    key: str | None,
    origins: Iterable[str] = (),
    trusted: Iterable[str] = (),
    public_url: str | None = None,
) -> EdgeConfig:
    """The door that settings describe; pages of `public_url` may call too. Raises BadDoor."""
    pages = [*origins, *([public_url] if public_url else [])]
    return EdgeConfig(
        tls=tls_context(cert, key),
        origins=tuple(dict.fromkeys(map(origin, pages))),
        trusted=tuple(map(network, trusted)),
    )


def tls_context(cert: str | None, key: str | None) -> ssl.SSLContext | None:
    """What the server shows of itself; None without TLS. Raises BadDoor."""
    if cert is None and key is None:
        return None
    if cert is None or key is None:
        missing, given = ("--tls-cert", "--tls-key") if cert is None else ("--tls-key", "--tls-cert")
        raise BadEdgeConfig(f"{given} is given without {missing}", "give both, or neither for a server without TLS")
    for flag, name in (("--tls-cert", cert), ("--tls-key", key)):
        try:
            Path(name).read_bytes()
        except OSError as error:
            sentence = f"the file {name} of {flag} cannot be read: {error.strerror}"
            raise BadEdgeConfig(sentence, "check its name, and that the user the server runs as may read it") from None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        # A key with a passphrase would make OpenSSL ask on the terminal, where a service has none.
        context.load_cert_chain(cert, key, password=lambda: "")
    except ssl.SSLError as error:
        if "MISMATCH" in (error.reason or ""):
            raise BadEdgeConfig(f"the key in {key} is not that of the certificate in {cert}", "give the pair") from None
        sentence = f"{cert} and {key} are not a certificate and its key in PEM form"
        raise BadEdgeConfig(
            sentence, "the certificate first in its file, then its chain; the key without passphrase"
        ) from None
    return context


def renew(door: EdgeConfig, cert: str | None, key: str | None) -> None:
    """Show the certificate that is in the files now, from the next client on. Raises BadDoor, and goes on as before."""
    if door.tls is not None and cert is not None:
        tls_context(cert, key)
        door.tls.load_cert_chain(cert, key, password=lambda: "")


def origin(url: str) -> str:
    """The origin of a page's address, as a browser sends it: `https://games.example.org`. Raises BadDoor."""
    try:
        parts = urlsplit(url.strip())
        scheme = {"ws": "http", "wss": "https"}.get(parts.scheme, parts.scheme)
        host, port = parts.hostname, parts.port
    except ValueError:
        scheme, host, port = "", None, None
    if scheme not in ("http", "https") or not host:
        raise BadEdgeConfig(f"{url!r} is not the address of a page", "write it like https://games.example.org")
    host = f"[{host}]" if ":" in host else host
    usual = port in (None, {"http": 80, "https": 443}[scheme])
    return f"{scheme}://{host}" if usual else f"{scheme}://{host}:{port}"


def network(text: str) -> Network:
    """An address or network: `10.0.0.7`, `10.0.0.0/8`, `::1`. Raises BadDoor."""
    try:
        return ipaddress.ip_network(text.strip(), strict=False)
    except ValueError:
        raise BadEdgeConfig(
            f"{text!r} is not an address or a network", "write it like 127.0.0.1 or 10.0.0.0/8"
        ) from None


def _listed(values: list[str]) -> list[str]:
    return [hop.strip() for value in values for hop in value.split(",")]


def _forwarded(values: list[str]) -> list[str]:
    return [quoted or plain for value in values for quoted, plain in FOR.findall(value)]


@lru_cache(maxsize=1024)  # most clients come from few places
def _address(text: str) -> Address | None:
    """An address as proxies write it, with or without brackets and port; None for `unknown`, `_hidden` and nonsense."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    # A socket for both families shows IPv4 clients as mapped addresses, which no one means to ban or trust apart.
    return getattr(address, "ipv4_mapped", None) or address
