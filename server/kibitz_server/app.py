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
from kibitz_server.accounts.mutes import Mutes
from kibitz_server.accounts.passwords import Passwords
from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.handlers.accounts import People
from kibitz_server.handlers.answers import Answers
from kibitz_server.limits.limiter import RateLimiter
from kibitz_server.mdns import Announcing
from kibitz_server.mqtt.feed import FeedSource
from kibitz_server.mqtt.service import Feeding
from kibitz_server.net.connection import ServerContext
from kibitz_server.net.edge import BadEdgeConfig, EdgeConfig, open_edge, renew
from kibitz_server.net.fd_limit import allow_files
from kibitz_server.net.http_pages import Health, metrics_page, other_page
from kibitz_server.net.server import METRICS_HOST, close, listen, listen_metrics
from kibitz_server.pool.interface import EnginePool
from kibitz_server.pool.pool import LocalPool
from kibitz_server.runtime.background import BackgroundWorker
from kibitz_server.runtime.clients import Clients
from kibitz_server.runtime.engine_turns import EngineTimeBudget, EngineTurns, UnlimitedEngineTime
from kibitz_server.runtime.lobby.invitations import Invitations
from kibitz_server.runtime.lobby.listing import LobbySubscriptions
from kibitz_server.runtime.lobby.matchmaking import Matchmaking
from kibitz_server.runtime.lobby.tv import Tv
from kibitz_server.runtime.ports import ClientListener, EventSink, MatchListeners
from kibitz_server.runtime.presence import PresenceTracker
from kibitz_server.runtime.rng import RandomChoices
from kibitz_server.runtime.rooms import Rooms
from kibitz_server.runtime.runner import Runner
from kibitz_server.runtime.runtime import Runtime
from kibitz_server.runtime.series import NextMatches
from kibitz_server.runtime.timers import MatchTimers
from kibitz_server.scheduler import SYSTEM_CLOCK, Scheduler, WallClock
from kibitz_server.settings import Settings
from kibitz_server.store import BadDatabase, MemoryStore, SqlStore, Store
from kibitz_server.store.archive.ratings import Ratings
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
            feed = Feeding(settings, f"kibitz/{version()}")
            runtime = build_runtime(
                MatchRegistry(),
                store,
                pool,
                loop,
                random=RandomChoices(settings.seed),
                budget=guard,
                exhibitions=settings.exhibitions,
                metrics=metrics,
                make_sink=feed.sink,
            )
            announcing = Announcing(settings, version())
            restored = runtime.restore()
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
            metrics.stand(_standing(runtime, pool, guard, health, feed))
            pulse = LoopLag(loop, metrics.loop_lag_s.observe)
            server = await listen(desk, settings.host, settings.port)
            monitor = await _monitored(settings, metrics, health)
            address = f"{'wss' if door.tls else 'ws'}://{_shown(settings.host)}:{server.sockets[0].getsockname()[1]}"
            log.info("listening", address=address, slots=settings.slots, matches=restored)
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


def build_runtime(
    registry: MatchRegistry,
    store: Store,
    pool: EnginePool,
    scheduler: Scheduler,
    *,
    random: RandomChoices | None = None,
    budget: EngineTimeBudget | None = None,
    exhibitions: bool = False,
    metrics: Metrics | None = None,
    wall_clock: WallClock = SYSTEM_CLOCK,
    make_sink: Callable[[FeedSource], EventSink] = lambda _: EventSink(),
) -> Runtime:
    """Build the parts that run matches, without any match yet.

    Args:
        registry: Empty registry with its limits.
        store: Store of the events. Its health is followed from now on.
        pool: Pool for all searches.
        scheduler: Clock and timers of all matches.
        random: Random choices; by default without a seed.
        budget: Engine time budget of the players; by default without limits.
        exhibitions: Whether engines play when a client watches TV and no match is live.
        metrics: Metrics to count in.
        wall_clock: Time of day.
        make_sink: Called once for the sink of all events; by default none are published.
    """
    random, metrics = random or RandomChoices(), metrics or Metrics()
    # The runner calls the listeners, and they apply commands through it. So both lists are filled last.
    match_listeners = MatchListeners()
    client_listeners: list[ClientListener] = []
    ratings, mutes = Ratings(store.ratings()), Mutes(store.people)
    rooms = Rooms(registry, store, scheduler, mutes, ratings, match_listeners)
    clients = Clients(store, scheduler.time, client_listeners)
    runner = Runner(rooms, store, scheduler, wall_clock, match_listeners, ratings, metrics)
    engine_turns = EngineTurns(runner, pool, scheduler, random, budget or UnlimitedEngineTime(), metrics)
    timers = MatchTimers(runner, store, scheduler, engine_turns.waited_s)
    lobby = LobbySubscriptions(rooms, ratings, on_follow=lambda: tv.look_around())
    tv = Tv(
        runner,
        rooms,
        clients,
        scheduler,
        wall_clock,
        ratings.number,
        lambda: lobby.followed or sink.watched,
        exhibitions=exhibitions,
    )
    sink = make_sink(FeedSource(store, rooms, lobby, tv, scheduler.time, wall_clock))
    invitations = Invitations(lambda: clients.all)
    presence = PresenceTracker(runner, scheduler, tv.changed)
    matchmaking = Matchmaking(runner, rooms, clients, scheduler, wall_clock, random, ratings.number)
    next_matches = NextMatches(runner, rooms, clients, wall_clock, sink.redirected)
    # The order is that of the effects: first what clients receive, then searches. Redirecting clients comes last, when
    # all other listeners know the next match.
    match_listeners.add(timers, lobby, tv, sink, engine_turns, invitations, presence, next_matches)
    client_listeners += [invitations, lobby, presence, tv, matchmaking]
    runtime = Runtime(
        store=store,
        runner=runner,
        rooms=rooms,
        clients=clients,
        timers=timers,
        engine_turns=engine_turns,
        presence=presence,
        lobby=lobby,
        matchmaking=matchmaking,
        tv=tv,
        feed=sink,
        mutes=mutes,
        ratings=ratings,
        metrics=metrics,
        random=random,
        background=BackgroundWorker(),
        wall_clock=wall_clock,
    )
    store.watch_health(runtime.store_health_changed)
    return runtime


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
    if runtime.runner.draining:
        return "the server is about to stop"
    if not runtime.store.healthy:
        return "the database cannot be written"
    return None if pool.alive else "no engine worker is alive"


def _standing(runtime: Runtime, pool: LocalPool, guard: RateLimiter, health: Health, feed: Feeding) -> ServerStatus:
    return ServerStatus(
        connections=lambda: guard.open,
        clients=lambda: len(runtime.clients.all),
        watchers=lambda: sum(runtime.rooms.watchers().values()),
        matches=runtime.rooms.census,
        queued=pool.queued,
        slots=pool.states,
        ready=lambda: health.trouble() is None,
        feed=feed.standing,
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
