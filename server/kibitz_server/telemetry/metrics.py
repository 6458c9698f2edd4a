"""Metrics of a server for Prometheus, with the prefix `kibitz_`. docs/grafana/kibitz.json is a dashboard of them.

Components count events where they happen. Gauges are read from `ServerStatus` for each scrape.
"""

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

import structlog
from prometheus_client import CollectorRegistry, Counter, generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

from kibitz_protocol.refusals import Code
from kibitz_server.core.match.match import Match
from kibitz_server.core.values.events import ChanceDecided, Event, MatchAborted, MatchFinished, MatchStarted, MovePlayed
from kibitz_server.core.values.players import Engine
from kibitz_server.telemetry.histogram import Histogram, HistogramCollector

log = structlog.get_logger(__name__)

QUICK_S = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
LONG_S = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
FEED = {
    "online": "1 while connected to the MQTT broker.",
    "waiting": "Messages that wait for the broker.",
    "dropped": "Events that were replaced by a new state, because the broker was slow.",
}
CONTENT_TYPE = "text/plain; version=1.0.0; charset=utf-8; escaping=underscores"


@dataclass(slots=True)
class Metrics:
    """Counters and histograms of one server, with a separate registry."""

    registry: CollectorRegistry = field(default_factory=CollectorRegistry)
    moves: dict[str, int] = field(init=False)
    """By the kind of player. They are counted without the lock of a `Counter`, on one thread."""
    chance_events: Counter = field(init=False)
    matches: Counter = field(init=False)
    refusals: Counter = field(init=False)
    turned_away: Counter = field(init=False)
    cut_off: Counter = field(init=False)
    outbox_drops: Counter = field(init=False)
    searches: Counter = field(init=False)
    answer_s: HistogramCollector = field(init=False)
    """By the command's type."""
    commit_s: Histogram = field(init=False)
    search_wait_s: Histogram = field(init=False)
    search_s: Histogram = field(init=False)
    loop_lag_s: Histogram = field(init=False)

    def __post_init__(self) -> None:
        """Create all counters, so that each has a value from the start."""

        def counter(name: str, text: str, *labels: str) -> Counter:
            return Counter(f"kibitz_{name}", text, labels, registry=self.registry)

        def durations(name: str, text: str, bounds: tuple[float, ...], label: str | None = None) -> HistogramCollector:
            collector = HistogramCollector(f"kibitz_{name}_seconds", text, bounds, label)
            self.registry.register(collector)
            return collector

        self.moves = {"human": 0, "engine": 0}
        self.registry.register(_CountCollector("kibitz_moves", "Moves that were accepted.", "by", self.moves))
        self.chance_events = counter("chance_events", "Chance events of the server in matches with chance.")
        self.matches = counter("matches_ended", "Matches that ended, by what ended them.", "reason")
        self.refusals = counter("refusals", "Commands that were refused, by code.", "code")
        self.turned_away = counter("turned_away", "Connections that were refused.", "code")
        self.cut_off = counter("cut_off", "Connections that the server aborted.", "why")
        self.outbox_drops = counter(
            "outbox_drops", "Messages dropped for slow clients; each client gets a snapshot later."
        )
        self.searches = counter("searches", "Searches that ended.", "outcome")
        self.answer_s = durations("answer", "Time from a command to its answer.", QUICK_S, "command")
        self.commit_s = durations("commit", "Time from a decision until its events are durable.", QUICK_S)[""]
        self.search_wait_s = durations("search_wait", "Time that a search waited for a slot.", LONG_S)[""]
        self.search_s = durations("search", "Time that a search used a slot.", LONG_S)[""]
        self.loop_lag_s = durations("loop_lag", "Lag of the event loop.", QUICK_S)[""]
        for code in Code:
            self.refusals.labels(code.value)

    def add_status(self, status: "ServerStatus") -> None:
        """Add the gauges of a status."""
        self.registry.register(_StatusCollector(status))

    def text(self) -> bytes:
        """Return all metrics in the text format of Prometheus."""
        return generate_latest(self.registry)


def count_events(metrics: Metrics, match: Match, events: tuple[Event, ...]) -> None:
    """Count the events of a decision, and log the start and the end of a match."""
    for event in events:
        match event:
            case MovePlayed():
                metrics.moves["engine" if isinstance(match.seats[event.seat], Engine) else "human"] += 1
            case ChanceDecided():
                metrics.chance_events.inc()
            case MatchStarted():
                log.info("match started", match=match.created.id, game=match.created.game)
            case MatchFinished(result):
                metrics.matches.labels(result.reason).inc()
                log.info("match finished", match=match.created.id, reason=result.reason)
            case MatchAborted():
                metrics.matches.labels("aborted").inc()
            case _:
                pass


