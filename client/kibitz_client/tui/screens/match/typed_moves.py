"""Moves on a board screen with a prompt: text goes to the prompt, wherever the focus is; a picked move is played."""

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.events import Key, Paste

from kibitz_client.tui import strings
from kibitz_client.tui.screens.dialogs import Pick
from kibitz_client.tui.screens.match.base import BoardScreen
from kibitz_client.tui.screens.match.move_buttons import MoveButtons, moves_beside
from kibitz_client.tui.widgets.board import BoardWidget
from kibitz_client.tui.widgets.prompt import Prompt


class TypedMovesScreen(BoardScreen):
    """Board screen with a prompt, into which moves and commands are typed."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("f3", "move_beside", show=False)]

    def show_state(self) -> None:
        """Draw the match, and the buttons of moves that no cell stands for."""
        super().show_state()
        self.query_one(MoveButtons).show(moves_beside(self.state))

    def on_move_buttons_chosen(self, event: MoveButtons.Chosen) -> None:
        """Play the move of a button, which then goes."""
        self.board.focus()
        self.play(event.move)

    def action_move_beside(self) -> None:
        """Play the move that no cell stands for; if there are several, ask which."""
        moves = tuple(moves_beside(self.state))
        if moves:
            self.on_board_widget_picked(BoardWidget.Picked(moves, strings.WHICH_MOVE))

    def play(self, text: str) -> None:
        """Play a move. The default does nothing."""

    def on_board_widget_picked(self, event: BoardWidget.Picked) -> None:
        """Play a move picked by mouse or cursor; if several moves have this path, ask which."""
        if len(event.moves) == 1:
            self.play(event.moves[0])
            return

        def chosen(move: str | None) -> None:
            if move is not None:
                self.play(move)

        self.app.push_screen(Pick(event.question, event.moves), chosen)

    def action_back(self) -> None:
        """Move from the prompt to the board, or leave the board."""
        if isinstance(self.focused, Prompt):
            self.board.focus()
        else:
            self.action_leave()

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
        return event.key not in self.active_bindings or any(move.startswith(event.character) for move in legal)
