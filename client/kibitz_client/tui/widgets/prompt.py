"""The prompt for moves and commands: Tab completes, up and down recall earlier lines."""

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.events import Key
from textual.message import Message
from textual.suggester import Suggester
from textual.widgets import Input

BROWSE = {"[": -1, "]": 1}
"""Characters that no move or command begins with: in an empty prompt they browse the moves."""

HELP = "?"
"""The same for the help."""


class _Completions(Suggester):
    def __init__(self, words: Callable[[], Iterable[str]]) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._words = words

    async def get_suggestion(self, value: str) -> str | None:
        return next((word for word in self._words() if word != value and begins(word, value)), None)


def begins(word: str, typed: str) -> bool:
    """Return whether a word begins with a text; small letters stand for capital ones too, as in `d4` for `D4`."""
    return word.startswith(typed) or word.lower().startswith(typed)


class Prompt(Input):
    """Input with history; `words` returns the completions.

    Tab takes the first completion of the typed text, and each further Tab the next one. It never leaves the prompt.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "complete(1)", show=False),
        Binding("shift+tab", "complete(-1)", show=False),
        Binding("up", "earlier", show=False),
        Binding("down", "later", show=False),
    ]

    class Candidates(Message):
        """The completions of the typed text: `at` is the place of the one in the prompt, or -1. Empty: no longer."""

        def __init__(self, words: Sequence[str], at: int) -> None:
            super().__init__()
            self.words = words
            self.at = at

    class Help(Message):
        """The user asks for the keys and commands."""

    class Browse(Message):
        """The user browses the moves: `by` is -1 for an earlier position, 1 for a later one."""

        def __init__(self, by: int) -> None:
            super().__init__()
            self.by = by

    def __init__(self, words: Callable[[], Iterable[str]], placeholder: str, id: str | None = None) -> None:
        super().__init__(
            placeholder=placeholder, suggester=_Completions(words), compact=True, select_on_focus=False, id=id
        )
        self._words = words
        self._lines: list[str] = []
        self._at = 0
        self._candidates: list[str] = []
        self._chosen = -1

    def on_key(self, event: Key) -> None:
        """Browse the moves by the brackets while nothing is typed, and show the help by a question mark."""
        if self.value or event.character not in (*BROWSE, HELP):
            return
        event.stop()
        event.prevent_default()
        self.post_message(self.Help() if event.character == HELP else self.Browse(BROWSE[event.character]))

    def action_complete(self, by: int) -> None:
        """Take the next completion, or with -1 the previous one. With nothing typed, the first Tab only lists them."""
        listed = bool(self._candidates) and self.value in ("", self._shown)
        if not listed:
            self._candidates = [word for word in self._words() if begins(word, self.value)]
            self._chosen = -1 if by > 0 else len(self._candidates)
        if not self._candidates:
            return
        if listed or self.value:
            self._chosen = (self._chosen + by) % len(self._candidates)
            self.value = self._candidates[self._chosen]
            self.cursor_position = len(self.value)
        else:
            self._chosen = -1
        self.post_message(self.Candidates(tuple(self._candidates), self._chosen))

    @property
    def _shown(self) -> str:
        """The completion that was taken last."""
        return self._candidates[self._chosen] if 0 <= self._chosen < len(self._candidates) else ""

    def on_input_changed(self) -> None:
        """End the completion when the text is changed by hand."""
        if self._candidates and self.value != self._shown:
            self._candidates = []
            self.post_message(self.Candidates((), -1))

    async def action_submit(self) -> None:
        """Submit the line, and clear the prompt at once, for the next line of a burst."""
        self.post_message(self.Submitted(self, self._take()))

    def _take(self) -> str:
        """Return the line, remember it and clear the input."""
        line = self.value.strip()
        if line:
            self._lines.append(line)
        self._at = len(self._lines)
        self._candidates = []
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


def candidates_text(words: Sequence[str], at: int, width: int) -> str:
    """Return the completions in one line, the taken one between `>` and `<`: `a1  >a2<  a3  +12`.

    The line begins so that the taken one is visible. It never exceeds `width`, unless one word alone does.
    """
    shown = [f">{word.strip()}<" if place == at else word.strip() for place, word in enumerate(words)]
    first = 0
    while first < max(0, at) and len("  ".join(shown[first : at + 1])) > width - 10:
        first += 1
    last = len(shown)
    while last > max(first, at) + 1 and len(_line(shown, first, last)) > width:
        last -= 1
    return _line(shown, first, last)


def _line(shown: Sequence[str], first: int, last: int) -> str:
    left = len(shown) - last
    parts = [*(["..."] if first else []), *shown[first:last], *([f"+{left}"] if left else [])]
    return "  ".join(parts)
