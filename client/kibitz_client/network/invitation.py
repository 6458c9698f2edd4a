"""How others come to a match: the line to type, and an address as a QR code. A key is never part of an address."""

import asyncio
import contextlib
import ipaddress
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from kibitz_client.settings import is_loopback

CALL_WITHIN_S = 1.0


@dataclass(frozen=True, slots=True)
class Invitation:
    """A match at an address that others can reach, or at one of this machine alone (`here_only`)."""

    code: str
    url: str
    here_only: bool

    @property
    def join_line(self) -> str:
        """What to type at another machine."""
        return f"kibitz join {self.code} --server {self.url}"

    @property
    def watch_line(self) -> str:
        """The same for who only watches."""
        return f"kibitz watch {self.code} --server {self.url}"

    @property
    def page(self) -> str:
        """The address for a phone, where the server says what to type. It holds no key."""
        scheme, _, rest = self.url.partition("://")
        return f"{'https' if scheme == 'wss' else 'http'}://{rest}/{self.code}"


Call = Callable[[str, int], Awaitable[bool]]


async def invitation(
    url: str, code: str, own: Callable[[], str | None] | None = None, call: Call | None = None
) -> Invitation:
    """The invitation to a match at a server. One on loopback is called at this machine's own address in the network.

    `own` gives that address, `call` says whether somebody listens there; both can be given for tests.
    """
    if not is_loopback(url):
        return Invitation(code, url, here_only=False)
    address, parts = (own or own_address)(), urlsplit(url)
    if address is None or parts.port is None or not await (call or answers)(address, parts.port):
        return Invitation(code, url, here_only=True)
    host = f"[{address}]" if ":" in address else address
    return Invitation(code, f"{parts.scheme}://{host}:{parts.port}{parts.path}", here_only=False)


def own_address() -> str | None:
    """This machine's address in its network; None when it is in none."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        # Nothing is sent: connecting a datagram socket only asks which of our addresses would be used.
        probe.connect(("192.0.2.1", 9))
        address = str(probe.getsockname()[0])
        return None if ipaddress.ip_address(address).is_loopback else address
    return None


async def answers(host: str, port: int) -> bool:
    """Whether somebody listens there."""
    with contextlib.suppress(OSError, TimeoutError):
        async with asyncio.timeout(CALL_WITHIN_S):
            _, writer = await asyncio.open_connection(host, port)
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()
        return True
    return False
