"""The edge of the server: TLS certificate, allowed origins of browsers, trusted proxies, and client addresses.

A trusted proxy names the client in `X-Forwarded-For` or in `Forwarded` (RFC 7239). Anyone else could forge these
headers, so they are read from the right: a hop is accepted if the one before it is a trusted proxy.
"""

import codecs
import ipaddress
import re
import socket
import ssl
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

from kibitz_protocol.validation.plain_text import UTF16
from kibitz_protocol.validation.reading import open_regular, read_content
from kibitz_server.addresses import Address, Network
from kibitz_server.net.pages.page_address import page_address

FOR = re.compile(r'(?:^|[;,\s])for\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;,\s"]+))', re.IGNORECASE)
HOST = re.compile(r"[A-Za-z0-9.:\[\]-]{1,80}")
MAX_HOPS = 20
UNKNOWN = "unknown"
LOCAL_NAMES = frozenset(("localhost", socket.gethostname().lower()))
"""Names that only this machine and its own network give to this machine."""
LOCAL_ENDS = (".localhost", ".local")


class BadEdgeConfig(ValueError):
    """An invalid certificate, origin or network. The text is a sentence, and `hint` says how to correct it."""

    def __init__(self, sentence: str, hint: str) -> None:
        super().__init__(sentence)
        self.hint = hint


class ConflictingHeaders(Exception):
    """Two headers of a trusted proxy that name different clients. One of them is forged."""


class Headers(Protocol):
    """Headers of a request, as `websockets` provides them. Names are in any case."""

    def get(self, key: str, default: str, /) -> str:
        """Return the value of a header, or a default without the header."""

    def get_all(self, key: str, /) -> list[str]:
        """Return all values of a header, in order."""


class HttpRequest(Protocol):
    """A request, as `websockets` provides it."""

    @property
    def method(self) -> str:
        """The method: GET or HEAD."""

    @property
    def path(self) -> str:
        """The path with its query."""

    @property
    def headers(self) -> Headers:
        """The headers."""


@dataclass(frozen=True, slots=True)
class EdgeConfig:
    """TLS, origins and proxies of a server. By default: no TLS, no browser pages, no proxies.

    `public` is the address of its page for links, without a slash at the end.
    """

    tls: ssl.SSLContext | None = None
    origins: tuple[str, ...] = ()
    trusted: tuple[Network, ...] = ()
    public: str | None = None

    def address(self, peer: str, headers: Headers) -> str:
        """Return the address of the client behind a connection from `peer`.

        Raises:
            ConflictingHeaders: the headers of a trusted proxy name different clients.
        """
        nearest = _address(peer)
        if nearest is None or not self._trusts(nearest):
            return str(nearest or UNKNOWN)
        chains = (_listed(headers.get_all("X-Forwarded-For")), _forwarded(headers.get_all("Forwarded")))
        found = {str(self._client(nearest, chain)) for chain in chains if chain}
        if len(found) > 1:
            raise ConflictingHeaders("X-Forwarded-For and Forwarded name different clients")
        return found.pop() if found else str(nearest)

    def trusts(self, peer: str) -> bool:
        """Return whether a connection comes from a trusted proxy."""
        nearest = _address(peer)
        return nearest is not None and self._trusts(nearest)

    def home(self, host: str, arrived_at: str, *, tls: bool) -> str | None:
        """Return the address of the page for links to matches, without a slash at the end.

        It is the public one if the settings have it. Otherwise it is that of the request, unless that may belong to
        another server: a client can write any host, and a cache hands the answer to others.

        Args:
            host: The header `Host` of a request.
            arrived_at: The address of this machine at which the request arrived.
            tls: Whether the client came over TLS.
        """
        page = f"{'https' if tls else 'http'}://{host.lower()}"
        if self.public is not None:
            return self.public
        if page in self.origins:
            return page
        if not HOST.fullmatch(host) or not is_own_page(page, host):
            return None
        named = _address(host)
        return page if named is None or not named.is_global or named == _address(arrived_at) else None

    def _trusts(self, address: Address) -> bool:
        return any(address in network for network in self.trusted)

    def _client(self, nearest: Address, chain: Sequence[str]) -> Address:
        """Return the first hop from the right that is not a trusted proxy, or the last valid hop if all are trusted."""
        for text in reversed(chain[-MAX_HOPS:]):
            hop = _address(text)
            if hop is None:
                break
            nearest = hop
            if not self._trusts(hop):
                break
        return nearest


