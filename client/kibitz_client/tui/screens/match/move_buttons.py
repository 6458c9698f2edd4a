"""Buttons for the moves that no cell of the board stands for, such as a swap of sides or a roll of the dice."""

from collections.abc import Mapping, Sequence

from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Button

from kibitz_client.match.state import MatchState
from kibitz_client.match.table.number_moves import groups_by_move, plain_moves
from kibitz_client.tui import strings
from kibitz_protocol.values.state import State


class MoveButtons(Horizontal):
    """A row of buttons, which is there only while there are such moves."""

    DEFAULT_CSS = """
    MoveButtons { height: 1; width: auto; padding: 0 0 0 1; display: none; }
    MoveButtons Button { margin: 0 2 0 0; min-width: 1; }
    """

    class Chosen(Message):
        """A button was pressed."""

        def __init__(self, move: str) -> None:
            super().__init__()
            self.move = move

    def __init__(self) -> None:
        super().__init__()
        self.moves: tuple[str, ...] = ()

    def show(self, moves: Sequence[str], keys: Mapping[str, str] | None = None) -> None:
        """Show buttons for these moves with their keys by move. Without keys of their own, the first one names F3."""
        self.display = bool(moves)
        if tuple(moves) != self.moves:
            self.moves = tuple(moves)
            self.remove_children()
            known = keys or dict.fromkeys(moves[:1], strings.MOVE_KEY)
            labels = {move: f"{move} ({known[move]})" if move in known else move for move in moves}
            self.mount(*(Button(labels[move], name=move, compact=True) for move in moves))

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Report the move of a button."""
        event.stop()
        if event.button.name in self.moves:
            self.post_message(self.Chosen(event.button.name or ""))


def moves_beside(state: MatchState | None) -> list[str]:
    """Return the moves that no cell stands for, unless one of them is the only move: then every cell stands for it.

    Moves that are alike but for their number are left out: they have a field.
    """
    if state is None or not state.your_turn or len(state.position.legal) == 1:
        return []
    return plain_moves(state.position)


def move_choices(position: State, moves: Sequence[str]) -> dict[str, str]:
    """Return the entries of a list of moves with what each stands for: a move, or the word of moves with a number."""
    groups = groups_by_move(position)
    return dict((groups[move].text, groups[move].word) if move in groups else (move, move) for move in moves)
