"""Announcement of the server on the local network by multicast DNS.

A server that listens on loopback alone is announced only on loopback, and only on request. The server does not wait for
the announcement, and a failure is only a warning, because players can still type the address.
"""

import asyncio
import contextlib
import ipaddress
import socket
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

import structlog

from kibitz_protocol.mdns import SERVICE, default_name, txt
from kibitz_server.addresses import is_loopback
from kibitz_server.settings import Settings

if TYPE_CHECKING:
    from zeroconf import InterfaceChoice, ServiceInfo
    from zeroconf.asyncio import AsyncZeroconf

LOOPBACK = "127.0.0.1"
STOP_S = 2.0

log = structlog.get_logger(__name__)


class Announcer:
    """Announces the server from `start` to `close`, if the settings allow it and other machines can reach it."""

    def __init__(
        self, settings: Settings, version: str, make_zeroconf: "Callable[..., AsyncZeroconf] | None" = None
    ) -> None:
        """Take the settings. `make_zeroconf` replaces `AsyncZeroconf` in tests."""
        self._make_zeroconf = make_zeroconf
        self._settings = settings
        self._version = version
        self._task: asyncio.Task[None] | None = None
        self._zeroconf: AsyncZeroconf | None = None

    def start(self, listening: Sequence[tuple[str, int]]) -> None:
        """Start to announce, without waiting. `listening` has the address and port of each socket of the server."""
        reachable = any(not is_loopback(host) for host, _ in listening)
        wanted = reachable if self._settings.announce is None else self._settings.announce
        if wanted and listening:
            hosts, port = [host for host, _ in listening], listening[0][1]
            self._task = asyncio.create_task(self._announce(hosts, port))

    @property
    def running(self) -> bool:
        """Whether the announcement was started."""
        return self._task is not None

    async def settled(self) -> None:
        """Wait until the announcement has succeeded or failed."""
        if self._task is not None:
            await asyncio.shield(self._task)

    async def close(self) -> None:
        """Withdraw the announcement, if that succeeds within STOP_S."""
        if self._task is None:
            return
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError, TimeoutError):
            await self._task
        if self._zeroconf is not None:
            with contextlib.suppress(TimeoutError, OSError):
                async with asyncio.timeout(STOP_S):
                    await self._zeroconf.async_unregister_all_services()
            await self._zeroconf.async_close()

    async def _announce(self, hosts: Sequence[str], port: int) -> None:
        # A server that is not announced does not load the library.
        from zeroconf import Error, NonUniqueNameException
        from zeroconf.asyncio import AsyncZeroconf

        hint = "give the server's address to the players, or turn the announcement off with --no-announce"
        try:
            self._zeroconf = (self._make_zeroconf or AsyncZeroconf)(interfaces=_interfaces(hosts))
            info = self._info(hosts, port)
            await (await self._zeroconf.async_register_service(info, allow_name_change=True))
        except NonUniqueNameException:
            log.warning("not announced on the local network", reason="its name is taken there", hint=hint)
        except (OSError, Error, RuntimeError, ValueError) as error:
            log.warning("not announced on the local network", reason=str(error) or type(error).__name__, hint=hint)
        else:
            log.info("announced on the local network", name=info.name.removesuffix(f".{SERVICE}"), port=port)
            if self._settings.tls_cert and not self._settings.public_url:
                log.warning(
                    "clients find the server by its address, which its certificate must name; if not, set --public-url"
                )

    def _info(self, hosts: Sequence[str], port: int) -> "ServiceInfo":
        from zeroconf import ServiceInfo

        machine = socket.gethostname()
        settings = self._settings
        name = settings.announce_name or default_name(machine, port)
        label = machine.partition(".")[0][:40] or "kibitz"
        return ServiceInfo(
            SERVICE,
            f"{name}.{SERVICE}",
            parsed_addresses=announced(hosts, _own_addresses()),
            port=port,
            properties=txt(self._version, tls=settings.tls_cert is not None, url=settings.public_url),
            # Not the host name of the machine: another program may announce that with other addresses.
            server=f"{label}-kibitz-{port}.local.",
        )


def announced(hosts: Iterable[str], own: Sequence[str]) -> list[str]:
    """Return the addresses at which other machines reach the server.

    Args:
        hosts: The addresses on which the server listens.
        own: All addresses of this machine.
    """
    found: list[str] = []
    for host in hosts:
        address = ipaddress.ip_address(host.partition("%")[0])
        if not address.is_unspecified:
            found.append(str(address))
            continue
        same_version = [each for each in map(ipaddress.ip_address, own) if each.version == address.version]
        found += [
            str(each)
            for each in same_version
            if not each.is_loopback and not (each.version == 6 and each.is_link_local)
        ]
    reachable = [each for each in found if not is_loopback(each)]
    return list(dict.fromkeys(reachable or found or [LOOPBACK]))


def _interfaces(hosts: Sequence[str]) -> "list[str] | InterfaceChoice":
    """Return the interfaces to announce on: loopback alone for a server that other machines cannot reach."""
    from zeroconf import InterfaceChoice

    if all(map(is_loopback, hosts)):
        return [LOOPBACK]
    # IPv4 multicast carries the records of IPv6 addresses too.
    specific = [host for host in hosts if ":" not in host and not ipaddress.ip_address(host).is_unspecified]
    return specific if specific and len(specific) == len(hosts) else InterfaceChoice.All


def _own_addresses() -> list[str]:
    import ifaddr

    ips = [ip for adapter in ifaddr.get_adapters() for ip in adapter.ips]
    return [ip.ip if isinstance(ip.ip, str) else ip.ip[0] for ip in ips]
