"""Rules for the whole suite."""

import gc
import os
from collections.abc import Iterator
from itertools import pairwise

import pytest

from tests.postgres import Cluster, missing, programs

# No test looks for servers on the network that this machine is in; who means to look says where.
os.environ["KIBITZ_DISCOVERY"] = "off"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """One Postgres for the whole run; each test makes a database of its own in it."""
    found = programs()
    if found is None:
        missing()
    else:
        cluster = Cluster(found)
        yield cluster
        cluster.remove()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin each worker's share with long tests, so that none of them is left over at the end.

    Long tests are those with a time limit of their own. pytest-xdist (`--dist worksteal`) first cuts the list into one
    consecutive share for each worker.
    """
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "0"))
    if not workers:
        return
    long = [item for item in items if item.get_closest_marker("timeout")]
    short = [item for item in items if not item.get_closest_marker("timeout")]
    bounds = [len(items) * worker // workers for worker in range(workers + 1)]
    shares: list[pytest.Item] = []
    for worker, (start, end) in enumerate(pairwise(bounds)):
        first = long[worker::workers]
        count = max(0, end - start - len(first))
        shares += first + short[:count]
        del short[:count]
    items[:] = shares + short


def pytest_collection_finish() -> None:
    """Keep the garbage collector from walking over all modules and tests again and again.

    They live until the end. The app's tests take a tenth less processor time without that.
    """
    gc.collect()
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Where tests decide what is accepted, a skipped one is a failed one.

    With the compiler switched off, the tests of compiled code have nothing to test; they run where it is on.
    """
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    strict = os.environ.get("CI") and not os.environ.get("NUMBA_DISABLE_JIT")
    if strict and reporter is not None and reporter.stats.get("skipped"):
        reporter.write_line("a test was skipped, and nothing may be skipped here", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
