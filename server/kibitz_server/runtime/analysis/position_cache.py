"""The newest positions of lines on analysis boards, so that a step along a line plays only one move."""

from collections import OrderedDict
from collections.abc import Hashable

from kibitz_server.games.game import Position

KEPT = 128
"""Positions that are kept."""


class PositionCache:
    """Positions by what describes them."""

    def __init__(self, size: int = KEPT) -> None:
        self._size = size
        self._positions: OrderedDict[Hashable, Position] = OrderedDict()

    def get(self, key: Hashable) -> Position | None:
        """Return a kept position."""
        if key in self._positions:
            self._positions.move_to_end(key)
        return self._positions.get(key)

    def keep(self, key: Hashable, position: Position) -> None:
        """Keep a position, in place of the one that was not used for the longest time."""
        self._positions[key] = position
        self._positions.move_to_end(key)
        if len(self._positions) > self._size:
            self._positions.popitem(last=False)
