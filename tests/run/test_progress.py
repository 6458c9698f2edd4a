"""How far a run is, and how long the rest takes."""

import pytest

from tests.run.progress import Progress


@pytest.fixture
def progress() -> Progress:
    """Return a run of two tests, one of them long, and a clock that begins at 100 s."""
    return Progress({"long": 9.0, "short": 1.0}, 1, began_at=100.0)


def test_the_share_follows_the_expected_seconds(progress: Progress) -> None:
    """A long test is a large share of the work, whatever the number of tests."""
    progress.finish("long")
    assert progress.share == pytest.approx(0.9)
    assert progress.line(109.0) == " 90%  1 of 2 tests, 0:09, about 0:01 left"


def test_the_time_left_follows_the_speed_of_the_run(progress: Progress) -> None:
    """At first it is that of the measurement, and later that of a machine that is three times slower."""
    assert progress.left_s(100.0) == pytest.approx(10.0)
    progress.finish("long")
    assert 2.5 < progress.left_s(127.0) < 3.0


def test_a_run_that_has_ended(progress: Progress) -> None:
    """Nothing is left. A test that is reported again changes nothing."""
    for test in ("long", "short", "short"):
        progress.finish(test)
    assert (progress.share, progress.left_s(120.0)) == (1.0, 0.0)
    assert progress.line(120.0) == "100%  2 of 2 tests, 0:20"
