"""The help, the rules of a game, and how to get to the settings."""

import pytest

from kibitz_client.storage.preferences import Preferences
from kibitz_client.tui.help_pages import SECTIONS, described
from kibitz_client.tui.models.match_commands import COMMANDS
from kibitz_client.tui.screens.archive import ArchiveScreen
from kibitz_client.tui.screens.help import HelpScreen, fitted
from kibitz_client.tui.screens.lobby import LobbyScreen
from kibitz_client.tui.screens.preferences import PreferencesScreen
from kibitz_client.tui.screens.rules import RulesScreen, paragraphs
from kibitz_client.tui.widgets.board import BoardWidget
from tests.client.samples import GAME
from tests.client.tui.players import Accounts
from tests.client.tui.search_trees import answer_explain
from tests.client.tui.test_palette import kinds
from tests.fakes.app import Server, picture, playing, running, shows, until

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


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_help_opens_at_the_screen_below(size: tuple[int, int]) -> None:
    """The help is scrolled to the section of the screen that it was opened from, one key a line."""
    async with running(Server(), size) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        await pilot.press("r")
        await until(pilot, lambda: isinstance(app.screen, ArchiveScreen))
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(app.screen, HelpScreen) and shows(app, "open a record file"))
        await until(pilot, lambda: any(line.strip() == "Archive" for line in picture(app)[1:4]))
        await pilot.press("n")
        await until(pilot, lambda: any(line.strip() == "Replay" for line in picture(app)[1:4]))


def test_every_screen_has_a_section() -> None:
    """The section of each screen exists, so that its help is not opened at the top."""
    assert {kind.help_section for kind in kinds()} <= set(SECTIONS)
    missing = [word for word in COMMANDS if not described(f"/{word.strip()}") and word.strip() not in ALIASES]
    assert not missing, "the help describes every command"


ALIASES = {"undo", "resume", "unmute"}
"""Commands that the help names in the line of another one."""


@pytest.mark.stays_in("test-all")
@pytest.mark.parametrize("key", ["r", "a", "x", "R", "p"])
async def test_settings_are_one_key_away_from_every_screen(key: str) -> None:
    """F2 opens the settings from any screen, once, and Esc returns there."""
    async with running(Server(more=Accounts().answer)) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        await pilot.press(key)
        await until(pilot, lambda: not isinstance(app.screen, LobbyScreen))
        below = app.screen
        await pilot.press("f2", "f2")
        await until(pilot, lambda: isinstance(app.screen, PreferencesScreen))
        assert sum(isinstance(screen, PreferencesScreen) for screen in app.screen_stack) == 1
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is below)


async def test_settings_are_a_comma_or_a_command_away() -> None:
    """A comma opens the settings where nothing is typed, and /settings in a match."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        await pilot.press("comma")
        await until(pilot, lambda: isinstance(app.screen, PreferencesScreen))
        await pilot.press("escape")
        await playing(server, app, pilot)
        await pilot.press(*"/settings", "enter")
        await until(pilot, lambda: isinstance(app.screen, PreferencesScreen))


async def test_rules_have_a_picture_and_the_notation() -> None:
    """F1 in a match shows the rules, the notation and the initial board in the chosen style; ? opens the help."""
    server = Server(seat=0, more=answer_explain)
    async with running(server, preferences=Preferences(board_style="wood")) as (app, pilot):
        await playing(server, app, pilot)
        await pilot.press("f1")
        rules = ("Three in a line win.", "A move is an empty square.")
        await until(pilot, lambda: isinstance(app.screen, RulesScreen) and shows(app, *rules))
        assert server.of("explain")[0].of.options == {"columns": 3}
        await until(pilot, lambda: app.screen.query_one(BoardWidget).has_class("-drawn"))
        assert app.screen.query_one(BoardWidget).has_class("-wood")
        await pilot.press("question_mark")
        await until(pilot, lambda: isinstance(app.screen, HelpScreen))


def test_a_guide_replaces_the_one_sentence() -> None:
    """The rules are the guide of the game; a server without guides has one sentence and the notation."""
    short = paragraphs(GAME)
    assert short[:4] == ["Rules", "Three in a line win.", "Moves", "A move is an empty square."]
    guided = GAME.model_copy(update={"guide": "The board has nine squares.\nThree in a row win."})
    assert paragraphs(guided)[:2] == ["The board has nine squares.", "Three in a row win."]


def test_a_rules_card_of_a_game_with_draws() -> None:
    """It names the seats without saying that the first one moves first, which a draw may decide."""
    assert "Seats, first mover first: X, O." in paragraphs(GAME)
    assert "Seats: X, O." in paragraphs(GAME.model_copy(update={"chance": True}))
