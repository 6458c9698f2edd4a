"""A tournament of two people at a real server, from the form to the last result."""

import pytest

from kibitz_client.tui.screens.match.play import PlayScreen
from kibitz_client.tui.screens.tournaments.event import EventScreen
from tests.client.tui.real_server import RealServerClient
from tests.client.tui.screens.tournaments.test_create import fill
from tests.client.tui.test_palette import do
from tests.fakes.app import running, shows, until
from tests.server.conftest import InProcessServer

pytestmark = pytest.mark.app


async def test_two_people_play_a_tournament() -> None:
    """The organiser creates, enters and starts; the game opens by itself, and its result is in the standings."""
    server = InProcessServer()
    server.runtime.tournaments.ready = True
    client = RealServerClient(server, account=True)
    client.capabilities = [*client.capabilities, "tournaments"]
    mia = server.connect("mia")

    def pass_time() -> bool:
        """Let a second pass at the server, which sends standings at most once a second."""
        server.scheduler.advance(1.0)
        client.settle()
        return True

    async with running(client, (100, 30)) as (app, pilot):
        app.tournaments.lead_after_s = 0.1
        app.tournaments.new()
        await until(pilot, lambda: shows(app, "plan:"))
        fill(app, game="tictactoe", kinds="people", name="Friday")
        await pilot.press("ctrl+s")
        await until(pilot, lambda: isinstance(app.screen, EventScreen) and shows(app, "Friday (T-", "not started"))
        event = app.screen
        assert isinstance(event, EventScreen)
        await pilot.press("e")
        await until(pilot, lambda: pass_time() and shows(app, "e leave"))
        assert mia.ask("tournament", do={"kind": "enter", "tournament": event.tournament}).t == "accepted"
        await until(pilot, lambda: pass_time() and shows(app, "mia", "2 entrants"))
        await do(app, pilot, "start the tour")
        await until(pilot, lambda: pass_time() and isinstance(app.screen, PlayScreen) and shows(app, "Friday, round 1"))
        assert isinstance(app.screen, PlayScreen)
        app.screen.back_after_s = 0.1
        assert mia.ask("resign", match=app.screen.match).t == "accepted"
        await until(pilot, lambda: pass_time() and app.screen is event)
        await until(pilot, lambda: pass_time() and shows(app, "finished, 2 entrants"))
        await pilot.press("3")
        await until(pilot, lambda: shows(app, "[3 games]", "1-0") or shows(app, "[3 games]", "0-1"))
