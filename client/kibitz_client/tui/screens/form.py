"""A form of one field a line, each with its label and a note: what the forms for matches and tournaments share."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Button, Input, Select

from kibitz_client.tui import strings
from kibitz_client.tui.screens.base import KibitzScreen
from kibitz_client.tui.widgets.key_line import KeyLine
from kibitz_client.tui.widgets.text_line import TextLine

NARROW = 76
"""Below this width the note of a field is under it."""


class FormScreen(KibitzScreen):
    """Fields, the seldom needed ones in `#more`, and buttons. An error is shown at its field."""

    DEFAULT_CSS = """
    FormScreen .field { height: auto; min-height: 1; padding: 0 1; }
    FormScreen .field TextLine { width: 18; color: $faint; }
    FormScreen .field Select, FormScreen .field Input { width: 30; }
    FormScreen .field Input { background: $panel; text-style: bold; }
    FormScreen .field SelectCurrent { background: $panel; text-style: bold; }
    FormScreen .field .note { width: 1fr; height: auto; color: $faint; padding: 0 1; }
    FormScreen .field .note.-wrong { color: $mark; text-style: bold; }
    FormScreen.-narrow .field { layout: grid; grid-size: 2; grid-columns: 16 1fr; grid-rows: auto; }
    FormScreen.-narrow .field Select, FormScreen.-narrow .field Input { width: 1fr; }
    FormScreen.-narrow .field .note { column-span: 2; padding: 0 0 0 2; }
    FormScreen.-narrow .field .note.-empty { display: none; }
    FormScreen #more { height: auto; display: none; }
    FormScreen #more.-shown { display: block; }
    FormScreen #buttons { height: 1; padding: 0 1; }
    FormScreen Button { margin: 0 2 0 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "app.pop_screen", show=False),
        Binding("ctrl+s", "create", show=False),
        Binding("ctrl+o", "more_fields", show=False),
        Binding("f1", "rules", show=False),
    ]
    first_of_more: ClassVar[str] = ""
    """The id of the first field of `#more`."""

    def __init__(self) -> None:
        super().__init__()
        self.notes: dict[str, str] = {}
        """The note of each field, by its id."""

    def text_field(self, id: str, label: str, value: str, note: str) -> ComposeResult:
        """Lay out a field for text."""
        self.notes[id] = note
        with Horizontal(classes="field", id=f"{id}-field"):
            yield TextLine(label, id=f"{id}-label")
            yield Input(value, compact=True, id=id)
            yield TextLine(note, id=f"{id}-note", classes="note")

    def choice_field(
        self,
        id: str,
        label: str,
        choices: Sequence[tuple[str, str]],
        value: str = "",
        kind: type[Select[str]] = Select,
    ) -> ComposeResult:
        """Lay out a field with a list of choices."""
        self.notes[id] = ""
        with Horizontal(classes="field", id=f"{id}-field"):
            yield TextLine(label, id=f"{id}-label")
            yield kind(choices, value=value or choices[0][1], allow_blank=False, compact=True, id=id)
            yield TextLine(id=f"{id}-note", classes="note")

    def foot(self) -> ComposeResult:
        """Lay out the buttons, the message line and the keys."""
        with Horizontal(id="buttons"):
            yield Button(strings.CREATE, id="create", compact=True, variant="primary")
            yield Button(strings.MORE, id="more-button", compact=True)
            yield Button(strings.CANCEL, id="cancel", compact=True)
        yield TextLine(id="say", classes="say")
        yield KeyLine(strings.FORM_KEYS, strings.PROMPT_KEYS)

    def on_mount(self) -> None:
        """Hide the notes that are empty."""
        for name in self.notes:
            self.note(name)

    def on_resize(self) -> None:
        """Put the notes below the fields on a narrow screen."""
        self.set_class(self.size.width < NARROW, "-narrow")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        if event.button.id == "create":
            self.action_create()
        elif event.button.id == "more-button":
            self.action_more_fields()
        elif event.button.id == "cancel":
            self.app.pop_screen()

    def action_more_fields(self) -> None:
        """Show or hide the fields that are seldom needed. Hidden ones keep their values."""
        more = self.query_one("#more")
        self._show_more(shown=not more.has_class("-shown"))
        if more.has_class("-shown"):
            self.query_one(f"#{self.first_of_more}").focus()

    def _show_more(self, *, shown: bool) -> None:
        self.query_one("#more").set_class(shown, "-shown")
        self.query_one("#more-button", Button).label = strings.LESS if shown else strings.MORE

    def on_input_submitted(self, _event: Input.Submitted) -> None:
        """Create on Enter in a field."""
        self.action_create()

    def action_create(self) -> None:
        """Create what the form describes. The default does nothing."""

    def value_of(self, id: str) -> str:
        """Return what is typed or chosen in a field."""
        widget = self.query_one(f"#{id}")
        return widget.value.strip() if isinstance(widget, Input) else str(self.query_one(f"#{id}", Select).value)

    def show_error(self, name: str, sentence: str, hint: str | None) -> None:
        """Show an error at a field and focus it, and in the message line, because the field may be scrolled away."""
        text = f"{sentence}{'; ' + hint if hint else ''}"
        self.note(name, text)
        self.say(text)
        field = self.query_one(f"#{name}")
        if self.query_one("#more") in field.ancestors:
            self._show_more(shown=True)
        field.focus()

    def clear_errors(self) -> None:
        """Show the notes of all fields again."""
        self.say("")
        for name in self.notes:
            self.note(name)

    def note(self, name: str, wrong: str = "") -> None:
        """Show the note of a field, or what is wrong with it."""
        for note in self.query(f"#{name}-note").results(TextLine):
            note.show(wrong or self.notes.get(name, ""))
            note.set_class(bool(wrong), "-wrong")
            note.set_class(not (wrong or self.notes.get(name)), "-empty")
