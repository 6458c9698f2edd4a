"""The prompt for moves and commands: Tab completes, up and down recall earlier lines."""

from collections.abc import Callable, Iterable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.suggester import Suggester
from textual.widgets import Input


class _Completions(Suggester):
    def __init__(self, words: Callable[[], Iterable[str]]) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._words = words

    async def get_suggestion(self, value: str) -> str | None:
        return next((word for word in self._words() if word != value and word.startswith(value)), None)


class Prompt(Input):
    """Input with history; `words` returns the completions."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "complete", show=False),
        Binding("up", "earlier", show=False),
        Binding("down", "later", show=False),
    ]

    def __init__(self, words: Callable[[], Iterable[str]], placeholder: str, id: str | None = None) -> None:
        super().__init__(
            placeholder=placeholder, suggester=_Completions(words), compact=True, select_on_focus=False, id=id
        )
        self._lines: list[str] = []
        self._at = 0

    def action_complete(self) -> None:
        """Accept the completion; without one, focus the next widget."""
        if self.value and self._suggestion and self._suggestion != self.value:
            self.value = self._suggestion
            self.cursor_position = len(self.value)
        else:
            self.screen.focus_next()

    def take(self) -> str:
        """Return the line, remember it and clear the input."""
        line = self.value.strip()
        if line:
            self._lines.append(line)
        self._at = len(self._lines)
        self.value = ""
        return line

    def action_earlier(self) -> None:
        """Recall the previous line."""
        self._recall(self._at - 1)

    def action_later(self) -> None:
        """Recall the next line."""
        self._recall(self._at + 1)

    def _recall(self, at: int) -> None:
        if 0 <= at <= len(self._lines):
            self._at = at
            self.value = self._lines[at] if at < len(self._lines) else ""
            self.cursor_position = len(self.value)
