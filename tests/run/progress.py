"""Plugin of pytest that reports how far a run is, with an estimate of the time left.

It takes the place of pytest's dots: on a terminal one line that is written again, elsewhere a line for each tenth of
the run. A failed test is named at once. `python -m tests.run` switches it on.
"""

import os
import sys
import time
from collections.abc import Mapping

import pytest

from tests.run import durations

EVERY_S = 0.5
"""How often the line on a terminal is written again."""


class Progress:
    """Share of the work that is done, by the expected seconds of each test.

    Args:
        tests: The expected seconds of all tests of the run, by id.
        processes: Number of tests that run at the same time on processors of their own.
        began_at: Time of the start, in seconds.
    """

    def __init__(self, tests: Mapping[str, float], processes: int, began_at: float) -> None:
        self._open = dict(tests)
        self._all_s = sum(self._open.values())
        self._open_s = self._all_s
        self._processes = processes
        self._began_at = began_at
        self.count = len(self._open)

    def finish(self, test: str) -> None:
        """Note that a test has ended."""
        self._open_s -= self._open.pop(test, 0)

    @property
    def share(self) -> float:
        """The share of the work that is done, from 0 to 1."""
        return 1 - self._open_s / self._all_s if self._open else 1.0

    @property
    def done(self) -> int:
        """The number of tests that have ended."""
        return self.count - len(self._open)

    def left_s(self, now: float) -> float:
        """Return the seconds that the rest will probably take, at the speed of the run so far.

        A run has no speed at first, so what was measured on another day counts like a tenth of the run.
        """
        measured_s = self._all_s / self._processes
        speed = (now - self._began_at + 0.1 * measured_s) / (self.share + 0.1)
        return (1 - self.share) * speed

    def line(self, now: float) -> str:
        """Return a sentence on the state of the run."""
        words = f"{self.share:4.0%}  {self.done:,} of {self.count:,} tests, {minutes(now - self._began_at)}"
        return f"{words}, about {minutes(self.left_s(now))} left" if self._open else words


def minutes(seconds: float) -> str:
    """Return a duration as minutes and seconds."""
    whole = round(seconds)
    return f"{whole // 60}:{whole % 60:02}"


class Display:
    """Hooks of pytest that follow a run and write its progress."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._progress: Progress | None = None
        self._redrawn = sys.stdout.isatty()
        self._next = 0.0

    def pytest_report_teststatus(self, report: pytest.TestReport) -> tuple[str, str, str] | None:
        """Write no letter for a test that passed or was skipped, and its id for another one."""
        if report.when == "call" and report.passed:
            return "passed", "", ""
        if report.skipped:
            return "skipped", "", ""
        if report.failed:
            return ("failed" if report.when == "call" else "error"), f"\nfailed: {report.nodeid}\n", "FAILED"
        return "", "", ""

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: list[str]) -> None:
        """Begin to count, when the first process has found the tests."""
        self._begin(ids)

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Begin to count in a run without other processes."""
        if session.items:
            self._begin([item.nodeid for item in session.items])

    def _begin(self, ids: list[str]) -> None:
        if self._progress is None:
            processes = int(self._config.getoption("numprocesses", None) or 1)
            tests = {test: durations.expected(test) for test in ids}
            self._progress = Progress(tests, min(processes, os.cpu_count() or 1), time.monotonic())

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        """Count a test that has ended."""
        if self._progress is None:
            return
        self._progress.finish(nodeid)
        now = time.monotonic()
        due = now if self._redrawn else self._progress.share
        if due >= self._next or not self._progress.left_s(now):
            self._next = now + EVERY_S if self._redrawn else int(due * 10 + 1) / 10
            end = "\r" if self._redrawn and self._progress.left_s(now) else "\n"
            print(f"\x1b[2K{self._progress.line(now)}" if self._redrawn else self._progress.line(now), end=end)
            sys.stdout.flush()


def pytest_configure(config: pytest.Config) -> None:
    """Report in the process that the person started, and not in its workers."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Display(config))
