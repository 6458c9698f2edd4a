"""A scripted server for each test that asks for one."""

from collections.abc import AsyncIterator

import pytest

from tests.fakes.client import FakeServer


@pytest.fixture
async def server() -> AsyncIterator[FakeServer]:
    """Serve during the test."""
    async with FakeServer() as server:
        yield server
