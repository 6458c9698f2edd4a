"""Invitations to a match: the command to type, and an address for a QR code. A key is never part of an address."""

import asyncio
import contextlib
import ipaddress
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from kibitz_client.settings import is_loopback

PROBE_S = 1.0
"""How long to wait for a connection to this machine's own address."""

Probe = Callable[[str, int], Awaitable[bool]]
"""Test whether a program listens at a host and port."""


@dataclass(frozen=True, slots=True)
class InvitationLink:
    """A match and its server's address. `here_only`: no other machine can connect to the address."""

    code: str
    url: str
    here_only: bool

    @property
    def join_line(self) -> str:
        """The command that joins the match from another machine."""
        return f"kibitz join {self.code} --server {self.url}"

    @property
    def watch_line(self) -> str:
        """The command that watches the match from another machine."""
        return f"kibitz watch {self.code} --server {self.url}"

    @property
    def page(self) -> str:
        """The address of the server's page about the match, for a phone. It holds no key."""
        scheme, _, rest = self.url.partition("://")
        return f"{'https' if scheme == 'wss' else 'http'}://{rest}/{self.code}"


async def invitation(
    url: str, code: str, own: Callable[[], str | None] | None = None, probe: Probe | None = None
) -> InvitationLink:
    """Return the invitation to a match. A loopback address is replaced by this machine's address in its network.

    Args:
        own: Returns this machine's address in its network. Replaceable for tests.
        probe: Tests whether the server also listens at that address. Replaceable for tests.
    """
    if not is_loopback(url):
        return InvitationLink(code, url, here_only=False)
    address, parts = (own or own_address)(), urlsplit(url)
    if address is None or parts.port is None or not await (probe or answers)(address, parts.port):
        return InvitationLink(code, url, here_only=True)
    host = f"[{address}]" if ":" in address else address
    return InvitationLink(code, f"{parts.scheme}://{host}:{parts.port}{parts.path}", here_only=False)


async def elsewhere_lines(
    url: str, own: Callable[[], str | None] | None = None, probe: Probe | None = None
) -> list[str]:
    """Return what other machines need in place of an address that leads to this one alone, in one line at most.

    Args:
        url: The address of the server, as it was printed.
        own: As for `invitation`.
        probe: As for `invitation`.
    """
    if not is_loopback(url):
        return []
    reached = await invitation(url, "", own, probe)
    if reached.here_only:
        return ["other machines cannot reach this server; for that, start it with kibitz-server serve --host 0.0.0.0"]
    return [f"from another machine, replace {urlsplit(url).hostname} with {urlsplit(reached.url).hostname}"]


def own_address() -> str | None:
    """Return this machine's address in its network, of IPv4 if it has one; None without a network."""
    for family, elsewhere in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as datagram:
            # Nothing is sent: connecting a datagram socket only selects the local address that would be used.
            datagram.connect((elsewhere, 9))
            address = str(datagram.getsockname()[0])
            if not ipaddress.ip_address(address).is_loopback:
                return address
    return None


async def answers(host: str, port: int) -> bool:
    """Return whether a program listens at a host and port."""
    with contextlib.suppress(OSError, TimeoutError):
        async with asyncio.timeout(PROBE_S):
            _, writer = await asyncio.open_connection(host, port)
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()
        return True
    return False
