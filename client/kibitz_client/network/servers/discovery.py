"""Discovery of servers on the local network by multicast DNS. Answers are untrusted, so names and fields are cut."""

import asyncio
import contextlib
import ipaddress
import logging
import os
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from kibitz_client.errors import UsageError
from kibitz_client.settings import server_address
from kibitz_protocol.mdns import SERVICE, read_txt

if TYPE_CHECKING:
    from zeroconf import Zeroconf
    from zeroconf.asyncio import AsyncZeroconf

VARIABLE = "KIBITZ_DISCOVERY"
SEARCH_S = 1.0
SETTLE_S = 0.3
"""How long to wait for more answers after the first one: servers answer nearly at the same time."""
MAX_SERVERS = 30
MAX_NAME = 63
OFF = ("off", "0", "no", "false")

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Interfaces = Sequence[str] | None
"""The addresses of the network interfaces to search; None for all of them."""


@dataclass(frozen=True, slots=True)
class DiscoveredServer:
    """A server that announces itself: its name, its URL and its versions.

    `host` and `address` are those of the machine that announces it. The URL may lead to another one.
    """

    name: str
    url: str
    version: str = ""
    protocol: str = ""
    host: str = ""
    address: str = ""

    @property
    def place(self) -> str:
        """The host to which the URL leads, with its port. Letters that look like others are written out (IDNA)."""
        parts = urlsplit(self.url)
        host = parts.hostname or ""
        if not host.isascii():
            with contextlib.suppress(UnicodeError):
                host = host.encode("idna").decode()
        host = f"[{host}]" if ":" in host else host
        return f"{host}:{parts.port}" if parts.port else host

    @property
    def machine(self) -> str:
        """The machine that announces the server."""
        return f"{self.host} ({self.address})" if self.host else self.address

    @property
    def leads_elsewhere(self) -> bool:
        """Whether the URL leads to another host than the one that announces it."""
        return urlsplit(self.url).hostname not in (self.host.lower(), self.address)


def interfaces(environ: Mapping[str, str] = os.environ) -> Interfaces:
    """Return the interfaces that KIBITZ_DISCOVERY selects: all, none (`off`), or those with some addresses.

    Raises:
        UsageError: The variable is invalid.
    """
    text = environ.get(VARIABLE, "").strip()
    if not text or text.lower() == "on":
        return None
    if text.lower() in OFF:
        return ()
    try:
        return [str(ipaddress.ip_address(part.strip())) for part in text.split(",")]
    except ValueError:
        raise UsageError(
            f"{VARIABLE} is {text!r}", "write on, off, or the address of the interface to search"
        ) from None


def read_answer(
    instance: str,
    addresses: Sequence[str],
    port: int | None,
    record: Mapping[bytes, bytes | None],
    host: str = "",
) -> DiscoveredServer | None:
    """Return the server of an answer, or None if the answer has no usable name or address.

    Args:
        instance: The name of the service.
        addresses: The addresses of the host.
        port: The port of the service.
        record: Its TXT record.
        host: The machine that announces it.
    """
    fields = read_txt(record)
    name, machine = _shown(instance.removesuffix(f".{SERVICE}")), _shown(host.rstrip("."))
    address = _address(addresses)
    url = fields.get("url") or _url(address, port, fields)
    if not name or not url:
        return None
    version, protocol = fields.get("version", "")[:20], fields.get("protocol", "")[:5]
    try:
        url = server_address(url)
    except UsageError:
        return None
    if "@" in urlsplit(url).netloc:
        # What precedes it looks like the host.
        return None
    return DiscoveredServer(name, url, version, protocol, machine, str(address or ""))


def _shown(name: str) -> str:
    return "".join(c for c in name if c.isprintable())[:MAX_NAME].strip()


def _address(addresses: Sequence[str]) -> Address | None:
    """Return the best address: IPv4 is preferred, loopback and link-local addresses are last."""
    known = [ipaddress.ip_address(each.partition("%")[0]) for each in addresses]
    usable = [each for each in known if not (each.version == 6 and each.is_link_local) and not each.is_multicast]
    return min(usable, key=lambda each: (each.is_loopback, each.is_link_local, each.version), default=None)


