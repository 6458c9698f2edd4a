"""The form for a new match, by keys and by mouse."""

from functools import partial
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Select

from kibitz_client.tui.app import KibitzApp
from kibitz_client.tui.screens.match.play import PlayScreen
from kibitz_client.tui.screens.new_match import NewMatchScreen
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_protocol.refusals import Code
from tests.client.go import HANDICAP, KOMI
from tests.fakes.app import Server, running, shows, until
from tests.fakes.client import refused

pytestmark = pytest.mark.app


async def test_the_form_makes_a_match() -> None:
    """The fields become the command; an invalid value is reported and can be corrected."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, NewMatchScreen) and bool(app.screen.query("#option-columns")))
        field = app.screen.query_one("#clock")
        field.focus()
        await pilot.press(*"soon", "enter")
        await until(pilot, lambda: shows(app, "is not a clock"))
        await pilot.press(*["backspace"] * 4, *"5+3", "enter")
        await until(pilot, lambda: bool(server.of("create")))
        made = server.of("create")[0]
        assert (made.game, str(made.clock), made.options) == ("tictactoe", "5+3", {"columns": 3})
        assert str(made.seats[1].engine) == "level:3"


async def test_the_form_by_mouse() -> None:
    """A click on the button creates the match."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        await pilot.press("n")
        await until(pilot, lambda: isinstance(app.screen, NewMatchScreen) and bool(app.screen.query("#option-columns")))
        await pilot.click("#create")
        await until(pilot, lambda: bool(server.of("create")))


async def opened(app: KibitzApp, pilot: Pilot[None]) -> None:
    """Open the form."""
    await until(pilot, lambda: shows(app, "tictactoe"))
    await pilot.press("n")
    await until(pilot, lambda: isinstance(app.screen, NewMatchScreen) and bool(app.screen.query("#option-columns")))


def note(app: KibitzApp, id: str) -> TextLine:
    """Return the note beside a field."""
    return app.screen.query_one(f"#{id}-note", TextLine)


async def test_a_mistake_is_told_at_its_field() -> None:
    """A field with an invalid value is focused; once corrected, the match is created."""
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
    """After a refusal the form stays open, and creating can be tried again."""
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
    """An engine is chosen from those of the server, and its limits are typed."""
    server = Server(seat=0)
    async with running(server, (120, 40)) as (app, pilot):
        await opened(app, pilot)
        assert not shows(app, "alphabeta")
        app.screen.query_one("#opponent", Select).value = "engine"
        await until(pilot, lambda: shows(app, "alphabeta"))
        details = app.screen.query_one("#details", Input)
        await until(pilot, lambda: details.value == "seconds=1")
        details.focus()
        await pilot.press(*["backspace"] * 9, *"depth=6", "enter")
        await until(pilot, lambda: bool(server.of("create")))
        assert str(server.of("create")[0].seats[1].engine) == "alphabeta:depth=6"


async def test_the_suggested_engines_fit_the_game() -> None:
    """A game with chance events is searched by expectiminimax; engines that the player typed stay."""
    server = Server(seat=0)
    server.engines += ["expectiminimax", "mcts"]
    async with running(server, (120, 40)) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        assert app.session is not None
        dice = app.session.games[0].model_copy(update={"name": "backgammon", "title": "Backgammon", "chance": True})
        go = app.session.games[0].model_copy(update={"name": "go", "title": "Go", "notation": "gtp"})
        app.session.games += [dice, go]
        await opened(app, pilot)
        game, opponent, details = (app.screen.query_one(f"#{id}") for id in ("game", "opponent", "details"))
        assert isinstance(game, Select)
        assert isinstance(opponent, Select)
        assert isinstance(details, Input)
        opponent.value = "duel"
        await until(pilot, lambda: details.value == "alphabeta:seconds=1 mcts:seconds=1")
        game.value = "backgammon"
        await until(pilot, lambda: details.value == "expectiminimax:seconds=1 mcts:seconds=1")
        assert app.screen.query_one("#algorithm", Select).value == "expectiminimax"
        game.value = "go"
        await until(pilot, lambda: details.value == "mcts:seconds=1 mcts:seconds=1")
        assert app.screen.query_one("#algorithm", Select).value == "mcts"
        details.value = "random random"
        game.value = "tictactoe"
        await until(pilot, lambda: app.screen.query_one("#algorithm", Select).value == "alphabeta")
        assert details.value == "random random"


