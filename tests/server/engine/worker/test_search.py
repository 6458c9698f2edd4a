"""Tests of what a worker does while it waits for machine code."""

import threading

from kibitz_server.engine.control import Control
from kibitz_server.engine.worker.search import CHECK_S, await_machine_code


def block() -> Control:
    """Return the control block of a new job."""
    control = Control()
    control.reset(None)
    return control


def test_the_wait_ends_with_the_compilation() -> None:
    """The worker waits again and again, until the search is ready."""
    ready, waits = threading.Event(), []

    def prepare(seconds: float) -> None:
        ready.wait(seconds)
        waits.append(seconds)
        if len(waits) == 3:
            ready.set()

    await_machine_code(prepare, block(), 30.0)
    assert waits == [CHECK_S] * 4


def test_a_stop_ends_the_wait() -> None:
    """The slot is soon free, although the compiler goes on."""
    control, waits = block(), []

    def prepare(seconds: float) -> None:
        threading.Event().wait(seconds)
        waits.append(seconds)
        control.stop = 1

    await_machine_code(prepare, control, 30.0)
    assert len(waits) == 1


def test_the_wait_has_a_limit() -> None:
    """A search that is not compiled in time runs in plain Python."""
    waits = []

    def prepare(seconds: float) -> None:
        threading.Event().wait(seconds)
        waits.append(seconds)

    await_machine_code(prepare, block(), 2 * CHECK_S)
    assert 1 <= len(waits) <= 2