def _url(address: Address | None, port: int | None, fields: Mapping[str, str]) -> str | None:
    if not port or address is None:
        return None
    host = f"[{address}]" if address.version == 6 else str(address)
    path = fields.get("path", "/")
    return f"{'wss' if fields.get('tls') == '1' else 'ws'}://{host}:{port}{path if path.startswith('/') else ''}"


async def discover(
    within_s: float = SEARCH_S,
    where: Interfaces = None,
    *,
    settle_s: float | None = SETTLE_S,
    make_zeroconf: "Callable[..., AsyncZeroconf] | None" = None,
) -> list[DiscoveredServer]:
    """Return the announced servers, sorted by name; without a usable network, an empty list.

    Args:
        within_s: How long to wait for the first answer.
        settle_s: How long to wait for more answers after the first one; with None, until `within_s` is over.
        make_zeroconf: Makes the multicast DNS client. Replaceable for tests.
    """
    if where is not None and not where:
        return []
    found: dict[str, DiscoveredServer] = {}
    first = asyncio.Event()

    def add(server: DiscoveredServer) -> None:
        if len(found) < MAX_SERVERS:
            found[server.name] = server
            first.set()

    async with _searching(where, add, make_zeroconf):
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(within_s):
                await first.wait()
                await asyncio.sleep(within_s if settle_s is None else settle_s)
    return sorted({each.url: each for each in found.values()}.values(), key=lambda each: (each.name, each.url))


@contextlib.asynccontextmanager
async def _searching(
    where: Interfaces, add: Callable[[DiscoveredServer], None], make_zeroconf: "Callable[..., AsyncZeroconf] | None"
) -> AsyncIterator[None]:
    """Query the network and collect answers to the end of the block.

    It asks twice. Unicast answers come at once. Multicast answers also pass firewalls that allow multicast DNS only by
    its port.
    """
    # Imported here, because most commands do not search and zeroconf takes long to load.
    from zeroconf import InterfaceChoice
    from zeroconf.asyncio import AsyncZeroconf

    # Its warnings about interfaces without an address would disturb the screen.
    logging.getLogger("zeroconf").setLevel(logging.CRITICAL)
    chosen = InterfaceChoice.All if where is None else list(where)
    async with contextlib.AsyncExitStack() as stack:
        for unicast in (True, False):
            with contextlib.suppress(OSError, RuntimeError):
                zeroconf = (make_zeroconf or AsyncZeroconf)(interfaces=chosen, unicast=unicast)
                stack.push_async_callback(zeroconf.async_close)
                await stack.enter_async_context(_browsing(zeroconf, add))
        yield


@contextlib.asynccontextmanager
async def _browsing(client: "AsyncZeroconf", add: Callable[[DiscoveredServer], None]) -> AsyncIterator[None]:
    from zeroconf import DNSQuestionType
    from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo

    tasks: dict[str, asyncio.Task[None]] = {}

    async def request(name: str) -> None:
        info = AsyncServiceInfo(SERVICE, name)
        # Mostly the answer that named the server is complete, so no query is sent.
        if await info.async_request(client.zeroconf, 1000 * SEARCH_S):
            server = read_answer(name, info.parsed_addresses(), info.port, info.properties, info.server or "")
            if server is not None:
                add(server)

    def changed(zeroconf: "Zeroconf", service_type: str, name: str, state_change: Any) -> None:  # noqa: ARG001
        if name not in tasks and len(tasks) < MAX_SERVERS:
            tasks[name] = asyncio.ensure_future(request(name))

    browser = AsyncServiceBrowser(
        client.zeroconf,
        [SERVICE],
        handlers=[changed],
        question_type=None if client.zeroconf.unicast else DNSQuestionType.QM,
    )
    try:
        yield
    finally:
        for task in tasks.values():
            task.cancel()
        await asyncio.gather(*tasks.values(), return_exceptions=True)
        await browser.async_cancel()
