"""Fixtures of the commands' tests: a command in this process must not affect the logging of later tests."""

import logging
from collections.abc import Iterator

import pytest
import structlog

from kibitz_server.telemetry.logs import LogQueue


@pytest.fixture(autouse=True)
def restore_logging() -> Iterator[None]:
    """Undo `logs.set_up` after each test."""
    yield
    root = logging.getLogger()
    for handler in [each for each in root.handlers if isinstance(each, LogQueue)]:
        root.removeHandler(handler)
        root.setLevel(logging.WARNING)
        structlog.reset_defaults()
