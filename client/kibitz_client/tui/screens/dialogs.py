"""Dialogs: yes or no, one of several, a line of text, sentences to read."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.events import Key
from textual.widgets import Button, Input, OptionList

from kibitz_client.tui import strings
from kibitz_client.tui.screens.base import Dialog, TextDialog
from kibitz_client.tui.widgets.text_line import TextLine


class Confirm(Dialog[bool]):
    """Yes-or-no question; y and n answer it. A `cautious` one begins at No, so that a stray Enter does nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", show=False),
        Binding("n,escape", "answer(False)", show=False),
    ]

    def __init__(self, question: str, *, cautious: bool = False) -> None:
        super().__init__()
        self._question = question
        self._cautious = cautious

    def on_mount(self) -> None:
        """Begin at the first button, or at No."""
        if self._cautious:
            self.query_one("#no", Button).focus()

    def compose(self) -> ComposeResult:
        """Lay out the question and two buttons."""
        with Vertical(id="dialog"):
            yield TextLine(self._question)
            with Horizontal():
                yield Button(f"{strings.YES} (y)", id="yes", compact=True)
                yield Button(f"{strings.NO} (n)", id="no", compact=True)

    def action_answer(self, answer: bool) -> None:
        """Close with an answer."""
        self.close(answer)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.close(event.button.id == "yes")


class Pick(Dialog[str | None]):
    """Choice of one option, which begins at the option with this index; Esc returns None."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", show=False)]

    def __init__(self, question: str, options: Sequence[str], begin: int = 0) -> None:
        super().__init__()
        self._question = question
        self._options = list(options)
        self._begin = begin

    def on_mount(self) -> None:
        """Highlight the first choice."""
        self.query_one(OptionList).highlighted = self._begin

    def compose(self) -> ComposeResult:
        """Lay out the question and a list."""
        with Vertical(id="dialog"):
            yield TextLine(self._question)
            yield OptionList(*self._options, markup=False)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.close(self._options[event.option_index])

    def action_leave(self) -> None:
        """Close without a choice."""
        self.close(None)


class Findings(Dialog[None]):
    """Sentences to read; any key closes them."""

    def __init__(self, sentences: Sequence[str]) -> None:
        super().__init__()
        self._sentences = sentences

    def compose(self) -> ComposeResult:
        """Lay out the sentences and a button."""
        with Vertical(id="dialog"):
            for sentence in self._sentences:
                yield TextLine(sentence)
            yield Button(f"{strings.CLOSE} (Esc)", compact=True)

    def on_key(self, event: Key) -> None:
        if event.key not in ("tab", "shift+tab"):
            event.stop()
            self.close(None)

    def on_button_pressed(self, _event: Button.Pressed) -> None:
        self.close(None)


class Ask(TextDialog[str | None]):
    """Prompt for a line of text, which is masked if `hidden`; Esc returns None.

    What is typed replaces a value, unless the value is `begun`: the first characters of the text.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", show=False)]

    def __init__(self, question: str, value: str = "", *, hidden: bool = False, begun: bool = False) -> None:
        super().__init__()
        self._question = question
        self._value = value
        self._hidden = hidden
        self._begun = begun

    def compose(self) -> ComposeResult:
        """Lay out the question and an input."""
        with Vertical(id="dialog"):
            yield TextLine(self._question)
            yield Input(self._value, password=self._hidden, compact=True, select_on_focus=not self._begun)

    def ask(self, question: str) -> None:
        """Change the question."""
        self._question = question
        for line in self.query(TextLine):
            line.show(question)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.close(event.value.strip())

    def action_leave(self) -> None:
        """Close without a text."""
        self.close(None)
