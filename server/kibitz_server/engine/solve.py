"""Exact results: the winner, the size of the win in the game's own unit, and the number of plies.

A game whose results have a size (it has `bounds` and `result`) is solved by null windows over that size. Any other game
is searched deeper and deeper, until a win is proven or the depth limit no longer cuts off any line.
"""

from typing import Any

from kibitz_server.engine.compiler.specialise import Search, specialise
from kibitz_server.engine.control import Control, publish
from kibitz_server.engine.limit import Limit
from kibitz_server.engine.rules import MAX_DEPTH
from kibitz_server.engine.score import INFINITE, WIN
from kibitz_server.games.game import Game, Move, Position


class Stopped(Exception):
    """Stop of a search before it knew the result."""


def prepare_to_solve(game: Game) -> Search:
    """Return the search that solves this game."""
    if "bounds" in game.names:
        return specialise("solver", game, MORE_BITS=2)
    return specialise("alphabeta", game, EXACT=1)


def solve(search: Search, position: Position, limit: Limit, control: Control) -> None:
    """Report the exact result of a position that is not over, or the findings so far if stopped first."""
    if search.template == "solver":
        prover = Prover(search, control)
        try:
            value = prover.value(position)
            line = prover.line(position, value)
        except Stopped:
            return
        publish(control, len(line), value, [move.code for move in line], exact=True, distance=len(line))
    else:
        _deepen(search, position, limit, control)


class Prover:
    """Exact values of the positions of one game. The table is kept, so results of one position speed up the next.

    Its methods raise Stopped when the control block requests a stop.
    """

    def __init__(self, search: Search, control: Control) -> None:
        self._rules = search.game.rules
        self._control = control
        self._search = search
        self._view = search.attach(control)
        self._ws = search.workspace(search.game.new_state())

    def value(self, position: Position) -> int:
        """Return the result for the side to move, in the game's own unit.

        Null windows bisect the range. The first ones lie half-way to 0, because most results are near 0 (Pons, 2015).
        """
        low, high = self._bounds(position)
        while low < high:
            middle = low + (high - low) // 2
            if middle <= 0 and low // 2 < middle:
                middle = -(-low // 2)
            elif middle >= 0 and high // 2 > middle:
                middle = high // 2
            bound = self._window(position, middle)
            if bound <= middle:
                high = bound
            else:
                low = bound
        return low

    def at_most(self, position: Position, value: int) -> bool:
        """Return whether the result is no better than `value`."""
        low, high = self._bounds(position)
        return high <= value or (low <= value and self._window(position, value) <= value)

    def line(self, position: Position, value: int) -> list[Move]:
        """Return best play from here to the end; `value` is the value of the position."""
        line: list[Move] = []
        while position.outcome is None:
            for move in position.legal:
                after = position.after(move)
                wanted = value if after.state.turn == position.state.turn else -value
                if self._keeps(after, wanted, after.state.turn != position.state.turn):
                    break
            line.append(move)
            position, value = after, wanted
        return line

    def _keeps(self, after: Position, wanted: int, turned: bool) -> bool:
        """Return whether a move that leads here gives its mover the best possible result."""
        return self.at_most(after, wanted) if turned else not self.at_most(after, wanted - 1)

    def _bounds(self, position: Position) -> tuple[int, int]:
        state = position.state
        if position.outcome is not None:
            value = int(self._rules.result(state))
            return value, value
        at_once = int(self._rules.at_once(state)) if hasattr(self._rules, "at_once") else 0
        if at_once:
            return at_once, at_once
        low, high = self._rules.bounds(state)
        return int(low), int(high)

    def _window(self, position: Position, value: int) -> int:
        """Return a bound on the result: an upper bound if it is at most `value`, else a lower bound."""
        self._search.load(self._ws, position.state)
        bound = int(self._search.run.search(self._ws, self._view, value, value + 1, 0, 0))
        if self._control.stop:
            raise Stopped
        return bound


def _deepen(search: Search, position: Position, limit: Limit, control: Control) -> None:
    """Search with full alpha-beta, deeper and deeper. A win within the depth is the soonest one."""
    view = search.attach(control)
    ws = search.workspace(position.state)
    control.capacity = 1 << search.constants["TABLE_BITS"]
    for depth in range(1, min(limit.depth or MAX_DEPTH, MAX_DEPTH) + 1):
        score = _pass(search, ws, view, depth, control)
        if not control.stop and not control.horizon:
            # The table may still hold values of passes that the depth limit cut off: confirm with an empty table.
            ws = search.workspace(position.state)
            control.filled = 0
            score = _pass(search, ws, view, depth, control)
        if control.stop:
            return
        line = search.line(ws)
        if abs(score) >= WIN - depth:
            publish(control, depth, 1 if score > 0 else -1, line, exact=True, distance=WIN - abs(score))
            return
        if not control.horizon:
            publish(control, depth, 0, line, exact=True, distance=len(line))
            return
        publish(control, depth, score, line)


def _pass(search: Search, ws: Any, view: Any, depth: int, control: Control) -> int:
    control.horizon = 0
    return int(search.run.search(ws, view, depth, -INFINITE, INFINITE, 0, 0))
