"""Apply and save the user's preferences."""

from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from kibitz_client.storage.preferences import Preferences, save
from kibitz_client.tui import strings, themes
from kibitz_client.tui.actions.context import ActionContext


class PreferenceActions:
    """The preferences in effect. Without a `path` they are not saved.

    What holds for one start only, such as `--ascii`, is in effect but not in `saved`.
    """

    def __init__(
        self, context: ActionContext, preferences: Preferences, path: Path | None, saved: Preferences | None = None
    ) -> None:
        self.current = preferences
        self._saved = saved or preferences
        self._context = context
        self._path = path

    def apply(self, preferences: Preferences) -> str:
        """Apply preferences, and save those that changed. Return why saving failed, or an empty string."""
        app = self._context.app
        before = asdict(self.current)
        changes = {name: value for name, value in asdict(preferences).items() if value != before[name]}
        self._saved = replace(self._saved, **changes)
        self.current = preferences
        themes.use_ascii(app, ascii_only=preferences.ascii_only)
        if app.theme != preferences.theme:
            app.ansi_color = themes.ansi_color(preferences.theme)
            app.theme = preferences.theme
        for screen in self._context.screens():
            screen.preferences_changed()
        return save(self._path, self._saved) if self._path is not None else ""

    def change(self, **changes: Any) -> None:
        """Apply and save some preferences, and show whether they were saved."""
        problem = self.apply(replace(self.current, **changes))
        self._context.notify(problem or strings.PREFERENCES_SAVED, warning=bool(problem))
