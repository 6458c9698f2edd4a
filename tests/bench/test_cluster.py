"""The benchmark of a cluster runs."""

import sys

import pytest

from tests.bench.running import run

ROWS = (
    "added to a search by a worker, median",
    "added to a search by a worker, p99",
    "of this, a call that does nothing",
    "of this, JSON",
    "cancel on a worker until the slot is free",
    "processor time of the server, unwatched search of 0.05 s on 2 workers",
    "searches/s of 0.05 s, 2 workers over one",
    "searches/s of the same work, 2 workers over one",
    "worker killed: a search later than without it",
    "worker frozen: a search later than without it",
    "worker goes on: until it is used again",
    "scheduler killed: a search later than without it",
    "server killed: until another server's search runs in its slot",
    "modules of Dask in a server without a cluster",
    "import of Dask in a server with a cluster",
    "fingerprints of all games",
)


@pytest.mark.io
@pytest.mark.nightly
@pytest.mark.timeout(300, func_only=True)
@pytest.mark.skipif(sys.platform != "linux", reason="the benchmark reads memory from /proc")
def test_the_benchmark_runs_with_small_numbers() -> None:
    """Each row has a value, and a server without a cluster loads nothing of Dask. Other goals may be missed."""
    done = run("bench.cluster", "--small")
    lines = done.stdout.splitlines()
    for row in ROWS:
        found = next((line for line in lines if line.startswith(row)), None)
        assert found is not None, done.stderr
        assert " - " not in found[60:110] or "skipped: " in found, found
    (modules,) = (line for line in lines if line.startswith("modules of Dask"))
    assert " met " in modules, modules
    assert done.returncode == any("MISSED" in line for line in lines), done.stderr
