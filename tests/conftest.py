"""Rules for the whole suite."""

import os
from collections.abc import Iterator

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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Where tests decide what is accepted, one that needs other processes has another try on a machine that stalls.

    The summary names each that used it: it is a fault to be mended. A test without real I/O has one try.
    """
    if os.environ.get("CI"):
        for item in items:
            if item.get_closest_marker("io"):
                item.add_marker(pytest.mark.flaky(reruns=2))


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
