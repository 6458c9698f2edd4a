"""A dialog of some text fields whose request is sent while it is open, so that a refusal loses nothing typed."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, cast

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Input

from kibitz_client.errors import ClientError
from kibitz_client.tui.screens.base import TextDialog
from kibitz_client.tui.screens.players import strings
from kibitz_client.tui.services import Services
from kibitz_client.tui.widgets.key_line import KeyLine
from kibitz_client.tui.widgets.text_line import TextLine


@dataclass(frozen=True, slots=True)
class FormField:
    """A field of a form. A `hidden` one is masked; one that must be the `same_as` another is not sent."""

    id: str
    label: str
    value: str = ""
    hidden: bool = False
    same_as: str = ""


class FormDialog(TextDialog[bool]):
    """Form of a request. Returns true when `send` has succeeded; a refusal is shown and the form stays."""

    DEFAULT_CSS = """
    FormDialog .field { height: 1; }
    FormDialog .field TextLine { width: 17; color: $faint; }
    FormDialog .field Input { width: 1fr; }
    FormDialog #wrong { height: auto; color: $mark; text-style: bold; margin: 1 0 0 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", show=False)]

    def __init__(
        self, title: str, fields: Sequence[FormField], send: Callable[[dict[str, str]], Awaitable[None]]
    ) -> None:
        super().__init__()
        self._title = title
        self._fields = fields
        self._send = send
        self._sending = False

    def compose(self) -> ComposeResult:
        """Lay out the title, the fields and the keys."""
        with Vertical(id="dialog"):
            yield TextLine(self._title, classes="heading")
            for field in self._fields:
                with Horizontal(classes="field"):
                    yield TextLine(field.label)
                    yield Input(field.value, password=field.hidden, compact=True, id=field.id)
            yield TextLine(id="wrong")
            yield KeyLine(strings.SUBMIT_KEYS, "")

    def first_field(self) -> Input:
        """Return the first empty field."""
        empty = [field.id for field in self._fields if not field.value]
        return self.query_one(f"#{(empty or [self._fields[0].id])[0]}", Input)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go to the next empty field, or send."""
        if self._sending:
            return
        values = {field.id: self.query_one(f"#{field.id}", Input).value for field in self._fields}
        for field in self._fields:
            if not values[field.id]:
                # Enter in the last field with an empty one before it names that one.
                if event.input.id != field.id and event.input.id != self._fields[-1].id:
                    self.query_one(f"#{field.id}").focus()
                else:
                    self._refuse(field.id, strings.EMPTY.format(field=field.label))
                return
            if field.same_as and values[field.id] != values[field.same_as]:
                for id in (field.id, field.same_as):
                    self.query_one(f"#{id}", Input).value = ""
                self._refuse(field.same_as, strings.DIFFERENT)
                return
        self._sending = True
        self._say(strings.WORKING)
        # Not a worker of this dialog, which closes when a login connects again.
        sent = {field.id: values[field.id] for field in self._fields if not field.same_as}
        cast(Services, self.app).start(self._submit(sent))

    async def _submit(self, values: dict[str, str]) -> None:
        try:
            await self._send(values)
        except ClientError as error:
            if self not in self.app.screen_stack:
                # The user did not wait for the answer. The screen below shows it.
                raise
            self._refuse(self._fields[0].id, f"{error}{f'; {error.hint}' if error.hint else ''}")
        else:
            # A login has closed the dialog together with the screens of the old connection.
            self.close(True)
        finally:
            self._sending = False

    def _refuse(self, field: str, text: str) -> None:
        self._say(text)
        self.query_one(f"#{field}").focus()

    def _say(self, text: str) -> None:
        self.query_one("#wrong", TextLine).show(text)

    def action_leave(self) -> None:
        """Close without sending."""
        self.close(False)
