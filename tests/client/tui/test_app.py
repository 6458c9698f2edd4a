"""The app as a whole."""

import asyncio
from typing import Any

import pytest

from kibitz_client.tui.app import KibitzApp
from tests.fakes.app import Server, running, shows, until

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


OPEN = [KibitzApp.action_preferences, KibitzApp.action_new_match]


@pytest.mark.parametrize("open_screen", OPEN)
async def test_a_screen_is_closed_while_it_is_mounted(open_screen: Any) -> None:
    """A match may open and close a form at any time, also in each of the turns of the event loop that mount it."""
    async with running(Server()) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        for turns in range(6):
            open_screen(app)
            await pass_turns(turns)
            app.pop_screen()
            await pilot.pause()
            await until(pilot, lambda: shows(app, "tictactoe"))
            assert app.return_code is None


@pytest.mark.parametrize("turns", range(2, 6))
@pytest.mark.parametrize("open_screen", OPEN)
async def test_the_app_exits_while_a_screen_is_mounted(open_screen: Any, turns: int) -> None:
    """The app exits without an error, also in each of the turns of the event loop that mount a form."""
    async with running(Server()) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        open_screen(app)
        await pass_turns(turns)
        app.exit()
        await until(pilot, lambda: app.return_code is not None)
    assert app.return_code == 0


async def pass_turns(turns: int) -> None:
    """Let the event loop run a number of turns."""
    for _ in range(turns):
        await asyncio.sleep(0)
