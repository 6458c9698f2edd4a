"""The form for a new match: all that can be said, and what is wrong told at its field, by keys and by mouse."""

from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Select

from kibitz_client.parsing.arguments import MatchSetup, create
from kibitz_client.tui.app import KibitzApp
from kibitz_client.tui.models.match_form import MatchForm, WrongField, refused_at
from kibitz_client.tui.screens.match.play import PlayScreen
from kibitz_client.tui.screens.new_match import NewMatchScreen
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_protocol.refusals import Code
from kibitz_protocol.to_server import Create
from tests.client.fakes import refused
from tests.client.tui.fakes import Server, running, shows, until


def same(one: Create, other: Create) -> bool:
    """Whether two commands make the same match."""
    return one.model_dump(exclude={"id"}) == other.model_dump(exclude={"id"})


@pytest.mark.parametrize(
    ("form", "arrangement"),
    [
        (MatchForm("connect4"), MatchSetup("connect4", opponent="level:3", first="me")),
        (MatchForm("connect4", opponent="open", who=""), MatchSetup("connect4", first="me")),
        (
            MatchForm("connect4", {"columns": "6"}, "engine", "mcts", "playouts=500,seed=1", first="them"),
            MatchSetup("connect4", ["columns=6"], opponent="mcts:playouts=500,seed=1", first="them"),
        ),
        (
            MatchForm("nim", opponent="engine", algorithm="random", who=""),
            MatchSetup("nim", opponent="random", first="me"),
        ),
        (MatchForm("nim", opponent="bot", who="fred"), MatchSetup("nim", opponent="bot:fred", first="me")),
        (
            MatchForm(
                "nim", opponent="invite", who="ann", first="random", visibility="private", chat="no", start="wait"
            ),
            MatchSetup("nim", opponent="@ann", first="random", visibility="private", chat=False, autostart=False),
        ),
        (
            MatchForm("nim", opponent="seats", who="@ann bot:fred", delay="30s", thinking="hide", watchers="no"),
            MatchSetup("nim", seats=["@ann", "bot:fred"], delay="30s", show_thinking=False, watchable=False),
        ),
        (
            MatchForm("nim", opponent="duel", who="level:1 level:2", games="10", rated="rated", thinking="show"),
            MatchSetup("nim", seats=["level:1", "level:2"], games=10, rated=True, show_thinking=True),
        ),
        (
            MatchForm("reversi", clock="5+3", position="X 34", moves="d3, c5"),
            MatchSetup("reversi", opponent="level:3", first="me", clock="5+3", position="X 34", moves="d3 c5"),
        ),
    ],
)
def test_all_that_the_command_line_can_say(form: MatchForm, arrangement: MatchSetup) -> None:
    """The fields make the same command as the words of `kibitz host`."""
    assert same(form.command(), create(arrangement))


@pytest.mark.parametrize(
    ("form", "field"),
    [
        (MatchForm("nim", who="11"), "who"),
        (MatchForm("nim", who="strong"), "who"),
        (MatchForm("nim", opponent="engine", who="second=1"), "who"),
        (MatchForm("nim", opponent="invite", who=""), "who"),
        (MatchForm("nim", opponent="bot", who=" "), "who"),
        (MatchForm("nim", opponent="duel", who="level:1"), "who"),
        (MatchForm("nim", opponent="seats", who="me bot:"), "who"),
        (MatchForm("nim", clock="soon"), "clock"),
        (MatchForm("nim", delay="late"), "delay"),
        (MatchForm("nim", games="0"), "games"),
        (MatchForm("nim", games="many"), "games"),
        (MatchForm("nim", position="x" * 100_000), "position"),
        (MatchForm("nim", moves="x" * 100_000), "moves"),
    ],
)
def test_what_is_wrong_has_a_field(form: MatchForm, field: str) -> None:
    """Before the server is asked."""
    with pytest.raises(WrongField) as caught:
        form.command()
    assert caught.value.field == field
    assert len(str(caught.value)) < 100_100


