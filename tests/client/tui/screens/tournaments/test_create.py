"""The form for a new tournament."""

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Select

from kibitz_client.tui.app import KibitzApp
from kibitz_client.tui.screens.tournaments.create import NewEventScreen
from kibitz_client.tui.screens.tournaments.event import EventScreen
from kibitz_protocol.refusals import Code
from tests.client.tournaments import done
from tests.client.tui.tournaments import EventServer, event_view
from tests.fakes.app import running, shows, until
from tests.fakes.client import refused

pytestmark = pytest.mark.app


async def opened(app: KibitzApp, pilot: Pilot[None]) -> None:
    """Open the form from the list."""
    await until(pilot, lambda: shows(app, "tictactoe"))
    await pilot.press("T", "n")
    await until(pilot, lambda: isinstance(app.screen, NewEventScreen) and shows(app, "plan:"))


def fill(app: KibitzApp, **values: str) -> None:
    """Type or choose values."""
    for id, value in values.items():
        field = app.screen.query_one(f"#{id}")
        assert isinstance(field, Input | Select)
        field.value = value


async def test_the_plan_follows_the_fields() -> None:
    """The form says how many games the tournament has, and about how long it takes."""
    async with running(EventServer()) as (app, pilot):
        await opened(app, pilot)
        await until(pilot, lambda: shows(app, "plan: up to 64 entrants, all against all once, up to 2016 games"))
        engines = " ".join(f"E{number}=alphabeta:seconds=0.3" for number in range(8))
        fill(app, kinds="engines", engines=engines, length="2", openings="bundled", concurrency="3")
        plan = "plan: 8 engines, all against all twice, 112 games, about 11 min on 3 slots"
        await until(pilot, lambda: shows(app, plan))
        fill(app, format="swiss")
        await until(pilot, lambda: shows(app, "rounds", "Swiss system, 2 rounds"))
        fill(app, length="many")
        await until(pilot, lambda: not shows(app, "plan:"))


async def test_it_is_created_and_opened_in_place_of_the_form() -> None:
    """The fields become the action. The key of a private one is shown, and Esc leads to the list, not to the form."""
    server = EventServer(event_view(entered=False), create=done(key="abc-def"))
    async with running(server, notifications=True) as (app, pilot):
        await opened(app, pilot)
        fill(app, format="arena", length="45", clock="3+2", name="Friday", visibility="private", berserk="yes")
        await pilot.press("ctrl+s")
        await until(pilot, lambda: isinstance(app.screen, EventScreen) and shows(app, "abc-def"))
        made = server.actions("create")[0]
        assert (made.name, made.terms.format, made.terms.minutes) == ("Friday", "arena", 45)
        assert (made.terms.private, made.terms.berserk, made.follow) == (True, True, True)
        await pilot.press("escape")
        await until(pilot, lambda: shows(app, "Running (1)"))


@pytest.mark.parametrize(
    ("values", "field", "text"),
    [
        ({"length": "many"}, "length", "cycles: 'many' is not a number"),
        ({"engines": "alphabeta:depth"}, "engines", "depth"),
        ({"clock": "soon"}, "clock", "is not a clock"),
        ({"kinds": "people", "engines": "level:3"}, "engines", "engines enters an engine, but may enter admits none"),
        ({"start": "at", "start_details": "soon"}, "start_details", "time 'soon' is not a time"),
        ({"start": "now"}, "engines", "a tournament starts with two entrants"),
        ({"rated": "rated", "openings": "bundled"}, "rated", "games from openings or positions are not rated"),
    ],
)
async def test_an_error_is_shown_at_its_field(values: dict[str, str], field: str, text: str) -> None:
    """An error names the label of the field, which gets the focus, and nothing is sent."""
    server = EventServer()
    async with running(server, (120, 40)) as (app, pilot):
        await opened(app, pilot)
        fill(app, **values)
        await pilot.pause()
        await pilot.press("ctrl+s")
        await until(pilot, lambda: shows(app, text) and app.focused is app.screen.query_one(f"#{field}"))
        assert server.actions("create") == []


async def test_a_refusal_is_shown_at_its_field() -> None:
    """What the server refuses is shown at the field that it is about, and the form stays."""
    server = EventServer(create=refused(Code.UNFIT_ENGINE, "mcts cannot play this"))
    async with running(server, (120, 40)) as (app, pilot):
        await opened(app, pilot)
        fill(app, engines="alphabeta mcts")
        await pilot.press("ctrl+s")
        await until(pilot, lambda: shows(app, "mcts cannot play this"))
        assert app.focused is app.screen.query_one("#engines")
