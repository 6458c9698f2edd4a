"""Composition root: starts the store, the processes and the ports of a server, and stops them again."""

import asyncio
import contextlib
import gc
import importlib.util
import os
import signal
import threading
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path

import structlog
from sqlalchemy.exc import SQLAlchemyError
from websockets.asyncio.server import Server
from websockets.http11 import Response

from kibitz_protocol.match_codes import is_tournament_code
from kibitz_protocol.refusals import Close
from kibitz_server.accounts.passwords import PasswordHashing
from kibitz_server.alerts.config import alert_config
from kibitz_server.alerts.service import Alerts
from kibitz_server.core.lobby.registry import MatchRegistry
from kibitz_server.core.rated import RatedBounds
from kibitz_server.core.values.timeouts import Patience
from kibitz_server.games.registry import problems
from kibitz_server.handlers.accounts import AccountCommands
from kibitz_server.handlers.answers import Answers
from kibitz_server.limits.limiter import RateLimiter
from kibitz_server.mdns import Announcer
from kibitz_server.mqtt.service import FeedService
from kibitz_server.net.bind import reachable
from kibitz_server.net.context import ServerContext
from kibitz_server.net.edge import BadEdgeConfig, EdgeConfig, open_edge, reload_certificate
from kibitz_server.net.fd_limit import allow_files
from kibitz_server.net.pages.page import INDEX, WebPage
from kibitz_server.net.pages.previews import Preview, match_preview
from kibitz_server.net.pages.texts import Health, metrics_page, other_page
from kibitz_server.net.pages.tournaments import TournamentPages
from kibitz_server.net.server import METRICS_HOST, listen, listen_metrics
from kibitz_server.net.status import engine_status, not_ready, server_status
from kibitz_server.pool.cluster.connection import Cluster
from kibitz_server.pool.helpers import NICE, HelperProcesses, Helpers
from kibitz_server.pool.interface import PoolBounds
from kibitz_server.pool.placement import Use
from kibitz_server.pool.pool import SearchPool
from kibitz_server.runtime.host import first_token
from kibitz_server.runtime.rng import RandomChoices
from kibitz_server.runtime.runtime import Runtime
from kibitz_server.scheduler import SYSTEM_CLOCK, SteadyLoop
from kibitz_server.settings import Settings
from kibitz_server.store import BadDatabase, MemoryStore, SqlStore, Store
from kibitz_server.store.owner import DatabaseInUse, DatabaseOwner, owned
from kibitz_server.telemetry.loop_lag import LoopLag
from kibitz_server.telemetry.metrics import Metrics
from kibitz_server.wiring import build_runtime

log = structlog.get_logger(__name__)

GC_THRESHOLDS = 1000, 200, 50
"""New objects after which the garbage collector looks at them, and how often it does so before it looks at older ones.

It takes about 1 ms for 1,000 objects, in which the server does nothing else, so it looks at few new ones at a time.
Older ones wait for 200,000: what a match leaves in cycles lives for minutes, and if it was taken for permanent before
its end, the memory of the server grew by 60 MB an hour.
"""


class DatabaseTrouble(Exception):
    """The database cannot be opened, or another server took it over. The text is for the operator."""


def search_pool(settings: Settings) -> SearchPool:
    """Return the engine pool of the settings."""
    limits = settings.limits
    bounds = PoolBounds(
        settings.worker_memory << 20, settings.code_cache << 20, limits.compile_time if limits.enabled else None
    )
    local = 0 if settings.engines_use is Use.ONLY else settings.slots
    return SearchPool(local, settings.worker_nice, bounds, use=settings.engines_use)


def _cluster(settings: Settings, pool: SearchPool) -> Cluster | None:
    """Return the connection to the cluster of the settings; None without one."""
    limits = settings.limits
    compile_time = limits.compile_time if limits.enabled else None
    return Cluster(settings.cluster, pool, compile_time) if settings.cluster is not None else None


