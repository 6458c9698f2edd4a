"""How others come to a match: the line to type, and an address as a QR code. A key is never part of an address."""

import asyncio
import contextlib
import ipaddress
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from kibitz_client.connection import is_loopback
from kibitz_client.style import Style

QUIET = 2
"""Empty modules around the code, by which a camera finds it; the standard wants 4, and none needs them."""
CALL_WITHIN_S = 1.0
LIGHT, DARK = 0, 1
HALVES = {(LIGHT, LIGHT): " ", (DARK, LIGHT): "▀", (LIGHT, DARK): "▄", (DARK, DARK): "█"}


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


def qr_lines(text: str, *, ascii_only: bool = False, dark_terminal: bool = False) -> list[str]:
    """A QR code, two modules a character, or one in two characters of ASCII; drawn is what is dark.

    With `dark_terminal` what is light is drawn instead, for terminals whose colours cannot be set.
    """
    # Whoever invites nobody need not load it.
    import segno

    code = segno.make(text, error="l", micro=False, boost_error=False)
    rows = [[(DARK if module else LIGHT) ^ dark_terminal for module in row] for row in code.matrix_iter(border=QUIET)]
    if ascii_only:
        return ["".join("##" if module else "  " for module in row) for row in rows]
    if len(rows) % 2:
        rows.append([LIGHT ^ dark_terminal] * len(rows[0]))
    return ["".join(HALVES[pair] for pair in zip(*rows[at : at + 2], strict=True)) for at in range(0, len(rows), 2)]


def picture(invited: Invitation, style: Style) -> list[str]:
    """The QR code for line mode. Without colours what is light is drawn, because most terminals are dark."""
    if invited.here_only:
        return ["(no QR code: the server listens on this machine alone; start it with --host 0.0.0.0)"]
    lines = qr_lines(invited.page, dark_terminal=not style.colour)
    return [*(style.paint(line, "paper") for line in lines), f"on a phone: {invited.page}"]
