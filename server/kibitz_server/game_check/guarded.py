"""Lists that refuse what machine code would do wrongly: an index beyond the end, or one that counts from the end."""

from typing import Any

from kibitz_server.games.game import Game
from kibitz_server.games.record import Record


class OutOfBounds(Exception):
    """Index outside a guarded list. The text names the list, its length and the index."""


class Guarded(list[Any]):
    """List with a name. It cannot grow, and a negative index is an error, as in compiled code."""

    def __init__(self, name: str, items: list[Any]) -> None:
        super().__init__(items)
        self.name = name

    def _check(self, index: Any) -> None:
        if isinstance(index, int) and not 0 <= index < len(self):
            raise OutOfBounds(f"index {index} is outside {self.name}, which has {len(self)} entries")

    def __getitem__(self, index: Any) -> Any:
        self._check(index)
        return super().__getitem__(index)

    def __setitem__(self, index: Any, value: Any) -> None:
        self._check(index)
        super().__setitem__(index, value)


def guarded(game: Game, state: Record) -> Record:
    """Return a copy of a state whose arrays are guarded."""
    copy = state.copy()
    for field in game.fields:
        if field.length is not None:
            setattr(copy, field.name, Guarded(f"{field.name} of State", getattr(copy, field.name)))
    return copy
