"""Run a benchmark as a user does: as a process."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCES = os.pathsep.join(str(ROOT / name) for name in ("server", "protocol", "client", "."))


def run(module: str, *arguments: str, timeout_s: float = 240.0) -> subprocess.CompletedProcess[str]:
    """Run `python -m module` with the sources of this repository, and return its exit code and its output as text.

    Raises:
        subprocess.TimeoutExpired: It does not end in time.
    """
    return subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": SOURCES},
        capture_output=True,
        text=True,
        timeout=timeout_s,
        check=False,
    )
