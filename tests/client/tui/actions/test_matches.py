"""Requests about matches from the app."""

import pytest

from kibitz_client.tui.screens.dialogs import Ask, Confirm
from kibitz_client.tui.screens.match.watch import WatchScreen
from kibitz_protocol.refusals import Code
from tests.fakes.app import Server, running, shows, until
from tests.fakes.client import refused

pytestmark = pytest.mark.app


async def test_a_match_without_a_free_seat_can_be_watched() -> None:
    """The app asks, and Enter watches it; Esc stays in the lobby."""
    full = refused(Code.MATCH_FULL, "every seat of this match is taken")
    server = Server(more=lambda command: full if command.t == "join" else None)
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "engine alphabet"))
        for answer in ("n", "enter"):
            await pilot.press("j")
            await until(pilot, lambda: isinstance(app.screen, Ask))
            await pilot.press(*"K7QX", "enter")
            await until(pilot, lambda: isinstance(app.screen, Confirm) and shows(app, "is taken: watch it?"))
            assert not server.of("watch")
            await pilot.press(answer)
        await until(pilot, lambda: isinstance(app.screen, WatchScreen))
        assert len(server.of("join")) == 2
