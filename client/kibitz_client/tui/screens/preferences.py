"""The settings screen. Each change takes effect at once and is saved."""

from dataclasses import replace
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Select

from kibitz_client.storage.preferences import BOARD_STYLES
from kibitz_client.tui import strings, themes
from kibitz_client.tui.screens.base import KibitzScreen
from kibitz_client.tui.widgets.key_line import KeyLine
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_client.tui.widgets.title_bar import TitleBar

SWITCHES = ("ascii_only", "confirm", "turn_board", "bell", "notices")


class PreferencesScreen(KibitzScreen):
    """Form of one setting a line."""

    help_section = "Settings"
    DEFAULT_CSS = """
    PreferencesScreen .field { height: auto; }
    PreferencesScreen .field TextLine { width: 40; padding: 0 1; }
    PreferencesScreen .field Select { width: 32; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "app.pop_screen", show=False),
        Binding("f1", "app.help", show=False),
    ]

    def compose(self) -> ComposeResult:
        """Lay out the theme, the board style and the switches."""
        yield TitleBar(f"{strings.TITLE}  {strings.SETTINGS}")
        with VerticalScroll(can_focus=False):
            with Horizontal(classes="field"):
                yield TextLine(strings.THEME)
                themes_by_name = [(theme.name.removeprefix("kibitz-"), theme.name) for theme in themes.THEMES]
                known = {name for _, name in themes_by_name}
                chosen = self.app.theme if self.app.theme in known else themes.DEFAULT
                yield Select(themes_by_name, value=chosen, allow_blank=False, compact=True, id="theme")
            with Horizontal(classes="field"):
                yield TextLine(strings.BOARD_STYLE)
                styles = [(strings.BOARD_STYLES[name], name) for name in BOARD_STYLES]
                chosen = self.preferences.board_style
                yield Select(styles, value=chosen, allow_blank=False, compact=True, id="board_style")
            for name in SWITCHES:
                with Horizontal(classes="field"):
                    yield TextLine(strings.SWITCHES[name])
                    choices = ((strings.ON, True), (strings.OFF, False))
                    value = bool(getattr(self.preferences, name))
                    yield Select(choices, value=value, allow_blank=False, compact=True, id=name)
        yield TextLine(id="say", classes="say")
        yield KeyLine(strings.SETTINGS_KEYS, strings.SETTINGS_TAIL)

    def on_select_changed(self, event: Select.Changed) -> None:
        """Apply and save a changed setting."""
        name = event.select.id or ""
        changed: dict[str, Any] = {name: event.value}
        preferences = replace(self.preferences, **changed)
        if preferences != self.preferences:
            self.say(self.services.preferences.apply(preferences) or strings.PREFERENCES_SAVED)
