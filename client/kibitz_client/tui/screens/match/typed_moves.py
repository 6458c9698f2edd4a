"""Moves on a board screen with a prompt: text goes to the prompt, wherever the focus is; a picked move is played."""

from collections.abc import Mapping
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.events import Key, Paste

from kibitz_client.match.state import MatchState
from kibitz_client.match.table.number_moves import number_moves, pathless_moves, quick_numbers
from kibitz_client.tui import strings
from kibitz_client.tui.screens.dialogs import Pick
from kibitz_client.tui.screens.match.base import BoardScreen
from kibitz_client.tui.screens.match.move_buttons import MoveButtons, move_choices, moves_beside
from kibitz_client.tui.screens.match.number_fields import NumberField, NumberFields, NumberInput
from kibitz_client.tui.widgets.board import BoardWidget
from kibitz_client.tui.widgets.prompt import Prompt, begins
from kibitz_protocol.values.boards import Table


class TypedMovesScreen(BoardScreen):
    """Board screen with a prompt, into which moves and commands are typed."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("f3", "move_beside", show=False)]

    def show_state(self) -> None:
        """Draw the match, the buttons of moves that no cell stands for, and the fields of those with a number."""
        super().show_state()
        state = self.state
        keys = {move: key for key, move in self.move_keys(state).items()}
        self.query_one(MoveButtons).show(moves_beside(state), keys)
        self._show_fields(state, keys)

    def _show_fields(self, state: MatchState | None, keys: Mapping[str, str]) -> None:
        groups, quick = [], []
        if state is not None and state.your_turn:
            groups = number_moves(state.position)
            quick = [quick_numbers(group, state.position, state.game.seats) for group in groups]
        if not groups and isinstance(self.focused, NumberInput):
            self.query_one(Prompt).focus()
        self.query_one(NumberFields).show(groups, [keys.get(group.word, "") for group in groups], quick)

    def move_keys(self, _state: MatchState | None) -> dict[str, str]:
        """Return the moves that have keys of their own while the board has the focus, by key."""
        return {}

    def on_move_buttons_chosen(self, event: MoveButtons.Chosen) -> None:
        """Play the move of a button, which then goes."""
        self._focus_board()
        self.play(event.move)

    def _focus_board(self) -> None:
        """Focus the board; where it has no cells, the prompt."""
        focused = (
            self.query_one(Prompt) if self.state is not None and isinstance(self.state.board, Table) else self.board
        )
        focused.focus()

    def on_number_field_chosen(self, event: NumberField.Chosen) -> None:
        """Play the move of a number field, which then goes."""
        self._focus_board()
        self.play(event.move)

    def on_number_field_refused(self, event: NumberField.Refused) -> None:
        """Say which numbers are legal."""
        wrong = strings.NUMBER_WRONG.format(word=event.group.word, bounds=event.group.bounds, text=event.text or "-")
        self.say(wrong)

    def action_move_beside(self) -> None:
        """Play the move that no cell stands for; if there are several, ask which."""
        state = self.state
        if state is None or not moves_beside(state):
            return
        moves = tuple(pathless_moves(state.position))
        self.on_board_widget_picked(BoardWidget.Picked(moves, strings.WHICH_MOVE))

    def choose(self, move: str) -> None:
        """Play a move, or for the word of moves with a number focus their field."""
        if not self.query_one(NumberFields).edit(move):
            self.play(move)

    def play(self, text: str) -> None:
        """Play a move. The default does nothing."""

    def on_board_widget_picked(self, event: BoardWidget.Picked) -> None:
        """Play a move picked by mouse or cursor; if several moves have this path, ask which."""
        choices = move_choices(self.state.position, event.moves) if self.state is not None else {}
        if len(choices) == 1:
            self.choose(*choices.values())
            return

        def chosen(text: str | None) -> None:
            if text is not None:
                self.choose(choices[text])

        self.app.push_screen(Pick(event.question, list(choices)), chosen)

    def action_back(self) -> None:
        """Move from a number to the prompt, from the prompt to the board, or leave the board."""
        if isinstance(self.focused, NumberInput):
            self.query_one(Prompt).focus()
        elif isinstance(self.focused, Prompt):
            self.board.focus()
        else:
            self.action_leave()

    def on_prompt_help(self) -> None:
        """Show the help from an empty prompt."""
        self.action_help()

    def direct_text(self, event: Key | Paste) -> None:
        """Focus the prompt for text that is typed or pasted while the board is focused.

        The focus has to move before the next character of a burst is queued for the board.
        """
        if isinstance(self.focused, BoardWidget) and (isinstance(event, Paste) or self._begins_text(event)):
            self.set_focus(self.query_one(Prompt))

    def _begins_text(self, event: Key) -> bool:
        """Return whether a key on the board is text: no key of the screen, or the beginning of a legal move."""
        if not event.is_printable or event.character is None:
            return False
        legal = self.state.position.legal if self.state is not None and not self.state.over else []
        return event.key not in self.active_bindings or any(begins(move, event.character) for move in legal)
