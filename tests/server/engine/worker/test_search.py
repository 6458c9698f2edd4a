"""Tests of a worker that has no machine code for a search."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

CODE = """
import os
from kibitz_server.engine.control import SearchControl
from kibitz_server.engine.driver import Job
from kibitz_server.engine.limit import Limit
from kibitz_server.engine.worker import search as worker
from kibitz_server.engine.worker.warm import is_compiled

control = SearchControl()
worker.start(control, 0)
job = Job("nim", (), None, (), "textbook", Limit(seconds=60.0, depth=2))

def searched(may_wait):
    control.reset(None)
    report = worker.search(job, may_wait)
    return report and report.depth, is_compiled("textbook", job.position().game)

found = [searched(True), searched(False)]
if not os.fork():
    worker.compile_code(job.code, 1 << 30)
    os._exit(0)
os.wait()
print([*found, searched(True)])
"""


@pytest.mark.io
@pytest.mark.timeout(120)
@pytest.mark.compiled
def test_a_worker_does_not_compile(tmp_path: Path) -> None:
    """It returns at once or searches in plain Python, and loads machine code when another process has compiled it."""
    done = subprocess.run(
        [sys.executable, "-c", CODE],
        env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
        timeout=100,
    )
    assert done.stdout.strip() == "[(None, False), (2, False), (2, True)]"
