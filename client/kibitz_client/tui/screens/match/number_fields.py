"""Fields for moves that are alike but for a number: `raise [12] 4 to 200  smallest  pot 12  all`."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Button, Input

from kibitz_client.match.table.number_moves import NumberMoves
from kibitz_client.tui.widgets.text_line import TextLine

DIGITS = 9
"""The longest number that can be typed."""


class NumberInput(Input):
    """Input of a number; up and down go to the next legal one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "step(1)", show=False),
        Binding("down", "step(-1)", show=False),
    ]

    def __init__(self, group: NumberMoves) -> None:
        super().__init__(str(group.least), type="integer", max_length=DIGITS, compact=True)
        self.group = group

    def action_step(self, by: int) -> None:
        """Go to the next larger number, or with -1 to the next smaller one."""
        numbers = self.group.numbers
        now = int(self.value) if self.value.isdecimal() else self.group.least
        ahead = [number for number in numbers if (number - now) * by > 0]
        self.put((min(ahead) if by > 0 else max(ahead)) if ahead else self.group.at_most(now))

    def put(self, number: int) -> None:
        """Show a number, with the cursor behind it."""
        self.value = str(number)
        self.cursor_position = len(self.value)


class NumberField(Horizontal):
    """Field of one group of moves: its word as a button, the number, its bounds, and numbers that are often chosen."""

    DEFAULT_CSS = """
    NumberField { height: 1; padding: 0 1; }
    NumberField Button { margin: 0 1 0 0; min-width: 1; }
    NumberField NumberInput { width: 8; margin: 0 1 0 0; background: $panel; text-style: bold; }
    NumberField .bounds { width: auto; margin: 0 1 0 0; color: $faint; }
    """

    class Chosen(Message):
        """A legal number was chosen."""

        def __init__(self, move: str) -> None:
            super().__init__()
            self.move = move

    class Refused(Message):
        """A number was entered that is not legal."""

        def __init__(self, group: NumberMoves, text: str) -> None:
            super().__init__()
            self.group = group
            self.text = text

    def __init__(self, group: NumberMoves, key: str, quick: dict[str, int]) -> None:
        super().__init__()
        self.group = group
        self._key = key
        self._quick = quick

    def compose(self) -> ComposeResult:
        """Lay out the parts in one row."""
        word = self.group.word
        yield Button(f"{word} ({self._key})" if self._key else word, compact=True)
        yield NumberInput(self.group)
        yield TextLine(self.group.bounds, classes="bounds")
        for name, number in self._quick.items():
            bound = number in (self.group.least, self.group.most)
            yield Button(name if bound else f"{name} {number}", name=str(number), compact=True)

    def edit(self) -> None:
        """Focus the number, so that what is typed replaces it."""
        field = self.query_one(NumberInput)
        field.focus()
        field.select_all()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Put a number that is often chosen into the field, or play the number that is in it."""
        event.stop()
        field = self.query_one(NumberInput)
        if event.button.name is None:
            self._choose(field.value)
        else:
            field.put(int(event.button.name))
            field.focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Play the number."""
        event.stop()
        self._choose(event.value)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Keep the change from the screen, whose prompt is another input."""
        event.stop()

    def _choose(self, text: str) -> None:
        move = self.group.move(int(text)) if text.isdecimal() else None
        self.post_message(self.Refused(self.group, text) if move is None else self.Chosen(move))


class NumberFields(Vertical):
    """A field for each group of moves, which is there only while there are such moves."""

    DEFAULT_CSS = """
    NumberFields { height: auto; display: none; }
    """

    def __init__(self) -> None:
        super().__init__(classes="foot")
        self.groups: tuple[NumberMoves, ...] = ()

    def show(self, groups: Sequence[NumberMoves], keys: Sequence[str], quick: Sequence[dict[str, int]]) -> None:
        """Show a field for each group, with its key and the numbers that are often chosen by their names."""
        self.display = bool(groups)
        if tuple(groups) != self.groups:
            self.groups = tuple(groups)
            self.remove_children()
            self.mount(*(NumberField(*each) for each in zip(groups, keys, quick, strict=True)))

    def edit(self, word: str) -> bool:
        """Focus the number of a group. Return whether there is such a group."""
        for field in self.query(NumberField):
            if field.group.word == word and field in self.children:
                field.edit()
                return True
        return False
