"""Plugin of pytest that marks long tests and divides the tests among the processes of a run."""

import os
from collections.abc import Callable
from itertools import pairwise
from typing import TypeVar

import pytest
from hypothesis import is_hypothesis_test

from tests.run import durations
from tests.run.prepare import ROOT

T = TypeVar("T")
FIRST_S = 3.0
"""Least time of a test with which a process begins."""


@pytest.hookimpl(specname="pytest_collection_modifyitems", tryfirst=True)
def pytest_mark_tests(items: list[pytest.Item]) -> None:
    """Mark tests by the time that they took when they were measured, and those with Hypothesis.

    This is before pytest looks at marks.

    Raises:
        pytest.UsageError: `make test-all` would not read the file of such a test.
    """
    marks = durations.marks({item.nodeid: said_by_hand(item) for item in items}, durations.listed())
    for item in items:
        for mark, beyond in marks.items():
            if item.nodeid in beyond:
                item.add_marker(mark)
        if isinstance(item, pytest.Function) and is_hypothesis_test(item.obj):
            item.add_marker(pytest.mark.property)
    files = {item.nodeid.partition("::")[0] for item in items if item.get_closest_marker("long")}
    if missed := files.difference(durations.long_files(ROOT)):
        raise pytest.UsageError(
            f"tests of {', '.join(sorted(missed))} are marked; say so in tests/run/durations.py: MARKED"
        )


def said_by_hand(item: pytest.Item) -> str | None:
    """Return the mark `nightly` or `long` of the source of a test, or the run of its mark `stays_in`."""
    mark = next(filter(None, map(item.get_closest_marker, ("nightly", "stays_in", "long"))), None)
    return mark and (mark.args[0] if mark.args else mark.name)


@pytest.hookimpl(specname="pytest_collection_modifyitems", trylast=True)
def pytest_divide_tests(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave tests of the page to a run of their own, and begin each worker's share with long tests."""
    browser = [item for item in items if item.get_closest_marker("browser")]
    if browser and len(browser) < len(items):
        # Playwright keeps an event loop running in the thread of the tests, where no other one could run.
        config.hook.pytest_deselected(items=browser)
        items[:] = [item for item in items if item not in browser]
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "0"))
    if workers:
        items[:] = shares(items, lambda item: durations.expected(item.nodeid), workers)


def shares(items: list[T], seconds: Callable[[T], float], workers: int) -> list[T]:
    """Return the tests in an order in which each worker's share begins with long tests, the longest first.

    None of them is left over at the end. pytest-xdist (`--dist worksteal`) first cuts the list into one consecutive
    share for each worker.
    """
    long = sorted((item for item in items if seconds(item) >= FIRST_S), key=seconds, reverse=True)
    short = [item for item in items if seconds(item) < FIRST_S]
    bounds = [len(items) * worker // workers for worker in range(workers + 1)]
    found: list[T] = []
    for worker, (start, end) in enumerate(pairwise(bounds)):
        first = long[worker::workers]
        count = max(0, end - start - len(first))
        found += first + short[:count]
        del short[:count]
    return found + short
