"""The lines of an analysis board: a tree of moves and chance events with a shown position. Pure.

The positions come from the server. Plies of a line count chance events too, which are tried out like moves.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from kibitz_client.match.state import LatestSearch, MatchState
from kibitz_protocol.commands.positions import Explored, Reached
from kibitz_protocol.values.boards import Board
from kibitz_protocol.values.engines import SearchReport
from kibitz_protocol.values.games import GameInfo, OptionValue
from kibitz_protocol.values.matches import ChanceView, MoveView, Result
from kibitz_protocol.values.seats import SeatView
from kibitz_protocol.values.state import State

TITLE = "analysis board"
"""Placeholder for the code of a match."""


@dataclass(slots=True, eq=False)
class VariationNode:
    """A position of a line. `state` is None until the server has sent it."""

    reached: Reached
    parent: "VariationNode | None" = None
    children: "list[VariationNode]" = field(default_factory=list)
    state: State | None = None
    result: Result | None = None
    search: SearchReport | None = None
    """The deepest search of the position so far."""
    chosen: int = 0
    """The place of the child that `forward` leads to: the one that was shown last."""

    @property
    def ply(self) -> int:
        """The number of moves and chance events that lead here from the first position."""
        return sum(1 for _ in self.path())

    @property
    def next(self) -> "VariationNode | None":
        """The position after this one in the line that was shown last."""
        return self.children[self.chosen] if self.children else None

    def path(self) -> "Iterator[VariationNode]":
        """Yield the positions from this one back to the second one."""
        at = self
        while at.parent is not None:
            yield at
            at = at.parent

    def moves(self) -> list[str]:
        """Return the moves and chance events that lead here from the first position."""
        return [node.reached.move or "" for node in self.path()][::-1]


class Variations:
    """All lines that were played on an analysis board, and the one that is shown. It begins with one line."""

    def __init__(self, explored: Explored) -> None:
        """Begin with the line of a game or a match.

        Args:
            explored: The whole line, with the state at one of its plies.
        """
        self.game: GameInfo = explored.game
        self.options: Mapping[str, OptionValue] = explored.options
        self.board: Board = explored.board
        self.start = explored.start
        self.players = list(explored.seats)
        self.root = VariationNode(explored.line[0])
        at = self.root
        for reached in explored.line[1:]:
            at = _child(at, reached)
        self.current = self.root
        for node in [self.root, *self.line()]:
            if node.ply == explored.ply:
                self.current = node
        self.current.state, self.current.result = explored.state, explored.result

    def line(self) -> list[VariationNode]:
        """Return the shown line without its first position: the moves up to here, and those that go on from here."""
        nodes = [*self.current.path()][::-1]
        at = self.current.next
        while at is not None:
            nodes.append(at)
            at = at.next
        return nodes

    def extend(self, parent: VariationNode, explored: Explored) -> VariationNode:
        """Add what follows a position, and return the last of it. A known move leads to its known position.

        Args:
            parent: A position of these lines.
            explored: The line from that position on.
        """
        at = parent
        for reached in explored.line[1:]:
            at = _child(at, reached)
        at.state, at.result = explored.state, explored.result
        return at

    def show(self, node: VariationNode) -> None:
        """Show a position, whose line then is the one that `forward` follows."""
        self.current = node
        while node.parent is not None:
            node.parent.chosen = node.parent.children.index(node)
            node = node.parent

    def at(self, by: int, node: VariationNode | None = None) -> VariationNode:
        """Return the position some plies ahead of one in its line, or with a negative number before it.

        Args:
            by: The number of plies; beyond an end of the line it is that end.
            node: The position to start from; the shown one by default.
        """
        at = node or self.current
        for _ in range(abs(by)):
            step = at.next if by > 0 else at.parent
            if step is None:
                break
            at = step
        return at

    def sibling(self) -> VariationNode | None:
        """Return the next move or chance event that was tried in place of the last one; None if there is no other."""
        parent = self.current.parent
        if parent is None or len(parent.children) == 1:
            return None
        return parent.children[(parent.children.index(self.current) + 1) % len(parent.children)]

    def alternatives(self) -> list[str]:
        """Return the moves or chance events that were tried from this position, the one that `forward` plays first."""
        chosen = self.current.next
        others = [node for node in self.current.children if node is not chosen]
        return [written(node) for node in ([chosen] if chosen is not None else []) + others]

    def state(self) -> MatchState | None:
        """Return the shown position as a match that its viewer plays alone; None until its state is known."""
        node = self.current
        if node.state is None:
            return None
        phase: Literal["running", "finished"] = "running" if node.result is None else "finished"
        moves, chance_events = _views([*node.path()][::-1])
        searches = {}
        if node.search is not None and node.state.to_move is not None:
            searches[node.state.to_move] = LatestSearch(node.state.ply, node.search, live=True)
        return MatchState(
            match=TITLE,
            code=TITLE,
            seq=node.state.ply,
            phase=phase,
            game=self.game,
            options=self.options,
            board=self.board,
            seats=tuple(self._seats()),
            clock=None,
            show_thinking=False,
            watchers=0,
            moves=tuple(moves),
            chance_events=tuple(chance_events),
            position=node.state,
            start=self.start,
            result=node.result,
            you=None,
            searches=searches,
            local=True,
        )

    def views(self) -> list[MoveView]:
        """Return the moves of the shown line."""
        return _views(self.line())[0]

    def chance_events(self) -> list[ChanceView]:
        """Return the chance events of the shown line."""
        return _views(self.line())[1]

    def texts(self) -> list[str]:
        """Return the moves and chance events of the shown line, as a server reads them."""
        return [node.reached.move or "" for node in self.line()]

    def after_move(self, count: int) -> VariationNode:
        """Return the position after a number of moves of the shown line, without the chance events that follow them."""
        moves = [node for node in self.line() if not node.reached.chance]
        return moves[count - 1] if count else self.root

    def _seats(self) -> list[SeatView]:
        players = {view.seat: view for view in self.players}
        you = [SeatView(seat=seat, kind="human", name="you") for seat in range(len(self.game.seats))]
        return [players.get(view.seat, view) for view in you]


def _child(parent: VariationNode, reached: Reached) -> VariationNode:
    """Return the position after a move, which is new unless the move was tried before."""
    known = next((node for node in parent.children if node.reached.move == reached.move), None)
    if known is not None:
        return known
    parent.children.append(VariationNode(reached, parent))
    return parent.children[-1]


def written(node: VariationNode) -> str:
    """Return the move or chance event that leads to a position, as a list of moves has it."""
    return node.reached.move or "" if node.reached.chance else node.reached.written


def _views(nodes: Iterable[VariationNode]) -> tuple[list[MoveView], list[ChanceView]]:
    """Return the moves and the chance events of a line that begins at the first position."""
    moves: list[MoveView] = []
    chance_events: list[ChanceView] = []
    for reached in (node.reached for node in nodes):
        text, said = reached.move or "", reached.said
        if reached.chance:
            chance_events.append(ChanceView(number=len(chance_events) + 1, ply=len(moves), text=text, said=said))
        else:
            seat, opening = reached.seat or 0, reached.opening
            moves.append(
                MoveView(ply=len(moves), seat=seat, move=text, said=said, opening=opening, elapsed_ms=0, search=None)
            )
    return moves, chance_events
