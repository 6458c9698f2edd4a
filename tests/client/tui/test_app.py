"""The app as a whole."""

from typing import Any

import pytest

from tests.client.tui.fakes import Server, running, until

pytestmark = pytest.mark.app


async def test_a_programming_error_ends_the_app() -> None:
    """An unexpected error while a message is handled ends the app with a traceback. It does not just stay offline."""
    unknown: Any = object()
    codes = []

    async def run() -> None:
        server = Server()
        async with running(server) as (app, pilot):
            server.tell(unknown)
            await until(pilot, lambda: app.return_code is not None)
            codes.append(app.return_code)

    with pytest.raises(AttributeError):
        await run()
    assert codes == [1]
