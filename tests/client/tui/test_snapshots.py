"""Every screen matches its snapshot at four sizes, and in each theme, and so does the page."""

import pytest
from rich.color import ColorType
from textual.theme import Theme

from kibitz_client.parsing.arguments import ExplainRequest
from kibitz_client.storage.preferences import Preferences
from kibitz_client.tui import themes
from kibitz_client.tui.app import KibitzApp
from tests.client.tui.scenes import SCENES
from tests.client.tui.search_trees import answer_explain
from tests.client.tui.snapshots import KEPT, PAGE, SIZES, drawn, kept, page
from tests.effort import pairs
from tests.fakes.app import Server, running, shows, until

pytestmark = pytest.mark.app


@pytest.mark.parametrize(("name", "size"), pairs(SCENES, SIZES))
async def test_as_it_was_kept(name: str, size: tuple[int, int]) -> None:
    """A screen matches its snapshot. `python -m tests.client.tui.snapshots` redraws all; read the diff."""
    lines, _ = await drawn(name, size)
    assert "\n".join(lines).rstrip() + "\n" == kept(name, size).read_text()


@pytest.mark.parametrize(
    ("theme", "name"), pairs(themes.THEMES, ["match", "cards", "explain", "four-boards", "series"])
)
async def test_a_theme_changes_no_shape(theme: Theme, name: str) -> None:
    """A screen has the same text in every theme."""
    lines, _ = await drawn(name, SIZES[0], preferences=Preferences(theme=theme.name))
    assert "\n".join(lines).rstrip() + "\n" == kept(name, SIZES[0]).read_text()


def colours(app: KibitzApp) -> set[ColorType]:
    """Return the kinds of colours on the screen."""
    return {
        colour.type
        for strip in app.screen._compositor.render_strips()
        for segment in strip
        if segment.style is not None
        for colour in (segment.style.color, segment.style.bgcolor)
        if colour is not None
    }


async def test_mono_has_the_terminals_own_colours_alone() -> None:
    """In the mono theme no cell has a colour of its own, and Textual's filter for ANSI colours is off."""
    async with running(Server(more=answer_explain), preferences=Preferences(theme=themes.MONO.name)) as (app, pilot):
        await until(pilot, lambda: shows(app, "tictactoe"))
        # Textual's filter would turn the terminal's default colours into black.
        assert (colours(app), app.native_ansi_color) == ({ColorType.DEFAULT}, True)
        await pilot.press("g")
        await until(pilot, lambda: shows(app, "no live match"))
        assert colours(app) == {ColorType.DEFAULT}
        await pilot.press("ctrl+p")
        await until(pilot, lambda: shows(app, "Watch TV"))
        assert colours(app) == {ColorType.DEFAULT}
        await pilot.press("escape", "escape")
        app.navigation.explain(ExplainRequest("tictactoe", moves="b2", depth=2))
        await until(pilot, lambda: shows(app, "nodes visited"))
        await pilot.press("e")
        await until(pilot, lambda: shows(app, "left out"))
        assert colours(app) == {ColorType.DEFAULT}


def test_the_page_is_up_to_date() -> None:
    """docs/terminal.md has the snapshots, and there are no unused snapshot files."""
    pictures = {name: kept(name, SIZES[0]).read_text() for name in SCENES}
    assert PAGE.read_text() == page(pictures)
    assert {file.name for file in KEPT.iterdir()} == {kept(name, size).name for name in SCENES for size in SIZES}
