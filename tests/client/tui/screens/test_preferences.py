"""Preferences take effect at once and are saved."""

from dataclasses import replace
from pathlib import Path

import pytest

from kibitz_client.storage.preferences import BOARD_STYLES, Preferences, load
from kibitz_client.tui import themes
from kibitz_client.tui.screens.match.play import PlayScreen
from kibitz_client.tui.screens.preferences import PreferencesScreen
from kibitz_client.tui.widgets.board import BoardWidget
from tests.client.samples import snapshot
from tests.fakes.app import Server, running, shows, until

pytestmark = pytest.mark.app


async def test_another_theme_by_keys(tmp_path: Path) -> None:
    """Enter opens the list; a chosen theme takes effect at once and is saved."""
    file = tmp_path / "app.json"
    async with running(Server(), preferences_path=file) as (app, pilot):
        await pilot.press("comma")
        await until(pilot, lambda: isinstance(app.screen, PreferencesScreen) and shows(app, "theme"))
        await pilot.press("enter", "down", "enter")
        await until(pilot, lambda: app.theme == themes.LIGHT.name)
        await until(pilot, lambda: load(file).theme == themes.LIGHT.name)


async def test_what_holds_for_one_start_is_not_saved(tmp_path: Path) -> None:
    """A change is saved without the ASCII drawing and the theme that this start of the app asked for."""
    file, saved = tmp_path / "app.json", replace(Preferences(), bell=True)
    now = replace(saved, ascii_only=True, theme=themes.MONO.name)
    async with running(Server(), preferences=now, preferences_path=file, saved_preferences=saved) as (app, _):
        app.preferences.change(game="chess")
        assert app.preferences.current == replace(now, game="chess")
        assert load(file) == replace(saved, game="chess")


async def test_a_move_may_be_asked_about() -> None:
    """With confirmation on, n cancels a move and y plays it."""
    server = Server(seat=0)
    async with running(server, preferences=replace(Preferences(), confirm=True)) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        app.matches.open("m1", join=False)
        server.tell(snapshot("40", you=0))
        await until(pilot, lambda: isinstance(app.screen, PlayScreen) and shows(app, "Tic-tac-toe"))
        for answer, moves in (("n", 0), ("y", 1)):
            await pilot.press("b", "1", "enter")
            await until(pilot, lambda: shows(app, "Play b1?"))
            await pilot.press(answer)
            await until(pilot, lambda: isinstance(app.screen, PlayScreen))
            await until(pilot, lambda moves=moves: len(server.of("move")) == moves)  # type: ignore[misc]


async def test_ascii_boards() -> None:
    """The ASCII setting redraws an open board."""
    server = Server(seat=0)
    async with running(server) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        app.matches.open("m1", join=False)
        server.tell(snapshot("40", you=0))
        await until(pilot, lambda: shows(app, "┼──"))
        app.preferences.apply(replace(app.preferences.current, ascii_only=True))
        await until(pilot, lambda: shows(app, "+--"))


async def test_a_board_style_is_chosen_and_kept(tmp_path: Path) -> None:
    """Each style has colours of its own; the choice takes effect on an open board, and is saved."""
    file, server = tmp_path / "app.json", Server(seat=0)
    async with running(server, preferences_path=file) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        app.matches.open("m1", join=False)
        server.tell(snapshot("40", you=0))
        await until(pilot, lambda: isinstance(app.screen, PlayScreen) and shows(app, "Tic-tac-toe"))
        board = app.screen.query_one(BoardWidget)
        grounds = set()
        for style in BOARD_STYLES:
            app.preferences.apply(replace(app.preferences.current, board_style=style))
            await pilot.pause()
            grounds.add((board._style("square").bgcolor, board._style("first").color))
            assert load(file).board_style == style
        assert len(grounds) == len(BOARD_STYLES)
        app.preferences.apply(replace(app.preferences.current, theme=themes.MONO.name, board_style="wood"))
        await until(pilot, lambda: not board.has_class("-wood"))


async def test_the_board_style_is_on_the_settings_screen() -> None:
    """The second list has the styles by name."""
    async with running(Server()) as (app, pilot):
        await pilot.press("comma")
        await until(pilot, lambda: isinstance(app.screen, PreferencesScreen) and shows(app, "board"))
        await pilot.press("tab", "enter", "down", "enter")
        await until(pilot, lambda: app.preferences.current.board_style == "wood")
