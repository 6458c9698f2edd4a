"""The benchmark of the feed runs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.mosquitto import program

ROOT = Path(__file__).parents[2]


@pytest.mark.io
@pytest.mark.timeout(300)
@pytest.mark.skipif(sys.platform != "linux", reason="it reads processor times from /proc")
def test_it_measures_a_little_of_everything() -> None:
    """With few of everything it ends soon, and every state is right after the broker's restarts."""
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
