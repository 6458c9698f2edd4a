"""Event loop of a command."""

import asyncio

from kibitz_client.cli.runner import loop_for


def test_mqtt_has_a_loop_that_watches_sockets() -> None:
    """The default loop of Windows cannot watch sockets, so MQTT gets another one there."""
    assert loop_for("win32") is asyncio.SelectorEventLoop
    assert loop_for("linux") is None
    assert loop_for("darwin") is None
