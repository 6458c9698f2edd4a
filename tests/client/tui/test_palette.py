"""The command palette: it has every action of a screen, and finds it by name or keyword, by keys and mouse."""

import importlib
import pkgutil
from typing import Any

import pytest
from textual.command import CommandList, CommandPalette
from textual.widgets import Input

from kibitz_client.tui import palette_texts, screens, strings
from kibitz_client.tui.models.match_commands import COMMANDS
from kibitz_client.tui.palette import KEYS_ONLY, bindings_of
from kibitz_client.tui.screens.archive import ArchiveScreen
from kibitz_client.tui.screens.base import KibitzScreen
from kibitz_client.tui.screens.dialogs import Ask
from kibitz_client.tui.screens.match.grid import GridScreen
from kibitz_client.tui.screens.match.play import PlayScreen
from kibitz_client.tui.screens.match.watch import WatchScreen
from kibitz_client.tui.screens.new_match import NewMatchScreen
from kibitz_client.tui.screens.preferences import PreferencesScreen
from kibitz_client.tui.screens.replay import ReplayScreen
from kibitz_client.tui.widgets.prompt import Prompt
from tests.client.samples import MATCH, snapshot
from tests.client.tui.recorded_match import answer
from tests.fakes.app import Server, picture, running, shows, until

pytestmark = pytest.mark.app


def kinds() -> list[type[KibitzScreen]]:
    """Return every screen class."""
    found = []
    for module in pkgutil.walk_packages(screens.__path__, f"{screens.__name__}."):
        members = vars(importlib.import_module(module.name)).values()
        found += [kind for kind in members if isinstance(kind, type) and issubclass(kind, KibitzScreen)]
    return sorted(set(found), key=lambda kind: kind.__name__)


async def look_up(app: Any, pilot: Any, text: str) -> list[str]:
    """Open the palette and type. Return the entries, the best first."""
    await pilot.press("ctrl+p")
    await until(pilot, lambda: isinstance(app.screen, CommandPalette))
    app.screen.query_one(Input).value = text
    commands = app.screen.query_one(CommandList)
    await until(pilot, lambda: not app.screen._show_busy and commands.option_count > 0 and settled(commands, text))
    return [str(option.prompt) for option in commands.options]


def settled(commands: CommandList, text: str) -> bool:
    """Return whether the list is for the text, and not the list before typing."""
    return not text or commands.option_count < len(palette_texts.ACTIONS) // 2


async def do(app: Any, pilot: Any, text: str) -> None:
    """Run the first entry for a text."""
    await look_up(app, pilot, text)
    await pilot.press("enter")
    await until(pilot, lambda: not isinstance(app.screen, CommandPalette))


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.__name__)
def test_every_action_has_a_title(kind: type[KibitzScreen]) -> None:
    """Every action of a key has a title in the palette."""
    actions = {binding.action for binding in bindings_of(kind)}
    untitled = {action for action in actions if not action.startswith(KEYS_ONLY)} - set(palette_texts.ACTIONS)
    assert not untitled, f"palette_texts.ACTIONS has no title for {sorted(untitled)} of {kind.__name__}"
    assert {word.strip() for word in COMMANDS} == set(palette_texts.COMMANDS)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("new match", NewMatchScreen),
        ("host", NewMatchScreen),
        ("2x2", GridScreen),
        ("preferences", PreferencesScreen),
        ("finished", ArchiveScreen),
        ("spectate featured", WatchScreen),
        ("join by code", Ask),
    ],
)
async def test_found_from_the_lobby_by_keyword(text: str, kind: type) -> None:
    """Actions are found by title or keyword."""
    server = Server(more=answer)
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        await do(app, pilot, text)
        await until(pilot, lambda: isinstance(app.screen, kind))


async def test_the_screen_at_hand_comes_first() -> None:
    """Before typing, the actions of the screen are listed, then the global ones, each once."""
    server = Server(more=answer)
    async with running(server, (120, 80)) as (app, pilot):
        app.matches.open(MATCH, join=False)
        server.tell(snapshot("40"))
        await until(pilot, lambda: isinstance(app.screen, WatchScreen) and shows(app, "Tic-tac-toe"))
        await pilot.press("ctrl+p")
        await until(pilot, lambda: shows(app, "Flip the board") and shows(app, "New match"))
        commands = app.screen.query_one(CommandList)
        await until(pilot, lambda: any("Theme" in str(option.prompt) for option in commands.options))
        titles = [str(option.prompt).splitlines()[0].strip() for option in commands.options]
        assert titles.index("Flip the board") < titles.index("New match") < titles.index("Theme: light")
        assert len(titles) == len(set(titles))
        for title in ("List spectators", "Four boards at once", "Series: score and games", "Join by code", "Quit"):
            assert title in titles
        assert "Filter the list" not in titles


async def test_a_click_is_enough() -> None:
    """A click runs an entry."""
    server = Server(more=answer)
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        await look_up(app, pilot, "settings")
        commands = app.screen.query_one(CommandList)
        await until(pilot, lambda: "Open the settings" in picture(app)[commands.region.y + 1])
        await pilot.click(CommandList, offset=(4, 1))
        await until(pilot, lambda: isinstance(app.screen, PreferencesScreen))


async def test_what_is_typed_in_a_match_is_in_it() -> None:
    """A command runs at once; one with an argument is put into the prompt."""
    server = Server(seat=0, more=answer)
    async with running(server) as (app, pilot):
        app.matches.open(MATCH, join=False)
        server.tell(snapshot("40", you=0))
        await until(pilot, lambda: isinstance(app.screen, PlayScreen) and shows(app, "Tic-tac-toe"))
        await do(app, pilot, "remis")
        await until(pilot, lambda: [command.offer for command in server.of("offer")] == ["draw"])
        await do(app, pilot, "ignore silence")
        await until(pilot, lambda: app.screen.query_one(Prompt).value == "/mute ")


async def test_a_code_is_asked_for_from_anywhere() -> None:
    """Joining by code replaces the current match."""
    server = Server(more=answer)
    async with running(server) as (app, pilot):
        app.matches.open(MATCH, join=False)
        server.tell(snapshot("40"))
        await until(pilot, lambda: isinstance(app.screen, WatchScreen) and shows(app, "Tic-tac-toe"))
        await do(app, pilot, "join by")
        await until(pilot, lambda: isinstance(app.screen, Ask))
        await pilot.press(*"K7QX42", "enter")
        await until(pilot, lambda: [command.match for command in server.of("join")] == ["K7QX42"])


async def test_themes_and_switches_hold_at_once() -> None:
    """A theme or switch from the palette takes effect at once."""
    async with running(Server(more=answer)) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        await do(app, pilot, "theme: light")
        await until(pilot, lambda: app.theme == "kibitz-light" and app.preferences.current.theme == "kibitz-light")
        await do(app, pilot, strings.SWITCHES["ascii_only"])
        await until(pilot, lambda: app.preferences.current.ascii_only)


async def test_a_replay_is_walked_through_it() -> None:
    """Actions with a number run on a screen above the lobby."""
    async with running(Server(more=answer)) as (app, pilot):
        app.navigation.replay(MATCH)
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen) and shows(app, "0/4"))
        await do(app, pilot, "one ply forward")
        await until(pilot, lambda: shows(app, "1/4"))
        await do(app, pilot, "blunder")
        await until(pilot, lambda: shows(app, "better a1"))
