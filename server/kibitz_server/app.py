"""The composition root: makes every part, joins them by constructor arguments, and takes them down again."""

import asyncio
import contextlib
import gc
import os
import signal
import socket
import threading
from collections.abc import AsyncIterator, Callable

import structlog
from sqlalchemy.exc import SQLAlchemyError
from websockets.asyncio.server import Server
from websockets.http11 import Response

from kibitz_protocol.refusals import Close
from kibitz_server.accounts.passwords import Passwords
from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.handlers.accounts import People
from kibitz_server.handlers.answers import Answers
from kibitz_server.limits.limiter import RateLimiter
from kibitz_server.mdns import Announcing
from kibitz_server.mqtt.service import FeedService
from kibitz_server.net.connection import ServerContext
from kibitz_server.net.edge import BadEdgeConfig, EdgeConfig, open_edge, renew
from kibitz_server.net.fd_limit import allow_files
from kibitz_server.net.http_pages import Health, metrics_page, other_page
from kibitz_server.net.server import METRICS_HOST, close, listen, listen_metrics
from kibitz_server.pool.pool import LocalPool
from kibitz_server.runtime.rng import RandomChoices
from kibitz_server.runtime.runtime import Runtime
from kibitz_server.settings import Settings
from kibitz_server.store import BadDatabase, MemoryStore, SqlStore, Store
from kibitz_server.telemetry.loop_lag import LoopLag
from kibitz_server.telemetry.metrics import Metrics, ServerStatus

log = structlog.get_logger(__name__)


COLLECT_AFTER = 10_000
"""So many objects more than before, and the collector looks at the newest; Python's own 700 are a few moves."""


class DatabaseTrouble(Exception):
    """The database cannot be opened; the text is what it said."""


@contextlib.asynccontextmanager
async def running(settings: Settings, passwords: Passwords | None = None) -> AsyncIterator[str]:
    """A server from here to the end of the block; gives its address. Raises OSError, BadDoor and DatabaseTrouble."""
    async with opened(settings, passwords) as (address, _):
        yield address


@contextlib.asynccontextmanager
async def opened(
    settings: Settings, passwords: Passwords | None = None, door: EdgeConfig | None = None
) -> AsyncIterator[tuple[str, Runtime]]:
    """The same with what runs the matches, so that it can be told to come to an end."""
    loop = asyncio.get_running_loop()
    door = door or _door(settings)
    url = settings.database_url
    try:
        store: Store = SqlStore(url, loop) if url else MemoryStore()
    except (SQLAlchemyError, BadDatabase) as error:
        raise DatabaseTrouble(str(error.__cause__ or error)) from error
    try:
        pool = LocalPool(settings.slots)
        try:
            await pool.warm_up()
            allowed = allow_files(settings.limits.connections)
            guard = RateLimiter(settings.limits.model_copy(update={"connections": allowed}), loop.time, pool.waiting)
            metrics = Metrics()
            runtime = Runtime(
                MatchRegistry(),
                store,
                pool,
                loop,
                RandomChoices(settings.seed),
                guard,
                exhibitions=settings.exhibitions,
                metrics=metrics,
            )
            announcing = Announcing(settings, version())
            feed = FeedService(settings, runtime, f"kibitz/{version()}")
            recovered = runtime.recover()
            people = People.at(runtime, passwords or Passwords())
            await people.moderation.load()
            await runtime.mutes.load()
            health = Health(lambda: _trouble(runtime, pool))
            desk = ServerContext(
                runtime,
                people,
                Answers(),
                f"kibitz/{version()}",
                door,
                guard,
                health=health,
                show_metrics=settings.metrics == "here",
            )
            metrics.add_status(_standing(runtime, pool, guard, health, feed))
            pulse = LoopLag(loop, metrics.loop_lag_s.observe)
            server = await listen(desk, settings.host, settings.port)
            monitor = await _monitored(settings, metrics, health)
            address = f"{'wss' if door.tls else 'ws'}://{_shown(settings.host)}:{server.sockets[0].getsockname()[1]}"
            log.info("listening", address=address, slots=settings.slots, matches=recovered)
            feed.start()
            announcing.start([each.getsockname()[:2] for each in server.sockets])
            _collect_seldom()
            try:
                yield address, runtime
            finally:
                runtime.drain()
                runtime.close()
                await announcing.close()
                await close(server, Close.RESTART, "restart")
                pulse.stop()
                if monitor is not None:
                    monitor.close()
                await people.close()
                await feed.close()
        finally:
            await pool.close()
    finally:
        store.close()


