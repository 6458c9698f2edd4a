"""A server on fakes whose matches are published."""

import pytest

from kibitz_server.mqtt.feed import BrokerFeed
from tests.server.conftest import InProcessServer


@pytest.fixture
async def server() -> InProcessServer:
    """A server with a feed, in which nothing happens by itself."""
    return InProcessServer(make_sink=BrokerFeed)