@contextlib.asynccontextmanager
async def running(
    settings: Settings,
    passwords: PasswordHashing | None = None,
    make_pool: Callable[[Settings], SearchPool] = search_pool,
) -> AsyncIterator[str]:
    """Run a server for the duration of the block, and yield its address.

    Raises:
        CannotListen: The address or the port cannot be used.
        BadEdgeConfig: The TLS certificate cannot be used.
        BadSettings: A setting of the MQTT broker cannot be used.
        DatabaseTrouble: The database cannot be opened.
    """
    async with opened(settings, passwords, make_pool=make_pool) as (address, _):
        yield address


@contextlib.asynccontextmanager
async def opened(
    settings: Settings,
    passwords: PasswordHashing | None = None,
    edge: EdgeConfig | None = None,
    on_lost: Callable[[DatabaseInUse], object] = lambda _: None,
    make_pool: Callable[[Settings], SearchPool] = search_pool,
) -> AsyncIterator[tuple[str, Runtime]]:
    """Run a server like `running`, and also yield its runtime, which the caller may wind down.

    `on_lost` is called if another server takes over the database. The caller then stops this one.
    """
    loop = asyncio.get_running_loop()
    edge = edge or _edge(settings)
    for problem in problems():
        log.warning(problem.sentence)
    async with contextlib.AsyncExitStack() as stack:
        store = _open_store(settings, loop, stack, on_lost)
        pool = make_pool(settings)
        stack.push_async_callback(pool.close)
        warm_up = asyncio.create_task(_warm_up(pool))
        stack.callback(warm_up.cancel)
        cluster = _cluster(settings, pool)
        if cluster is not None:
            stack.push_async_callback(cluster.close)
        helpers = HelperProcesses(nice=min(NICE, settings.worker_nice))
        stack.push_async_callback(helpers.close)
        allowed = allow_files(settings.limits.connections, settings.limits.unfinished)
        limiter = RateLimiter(settings.limits.model_copy(update=allowed._asdict()), loop.time, pool.waiting)
        feed = FeedService(settings, server_name())
        runtime = _runtime(settings, store, pool, helpers, limiter, feed, edge.public)
        trouble = partial(not_ready, runtime, pool, cluster, warm_up)
        passwords = passwords or PasswordHashing()
        context = await _context(settings, runtime, passwords, edge, limiter, pool, cluster, trouble)
        runtime.metrics.add_status(server_status(context, pool, cluster, feed))
        loop_lag = LoopLag(loop, runtime.metrics.loop_lag_s.observe)
        runtime.loading.start()
        stack.callback(runtime.loading.stop)
        server = await listen(context, settings.host, settings.port)
        monitor = await _listen_for_monitoring(settings, runtime.metrics, context.health)
        address = f"{'wss' if edge.tls else 'ws'}://{reachable(settings.host)}:{server.sockets[0].getsockname()[1]}"
        log.info("listening", address=address, slots=settings.slots, matches=runtime.loading.number)
        announcer = Announcer(settings, version())
        # Called in the reverse order: first no new matches, then no connections, then no accounts and no feed.
        stack.push_async_callback(feed.close)
        stack.push_async_callback(runtime.alerts.close)
        stack.push_async_callback(context.accounts.close)
        if monitor is not None:
            stack.callback(monitor.close)
        stack.callback(loop_lag.stop)
        stack.push_async_callback(server.close, Close.RESTART, "restart")
        stack.push_async_callback(announcer.close)
        stack.callback(runtime.close)
        stack.callback(runtime.drain)
        starting = asyncio.create_task(_start_when_loaded(feed, runtime))
        stack.callback(starting.cancel)
        if settings.puzzles:
            runtime.puzzle_maker.start()
        if cluster is not None:
            cluster.start()
        announcer.start([each.getsockname()[:2] for each in server.sockets])
        _collect_rarely()
        if isinstance(loop, SteadyLoop):
            # The start may take long, which is not a standstill: the reading leaves its time out.
            loop.time()
            loop.on_standstill = runtime.stood_still
            # The loop may go on without this server.
            stack.callback(setattr, loop, "on_standstill", lambda _seconds: None)
        yield address, runtime


