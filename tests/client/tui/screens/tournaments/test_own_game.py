"""The way to one's game of a tournament, and back."""

import pytest
from textual.widgets import Input

from kibitz_client.tui.screens.help import HelpScreen
from kibitz_client.tui.screens.match.play import PlayScreen
from kibitz_client.tui.screens.tournaments.create import NewEventScreen
from kibitz_client.tui.screens.tournaments.event import EventScreen
from kibitz_protocol.to_client import Paired
from kibitz_protocol.values.matches import Result
from tests.client.tui.screens.tournaments.test_event import opened
from tests.client.tui.tournaments import PLACE, EventServer, own_game
from tests.fakes.app import running, shows, until

pytestmark = pytest.mark.app
PAIRED = Paired(match="m7", code="K7QX47", seat=0, opponent="mia", tournament=PLACE)
WON = {"phase": "finished", "result": Result(winner=0, reason="line")}


@pytest.mark.parametrize("key", ["escape", "n"])
async def test_a_game_opens_above_the_event_and_leads_back_to_it(key: str) -> None:
    """A notification names event, round and opponent, and the game opens soon; after its end Esc or n leads back."""
    async with running(server := EventServer(), (100, 30), notifications=True) as (app, pilot):
        event = await opened(app, pilot)
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(app.screen, HelpScreen))
        app.tournaments.lead_after_s = 0.1
        server.tell(PAIRED, own_game())
        await until(pilot, lambda: isinstance(app.screen, PlayScreen) and shows(app, "Friday, round 3: you play mia"))
        await until(pilot, lambda: shows(app, "K7QX47  Friday, round 3"))
        server.tell(own_game(seq=9, **WON))
        await until(pilot, lambda: shows(app, "Back to Friday in a moment", "n goes back to the tournament"))
        await pilot.press("escape" if isinstance(app.focused, Input) else key)
        await until(pilot, lambda: app.screen is event)


async def test_the_end_leads_back_by_itself() -> None:
    """After a moment the event is shown, also if it was not open before; a game without an event stays."""
    async with running(server := EventServer()) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        app.tournaments.lead_after_s = 0.1
        server.tell(PAIRED, own_game())
        await until(pilot, lambda: isinstance(app.screen, PlayScreen) and shows(app, "Friday, round 3"))
        assert isinstance(app.screen, PlayScreen)
        app.screen.back_after_s = 0.1
        server.tell(own_game(seq=9, **WON))
        await until(pilot, lambda: isinstance(app.screen, EventScreen) and shows(app, "Deep"))
        await pilot.press("escape")
        await until(pilot, lambda: shows(app, "Quick play"))


async def test_the_next_game_replaces_the_finished_one() -> None:
    """Of two games in a row, one screen stays; what was typed into a form before is kept."""
    async with running(server := EventServer()) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        app.tournaments.lead_after_s = 0.1
        app.tournaments.new()
        await until(pilot, lambda: isinstance(app.screen, NewEventScreen) and shows(app, "plan:"))
        form = app.screen
        form.query_one("#name", Input).value = "half typed"
        server.tell(PAIRED, own_game())
        await until(pilot, lambda: isinstance(app.screen, PlayScreen) and shows(app, "K7QX47"))
        server.tell(own_game(seq=9, **WON))
        await until(pilot, lambda: shows(app, "Back to Friday"))
        again = {"match": "m8", "code": "K7QX48"}
        server.tell(PAIRED.model_copy(update=again), own_game().model_copy(update=again))
        await until(pilot, lambda: isinstance(app.screen, PlayScreen) and app.screen.match == "m8")
        assert app.screen_stack[-2] is form
        assert form.query_one("#name", Input).value == "half typed"


async def test_a_game_of_a_tournament_has_no_rematch() -> None:
    """r does nothing after such a game."""
    async with running(server := EventServer()) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        app.tournaments.lead_after_s = 0.1
        server.tell(PAIRED, own_game(**WON))
        await until(pilot, lambda: isinstance(app.screen, PlayScreen) and shows(app, "Back to Friday"))
        await pilot.press("escape") if isinstance(app.focused, Input) else None
        await pilot.press("r")
        await pilot.pause()
        assert server.of("offer") == []
