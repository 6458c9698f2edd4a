"""A worker of a cluster in a process of its own: it joins, joins again when the scheduler comes back, and leaves.

The processes for searches belong to the host, so they stay as they are while the scheduler is away.
"""

import asyncio
import contextlib
import os
import socket
import ssl
from collections.abc import Awaitable, Callable
from typing import Any

import structlog

from kibitz_server.pool.cluster.address import BadCluster, ClusterAddress
from kibitz_server.pool.cluster.dask import load, security, sentence
from kibitz_server.pool.cluster.greeting import read_greeting
from kibitz_server.pool.cluster.member.host import SearchHost
from kibitz_server.pool.cluster.member.membership import RESOURCE, Member
from kibitz_server.pool.cluster.trouble import ClusterRefused
from kibitz_server.temporary import own_folder

log = structlog.get_logger(__name__)

CONNECT_S = 5.0
"""Longest attempt to reach the scheduler, and then to join."""
AGAIN_S = (0.5, 1.0, 2.0, 5.0)
"""Waits before the next attempts; the last one is for all further ones."""
SENT_S = 1.0
"""Longest wait until the last answers are sent, and then for the end of the connections."""

Connect = Callable[[ClusterAddress, int], Awaitable[Any]]
"""Joins a cluster with a number of slots, and returns the worker of Dask.

It raises OSError, ValueError or RuntimeError where another attempt may succeed, BadCluster where none can.
"""