async def serve(settings: Settings, until_stdin_closes: bool, announce: Callable[[str], None]) -> None:
    """Run a server until a signal, or the end of standard input, stops it. A second signal stops it at once."""
    stop, hurry = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()

    def stopped() -> None:
        (hurry if stop.is_set() else stop).set()

    def abandoned() -> None:
        # Who held our standard input is gone, and with it everyone for whom a search could still matter.
        stop.set()
        hurry.set()

    loop.add_signal_handler(signal.SIGTERM, stopped)
    if until_stdin_closes:
        # Whoever started us shares our terminal, and decides what its Ctrl-C means.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        threading.Thread(target=_wait_for_end, args=(loop, abandoned), daemon=True).start()
    else:
        loop.add_signal_handler(signal.SIGINT, stopped)
    door = _door(settings)
    # Certificates are renewed while a service runs; at a terminal the signal means that the terminal is gone.
    if os.isatty(0):
        loop.add_signal_handler(signal.SIGHUP, stopped)
    else:
        loop.add_signal_handler(signal.SIGHUP, _renew, door, settings)
    async with opened(settings, door=door) as (address, runtime):
        announce(address)
        await stop.wait()
        log.info("stopping", grace_s=settings.grace)
        ends = [asyncio.create_task(each) for each in (runtime.wind_down(), hurry.wait())]
        await asyncio.wait(ends, timeout=settings.grace, return_when=asyncio.FIRST_COMPLETED)
        for end in ends:
            end.cancel()


async def _monitored(settings: Settings, metrics: Metrics, health: Health) -> Server | None:
    """The pages on a port of their own, if they are wanted there."""
    if not isinstance(settings.metrics, int):
        return None

    def page(path: str) -> Response:
        return health.page(path) or (metrics_page(metrics) if path == "/metrics" else other_page(path))

    server = await listen_metrics(page, settings.metrics)
    port = server.sockets[0].getsockname()[1]
    log.info("metrics", address=f"http://{METRICS_HOST}:{port}/metrics")
    return server


def _trouble(runtime: Runtime, pool: LocalPool) -> str | None:
    """Why nobody should be sent here."""
    if runtime.draining:
        return "the server is about to stop"
    if not runtime.store.healthy:
        return "the database cannot be written"
    return None if pool.alive else "no engine worker is alive"


def _standing(runtime: Runtime, pool: LocalPool, guard: RateLimiter, health: Health, feed: FeedService) -> ServerStatus:
    return ServerStatus(
        connections=lambda: guard.open,
        clients=lambda: len(runtime.peers),
        watchers=lambda: sum(runtime.matches.watchers().values()),
        matches=runtime.matches.census,
        queued=pool.queued,
        slots=pool.states,
        ready=lambda: health.trouble() is None,
        feed=feed.status,
    )


def _collect_seldom() -> None:
    """What is here from the start stays, and little of what comes is garbage in circles: look for it less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(COLLECT_AFTER, 20, 50)


def _door(settings: Settings) -> EdgeConfig:
    return open_edge(settings.tls_cert, settings.tls_key, settings.origin, settings.trusted_proxy, settings.public_url)


def _renew(door: EdgeConfig, settings: Settings) -> None:
    if door.tls is None:
        log.info("there is no certificate to read again")
        return
    try:
        renew(door, settings.tls_cert, settings.tls_key)
    except BadEdgeConfig as error:
        log.error("the certificate stays the old one", reason=str(error), hint=error.hint)
    else:
        log.info("the certificate was read again", file=settings.tls_cert)


def _wait_for_end(loop: asyncio.AbstractEventLoop, ended: Callable[[], None]) -> None:
    # os.read instead of sys.stdin, whose lock a thread must not hold when the interpreter ends.
    with contextlib.suppress(OSError):
        while os.read(0, 1024):
            pass
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(ended)


def _shown(host: str) -> str:
    """An address that can be typed on another machine, where the host was 'everything'."""
    if host not in ("0.0.0.0", "::", ""):
        return f"[{host}]" if ":" in host else host
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        # Nothing is sent: connecting a datagram socket only asks which of our addresses would be used.
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return "127.0.0.1"


def version() -> str:
    """The installed version of Kibitz."""
    from importlib.metadata import version as installed

    return installed("kibitz")