async def test_the_creator_chooses_a_side() -> None:
    """A roll may decide who begins, so such a game asks for a side, and others for the first move. The choice stays."""
    server = Server(seat=0)
    async with running(server, (120, 40)) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        assert app.session is not None
        changes = {"name": "backgammon", "title": "Backgammon", "chance": True, "seats": ["White", "Black"]}
        app.session.games.append(app.session.games[0].model_copy(update=changes))
        await opened(app, pilot)
        await pilot.press("ctrl+o")
        game, first = app.screen.query_one("#game", Select), app.screen.query_one("#first", Select)
        await until(pilot, lambda: shows(app, "first move        you"))
        first.value = "them"
        await until(pilot, lambda: shows(app, "first move        opponent"))
        game.value = "backgammon"
        await until(pilot, lambda: shows(app, "your side         Black"))
        game.value = "tictactoe"
        await until(pilot, lambda: shows(app, "first move        opponent"))


async def go_form(app: KibitzApp, pilot: Pilot[None]) -> None:
    """Open the form with a game that has komi and handicap."""
    await until(pilot, lambda: shows(app, "tictactoe"))
    assert app.session is not None
    changes = {"name": "go", "title": "Go", "sides": True, "seats": ["Black", "White"], "options": [KOMI, HANDICAP]}
    app.session.games.append(app.session.games[0].model_copy(update=changes))
    await opened(app, pilot)
    await pilot.press("ctrl+o")
    app.screen.query_one("#game", Select).value = "go"
    await until(pilot, lambda: shows(app, "0 to 100 in steps of 0.5; 0.5 unless handicap=0: points of White"))


def has(field: Input, value: str) -> bool:
    """Return whether a field has a value."""
    return field.value == value


async def test_a_default_follows_another_option() -> None:
    """The komi follows the handicap while it has its default; one that was typed stays, and goes to the server."""
    server = Server(seat=0)
    async with running(server, (120, 40)) as (app, pilot):
        await go_form(app, pilot)
        await until(pilot, lambda: shows(app, "your side         Black"))
        komi, handicap = (app.screen.query_one(f"#option-{name}", Input) for name in ("komi", "handicap"))
        assert komi.value == "7.5"
        for typed, follows in (("2", "0.5"), ("", "7.5"), ("9", "0.5"), ("0", "7.5")):
            handicap.value = typed
            await until(pilot, partial(has, komi, follows))
        komi.value = "6.5"
        handicap.value = "2"
        await pilot.pause()
        assert komi.value == "6.5"
        await pilot.press("ctrl+s")
        await until(pilot, lambda: bool(server.of("create")))
        assert server.of("create")[0].options == {"komi": 6.5, "handicap": 2}


async def test_options_that_do_not_fit_are_told_at_the_first_one() -> None:
    """A refusal belongs to the option that it begins with, not to another one that it names."""
    sentence = "option handicap is 0 with komi=7.5, not 2"
    server = Server(seat=0, more=lambda command: refused(Code.BAD_OPTION, sentence) if command.t == "create" else None)
    async with running(server, (120, 40)) as (app, pilot):
        await go_form(app, pilot)
        await pilot.press("ctrl+s")
        await until(pilot, lambda: note(app, "option-handicap").has_class("-wrong"))
        assert app.focused is app.screen.query_one("#option-handicap")


async def test_a_choice_by_mouse() -> None:
    """A click opens a list, and the button is visible at 80x24."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await opened(app, pilot)
        visibility = app.screen.query_one("#visibility", Select)
        await pilot.click("#more-button")
        await until(pilot, lambda: shows(app, "visibility"))
        await pilot.click("#visibility")
        await until(pilot, lambda: visibility.expanded)
        await pilot.press("down", "down", "enter")
        await until(pilot, lambda: visibility.value == "private")
        await pilot.click("#create")
        await until(pilot, lambda: bool(server.of("create")))
        assert server.of("create")[0].visibility == "private"


async def test_seldom_needed_fields_are_under_more() -> None:
    """The form begins with four fields; Ctrl-O shows the rest, and hidden ones keep their values."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await opened(app, pilot)
        await until(pilot, lambda: shows(app, "game", "opponent", "level", "clock"))
        assert not any(shows(app, label) for label in ("columns", "spectators", "opening moves", "rated"))
        await pilot.press("ctrl+o")
        await until(pilot, lambda: shows(app, "columns") and shows(app, "rated"))
        app.screen.query_one("#option-columns", Input).value = "4"
        await pilot.press("ctrl+o")
        await until(pilot, lambda: not shows(app, "columns"))
        await pilot.press("ctrl+s")
        await until(pilot, lambda: bool(server.of("create")))
        assert server.of("create")[0].options == {"columns": 4}


