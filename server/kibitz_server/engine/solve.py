"""Exact results: who wins from here, by how much in the game's own unit, and in how many plies.

A game whose results have a size (it has `bounds` and `result`) is solved by null windows over that size. Any other is
searched deeper and deeper until a win is proven, or until no line was cut off by the depth.
"""

from typing import Any

from kibitz_server.engine.compiler.specialise import Search, specialise
from kibitz_server.engine.control import Control, publish
from kibitz_server.engine.limit import Limit
from kibitz_server.engine.rules import MAX_DEPTH
from kibitz_server.engine.score import INFINITE, WIN
from kibitz_server.games.game import Game, Move, Position


class Stopped(Exception):
    """The search was stopped before it could say."""


def prepare_to_solve(game: Game, patience_s: float | None = None) -> Search:
    """The search that solves this game."""
    if "bounds" in game.names:
        return specialise("solver", game, patience_s, MORE_BITS=2)
    return specialise("alphabeta", game, patience_s, EXACT=1)


def solve(search: Search, position: Position, limit: Limit, control: Control) -> None:
    """Report the exact result of a position that is not over; what is known so far when stopped before."""
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
    """Exact values of the positions of one game. What is learned from one helps with the next.

    Its methods raise Stopped when the control block says so.
    """

    def __init__(self, search: Search, control: Control) -> None:
        self._rules = search.game.rules
        self._control = control
        self._search = search
        self._view = search.attach(control)
        self._ws = search.workspace(search.game.new_state())

    def value(self, position: Position) -> int:
        """The result for the side to move, in the game's own unit.

        Null windows close in on it, at first about half-way to 0, where most results are (Pons, 2015).
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
        """Whether the result is no better than `value`."""
        low, high = self._bounds(position)
        return high <= value or (low <= value and self._window(position, value) <= value)

    def line(self, position: Position, value: int) -> list[Move]:
        """Best play from here to the end; `value` is the position's."""
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
        """Whether a move that leads here gives its mover the best result there is."""
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
        """A bound on the result: at most it if that is at most `value`, else at least it."""
        self._search.load(self._ws, position.state)
        bound = int(self._search.run.search(self._ws, self._view, value, value + 1, 0, 0))
        if self._control.stop:
            raise Stopped
        return bound


def _deepen(search: Search, position: Position, limit: Limit, control: Control) -> None:
    """Full alpha-beta, deeper and deeper. A win is the soonest one when it lies within the depth."""
    view = search.attach(control)
    ws = search.workspace(position.state)
    control.capacity = 1 << search.constants["TABLE_BITS"]
    for depth in range(1, min(limit.depth or MAX_DEPTH, MAX_DEPTH) + 1):
        score = _pass(search, ws, view, depth, control)
        if not control.stop and not control.horizon:
            # The table may still hold values from passes that were cut off by their depth.
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
