"""Workspaces that are kept from one move of a match to the next, so that a search begins with what the last one found.

Only searches that time alone bounds use them: any other search must give the same result each time.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from kibitz_server.engine.compiler.specialise import SpecialisedSearch
from kibitz_server.engine.control import UNLIMITED, SearchControl
from kibitz_server.engine.limit import Limit
from kibitz_server.games.game import Position

MATCHES = 2
"""Matches whose workspaces a process keeps: each has 16 MB and more."""


class Memory:
    """Workspaces that the searches of one player of a match share."""

    def __init__(self) -> None:
        self._workspaces: dict[SpecialisedSearch, Any] = {}
        self._filled: dict[SpecialisedSearch, int] = {}

    def workspace(self, search: SpecialisedSearch, position: Position, control: SearchControl) -> Any:
        """Return the workspace of the search before this one, set to the position; the first time a new one."""
        if search not in self._workspaces:
            self._workspaces[search] = search.workspace(position.state)
        else:
            search.resume(self._workspaces[search], position.state)
            control.filled = self._filled[search]
        return self._workspaces[search]

    def leave(self, search: SpecialisedSearch, control: SearchControl) -> None:
        """Keep the findings of a search that is over."""
        self._filled[search] = control.filled


def kept(memory: Memory | None, position: Position, limit: Limit, control: SearchControl) -> Memory:
    """Return the given memory if a search may begin with earlier findings, else a new one.

    The values of a game without KEEP depend on the moves before a position, so those of earlier searches mislead.
    """
    only_time = limit.depth is None and limit.nodes is None and control.node_limit == UNLIMITED
    return memory if memory and only_time and position.game.names.get("KEEP", 1) else Memory()


class _Match(NamedTuple):
    player: object
    moves: tuple[str, ...]
    memory: Memory


class Memories:
    """Memories of the matches that a process searched last."""

    def __init__(self) -> None:
        self._latest: list[_Match] = []

    def of(self, player: object, moves: Sequence[str]) -> Memory:
        """Return the memory of a player in the match with these moves, some of which may be new or taken back.

        Args:
            player: What the searches of a player in a match have in common, apart from the moves: it is hashable.
            moves: The moves of the match so far.
        """
        played = tuple(moves)
        found = next(
            (match for match in self._latest if match.player == player and _continues(match.moves, played)), None
        )
        memory = found.memory if found else Memory()
        others = [match for match in self._latest if match is not found]
        self._latest = [_Match(player, played, memory), *others][:MATCHES]
        return memory


def _continues(before: tuple[str, ...], now: tuple[str, ...]) -> bool:
    """Return whether the same side is to move in both lines, and one is the beginning of the other."""
    shorter = min(len(before), len(now))
    return before[:shorter] == now[:shorter] and (len(before) - len(now)) % 2 == 0
