"""A server on fakes whose matches are published."""

import pytest

from kibitz_server.mqtt.feed import Feed
from tests.server.conftest import House


@pytest.fixture
async def house() -> House:
    """A server with a feed, in which nothing happens by itself."""
    return House(make_sink=Feed)
