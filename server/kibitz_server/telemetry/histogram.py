"""How long things took, as histograms for Prometheus.

The library's own take a lock for every number they hold and look at every bucket; a move has two of them. The server
counts on one thread.
"""

from bisect import bisect_left
from collections.abc import Iterator

from prometheus_client.metrics_core import HistogramMetricFamily
from prometheus_client.registry import Collector


class Histograms:
    """One histogram; `bounds` are its buckets' upper ends in seconds, ascending."""

    __slots__ = ("_bounds", "_counts", "_sum_s")

    def __init__(self, bounds: tuple[float, ...]) -> None:
        self._bounds = bounds
        self._counts = [0] * (len(bounds) + 1)
        self._sum_s = 0.0

    def observe(self, seconds: float) -> None:
        """Something took so long."""
        self._counts[bisect_left(self._bounds, seconds)] += 1
        self._sum_s += seconds

    def add_to(self, family: HistogramMetricFamily, labels: list[str]) -> None:
        """Show the buckets as Prometheus wants them: each with all that is in those before it."""
        total, buckets = 0, []
        for bound, count in zip([*map(str, self._bounds), "+Inf"], self._counts, strict=True):
            total += count
            buckets.append((bound, float(total)))
        family.add_metric(labels, buckets, self._sum_s)


class HistogramCollector(Collector):
    """A histogram for each value of a label, or one alone where there is no label."""

    def __init__(self, name: str, text: str, bounds: tuple[float, ...], label: str | None = None) -> None:
        self._name, self._text, self._label = name, text, label
        self._bounds = bounds
        self._series: dict[str, Histograms] = {}

    def __getitem__(self, value: str) -> Histograms:
        series = self._series.get(value)
        if series is None:
            series = self._series[value] = Histograms(self._bounds)
        return series

    def collect(self) -> Iterator[HistogramMetricFamily]:
        """See `prometheus_client.registry.Collector`."""
        family = HistogramMetricFamily(self._name, self._text, labels=[self._label] if self._label else [])
        for value, series in self._series.items():
            series.add_to(family, [value] if self._label else [])
        yield family