@dataclass(frozen=True, slots=True)
class ServerStatus:
    """Functions that return the current value of each gauge. The keys of the mappings become values of a label."""

    connections: Callable[[], int] = lambda: 0
    clients: Callable[[], int] = lambda: 0
    watchers: Callable[[], int] = lambda: 0
    matches: Callable[[], Mapping[str, int]] = dict
    queued: Callable[[], Mapping[str, int]] = dict
    slots: Callable[[], Mapping[tuple[str, str], int]] = dict
    placed: Callable[[], Mapping[tuple[str, str], int]] = dict
    workers: Callable[[], int] = lambda: 0
    cluster_connections: Callable[[], int] = lambda: 0
    tasks: Callable[[], int] = lambda: 0
    compilations: Callable[[], Mapping[str, int]] = dict
    compile_s: Callable[[], float] = lambda: 0.0
    worker_memory: Callable[[], Mapping[str, int]] = dict
    renewals: Callable[[], int] = lambda: 0
    ready: Callable[[], bool] = lambda: True
    feed: Callable[[], Mapping[str, int]] = dict
    tournaments: Callable[[], Mapping[str, int]] = dict
    tournament_games: Callable[[], int] = lambda: 0

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Return the gauges with their current values."""
        yield GaugeMetricFamily("kibitz_connections", "Open WebSocket connections.", self.connections())
        yield GaugeMetricFamily("kibitz_clients", "Connections that have said hello.", self.clients())
        yield GaugeMetricFamily("kibitz_watchers", "Clients that follow a match without a seat.", self.watchers())
        yield _labelled("kibitz_matches", "Matches in memory, by phase.", "phase", self.matches())
        yield _labelled("kibitz_tournaments", "Events that have not ended, by state.", "state", self.tournaments())
        yield GaugeMetricFamily("kibitz_tournament_games", "Games of events that run.", self.tournament_games())
        yield _labelled("kibitz_search_queue", "Searches that wait for a slot, by priority.", "priority", self.queued())
        yield _labelled_twice(
            "kibitz_slots", "Engine slots, by place and by what they do.", ("place", "state"), self.slots()
        )
        yield _labelled_twice(
            "kibitz_slot_searches", "Searches in slots, by place and outcome.", ("place", "outcome"), self.placed()
        )
        yield GaugeMetricFamily("kibitz_cluster_workers", "Workers of the cluster that are used.", self.workers())
        yield GaugeMetricFamily(
            "kibitz_cluster_connections", "How often the cluster was connected.", self.cluster_connections()
        )
        yield GaugeMetricFamily("kibitz_tasks", "Tasks of the event loop.", self.tasks())
        yield GaugeMetricFamily("kibitz_memory_blocks", "Blocks of memory that Python uses.", sys.getallocatedblocks())
        yield _labelled(
            "kibitz_compilations",
            "Compilations that wait, and those since the start by outcome.",
            "state",
            self.compilations(),
        )
        yield GaugeMetricFamily("kibitz_compile_seconds", "Processor time of all compilations.", self.compile_s())
        yield _labelled(
            "kibitz_worker_memory_bytes", "Resident memory of search processes.", "slot", self.worker_memory()
        )
        yield GaugeMetricFamily(
            "kibitz_worker_renewals", "Search processes replaced because they had grown.", self.renewals()
        )
        yield GaugeMetricFamily("kibitz_ready", "1 if the server can accept new players.", int(self.ready()))
        for name, value in self.feed().items():
            yield GaugeMetricFamily(f"kibitz_feed_{name}", FEED[name], value)


class _CountCollector(Collector):
    """Shows the counts of a dictionary, by the values of a label."""

    def __init__(self, name: str, text: str, label: str, counts: Mapping[str, int]) -> None:
        self._name, self._text, self._label = name, text, label
        self._counts = counts

    def collect(self) -> Iterator[CounterMetricFamily]:
        family = CounterMetricFamily(self._name, self._text, labels=[self._label])
        for value, count in self._counts.items():
            family.add_metric([value], count)
        yield family


class _StatusCollector(Collector):
    def __init__(self, status: ServerStatus) -> None:
        self._status = status

    def collect(self) -> Iterator[GaugeMetricFamily]:
        yield from self._status.collect()


def _labelled(name: str, text: str, label: str, values: Mapping[str, int]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, text, labels=[label])
    for key, value in values.items():
        family.add_metric([key], value)
    return family


def _labelled_twice(
    name: str, text: str, labels: tuple[str, str], values: Mapping[tuple[str, str], int]
) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, text, labels=labels)
    for keys, value in values.items():
        family.add_metric(keys, value)
    return family