def open_edge(
    cert: str | None,
    key: str | None,
    origins: Iterable[str] = (),
    trusted: Iterable[str] = (),
    public_url: str | None = None,
) -> EdgeConfig:
    """Return the edge that settings describe. Pages of `public_url` are allowed origins too, and links lead there.

    Raises:
        BadEdgeConfig: a certificate, an origin or a network is invalid.
    """
    pages = [*origins, *([public_url] if public_url else [])]
    return EdgeConfig(
        tls=tls_context(cert, key),
        origins=tuple(dict.fromkeys(map(origin, pages))),
        trusted=tuple(map(network, trusted)),
        public=page_address(public_url).rstrip("/") if public_url else None,
    )


def tls_context(cert: str | None, key: str | None) -> ssl.SSLContext | None:
    """Return the TLS context of a server with a certificate and its key, or None without TLS.

    Raises:
        BadEdgeConfig: one of the files is missing or invalid, or they do not belong together.
    """
    if cert is None and key is None:
        return None
    if cert is None or key is None:
        missing, given = ("--tls-cert", "--tls-key") if cert is None else ("--tls-key", "--tls-cert")
        raise BadEdgeConfig(f"{given} is given without {missing}", "give both, or neither for a server without TLS")
    for flag, name in (("--tls-cert", cert), ("--tls-key", key)):
        try:
            with open_regular(Path(name)) as file:
                content = read_content(file, Path(name))
        except OSError as error:
            sentence = f"the file {name} of {flag} cannot be read: {error.strerror}"
            raise BadEdgeConfig(sentence, "check its name, and that the user the server runs as may read it") from None
        if content.startswith((codecs.BOM_UTF8, *UTF16)):
            sentence = f"the file {name} of {flag} begins with a byte order mark, which OpenSSL does not read"
            raise BadEdgeConfig(sentence, "save it as UTF-8 without that mark")
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        # For a key with a passphrase, OpenSSL would ask on the terminal, and a service has none.
        context.load_cert_chain(cert, key, password=lambda: "")
    except ssl.SSLError as error:
        if "MISMATCH" in (error.reason or ""):
            raise BadEdgeConfig(f"the key in {key} is not that of the certificate in {cert}", "give the pair") from None
        sentence = f"{cert} and {key} are not a certificate and its key in PEM form"
        raise BadEdgeConfig(
            sentence, "the certificate first in its file, then its chain; the key without passphrase"
        ) from None
    return context


def reload_certificate(edge: EdgeConfig, cert: str | None, key: str | None) -> None:
    """Load the certificate and key again, for new connections.

    Raises:
        BadEdgeConfig: the files are invalid. The old certificate stays in use.
    """
    if edge.tls is not None and cert is not None:
        tls_context(cert, key)
        edge.tls.load_cert_chain(cert, key, password=lambda: "")


def origin(url: str) -> str:
    """Return the origin of a page's address as a browser sends it: `https://games.example.org`.

    Raises:
        BadEdgeConfig: the text is not the address of a page.
    """
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


@lru_cache(maxsize=1024)
def is_own_page(page: str | None, host: str) -> bool:
    """Return whether a page was served by the host that it now asks, under an address or a local name.

    Another name could belong to an attacker, who lets it lead to this server (DNS rebinding): the browser would take
    the attacker's page for one of ours. Such names must be allowed by the settings.

    Args:
        page: The origin of the page, from the header `Origin`.
        host: The header `Host` of its request.
    """
    scheme, _, place = (page or "").lower().partition("://")
    if scheme not in ("http", "https") or place != host.lower():
        return False
    try:
        name = urlsplit(f"//{place}").hostname or ""
    except ValueError:
        return False
    return (
        name in LOCAL_NAMES or name.endswith(LOCAL_ENDS) or _address(f"[{name}]" if ":" in name else name) is not None
    )


def network(text: str) -> Network:
    """Return the network of text such as `10.0.0.7`, `10.0.0.0/8` or `::1`.

    Raises:
        BadEdgeConfig: the text is neither an address nor a network.
    """
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


@lru_cache(maxsize=1024)  # most clients share a few addresses
def _address(text: str) -> Address | None:
    """Parse an address as proxies write it, with or without brackets and port. Return None if it is not an address."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    # A dual-stack socket shows IPv4 clients as mapped addresses; bans and trust are for the plain ones.
    return getattr(address, "ipv4_mapped", None) or address
