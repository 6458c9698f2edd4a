"""A Monte Carlo search that goes on until it is stopped, and shows what its tree knows about each move of the root."""

import random
import threading
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from kibitz_server.engine.algorithms import ALGORITHMS
from kibitz_server.engine.control import SearchControl
from kibitz_server.games.game import ONGOING, Position

ALGORITHM = "mcts"
LONGEST_LINE = 20
"""Moves of a line that is shown."""
BATCH_S = 0.05
"""About how long the search goes on between two chances to show its tree."""
FIRST_BATCH = 8


class Candidate(NamedTuple):
    """Move of the root. `chance` is the probability of a win, from 0 to 1; `line` begins with the move."""

    visits: int
    chance: float
    line: tuple[str, ...]


class TreeSearch:
    """Search in a thread of its own.

    Args:
        position: The position to search, which is not over.
        ended: Called in that thread when the search ends by itself.
    """

    def __init__(self, position: Position, ended: Callable[[], None] = lambda: None) -> None:
        self._position = position
        self._search = ALGORITHMS[ALGORITHM].prepare(position.game)
        self._control = SearchControl()
        self._control.reset(None)
        self._shown: list[Candidate] = []
        self._wanted, self._ready = threading.Event(), threading.Event()
        self.error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, args=(ended,), name="analysis", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the search."""
        self._control.stop = 1
        self._thread.join()

    def candidates(self) -> list[Candidate]:
        """Return the moves that were tried, the most promising first."""
        if self._thread.is_alive():
            self._ready.clear()
            self._wanted.set()
            while self._thread.is_alive() and not self._ready.wait(BATCH_S):
                pass
        return self._shown

    def _run(self, ended: Callable[[], None]) -> None:
        try:
            view = self._search.attach(self._control)
            memory = self._search.workspace(self._position.state)
            self._search.run.start(memory, view, random.SystemRandom().getrandbits(62))
            playouts, more = FIRST_BATCH, True
            while more:
                began = time.perf_counter()
                more = bool(self._search.run.search(memory, view, playouts))
                if self._wanted.is_set() or not more:
                    self._shown = candidates(memory, self._position)
                    self._wanted.clear()
                    self._ready.set()
                if time.perf_counter() - began < BATCH_S / 2:
                    playouts *= 2
        except BaseException as error:
            self.error = error
        ended()


def candidates(memory: Any, position: Position) -> list[Candidate]:
    """Return what the tree in the memory of a search knows about the moves of a position."""
    tree = _Tree(memory)
    turn = position.state.turn
    names = {move.code: move.text for move in position.legal}
    found = []
    for child in tree.children(0):
        if tree.number(child, "visits") and tree.number(child, "move") in names:
            line = _line(tree, child, position)
            found.append(Candidate(tree.number(child, "visits"), tree.chance(child, turn), line))
    return sorted(found, key=lambda move: (-move.visits, -move.chance))


def _line(tree: "_Tree", at: int, position: Position) -> tuple[str, ...]:
    """Return a move and the replies to it that were tried most."""
    line: list[str] = []
    while len(line) < LONGEST_LINE:
        move = next((move for move in position.legal if move.code == tree.number(at, "move")), None)
        if move is None:
            break
        line.append(move.text)
        position = position.after(move)
        children = [child for child in tree.children(at) if tree.number(child, "visits")]
        if not children:
            break
        at = max(children, key=lambda child: tree.number(child, "visits"))
    return tuple(line)


class _Tree:
    """Nodes of a Monte Carlo search, whether compiled or not: see `engine/templates/sampling/mcts`."""

    def __init__(self, memory: Any) -> None:
        self._compiled = hasattr(memory, "dtype")
        self._nodes = memory["tree"] if self._compiled else memory.tree

    def _field(self, at: int, name: str) -> Any:
        node = self._nodes[at]
        return node[name] if self._compiled else getattr(node, name)

    def number(self, at: int, name: str) -> int:
        """Return a whole number of a node."""
        return int(self._field(at, name))

    def children(self, at: int) -> range:
        """Return the children of a node."""
        first, count = self.number(at, "first"), self.number(at, "count")
        return range(first, first + count) if first else range(0)

    def chance(self, at: int, seat: int) -> float:
        """Return the probability with which a seat wins after a node."""
        proven = self.number(at, "proven")
        mean = proven if proven != ONGOING else float(self._field(at, "total")) / max(1, self.number(at, "visits"))
        return min(1.0, max(0.0, 0.5 + (mean if seat == 0 else -mean) / 2))