class ClusterWorker:
    """Worker that stays in a cluster until it is asked to leave.

    Args:
        address: Where the scheduler listens.
        host: Where its searches run. The caller closes it.
        games: Names of the games that it offers; None for all.
        connect: Joins the cluster.
        wait: Waits for some seconds before the next attempt.
    """

    def __init__(
        self,
        address: ClusterAddress,
        host: SearchHost,
        games: frozenset[str] | None = None,
        connect: Connect | None = None,
        wait: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.address = address
        self.joined = 0
        """How often it joined."""
        self._host = host
        self._games = games
        self._connect = connect or join
        self._wait = wait
        self._worker: Any = None
        self._member: Member | None = None

    async def run(self, leave: asyncio.Event, grace_s: float) -> None:
        """Run searches of the cluster until `leave` is set, and finish them then.

        Args:
            leave: Set when the worker is to leave.
            grace_s: Longest wait for running searches in seconds.

        Raises:
            BadCluster: The scheduler and this worker do not accept each other's certificates.
        """
        staying = asyncio.create_task(self._stay())
        asked = asyncio.create_task(leave.wait())
        try:
            await asyncio.wait({staying, asked}, return_when=asyncio.FIRST_COMPLETED)
            if not staying.done():
                await self._leave(grace_s)
        finally:
            asked.cancel()
            staying.cancel()
            await asyncio.wait({staying, asked})
            await self._disconnect()
        if not staying.cancelled():
            staying.result()

    async def _stay(self) -> None:
        """Join the cluster, again and again, until the worker leaves."""
        attempts = 0
        while not self._host.leaving:
            try:
                self._worker = await self._connect(self.address, self._host.slots)
            except (OSError, ValueError, RuntimeError) as error:
                if isinstance(error, BadCluster) and not self.joined:
                    raise
                if not attempts and not self.joined:
                    log.warning(
                        "no scheduler there: joining as soon as there is one",
                        cluster=self.address.url,
                        why=_why(error),
                    )
                await self._wait(AGAIN_S[min(attempts, len(AGAIN_S) - 1)])
                attempts += 1
                continue
            attempts = 0
            await self._take_part()

    async def _take_part(self) -> None:
        """Announce the worker until its connection is lost."""
        worker = self._worker
        member = self._member = Member(worker, self._host, self._games)
        self.joined += 1
        log.info(
            "joined the cluster",
            cluster=self.address.url,
            worker=worker.address,
            slots=self._host.slots,
            games=len(member.games),
        )
        try:
            await worker.finished()
        finally:
            member.end()
            self._member = None
        self._worker = None
        if not self._host.leaving:
            log.warning("the scheduler is gone: joining again when it is back", cluster=self.address.url)

    async def _leave(self, grace_s: float) -> None:
        if self._member is None:
            return
        log.info("leaving the cluster", running=self._host.running, grace_s=grace_s)
        await self._member.leave(grace_s)
        if self._worker is not None:
            # A search ends before its answer is sent. The scheduler's reply to this comes after that.
            with contextlib.suppress(Exception):
                async with asyncio.timeout(SENT_S):
                    await self._worker.scheduler.echo(data="")

    async def _disconnect(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            await close(worker)


async def join(address: ClusterAddress, slots: int, host: str | None = None, port: int = 0) -> Any:
    """Join a cluster once, and return the worker of Dask.

    Args:
        address: Where the scheduler listens.
        slots: Searches that run at once.
        host: Address of this machine to listen on; None for all of them.
        port: Port to listen on; 0 for a free one.

    Raises:
        OSError: The scheduler does not answer.
        RuntimeError: It does not take the worker.
        BadCluster: It and this worker do not accept each other's certificates, or this worker cannot listen there.
    """
    try_to_listen(host, port)
    await reach(address)
    worker = load().Worker(
        address.url,
        host=host,
        port=port,
        security=security(address.tls),
        nthreads=1,
        memory_limit=0,  # the search processes have a bound of their own
        resources={RESOURCE: slots},
        dashboard=False,
        dashboard_address="127.0.0.1:0",
        death_timeout=CONNECT_S,
        local_directory=str(own_folder()),
    )
    try:
        await worker
    except BaseException:
        await close(worker)
        raise
    return worker


def try_to_listen(host: str | None, port: int) -> None:
    """Listen for a moment: an error of Dask does not tell this apart from a scheduler that does not answer.

    Raises:
        BadCluster: The port is in use, or the address is not one of this machine.
    """
    family = socket.AF_INET6 if host and ":" in host else socket.AF_INET
    try:
        socket.create_server((host or "", port), family=family).close()
    except OSError as error:
        raise BadCluster(
            f"the worker cannot listen on {host or 'this machine'} port {port}: {_why(error)}",
            "give another --port, or an address of this machine as --host",
        ) from None


async def close(worker: Any) -> None:
    """End a worker of Dask, whatever its state."""
    with contextlib.suppress(Exception):
        async with asyncio.timeout(CONNECT_S):
            await worker.close(timeout=SENT_S, executor_wait=False, nanny=False, reason="the worker leaves")


async def reach(address: ClusterAddress) -> None:
    """Connect to a scheduler, and wait for its greeting: Dask itself does not tell why a connection fails.

    Raises:
        OSError: It does not answer.
        BadCluster: Another program answers, or it and this worker do not accept each other's certificates.
    """
    try:
        context = address.tls and security(address.tls).get_connection_args("worker")["ssl_context"]
    except (ssl.SSLError, ValueError) as error:
        raise BadCluster(
            f"the certificate {address.tls and address.tls.cert} cannot be used: {_reason(error)}",
            "give PEM files: the CA, a certificate that it signed, and the key of that",
        ) from None
    try:
        async with asyncio.timeout(CONNECT_S):
            reader, writer = await asyncio.open_connection(
                address.host, address.port, ssl=context, server_hostname=address.host if context else None
            )
            try:
                await read_greeting(reader, writer)
            finally:
                writer.close()
    except ClusterRefused as error:
        raise BadCluster(f"{address.url} cannot be used: {error}", error.hint) from None
    except ssl.SSLError as error:
        raise BadCluster(
            f"{address.url} and this worker do not accept each other's certificates: {_reason(error)}",
            "all members need certificates of the same CA, and the scheduler needs tls://",
        ) from None
    except TimeoutError:
        raise TimeoutError("it does not answer as a scheduler does; one with TLS needs tls://") from None


def _why(error: Exception) -> str:
    """Return why a scheduler cannot be reached. asyncio writes the address into the text of a system error."""
    if isinstance(error, OSError) and error.errno is not None:
        return os.strerror(error.errno) if error.errno > 0 else str(error.strerror)
    return sentence(error)


def _reason(error: Exception) -> str:
    """Return what OpenSSL says, in small letters and without the place in its sources."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return error.verify_message
    if isinstance(error, ssl.SSLError) and error.reason:
        return error.reason.replace("_", " ").lower()
    return str(error)
