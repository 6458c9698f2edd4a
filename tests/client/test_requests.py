"""Commands to the server."""

import pytest

from kibitz_client.errors import UsageError
from kibitz_client.requests import build
from kibitz_protocol.to_server import Chat, Ping


def test_every_command_has_an_id_of_its_own() -> None:
    """Ids differ, and an invalid value is an error that names its field."""
    assert build(Ping).id != build(Ping).id
    with pytest.raises(UsageError, match="text must not be empty"):
        build(Chat, match="m1", text="")
