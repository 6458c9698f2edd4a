"""What a server counts, for Prometheus. Names begin with `kibitz_`; docs/grafana/kibitz.json draws them.

What happens is counted where it happens; what stands is read when somebody asks, from `Standing`.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily
from prometheus_client.registry import Collector

from kibitz_protocol.refusals import Code

QUICK_S = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
LONG_S = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)
FEED = {
    "online": "1 while the MQTT broker is there.",
    "waiting": "Messages that wait for the broker.",
    "dropped": "Events that were given up for a fresh state, because the broker was slow.",
}
CONTENT_TYPE = "text/plain; version=1.0.0; charset=utf-8; escaping=underscores"


@dataclass(frozen=True, slots=True)
class Standing:
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
    moves: Counter = field(init=False)
    matches: Counter = field(init=False)
    refusals: Counter = field(init=False)
    turned_away: Counter = field(init=False)
    cut_off: Counter = field(init=False)
    outbox_drops: Counter = field(init=False)
    searches: Counter = field(init=False)
    answer_s: Histogram = field(init=False)
    commit_s: Histogram = field(init=False)
    search_wait_s: Histogram = field(init=False)
    search_s: Histogram = field(init=False)
    loop_lag_s: Histogram = field(init=False)
    _answers: dict[str, Histogram] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        """Make every counter, so that each is there from the start."""

        def counter(name: str, text: str, *labels: str) -> Counter:
            return Counter(f"kibitz_{name}", text, labels, registry=self.registry)

        def histogram(name: str, text: str, *labels: str, buckets: tuple[float, ...] = QUICK_S) -> Histogram:
            return Histogram(f"kibitz_{name}_seconds", text, labels, buckets=buckets, registry=self.registry)

        self.moves = counter("moves", "Moves that were accepted.", "by")
        self.matches = counter("matches_ended", "Matches that ended, by what ended them.", "reason")
        self.refusals = counter("refusals", "Commands that were refused, by code.", "code")
        self.turned_away = counter("turned_away", "Connections that were not let in.", "code")
        self.cut_off = counter("cut_off", "Connections that were ended by force.", "why")
        self.outbox_drops = counter(
            "outbox_drops", "Messages dropped for clients that fell behind; each is owed a snapshot."
        )
        self.searches = counter("searches", "Searches that ended.", "outcome")
        self.answer_s = histogram("answer", "From a command to its answer.", "command")
        self.commit_s = histogram("commit", "From a decision to its being durable.")
        self.search_wait_s = histogram("search_wait", "How long a search waited for a slot.", buckets=LONG_S)
        self.search_s = histogram("search", "How long a search had a slot.", buckets=LONG_S)
        self.loop_lag_s = histogram("loop_lag", "How late the event loop is.")
        for by in ("human", "engine"):
            self.moves.labels(by)
        for code in Code:
            self.refusals.labels(code.value)

    def answered(self, command: str, seconds: float) -> None:
        """A command has its answer."""
        # To find the series of a label takes longer than to count.
        series = self._answers.get(command)
        if series is None:
            series = self._answers[command] = self.answer_s.labels(command)
        series.observe(seconds)

    def stand(self, standing: Standing) -> None:
        """Show how things stand with the rest."""
        self.registry.register(_Asked(standing))

    def text(self) -> bytes:
        """Everything, as Prometheus reads it."""
        return generate_latest(self.registry)


class _Asked(Collector):
    def __init__(self, standing: Standing) -> None:
        self._standing = standing

    def collect(self) -> Iterator[GaugeMetricFamily]:
        yield from self._standing.collect()


def _labelled(name: str, text: str, label: str, values: Mapping[str, int]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, text, labels=[label])
    for key, value in values.items():
        family.add_metric([key], value)
    return family