def _open_store(
    settings: Settings,
    loop: asyncio.AbstractEventLoop,
    stack: contextlib.AsyncExitStack,
    on_lost: Callable[[DatabaseInUse], object],
) -> Store:
    """Open the store of the settings, which the stack closes. The database is locked for other servers."""
    url = settings.database_url
    owner = DatabaseOwner.this_process(settings.port, SYSTEM_CLOCK())
    try:
        stack.enter_context(owned(url, owner))
        store = SqlStore(url, loop, owner=owner, on_lost=on_lost) if url else MemoryStore()
    except (SQLAlchemyError, BadDatabase) as error:
        raise DatabaseTrouble(str(error.__cause__ or error)) from error
    stack.callback(store.close)
    return store


def _runtime(
    settings: Settings,
    store: Store,
    pool: SearchPool,
    helpers: Helpers,
    limiter: RateLimiter,
    feed: FeedService,
    public: str | None,
) -> Runtime:
    return build_runtime(
        MatchRegistry(
            most_of_group=settings.limits.matches_per_address if settings.limits.enabled else None,
            group_of=limiter.block_of,
            most_of_tournaments=settings.tournament_games_in_all,
        ),
        store,
        pool,
        asyncio.get_running_loop(),
        helpers,
        random=RandomChoices(settings.seed),
        budget=limiter,
        exhibitions=settings.exhibitions,
        engine_pace_s=settings.engine_pace,
        patience=Patience(settings.host_away, settings.left_after),
        rated=RatedBounds(
            settings.rated_one_address, settings.rated_per_pair, settings.rated_quits, settings.rated_with_engines
        ),
        tournament_games=settings.tournament_games,
        tournament_rate=settings.limits.tournaments if settings.limits.enabled else None,
        alerts=Alerts(store.people, store.wall_clock, alert_config(settings, public)),
        make_sink=feed.sink,
    )


async def _context(
    settings: Settings,
    runtime: Runtime,
    passwords: PasswordHashing,
    edge: EdgeConfig,
    limiter: RateLimiter,
    pool: SearchPool,
    cluster: Cluster | None,
    trouble: Callable[[], str | None],
) -> ServerContext:
    """Build what connections need, and load what the store has of accounts."""
    accounts = AccountCommands.at(runtime, passwords, lambda: engine_status(settings, pool, cluster))
    await accounts.accounts.refresh_skeletons()
    await accounts.moderation.load()
    await runtime.mutes.load()
    await runtime.alerts.load()
    await runtime.host.load()
    answers = Answers()
    runtime.clients.unsaved = answers.unsaved
    tournaments = TournamentPages(runtime)
    return ServerContext(
        runtime,
        accounts,
        answers,
        server_name(),
        edge,
        limiter,
        health=Health(trouble),
        show_metrics=settings.metrics == "here",
        install_hint=settings.install_hint,
        page=_web_page(runtime, tournaments, edge.public),
        tournaments=tournaments,
    )


def _web_page(runtime: Runtime, tournaments: TournamentPages, public: str | None) -> WebPage | None:
    """Return the web page, whose files are in the package of the client; None if that is not installed."""
    client = importlib.util.find_spec("kibitz_client")
    folder = Path(next(iter(client.submodule_search_locations or ()), "")) / "web" if client else None
    if folder is None or not (folder / INDEX).is_file():
        log.warning("the files of the web page are not installed; browsers get a plain text page")
        return None

    def preview(code: str) -> Preview | None:
        if is_tournament_code(code):
            return tournaments.preview(code)
        room = runtime.rooms.find(code)
        return None if room is None else match_preview(room.public)

    return WebPage(folder, runtime.may_have, preview, public, tournaments.may_have)


async def serve(settings: Settings, until_stdin_closes: bool, announce: Callable[[str, str | None], None]) -> None:
    """Run a server until a signal stops it. A second signal stops it without waiting for searches.

    Args:
        settings: Settings of the server.
        until_stdin_closes: Whether the end of standard input also stops the server, at once.
        announce: Called once with the address, when the server accepts connections, and at the first start also with
            a token of the host's account.

    Raises:
        CannotListen: The address or the port cannot be used.
        BadEdgeConfig: The TLS certificate cannot be used.
        BadSettings: A setting of the MQTT broker cannot be used.
        DatabaseTrouble: The database cannot be opened, or another server took it over.
    """
    stop, hurry = asyncio.Event(), asyncio.Event()
    edge = _edge(settings)
    _handle_signals(settings, edge, until_stdin_closes, stop, hurry)
    losses: list[DatabaseInUse] = []

    def lost(error: DatabaseInUse) -> None:
        losses.append(error)
        stop.set()

    async with opened(settings, edge=edge, on_lost=lost) as (address, runtime):
        private = until_stdin_closes or settings.database_url is None
        announce(address, None if private else await first_token(runtime.store.people, runtime.wall_clock()))
        await stop.wait()
        if losses:
            raise DatabaseTrouble(f"this server lost it, and stops; {losses[0]}")
        log.info("stopping", grace_s=settings.grace)
        ends = [asyncio.create_task(each) for each in (runtime.wind_down(), hurry.wait())]
        await asyncio.wait(ends, timeout=settings.grace, return_when=asyncio.FIRST_COMPLETED)
        for end in ends:
            end.cancel()