@pytest.mark.parametrize(
    ("code", "sentence", "field"),
    [
        (Code.BAD_OPTION, "rows goes from 1 to 19", "option-rows"),
        (Code.BAD_OPTION, "that does not go together", "option-columns"),
        (Code.BAD_POSITION, "", "position"),
        (Code.UNFIT_ENGINE, "", "who"),
        (Code.DRAINING, "", None),
    ],
)
def test_where_a_refusal_belongs(code: Code, sentence: str, field: str | None) -> None:
    """At the field it is about; some are about none."""
    assert refused_at(code, sentence, {"columns": "3", "rows": "99"}) == field


async def opened(app: KibitzApp, pilot: Pilot[None]) -> None:
    """Go to the form."""
    await until(pilot, lambda: shows(app, "tictactoe"))
    await pilot.press("n")
    await until(pilot, lambda: isinstance(app.screen, NewMatchScreen) and shows(app, "columns"))


def note(app: KibitzApp, id: str) -> TextLine:
    """What stands beside a field."""
    return app.screen.query_one(f"#{id}-note", TextLine)


async def test_a_mistake_is_told_at_its_field() -> None:
    """It has the focus then; mended, the match is made."""
    server = Server(seat=0)
    async with running(server, (120, 40)) as (app, pilot):
        await opened(app, pilot)
        app.screen.query_one("#delay", Input).value = "late"
        await pilot.press("ctrl+s")
        await until(pilot, lambda: note(app, "delay").has_class("-wrong"))
        assert not server.of("create")
        assert app.focused is app.screen.query_one("#delay")
        app.screen.query_one("#delay", Input).value = "2"
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))
        assert str(server.of("create")[0].delay) == "2"


async def test_a_refusal_is_told_at_its_field() -> None:
    """The form stays, also with fields out of sight, and is tried again."""
    asked: list[Any] = []

    def once(command: Any) -> Any:
        if command.t == "create" and not asked:
            asked.append(command)
            return refused(Code.BAD_MOVES, "the 1st move, b9, cannot be played", "see: legal")
        return None

    server = Server(seat=0, more=once)
    async with running(server) as (app, pilot):
        await opened(app, pilot)
        app.screen.query_one("#moves", Input).value = "b9"
        await pilot.press("ctrl+s")
        await until(pilot, lambda: note(app, "moves").has_class("-wrong") and shows(app, "b9, cannot be played"))
        assert app.focused is app.screen.query_one("#moves")
        await pilot.press("ctrl+s")
        await until(pilot, lambda: isinstance(app.screen, PlayScreen))


async def test_an_engine_by_name_with_limits() -> None:
    """Its algorithm is chosen from those of the server, what it may spend is typed."""
    server = Server(seat=0)
    async with running(server, (120, 40)) as (app, pilot):
        await opened(app, pilot)
        assert not shows(app, "alphabeta")
        app.screen.query_one("#opponent", Select).value = "engine"
        await until(pilot, lambda: shows(app, "alphabeta"))
        who = app.screen.query_one("#who", Input)
        await until(pilot, lambda: who.value == "seconds=1")
        who.focus()
        await pilot.press(*["backspace"] * 9, *"depth=6", "enter")
        await until(pilot, lambda: bool(server.of("create")))
        assert str(server.of("create")[0].seats[1].engine) == "alphabeta:depth=6"


async def test_a_choice_by_mouse() -> None:
    """A list is opened and chosen from by clicks, and the button is in sight at 80x24."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await opened(app, pilot)
        visibility = app.screen.query_one("#visibility", Select)
        await pilot.click("#visibility")
        await until(pilot, lambda: visibility.expanded)
        await pilot.press("down", "down", "enter")
        await until(pilot, lambda: visibility.value == "private")
        await pilot.click("#create")
        await until(pilot, lambda: bool(server.of("create")))
        assert server.of("create")[0].visibility == "private"
