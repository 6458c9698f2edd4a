"""Fixtures and rules for the whole test suite."""

import os
from collections.abc import Iterator

import pytest

from tests.postgres import Cluster, missing, programs

# Tests must not discover servers on the network of this machine. A test of discovery sets its own value.
os.environ["KIBITZ_DISCOVERY"] = "off"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """Run one Postgres for all tests; each test creates its own database in it."""
    found = programs()
    if found is None:
        missing()
    else:
        cluster = Cluster(found)
        yield cluster
        cluster.remove()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """In CI, rerun failed tests that need other processes, because a loaded machine can stall them.

    The summary lists each rerun: it is a defect to be fixed. Tests without real I/O are not rerun.
    """
    if os.environ.get("CI"):
        for item in items:
            if item.get_closest_marker("io"):
                item.add_marker(pytest.mark.flaky(reruns=2))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """In CI, fail the run if a test was skipped.

    Runs without the compiler are exempt: tests of compiled code are skipped there, and run with the compiler.
    """
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    strict = os.environ.get("CI") and not os.environ.get("NUMBA_DISABLE_JIT")
    if strict and reporter is not None and reporter.stats.get("skipped"):
        reporter.write_line("a test was skipped: CI must run every test", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