async def test_the_label_names_what_the_opponent_needs() -> None:
    """The field below the opponent is the level, the limits or the name."""
    async with running(Server()) as (app, pilot):
        await opened(app, pilot)
        app.screen.query_one("#opponent", Select).value = "engine"
        await until(pilot, lambda: shows(app, "limits"))
        app.screen.query_one("#opponent", Select).value = "invite"
        await until(pilot, lambda: shows(app, "player name") and not shows(app, "limits"))


async def test_notes_stand_below_the_fields_on_a_narrow_screen() -> None:
    """At 60 columns no note is wrapped into a column of a few letters."""
    async with running(Server(), (60, 20)) as (app, pilot):
        await opened(app, pilot)
        await until(pilot, lambda: shows(app, "none; or 5+3  5d3  10b3x30  30s  3days", "Three in a line win."))


async def test_rules_are_opened_from_the_form() -> None:
    """F1 shows the rules of the chosen game; Esc returns to the form as it was."""
    async with running(Server()) as (app, pilot):
        await opened(app, pilot)
        app.screen.query_one("#clock", Input).value = "5+3"
        await pilot.press("f1")
        await until(pilot, lambda: shows(app, "Rules of Tic-tac-toe"))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, NewMatchScreen))
        assert app.screen.query_one("#clock", Input).value == "5+3"


async def test_an_option_may_be_left_to_the_server() -> None:
    """A button beside an option that the server can chance event fills in the value `any`."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        assert app.session is not None
        game = app.session.games[0]
        options = [option.model_copy(update={"any": True}) for option in game.options]
        app.session.games[0] = game.model_copy(update={"options": options})
        await opened(app, pilot)
        await pilot.press("ctrl+o")
        await pilot.click("Button.random")
        await pilot.click("#create")
        await until(pilot, lambda: bool(server.of("create")))
        assert server.of("create")[0].options == {"columns": "any"}


async def test_what_a_game_with_hidden_cards_allows() -> None:
    """The form suggests engines for it, and leaves out what such a game refuses."""
    server = Server(seat=0)
    server.engines += ["cfr", "ismcts"]
    async with running(server, (80, 24)) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        assert app.session is not None
        changes = {"name": "kuhn", "title": "Kuhn poker", "chance": True, "hidden": True, "seats": ["North", "South"]}
        app.session.games.append(app.session.games[0].model_copy(update=changes))
        await opened(app, pilot)
        await pilot.press("ctrl+o")
        game, opponent, details = (app.screen.query_one(f"#{id}") for id in ("game", "opponent", "details"))
        assert isinstance(game, Select)
        assert isinstance(opponent, Select)
        assert isinstance(details, Input)
        opponent.value = "together"
        await until(pilot, lambda: details.value == "")
        game.value = "kuhn"
        await until(pilot, lambda: details.value == "3")
        assert opponent.value == "level"
        assert app.screen.query_one("#algorithm", Select).value == "cfr"
        hidden = ["#position-field", "#moves-field"]
        assert not any(app.screen.query_one(name).display for name in hidden)
        opponent.value = "duel"
        await until(pilot, lambda: details.value == "cfr:seconds=1 ismcts:seconds=1")
        game.value = "tictactoe"
        await until(pilot, lambda: details.value == "alphabeta:seconds=1 mcts:seconds=1")
        assert all(app.screen.query_one(name).display for name in hidden)


async def test_a_typed_name_is_found_before_a_part_of_a_title() -> None:
    """The list of games finds `poker` as the game of that name, and `kuhn po` by its title."""
    server = Server(seat=0)
    async with running(server, (80, 24)) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        assert app.session is not None
        sample = app.session.games[0]
        for named in (
            {"name": "kuhn", "title": "Kuhn poker"},
            {"name": "holdem", "title": "Hold'em", "aliases": {"poker": {}}},
        ):
            app.session.games.append(sample.model_copy(update=named))
        await opened(app, pilot)
        games = app.screen.query_one("#game", Select)
        for typed, name in (("poker", "holdem"), ("kuhn po", "kuhn")):
            games.focus()
            await pilot.press("enter")
            await until(pilot, lambda: games.expanded)
            await pilot.press(*(key if key != " " else "space" for key in typed), "enter")
            await until(pilot, partial(lambda wanted: games.value == wanted, name))
