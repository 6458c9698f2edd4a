"""What the tests of commands share: a command that is run in this process leaves its logging to no other test."""

import logging
from collections.abc import Iterator

import pytest
import structlog

from kibitz_server.telemetry.logs import LogQueue


@pytest.fixture(autouse=True)
def logs_as_they_were() -> Iterator[None]:
    """Take down what `logs.set_up` has set up."""
    yield
    root = logging.getLogger()
    for shelf in [handler for handler in root.handlers if isinstance(handler, LogQueue)]:
        root.removeHandler(shelf)
        root.setLevel(logging.WARNING)
        structlog.reset_defaults()
