"""Servers that announce themselves on the local network. What they say is anybody's word, so little of it is kept."""

import asyncio
import contextlib
import ipaddress
import logging
import os
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kibitz_client.errors import UsageError
from kibitz_client.settings import server_address
from kibitz_protocol.mdns import SERVICE, read_txt

if TYPE_CHECKING:
    from zeroconf import Zeroconf
    from zeroconf.asyncio import AsyncZeroconf

VARIABLE = "KIBITZ_DISCOVERY"
LOOK_S = 1.0
SETTLE_S = 0.3
"""Those who answer at all answer together: so long after the first is waited for the others."""
MOST = 30
MOST_LETTERS = 63
OFF = ("off", "0", "no", "false")

Interfaces = Sequence[str] | None
"""The addresses of the interfaces to look at; None for all of them."""


@dataclass(frozen=True, slots=True)
class DiscoveredServer:
    """A server that said it is there: what it is called, its address, and what it says of its version."""

    name: str
    url: str
    version: str = ""
    protocol: str = ""


def interfaces(environ: Mapping[str, str] = os.environ) -> Interfaces:
    """Where KIBITZ_DISCOVERY says to look: everywhere, nowhere (`off`), or at some addresses. Raises Misuse."""
    text = environ.get(VARIABLE, "").strip()
    if not text or text.lower() == "on":
        return None
    if text.lower() in OFF:
        return ()
    try:
        return [str(ipaddress.IPv4Address(part.strip())) for part in text.split(",")]
    except ValueError:
        raise UsageError(
            f"{VARIABLE} is {text!r}", "write on, off, or the address of the interface to look at"
        ) from None


def read(
    instance: str, addresses: Sequence[str], port: int | None, record: Mapping[bytes, bytes | None]
) -> DiscoveredServer | None:
    """What an answer says; None when nobody could call there."""
    said = read_txt(record)
    name = "".join(c for c in instance.removesuffix(f".{SERVICE}") if c.isprintable())[:MOST_LETTERS].strip()
    url = said.get("url") or _address(addresses, port, said)
    if not name or not url:
        return None
    try:
        return DiscoveredServer(name, server_address(url), said.get("version", "")[:20], said.get("protocol", "")[:5])
    except UsageError:
        return None


def _address(addresses: Sequence[str], port: int | None, said: Mapping[str, str]) -> str | None:
    """The address as a URL: of several the nearest, which IPv4 ones that are not this machine's loopback are likely."""
    known = [ipaddress.ip_address(each.partition("%")[0]) for each in addresses]
    usable = [each for each in known if not (each.version == 6 and each.is_link_local) and not each.is_multicast]
    if not port or not usable:
        return None
    best = min(usable, key=lambda each: (each.is_loopback, each.is_link_local, each.version))
    host = f"[{best}]" if best.version == 6 else str(best)
    path = said.get("path", "/")
    return f"{'wss' if said.get('tls') == '1' else 'ws'}://{host}:{port}{path if path.startswith('/') else ''}"


async def discover(
    within_s: float = LOOK_S,
    where: Interfaces = None,
    *,
    settle_s: float | None = SETTLE_S,
    asker: "Callable[..., AsyncZeroconf] | None" = None,
) -> list[DiscoveredServer]:
    """Who announces themselves, by name; nobody where the network cannot be asked.

    Looks no longer than `within_s`, and with `settle_s` only so long after the first answer. `asker` makes what speaks
    to the network.
    """
    if where is not None and not where:
        return []
    found: dict[str, DiscoveredServer] = {}
    first = asyncio.Event()

    def heard(nearby: DiscoveredServer) -> None:
        if len(found) < MOST:
            found[nearby.name] = nearby
            first.set()

    async with _ears(where, heard, asker):
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(within_s):
                await first.wait()
                await asyncio.sleep(within_s if settle_s is None else settle_s)
    return sorted({each.url: each for each in found.values()}.values(), key=lambda each: (each.name, each.url))


@contextlib.asynccontextmanager
async def _ears(
    where: Interfaces, heard: Callable[[DiscoveredServer], None], asker: "Callable[..., AsyncZeroconf] | None"
) -> AsyncIterator[None]:
    """Ask, and listen to the end of the block.

    Twice: an answer to a port of our own comes at once and to us alone, and one to everybody's port also passes the
    firewalls that know multicast DNS by that port.
    """
    # Whoever does not look need not load what speaks to the network.
    from zeroconf import InterfaceChoice
    from zeroconf.asyncio import AsyncZeroconf

    # It tells of interfaces that have no address, in the middle of somebody's screen.
    logging.getLogger("zeroconf").setLevel(logging.CRITICAL)
    chosen = InterfaceChoice.All if where is None else list(where)
    async with contextlib.AsyncExitStack() as stack:
        for unicast in (True, False):
            with contextlib.suppress(OSError, RuntimeError):
                asked = (asker or AsyncZeroconf)(interfaces=chosen, unicast=unicast)
                stack.push_async_callback(asked.async_close)
                await stack.enter_async_context(_browsing(asked, heard))
        yield


@contextlib.asynccontextmanager
async def _browsing(asked: "AsyncZeroconf", heard: Callable[[DiscoveredServer], None]) -> AsyncIterator[None]:
    from zeroconf import DNSQuestionType
    from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo

    tasks: dict[str, asyncio.Task[None]] = {}

    async def learn(name: str) -> None:
        info = AsyncServiceInfo(SERVICE, name)
        # Mostly it is all in the answer that named it.
        if await info.async_request(asked.zeroconf, 1000 * LOOK_S):
            nearby = read(name, info.parsed_addresses(), info.port, info.properties)
            if nearby is not None:
                heard(nearby)

    def changed(zeroconf: "Zeroconf", service_type: str, name: str, state_change: Any) -> None:  # noqa: ARG001
        if name not in tasks and len(tasks) < MOST:
            tasks[name] = asyncio.ensure_future(learn(name))

    browser = AsyncServiceBrowser(
        asked.zeroconf,
        [SERVICE],
        handlers=[changed],
        question_type=None if asked.zeroconf.unicast else DNSQuestionType.QM,
    )
    try:
        yield
    finally:
        for task in tasks.values():
            task.cancel()
        await asyncio.gather(*tasks.values(), return_exceptions=True)
        await browser.async_cancel()
