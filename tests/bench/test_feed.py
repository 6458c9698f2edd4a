"""The benchmark of the MQTT feed runs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mosquitto import program

ROOT = Path(__file__).parents[2]


@pytest.mark.io
@pytest.mark.usefixtures("without_compiler")
@pytest.mark.timeout(300)
@pytest.mark.skipif(sys.platform != "linux", reason="the benchmark reads CPU times from /proc")
def test_the_benchmark_runs_with_small_numbers() -> None:
    """A quick run succeeds, and every state is right after the restarts of the broker."""
    program()
    paths = ":".join(str(ROOT / name) for name in ("server", "protocol", "client", "."))
    done = subprocess.run(
        [sys.executable, "-m", "bench.feed", "--quick"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "every state right after the restarts: met" in done.stdout
    assert "20 watchers over MQTT" in done.stdout
