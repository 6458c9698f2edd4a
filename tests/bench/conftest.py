"""One benchmark at a time: each keeps two cores busy, and two at once would cut off each other's connections.

The time limit of such a test does not count its wait for the others.
"""

import fcntl
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def alone(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Wait until no other test worker runs a benchmark."""
    if request.node.get_closest_marker("io") is None:
        yield
        return
    with (tmp_path_factory.getbasetemp().parent / "bench.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