def _handle_signals(
    settings: Settings, edge: EdgeConfig, until_stdin_closes: bool, stop: asyncio.Event, hurry: asyncio.Event
) -> None:
    """Set `stop` at the first signal and `hurry` at the second; both when standard input ends."""
    loop = asyncio.get_running_loop()

    def stopped() -> None:
        (hurry if stop.is_set() else stop).set()

    def abandoned() -> None:
        # The parent process is gone, and with it all clients of this private server.
        stop.set()
        hurry.set()

    loop.add_signal_handler(signal.SIGTERM, stopped)
    if until_stdin_closes:
        # The parent process shares the terminal and decides what its Ctrl-C means.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        threading.Thread(target=_wait_for_stdin_end, args=(loop, abandoned), daemon=True).start()
    else:
        loop.add_signal_handler(signal.SIGINT, stopped)
    # SIGHUP asks a service to reload its certificate; in a terminal it means that the terminal was closed.
    if os.isatty(0):
        loop.add_signal_handler(signal.SIGHUP, stopped)
    else:
        loop.add_signal_handler(signal.SIGHUP, _reload_certificate, edge, settings)


async def _listen_for_monitoring(settings: Settings, metrics: Metrics, health: Health) -> Server | None:
    """Serve metrics and health on a separate port of loopback, if the settings name one."""
    if not isinstance(settings.metrics, int):
        return None

    def page(path: str) -> Response:
        return health.page(path) or (metrics_page(metrics) if path == "/metrics" else other_page(path))

    server = await listen_metrics(page, settings.metrics)
    port = server.sockets[0].getsockname()[1]
    log.info("metrics", address=f"http://{METRICS_HOST}:{port}/metrics")
    return server


async def _warm_up(pool: SearchPool) -> None:
    """Start the processes of searches, so that the first search does not wait for them."""
    try:
        await pool.warm_up()
    except Exception:  # the next search tries again
        log.exception("the processes of searches cannot be started")


async def _start_when_loaded(feed: FeedService, runtime: Runtime) -> None:
    """Start the feed, which removes the matches that this server does not have from the broker."""
    await runtime.loading.wait()
    feed.start()


def _collect_rarely() -> None:
    """Run the garbage collector rarely: objects from the start stay, and few later ones are in reference cycles."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
    gc.enable()


def _edge(settings: Settings) -> EdgeConfig:
    return open_edge(settings.tls_cert, settings.tls_key, settings.origin, settings.trusted_proxy, settings.public_url)


def _reload_certificate(edge: EdgeConfig, settings: Settings) -> None:
    if edge.tls is None:
        log.info("there is no certificate to read again")
        return
    try:
        reload_certificate(edge, settings.tls_cert, settings.tls_key)
    except BadEdgeConfig as error:
        log.error("the old certificate stays in use", reason=str(error), hint=error.hint)
    else:
        log.info("the certificate was read again", file=settings.tls_cert)


def _wait_for_stdin_end(loop: asyncio.AbstractEventLoop, ended: Callable[[], None]) -> None:
    # os.read instead of sys.stdin, whose lock a thread must not hold when the interpreter ends.
    with contextlib.suppress(OSError):
        while os.read(0, 1024):
            pass
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(ended)


def server_name() -> str:
    """Return the name and version of the server, as clients and brokers see it."""
    return f"kibitz/{version()}"


def version() -> str:
    """Return the installed version of Kibitz."""
    from importlib.metadata import version as installed

    return installed("kibitz")
