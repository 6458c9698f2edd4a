"""Histogram of durations for Prometheus.

The histograms of the client library take a lock for each number and test every bucket, twice for a move. The server
counts on one thread and needs no lock.
"""

from bisect import bisect_left
from collections.abc import Iterator

from prometheus_client.metrics_core import HistogramMetricFamily
from prometheus_client.registry import Collector


class Histogram:
    """Histogram of durations. `bounds` are the upper bounds of its buckets in seconds, ascending."""

    __slots__ = ("_bounds", "_counts", "_sum_s")

    def __init__(self, bounds: tuple[float, ...]) -> None:
        self._bounds = bounds
        self._counts = [0] * (len(bounds) + 1)
        self._sum_s = 0.0

    def observe(self, seconds: float) -> None:
        """Count a duration."""
        self._counts[bisect_left(self._bounds, seconds)] += 1
        self._sum_s += seconds

    def add_to(self, family: HistogramMetricFamily, labels: list[str]) -> None:
        """Add the buckets to a metric family. As Prometheus requires, each includes the counts of those before it."""
        total, buckets = 0, []
        for bound, count in zip([*map(str, self._bounds), "+Inf"], self._counts, strict=True):
            total += count
            buckets.append((bound, float(total)))
        family.add_metric(labels, buckets, self._sum_s)


class HistogramCollector(Collector):
    """Collector of one histogram for each value of a label, or of a single one without a label."""

    def __init__(self, name: str, text: str, bounds: tuple[float, ...], label: str | None = None) -> None:
        self._name, self._text, self._label = name, text, label
        self._bounds = bounds
        self._histograms: dict[str, Histogram] = {}

    def __getitem__(self, value: str) -> Histogram:
        histogram = self._histograms.get(value)
        if histogram is None:
            histogram = self._histograms[value] = Histogram(self._bounds)
        return histogram

    def collect(self) -> Iterator[HistogramMetricFamily]:
        family = HistogramMetricFamily(self._name, self._text, labels=[self._label] if self._label else [])
        for value, histogram in self._histograms.items():
            histogram.add_to(family, [value] if self._label else [])
        yield family
