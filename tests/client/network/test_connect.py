"""Connections to the server of the settings."""

from dataclasses import replace

import pytest

from kibitz_client.errors import NetworkError
from kibitz_client.network.connect import connect, connect_or_start
from kibitz_client.settings import Settings
from tests.client.fakes import Recorded

pytestmark = pytest.mark.io


async def test_a_private_server_is_started_if_needed() -> None:
    """It starts if no server answers and the user named none, or if the user asks for it."""
    nowhere = Settings("ws://127.0.0.1:1", chosen=False, name="otter", token=None, json=False)
    told = Recorded()
    async with connect_or_start(nowhere, told.output) as connected:
        assert connected.private
        assert "no server answers" in told.err
    with pytest.raises(NetworkError, match=r"at ws://127\.0\.0\.1:1"):
        async with connect_or_start(replace(nowhere, chosen=True), told.output):
            pass
    told = Recorded()
    async with connect(replace(nowhere, chosen=True, private=True), told.output) as connected:
        assert connected.private
        assert connected.client.welcome.you.name == "otter"
        assert "starting a private server" in told.err
