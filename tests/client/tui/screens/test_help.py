"""The help."""

import pytest

from kibitz_client.tui.screens.help import HelpScreen, fitted
from kibitz_client.tui.screens.lobby import LobbyScreen
from tests.client.tui.fakes import Server, running, shows, until

pytestmark = pytest.mark.app


def test_help_wraps_in_columns() -> None:
    """On a narrow terminal the description of a key stays in its column."""
    assert fitted("  t  TV and what is on it\n\nPlain words here", 15).splitlines() == [
        "  t  TV and",
        "     what is on",
        "     it",
        "",
        "Plain words",
        "here",
    ]


async def test_help_and_back() -> None:
    """A question mark opens the help, Esc closes it."""
    async with running(Server()) as (app, pilot):
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(app.screen, HelpScreen))
        await until(pilot, lambda: shows(app, "quick play"))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, LobbyScreen))
