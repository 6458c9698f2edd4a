"""On which loop the work of a command runs."""

import asyncio

from kibitz_client.cli.runner import loop_for


def test_mqtt_has_a_loop_that_watches_sockets() -> None:
    """The one of Windows does not, so another is made there; elsewhere the usual one does."""
    assert loop_for("win32") is asyncio.SelectorEventLoop
    assert loop_for("linux") is None
    assert loop_for("darwin") is None
