"""What a server counts, for Prometheus. Names begin with `kibitz_`; docs/grafana/kibitz.json draws them.

What happens is counted where it happens; what stands is read when somebody asks, from `Standing`.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

import structlog
from prometheus_client import CollectorRegistry, Counter, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily
from prometheus_client.registry import Collector

from kibitz_protocol.refusals import Code
from kibitz_server.core.match.match import Match
from kibitz_server.core.values.events import Event, MatchAborted, MatchFinished, MatchStarted, MovePlayed
from kibitz_server.core.values.players import Engine
from kibitz_server.telemetry.histogram import HistogramCollector, Histograms

QUICK_S = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
LONG_S = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
FEED = {
    "online": "1 while the MQTT broker is there.",
    "waiting": "Messages that wait for the broker.",
    "dropped": "Events that were given up for a fresh state, because the broker was slow.",
}
CONTENT_TYPE = "text/plain; version=1.0.0; charset=utf-8; escaping=underscores"


@dataclass(frozen=True, slots=True)
class ServerStatus:
    """How things stand: called when they are asked for. Keys of the mappings become the value of a label."""

    connections: Callable[[], int] = lambda: 0
    clients: Callable[[], int] = lambda: 0
    watchers: Callable[[], int] = lambda: 0
    matches: Callable[[], Mapping[str, int]] = dict
    queued: Callable[[], Mapping[str, int]] = dict
    slots: Callable[[], Mapping[str, int]] = dict
    ready: Callable[[], bool] = lambda: True
    feed: Callable[[], Mapping[str, int]] = dict

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """See `prometheus_client.registry.Collector`."""
        yield GaugeMetricFamily("kibitz_connections", "Open WebSocket connections.", self.connections())
        yield GaugeMetricFamily("kibitz_clients", "Connections that have said hello.", self.clients())
        yield GaugeMetricFamily("kibitz_watchers", "Clients that follow a match without a seat.", self.watchers())
        yield _labelled("kibitz_matches", "Matches in memory, by phase.", "phase", self.matches())
        yield _labelled("kibitz_search_queue", "Searches that wait for a slot, by priority.", "priority", self.queued())
        yield _labelled("kibitz_slots", "Engine slots, by what they do.", "state", self.slots())
        yield GaugeMetricFamily("kibitz_ready", "1 when new players should be sent here.", int(self.ready()))
        for name, value in self.feed().items():
            yield GaugeMetricFamily(f"kibitz_feed_{name}", FEED[name], value)


@dataclass(slots=True)
class Metrics:
    """One for a server, with a registry of its own."""

    registry: CollectorRegistry = field(default_factory=CollectorRegistry)
    moves: dict[str, Counter] = field(init=False)
    """By who played them."""
    matches: Counter = field(init=False)
    refusals: Counter = field(init=False)
    turned_away: Counter = field(init=False)
    cut_off: Counter = field(init=False)
    outbox_drops: Counter = field(init=False)
    searches: Counter = field(init=False)
    answer_s: HistogramCollector = field(init=False)
    """By the command's type."""
    commit_s: Histograms = field(init=False)
    search_wait_s: Histograms = field(init=False)
    search_s: Histograms = field(init=False)
    loop_lag_s: Histograms = field(init=False)

    def __post_init__(self) -> None:
        """Make every counter, so that each is there from the start."""

        def counter(name: str, text: str, *labels: str) -> Counter:
            return Counter(f"kibitz_{name}", text, labels, registry=self.registry)

        def durations(name: str, text: str, bounds: tuple[float, ...], label: str | None = None) -> HistogramCollector:
            made = HistogramCollector(f"kibitz_{name}_seconds", text, bounds, label)
            self.registry.register(made)
            return made

        moves = counter("moves", "Moves that were accepted.", "by")
        # To find the series of a label takes longer than to count.
        self.moves = {by: moves.labels(by) for by in ("human", "engine")}
        self.matches = counter("matches_ended", "Matches that ended, by what ended them.", "reason")
        self.refusals = counter("refusals", "Commands that were refused, by code.", "code")
        self.turned_away = counter("turned_away", "Connections that were not let in.", "code")
        self.cut_off = counter("cut_off", "Connections that were ended by force.", "why")
        self.outbox_drops = counter(
            "outbox_drops", "Messages dropped for clients that fell behind; each is owed a snapshot."
        )
        self.searches = counter("searches", "Searches that ended.", "outcome")
        self.answer_s = durations("answer", "From a command to its answer.", QUICK_S, "command")
        self.commit_s = durations("commit", "From a decision to its being durable.", QUICK_S)[""]
        self.search_wait_s = durations("search_wait", "How long a search waited for a slot.", LONG_S)[""]
        self.search_s = durations("search", "How long a search had a slot.", LONG_S)[""]
        self.loop_lag_s = durations("loop_lag", "How late the event loop is.", QUICK_S)[""]
        for code in Code:
            self.refusals.labels(code.value)

    def stand(self, standing: ServerStatus) -> None:
        """Show how things stand with the rest."""
        self.registry.register(_Asked(standing))

    def text(self) -> bytes:
        """Everything, as Prometheus reads it."""
        return generate_latest(self.registry)


class _Asked(Collector):
    def __init__(self, standing: ServerStatus) -> None:
        self._standing = standing

    def collect(self) -> Iterator[GaugeMetricFamily]:
        yield from self._standing.collect()


def _labelled(name: str, text: str, label: str, values: Mapping[str, int]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, text, labels=[label])
    for key, value in values.items():
        family.add_metric([key], value)
    return family


log = structlog.get_logger(__name__)


def count_events(metrics: Metrics, match: Match, events: tuple[Event, ...]) -> None:
    """Count what happened."""
    for event in events:
        match event:
            case MatchStarted():
                log.info("a match began", match=match.created.id, game=match.created.game)
            case MovePlayed():
                metrics.moves["engine" if isinstance(match.seats[event.seat], Engine) else "human"].inc()
            case MatchFinished(result):
                metrics.matches.labels(result.reason).inc()
                log.info("a match is over", match=match.created.id, reason=result.reason)
            case MatchAborted():
                metrics.matches.labels("aborted").inc()
            case _:
                pass
