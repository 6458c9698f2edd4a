"""Tests of the control block: what the parent reads while a search writes in another process."""

import mmap
from multiprocessing import get_context
from pathlib import Path

import pytest

from kibitz_server.engine.control import CHOICES, LINE, Progress, SearchControl, publish, read, writing

READS = 5_000


def mapped(path: Path) -> SearchControl:
    """Return the control block that a file holds."""
    with path.open("r+b") as file:
        return SearchControl.from_buffer(mmap.mmap(file.fileno(), 0))


def write_until_stopped(path: Path) -> None:
    """Report one ply and root move, then as many as fit, again and again. Each of them equals their count."""
    control = mapped(path)
    while not control.stop:
        for count in (1, CHOICES):
            with writing(control):
                control.depth = control.score = control.length = control.choices = count
                for i in range(count):
                    control.line[i] = control.choice[i] = control.share[i] = count


@pytest.mark.io
def test_a_snapshot_is_of_one_moment(tmp_path: Path) -> None:
    """A reader never sees the count of one report with the moves of another."""
    path = tmp_path / "control"
    path.write_bytes(bytes(SearchControl()))
    control = mapped(path)
    control.reset(None)
    search = get_context("spawn").Process(target=write_until_stopped, args=(path,), daemon=True)
    search.start()
    reports = {Progress(n, n, 0, (n,) * n, shares=((n, n),) * n) for n in (1, CHOICES)}
    seen: set[Progress] = set()
    reads = 0
    try:
        while reads < READS or not reports <= seen:
            assert search.exitcode is None
            found = read(control)
            reads += len(seen) > 0
            seen |= {found} if found.line else set()
    finally:
        control.stop = 1
        search.join()
    assert seen == reports


def test_a_report_that_was_never_finished_is_not_shown() -> None:
    """The search of a killed worker shows its count of nodes alone."""
    control = SearchControl(nodes=7)
    publish(control, 3, 40, [1] * (LINE + 1))
    assert read(control) == Progress(3, 40, 7, (1,) * LINE)
    control.sequence += 1
    assert read(control) == Progress(0, 0, 7, ())
