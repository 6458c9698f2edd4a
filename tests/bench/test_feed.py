"""The benchmark of the MQTT feed runs."""

import sys

import pytest

from tests.bench.running import run
from tests.programs import MOSQUITTO


@pytest.mark.io
@pytest.mark.nightly
@pytest.mark.timeout(300, func_only=True)
@pytest.mark.skipif(sys.platform != "linux", reason="the benchmark reads CPU times from /proc")
def test_the_benchmark_runs_with_small_numbers() -> None:
    """A quick run succeeds, and every state is right after the restarts of the broker."""
    MOSQUITTO.required()
    done = run("bench.feed", "--quick")
    assert done.returncode == 0, done.stderr
    assert "every state right after the restarts: met" in done.stdout
    assert "20 watchers over MQTT" in done.stdout
