"""What a running server says of itself: whether it is ready for clients, its engines, and the gauges of its metrics."""

import asyncio

from kibitz_protocol.to_client import Starting
from kibitz_server.mqtt.service import FeedService
from kibitz_server.net.context import ServerContext
from kibitz_server.pool.cluster.connection import Cluster
from kibitz_server.pool.pool import SearchPool
from kibitz_server.pool.status import EngineStatus
from kibitz_server.runtime.runtime import Runtime
from kibitz_server.settings import Settings
from kibitz_server.telemetry.metrics import ServerStatus


def engine_status(settings: Settings, pool: SearchPool, cluster: Cluster | None) -> EngineStatus:
    """Return the state of the engine pool and of the cluster."""
    local, waiting = pool.local_status(), sum(pool.queued().values())
    if cluster is None:
        return EngineStatus(settings.engines_use, waiting, places=(local,))
    return EngineStatus(
        settings.engines_use,
        waiting,
        cluster.address.url,
        "" if cluster.connected else cluster.trouble,
        cluster.connected,
        cluster.connections,
        (local, *cluster.status()),
    )


def not_ready(runtime: Runtime, pool: SearchPool, cluster: Cluster | None, warm_up: asyncio.Task[None]) -> str | None:
    """Return why the server must get no new clients; None if it may."""
    if runtime.runner.draining:
        return "the server is about to stop"
    if not runtime.loading.ready:
        return Starting(loaded=runtime.loading.loaded, matches=runtime.loading.number).sentence
    if not runtime.store.healthy:
        return "the database cannot be written"
    if pool.local.alive or (pool.local.all and not warm_up.done()) or (cluster is not None and cluster.answering):
        return None
    return "no engine worker is alive" if cluster is None or pool.local.all else "no worker of the cluster answers"


def server_status(context: ServerContext, pool: SearchPool, cluster: Cluster | None, feed: FeedService) -> ServerStatus:
    """Return what the metrics tell of a server."""
    runtime, loop = context.runtime, asyncio.get_running_loop()
    return ServerStatus(
        connections=lambda: context.limiter.open,
        clients=lambda: len(runtime.clients.all),
        watchers=lambda: sum(runtime.rooms.watchers().values()),
        matches=runtime.rooms.census,
        queued=pool.queued,
        slots=pool.states,
        placed=lambda: pool.ended,
        workers=lambda: 0 if cluster is None else cluster.answering,
        cluster_connections=lambda: 0 if cluster is None else cluster.connections,
        tasks=lambda: len(asyncio.all_tasks(loop)),
        compilations=pool.local.compiler.counts,
        compile_s=lambda: pool.local.compiler.processor_s,
        worker_memory=pool.local.memory,
        renewals=lambda: pool.local.renewals,
        ready=lambda: context.health.trouble() is None,
        feed=feed.status,
        tournaments=runtime.tournaments.rooms.census,
        tournament_games=lambda: runtime.tournaments.rooms.games,
    )
