"""The part of the composition root that announces the server on the local network (multicast DNS).

A server that listens on loopback alone is announced there and nowhere else, and only when that was asked for. Nothing
waits for it, and whatever goes wrong is a warning: people can still type an address.
"""

import asyncio
import contextlib
import ipaddress
import socket
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

import structlog

from kibitz_protocol.mdns import SERVICE, default_name, txt
from kibitz_server.settings import Settings

if TYPE_CHECKING:
    from zeroconf import InterfaceChoice, ServiceInfo
    from zeroconf.asyncio import AsyncZeroconf

LOOPBACK = "127.0.0.1"
STOP_WITHIN_S = 2.0

log = structlog.get_logger(__name__)


class Announcing:
    """Announces from `start` to `close` what the settings say; does nothing where nobody else could come in."""

    def __init__(self, settings: Settings, version: str, speaker: "Callable[..., AsyncZeroconf] | None" = None) -> None:
        """`speaker` makes what speaks to the network."""
        self._speaker = speaker
        self._settings = settings
        self._version = version
        self._task: asyncio.Task[None] | None = None
        self._responder: AsyncZeroconf | None = None

    def start(self, listening: Sequence[tuple[str, int]]) -> None:
        """Begin; does not wait. `listening` are the addresses and ports of the server's sockets."""
        beyond = any(not _loopback(host) for host, _ in listening)
        wanted = beyond if self._settings.announce is None else self._settings.announce
        if wanted and listening:
            hosts, port = [host for host, _ in listening], listening[0][1]
            self._task = asyncio.create_task(self._announce(hosts, port))

    @property
    def running(self) -> bool:
        """Whether it was begun."""
        return self._task is not None

    async def settled(self) -> None:
        """Wait until it is announced, or cannot be."""
        if self._task is not None:
            await asyncio.shield(self._task)

    async def close(self) -> None:
        """Say goodbye to those who listen."""
        if self._task is None:
            return
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError, TimeoutError):
            await self._task
        if self._responder is not None:
            with contextlib.suppress(TimeoutError, OSError):
                async with asyncio.timeout(STOP_WITHIN_S):
                    await self._responder.async_unregister_all_services()
            await self._responder.async_close()

    async def _announce(self, hosts: Sequence[str], port: int) -> None:
        # A server that nobody is to find need not load what speaks to the network.
        from zeroconf import Error, NonUniqueNameException
        from zeroconf.asyncio import AsyncZeroconf

        hint = "give the server's address to those who are to come, or switch it off with --no-announce"
        try:
            self._responder = (self._speaker or AsyncZeroconf)(interfaces=_interfaces(hosts))
            info = self._info(hosts, port)
            await (await self._responder.async_register_service(info, allow_name_change=True))
        except NonUniqueNameException:
            log.warning("not announced on the local network", reason="its name is taken there", hint=hint)
        except (OSError, Error, RuntimeError, ValueError) as error:
            log.warning("not announced on the local network", reason=str(error) or type(error).__name__, hint=hint)
        else:
            log.info("announced on the local network", name=info.name.removesuffix(f".{SERVICE}"), port=port)
            if self._settings.tls_cert and not self._settings.public_url:
                log.warning(
                    "clients find the server by its address, which its certificate must name; else --public-url"
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
            # Not the machine's own name, which is announced by somebody else with addresses of their choice.
            server=f"{label}-kibitz-{port}.local.",
        )


def announced(hosts: Iterable[str], own: Sequence[str]) -> list[str]:
    """The addresses at which others reach who listens on `hosts`, where `own` are all those of the machine."""
    found: list[str] = []
    for host in hosts:
        address = ipaddress.ip_address(host.partition("%")[0])
        if not address.is_unspecified:
            found.append(str(address))
            continue
        of_kind = [each for each in map(ipaddress.ip_address, own) if each.version == address.version]
        found += [
            str(each) for each in of_kind if not each.is_loopback and not (each.version == 6 and each.is_link_local)
        ]
    far = [each for each in found if not ipaddress.ip_address(each).is_loopback]
    return list(dict.fromkeys(far or found or [LOOPBACK]))


def _interfaces(hosts: Sequence[str]) -> "list[str] | InterfaceChoice":
    """Where to speak: nothing leaves the machine for a server that nobody reaches from elsewhere."""
    from zeroconf import InterfaceChoice

    if all(map(_loopback, hosts)):
        return [LOOPBACK]
    # Records of IPv6 addresses travel over IPv4 just as well.
    one = [host for host in hosts if ":" not in host and not ipaddress.ip_address(host).is_unspecified]
    return one if one and len(one) == len(hosts) else InterfaceChoice.All


def _own_addresses() -> list[str]:
    import ifaddr

    ips = [ip for adapter in ifaddr.get_adapters() for ip in adapter.ips]
    return [ip.ip if isinstance(ip.ip, str) else ip.ip[0] for ip in ips]


def _loopback(host: str) -> bool:
    return ipaddress.ip_address(host.partition("%")[0]).is_loopback
