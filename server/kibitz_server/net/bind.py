"""Addresses on which a server listens: hosts as operators write them, sockets bound to them, and what players type.

`::` means all addresses, as `0.0.0.0` means all of IPv4: each version of IP has a socket of its own, so that clients
keep their plain IPv4 addresses. Of a name with several addresses, those that this machine lacks are left out.
"""

import contextlib
import errno
import os
import socket
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from kibitz_server.addresses import is_loopback

EVERY_IPV4, EVERY_ADDRESS = "0.0.0.0", "::"
UNAVAILABLE = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT, errno.EINVAL)
FREE_PORTS_TRIED = 10
"""How often another free port is tried, if it is taken on a further address."""
LOCAL = "use --host 127.0.0.1"

S = TypeVar("S", bound=socket.socket)


class CannotListen(OSError):
    """The server cannot listen there. The text is for the operator, and `hint` says what to do."""

    def __init__(self, sentence: str, hint: str, *, taken: bool = False) -> None:
        super().__init__(sentence)
        self.hint = hint
        self.taken = taken


def plain_host(host: str) -> str:
    """Return a host without the brackets that IPv6 addresses have in URLs.

    Raises:
        CannotListen: The text also has a port.
    """
    host = host.strip()
    if host.startswith("[") and host.endswith("]"):
        return host[1:-1]
    if host.startswith("[") or host.count(":") == 1:
        raise CannotListen(f"{host!r} is a host with a port", "give the port by --port")
    return host


def bound(make: Callable[[int, int, int], S], hosts: Sequence[str], port: int, flag: str) -> list[S]:
    """Return sockets that are bound to all addresses of some hosts. Port 0 selects a free one, the same for all.

    Args:
        make: Makes a socket of a family, kind and protocol.
        flag: The option by which operators select the port.

    Raises:
        CannotListen: An address is unknown, missing here, or in use.
    """
    for attempt in range(FREE_PORTS_TRIED):
        sockets: list[S] = []
        try:
            for host in dict.fromkeys(map(plain_host, hosts)):
                _bind(make, host, port, flag, sockets)
        except BaseException as error:
            for each in sockets:
                each.close()
            if isinstance(error, CannotListen) and error.taken and not port and attempt < FREE_PORTS_TRIED - 1:
                continue
            raise
        return sockets
    raise AssertionError("the last attempt returns or raises")


def _bind(make: Callable[[int, int, int], S], host: str, port: int, flag: str, sockets: list[S]) -> None:
    """Add sockets for the addresses of one host, as far as the other hosts have not bound them yet.

    Raises:
        CannotListen: Not one of the addresses can be used, or one is in use.
    """
    failed, usable = OSError(errno.EADDRNOTAVAIL, "it has no address"), False
    for family, kind, protocol, address in _addresses(host):
        if any(each.getsockname()[0] == address[0] for each in sockets):
            usable = True
            continue
        chosen = port or (sockets[0].getsockname()[1] if sockets else 0)
        try:
            sockets.append(_bound(make, family, kind, protocol, (address[0], chosen, *address[2:])))
            usable = True
        except OSError as error:
            if error.errno not in UNAVAILABLE or (host == EVERY_ADDRESS and family == socket.AF_INET6):
                raise _reason(error, host, chosen, flag) from None
            failed = error
    if not usable:
        raise _reason(failed, host, port, flag)


def _bound(make: Callable[[int, int, int], S], family: int, kind: int, protocol: int, address: Any) -> S:
    """Return a socket that is bound to an address. Raises OSError."""
    made = make(family, kind, protocol)
    try:
        if os.name == "posix":
            # Closed connections in TIME_WAIT do not block the port.
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            # Otherwise it would also take the IPv4 port, which has a socket of its own.
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        made.bind(address)
    except BaseException:
        made.close()
        raise
    return made


def _addresses(host: str) -> Iterator[tuple[int, int, int, Any]]:
    """Yield family, kind, protocol and address of each address of a host.

    Raises:
        CannotListen: The host is unknown.
    """
    for name in (EVERY_ADDRESS, EVERY_IPV4) if host == EVERY_ADDRESS else (host,):
        try:
            found = socket.getaddrinfo(name, 0, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        except (socket.gaierror, UnicodeError):
            raise CannotListen(f"{host!r} is not an address of this machine", LOCAL) from None
        for family, kind, protocol, _, address in dict.fromkeys(found):
            yield family, kind, protocol, address


def _reason(error: OSError, host: str, port: int, flag: str) -> CannotListen:
    """Return why a host and port cannot be used, as a sentence with a hint."""
    place = f"{in_url(host)}:{port}"
    if error.errno == errno.EADDRINUSE:
        hint = f"stop that program (a running server?), or select another port with {flag}"
        return CannotListen(f"port {port} on {host} is taken by another program", hint, taken=True)
    if isinstance(error, PermissionError):
        hint = "use a port from 1024 on, or give the server CAP_NET_BIND_SERVICE"
        return CannotListen(f"this user may not listen on {place}", hint)
    if error.errno == errno.EAFNOSUPPORT or (error.errno in UNAVAILABLE and host in ("::1", EVERY_ADDRESS)):
        instead = "127.0.0.1" if is_loopback(host) else EVERY_IPV4
        return CannotListen(f"cannot listen on {place}: this machine has no IPv6", f"use --host {instead}")
    if error.errno == errno.EINVAL and host.lower().startswith("fe80:") and "%" not in host:
        sentence = f"cannot listen on {place}: an address of a link needs the name of its network"
        return CannotListen(sentence, f"write it like {host}%eth0")
    if error.errno == errno.EADDRNOTAVAIL:
        sentence = f"cannot listen on {place}: no network of this machine has that address"
        return CannotListen(sentence, "use --host 0.0.0.0 for every network, or 127.0.0.1 for this machine alone")
    return CannotListen(f"cannot listen on {place}: {error.strerror or error}", LOCAL)


def in_url(host: str) -> str:
    """Return a host as URLs have it: an IPv6 address in brackets."""
    return f"[{host}]" if ":" in host else host


def reachable(hosts: Sequence[str]) -> str:
    """Return a host for players, as URLs have it: one that works from other machines, if the server listens on one."""
    plain = [plain_host(host) for host in hosts]
    for host in plain:
        if host in (EVERY_ADDRESS, EVERY_IPV4):
            return in_url(own_address(host) or "127.0.0.1")
    return in_url(next((host for host in plain if not is_loopback(host)), plain[0]))


def own_address(host: str) -> str | None:
    """Return this machine's address in its network: of IPv4, or for `::` also of IPv6; None without a network."""
    routes = [(socket.AF_INET, "192.0.2.1")] + [(socket.AF_INET6, "2001:db8::1")] * (host == EVERY_ADDRESS)
    for family, elsewhere in routes:
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            # Connecting a datagram socket sends nothing. It only selects the local address of the route.
            probe.connect((elsewhere, 9))
            return str(probe.getsockname()[0])
    return None
