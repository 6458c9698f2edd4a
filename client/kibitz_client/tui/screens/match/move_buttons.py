"""Buttons for the moves that no cell of the board stands for, such as a swap of sides or a roll of the dice."""

from collections.abc import Sequence

from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Button

from kibitz_client.match.state import MatchState
from kibitz_client.tui import strings


class MoveButtons(Horizontal):
    """A row of buttons, which is there only while there are such moves."""

    DEFAULT_CSS = """
    MoveButtons { height: 1; padding: 0 1; display: none; }
    MoveButtons Button { margin: 0 2 0 0; min-width: 1; }
    """

    class Chosen(Message):
        """A button was pressed."""

        def __init__(self, move: str) -> None:
            super().__init__()
            self.move = move

    def __init__(self) -> None:
        super().__init__(classes="foot")
        self.moves: tuple[str, ...] = ()

    def show(self, moves: Sequence[str]) -> None:
        """Show buttons for these moves. The first one names its key."""
        self.display = bool(moves)
        if tuple(moves) != self.moves:
            self.moves = tuple(moves)
            self.remove_children()
            key = strings.MOVE_KEY
            self.mount(
                *(Button(f"{move} ({key})" if move == moves[0] else move, name=move, compact=True) for move in moves)
            )

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Report the move of a button."""
        event.stop()
        if event.button.name in self.moves:
            self.post_message(self.Chosen(event.button.name or ""))


def moves_beside(state: MatchState | None) -> list[str]:
    """Return the moves that no cell stands for, unless one of them is the only move: then every cell stands for it."""
    if state is None or not state.your_turn or len(state.position.legal) == 1:
        return []
    return [move for move, path in zip(state.position.legal, state.position.paths, strict=True) if not path]
