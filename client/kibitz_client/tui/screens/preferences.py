"""Settings: each takes effect at once and is kept."""

from dataclasses import replace
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Select

from kibitz_client.tui import strings, themes
from kibitz_client.tui.screens.base import KibitzScreen
from kibitz_client.tui.widgets.text_line import TextLine
from kibitz_client.tui.widgets.title_bar import TitleBar

SWITCHES = ("ascii_only", "confirm", "bell", "notices")


class PrefsScreen(KibitzScreen):
    """A list of fields."""

    DEFAULT_CSS = """
    PrefsScreen .field { height: auto; }
    PrefsScreen .field TextLine { width: 40; padding: 0 1; }
    PrefsScreen .field Select { width: 32; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "app.pop_screen", show=False),
        Binding("f1", "app.help", show=False),
    ]

    def compose(self) -> ComposeResult:
        """The theme and the switches."""
        prefs = self.kibitz.prefs
        yield TitleBar(f"{strings.TITLE}  {strings.SETTINGS}")
        with VerticalScroll(can_focus=False):
            with Horizontal(classes="field"):
                yield TextLine(strings.THEME)
                names = [(theme.name.removeprefix("kibitz-"), theme.name) for theme in themes.THEMES]
                known = {name for _, name in names}
                chosen = self.app.theme if self.app.theme in known else themes.DEFAULT
                yield Select(names, value=chosen, allow_blank=False, compact=True, id="theme")
            for name in SWITCHES:
                with Horizontal(classes="field"):
                    yield TextLine(strings.SWITCHES[name])
                    choices = ((strings.ON, True), (strings.OFF, False))
                    value = bool(getattr(prefs, name))
                    yield Select(choices, value=value, allow_blank=False, compact=True, id=name)
        yield TextLine(id="say", classes="say")
        yield TextLine(strings.SETTINGS_KEYS, classes="keys")

    def on_select_changed(self, event: Select.Changed) -> None:
        """It holds from now on."""
        name = event.select.id or ""
        changed: dict[str, Any] = {name: event.value}
        prefs = replace(self.kibitz.prefs, **changed)
        if prefs != self.kibitz.prefs:
            self.query_one("#say", TextLine).show(self.kibitz.use(prefs) or strings.KEPT)
