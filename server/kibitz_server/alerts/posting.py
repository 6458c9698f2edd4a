"""HTTP POST to a push service, whose address a client has given: only to public addresses, by HTTPS.

The name is resolved once, each of its addresses is checked, and the connection goes to the checked address itself, so
that a name cannot lead elsewhere in between. Redirects are not followed, and little of the answer is read.
"""

import asyncio
import contextlib
import ipaddress
import re
import socket
import ssl
from collections.abc import Mapping
from functools import partial
from typing import NamedTuple
from urllib.parse import urlsplit

from kibitz_server.addresses import Address
from kibitz_server.alerts.threads import WaitingThreads

TIMEOUT_S = 10.0
MOST_ANSWER = 16_384
NAT64 = ipaddress.ip_network("64:ff9b::/96")
UNICAST = ipaddress.ip_network("2000::/3")
"""All public addresses of IPv6 (RFC 4291) but those of NAT64. Python counts some private ones outside as global."""
STATUS = re.compile(rb"HTTP/1\.[01] (\d{3})\b")
RETRY_AFTER = re.compile(rb"\r\nretry-after:[ \t]*(\d{1,6})[ \t]*\r\n", re.IGNORECASE)


class NotPublic(ValueError):
    """An endpoint to which this server does not connect."""


class PushAnswer(NamedTuple):
    """Status of an answer, and after how many seconds the service wants the next attempt."""

    status: int
    retry_after_s: float | None


def check_endpoint(endpoint: str, *, private: bool = False) -> None:
    """Check the address of a subscription without resolving its name.

    Args:
        endpoint: The address.
        private: Whether private addresses and plain HTTP are allowed.

    Raises:
        NotPublic: This server does not connect to it.
    """
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
        host.encode("idna")  # as for the look-up, which fails for an empty label or one that is too long
    except ValueError:
        raise NotPublic("the endpoint is not an address of the web") from None
    if not host or parts.username is not None or parts.scheme not in ("https", "http"):
        raise NotPublic("the endpoint is not an address of the web")
    if private:
        return
    if parts.scheme != "https" or port not in (None, 443):
        raise NotPublic("a push service is reached by https on its usual port")
    # Names are checked again when they are resolved.
    literal: Address | None = None
    with contextlib.suppress(ValueError):
        literal = ipaddress.ip_address(host)
    public = "." in host if literal is None else is_public(literal)
    if not public:
        raise _private(host)


def _private(host: str) -> NotPublic:
    return NotPublic(f"{host} is not a public address")


def is_public(address: Address) -> bool:
    """Return whether an address is public, also that which it embeds for a translation between IPv6 and IPv4."""
    if isinstance(address, ipaddress.IPv6Address):
        inner = [address.ipv4_mapped, address.sixtofour, *(address.teredo or ())]
        if address in NAT64:
            inner.append(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF))
        elif address not in UNICAST:
            return False
        if not all(is_public(each) for each in inner if each is not None):
            return False
    return address.is_global and not address.is_multicast


async def resolved(host: str, port: int, threads: WaitingThreads, *, private: bool) -> str:
    """Return a checked address of a host, whose name `threads` look up.

    Raises:
        NotPublic: One of its addresses is not public.
        OSError: It has none.
    """
    look_up = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
    found = await threads.run(look_up)
    addresses = [str(each[4][0]).partition("%")[0] for each in found]
    if not private and not all(is_public(ipaddress.ip_address(each)) for each in addresses):
        raise _private(host)
    if not addresses:
        raise OSError(f"{host} has no address")
    return addresses[0]


async def post(
    endpoint: str,
    headers: Mapping[str, str],
    body: bytes,
    threads: WaitingThreads,
    *,
    private: bool = False,
    tls: ssl.SSLContext | None = None,
    timeout_s: float = TIMEOUT_S,
) -> PushAnswer:
    """Send a request, and return the status of its answer.

    Args:
        endpoint: Address of the subscription.
        headers: Headers besides those of the connection.
        body: The body.
        threads: Look up names, which may take long after the time is over.
        private: Whether private addresses and plain HTTP are allowed.
        tls: Which certificates are trusted; by default those of the system.
        timeout_s: Time for all of it.

    Raises:
        NotPublic: This server does not connect to that address.
        OSError: There is no connection, or it broke.
        TimeoutError: The service took too long.
    """
    check_endpoint(endpoint, private=private)
    parts = urlsplit(endpoint)
    host, secure = parts.hostname or "", parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    lines = {"Host": parts.netloc, "Content-Length": str(len(body)), "Connection": "close", **headers}
    head = f"POST {path} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in lines.items()) + "\r\n"
    async with asyncio.timeout(timeout_s):
        address = await resolved(host, port, threads, private=private)
        context = (tls or ssl.create_default_context()) if secure else None
        reader, writer = await asyncio.open_connection(
            address, port, ssl=context, server_hostname=host if secure else None, limit=MOST_ANSWER
        )
        try:
            writer.write(head.encode("ascii", "replace") + body)
            await writer.drain()
            answer = await reader.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
            raise OSError("the push service did not answer by HTTP") from error
        finally:
            writer.transport.abort()
    status = STATUS.match(answer)
    if status is None:
        raise OSError("the push service did not answer by HTTP")
    wait = RETRY_AFTER.search(answer)
    return PushAnswer(int(status[1]), float(wait[1]) if wait else None)
