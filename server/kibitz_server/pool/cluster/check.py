"""Check of a cluster before a server uses it, for `kibitz-server check-config`. It leaves the cluster as it is."""

import asyncio
import importlib.util
import ipaddress
import socket
from collections.abc import Callable, Iterator
from typing import NamedTuple

from kibitz_server.pool.cluster.address import ClusterAddress
from kibitz_server.pool.cluster.connection import connect
from kibitz_server.pool.cluster.dask import closed
from kibitz_server.pool.cluster.trouble import explained
from kibitz_server.pool.placement import Use

LIBRARY = "distributed"
NO_LIBRARY = "--engines needs the extra kibitz[cluster], which is not installed"
INSTALL = "pip install 'kibitz[cluster]'"


class Problem(NamedTuple):
    """What is wrong with a cluster. `wrong`: the server would not start."""

    wrong: bool
    sentence: str
    hint: str


def is_installed() -> bool:
    """Return whether the library of the cluster is installed. It is not imported."""
    return importlib.util.find_spec(LIBRARY) is not None


def problems(
    address: ClusterAddress,
    use: Use,
    *,
    installed: Callable[[], bool] = is_installed,
    resolve: Callable[[str], list[str]] | None = None,
    look: Callable[[ClusterAddress], int] | None = None,
) -> Iterator[Problem]:
    """Yield what is wrong with a cluster.

    Args:
        address: Address of its scheduler.
        use: How the server uses it.
        installed: Returns whether the library of the cluster is installed.
        resolve: Returns the addresses of a host name, or raises OSError.
        look: Connects to the scheduler, and returns its number of workers, or raises what Dask raises.
    """
    if not installed():
        yield Problem(True, NO_LIBRARY, INSTALL)
        return
    try:
        found = (resolve or addresses_of)(address.host)
    except OSError as error:
        yield Problem(False, f"the cluster's host {address.host!r} is not known: {error}", "correct --engines")
        return
    if address.tls is None and any(is_public(each) for each in found):
        yield Problem(
            False,
            f"the cluster at {address.host} is public and has no TLS: "
            "any program that reaches it can run code on its members",
            "bind it to a private interface, or use tls:// with certificates (docs/cluster.md)",
        )
    meanwhile = "no engine searches" if use is Use.ONLY else "the server searches on this machine"
    try:
        workers = (look or look_at)(address)
    except Exception as error:  # whatever Dask raises
        why, hint = explained(error)
        yield Problem(
            False,
            f"the cluster at {address.url} cannot be used, so {meanwhile} until it can: {why}",
            hint,
        )
        return
    if not workers:
        yield Problem(
            False,
            f"the cluster at {address.url} has no workers, so {meanwhile} until one joins",
            f"on another machine: kibitz-server worker {address.url}",
        )


def addresses_of(host: str) -> list[str]:
    """Return the IP addresses of a host name.

    Raises:
        OSError: The name is not known.
    """
    return [str(found[4][0]) for found in socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)]


def is_public(address: str) -> bool:
    """Return whether any machine of the internet may reach an address: it is not loopback, private or link-local."""
    return ipaddress.ip_address(address.partition("%")[0]).is_global


def look_at(address: ClusterAddress) -> int:
    """Connect to the scheduler of a cluster once, and return its number of workers. Raise what Dask raises."""
    return asyncio.run(_look_at(address))


async def _look_at(address: ClusterAddress) -> int:
    client = await connect(address)
    try:
        return len((await client.scheduler.identity())["workers"])
    finally:
        await closed(client)
