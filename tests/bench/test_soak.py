"""The soak test finds growth, and its load and samples work with a real server."""

import random
from pathlib import Path

import pytest

from bench.soak.__main__ import soak, table
from bench.soak.samples import Sample, slope
from tests.mosquitto import Mosquitto


def samples(values: list[float], every_s: float = 5.0) -> list[Sample]:
    """Return samples of one quantity."""
    return [Sample(number * every_s, {"memory": value}) for number, value in enumerate(values)]


def test_steady_growth_is_found() -> None:
    """A leak of 1 MB a minute in noise of 3 MB is growth, with the right slope."""
    rng = random.Random(1)
    trend = slope(samples([100 + each / 12 + rng.gauss(0, 3) for each in range(240)]), "memory")
    assert trend.per_hour == pytest.approx(60, abs=4 * trend.error)
    assert trend.error < 10
    assert not trend.flat


def test_noise_is_flat() -> None:
    """Noise without a trend is flat."""
    rng = random.Random(2)
    assert slope(samples([100 + rng.gauss(0, 3) for _ in range(240)]), "memory").flat


def test_samples_that_are_alike_widen_the_error() -> None:
    """A quantity that wanders slowly has a wider error than one of the same spread that jumps."""
    rng = random.Random(3)
    wandering, value = [], 0.0
    for _ in range(240):
        value = 0.9 * value + rng.gauss(0, 1)
        wandering.append(100 + value)
    jumping = wandering.copy()
    rng.shuffle(jumping)
    assert slope(samples(wandering), "memory").error > 2 * slope(samples(jumping), "memory").error


def test_a_constant_is_flat() -> None:
    """A quantity that never changes has no growth and no error."""
    trend = slope(samples([7.0] * 10), "memory")
    assert (trend.mean, trend.per_hour, trend.error, trend.flat) == (7.0, 0.0, 0.0, True)


def test_a_trend_needs_samples() -> None:
    """Three samples give no trend."""
    with pytest.raises(ValueError, match="at least four"):
        slope(samples([1, 2, 3]), "memory")


@pytest.mark.io
@pytest.mark.nightly
@pytest.mark.timeout(300, func_only=True)
async def test_a_short_soak(tmp_path: Path) -> None:
    """People, engines and visitors are served, everything is sampled, and the log has no errors."""
    broker = Mosquitto()
    try:
        soaked = await soak(4.0, tmp_path, broker.url, seed=1, sample_every_s=0.3)
    finally:
        broker.remove()
    report, _ = table(soaked)
    assert soaked.errors == [], report
    assert soaked.counts["accepted"] > 0, report
    last = soaked.samples[-1].values
    assert last["memory of the server, MB"] > 20
    assert last["memory of the workers, MB"] > 20
    assert last["tasks"] > 5
    assert last["database, MB"] > 0
