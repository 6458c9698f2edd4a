"""A search told step by step: which node it comes to, what it brings back, and when it leaves out the rest. Pure.

It follows from the tree: alpha-beta as in the textbook (Knuth and Moore, 1975), with the windows as they were at each
step. Minimax has the same steps without windows.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from kibitz_client.text.tree import BOUNDS
from kibitz_client.tui.search_tree.nodes import NodeEntry, Run, label, move_of, opening, window
from kibitz_protocol.values import exact


@dataclass(frozen=True, slots=True)
class Step:
    """The search stands at node number `at`, with this window; `best` is what it has there so far. `cut` ends it."""

    at: int
    alpha: float
    beta: float
    best: float | None
    text: str
    cut: bool = False


class SearchSteps:
    """The steps of a search, and what each node looks like after any of them."""

    def __init__(self, spots: list[NodeEntry], *, windows: bool) -> None:
        self._spots = spots
        self._windows = windows
        self._children: dict[int, list[NodeEntry]] = {}
        for spot in spots:
            if spot.parent is not None:
                self._children.setdefault(spot.parent.number, []).append(spot)
        self._begun: dict[int, int] = {}
        self._done: dict[int, int] = {}
        self.steps: list[Step] = []
        for step in self._visit(spots[0], -math.inf, math.inf):
            self.steps.append(step)

    def seen(self, spot: NodeEntry, now: int) -> bool:
        """Whether the search has come to a node, or has left it out, by step `now`."""
        return self._begun[spot.number] <= now

    def done(self, spot: NodeEntry, now: int) -> bool:
        """Whether all is known of a node by step `now`."""
        return self._done[spot.number] <= now

    def label(self, spot: NodeEntry, now: int) -> list[Run]:
        """The line of a node as it was at a step."""
        if not self.seen(spot, now):
            return [(f"  {move_of(spot)}  ", "left-out"), ("?", "left-out")]
        if self.done(spot, now):
            # Which line is the principal one is known when all has been searched.
            return label(spot) if now == len(self.steps) - 1 else _unmarked(label(spot))
        step = next(step for step in reversed(self.steps[: now + 1]) if step.at == spot.number)
        best = "?" if step.best is None else f"{exact(step.best)} so far"
        runs = [*_unmarked(opening(spot)), (best, "value")]
        return runs + window(_known(step.alpha), _known(step.beta))

    def _visit(self, spot: NodeEntry, alpha: float, beta: float) -> Iterator[Step]:
        node = spot.node
        self._begun[spot.number] = len(self.steps)
        with_window = self._window_text(alpha, beta)
        if not node.children:
            assert node.value is not None
            self._done[spot.number] = len(self.steps)
            why = "" if node.why == "leaf" else f", {node.why}"
            text = f"{move_of(spot)}: a leaf of {exact(node.value)}{why}"
            yield Step(spot.number, alpha, beta, node.value, text)
            return
        yield Step(spot.number, alpha, beta, None, f"{move_of(spot)}: {node.player} is to move{with_window}")
        best: float | None = None
        for child in self._children[spot.number]:
            if child.node.pruned:
                self._begun[child.number] = self._done[child.number] = len(self.steps) - 1
                continue
            yield from self._visit(child, alpha, beta)
            step = self._back(spot, child, alpha, beta, best)
            alpha, beta, best = step.alpha, step.beta, step.best
            yield step
        self._done[spot.number] = len(self.steps) - 1

    def _back(self, spot: NodeEntry, child: NodeEntry, alpha: float, beta: float, best: float | None) -> Step:
        """A child's value comes back to its parent."""
        value, player = child.node.value, spot.node.player
        assert value is not None
        better = best is None or (value > best if player == "max" else value < best)
        best = value if better or best is None else best
        text = f"back at {move_of(spot)} ({player}) from {move_of(child)} with {_bounded(child)}: "
        text += "the best so far" if better else f"no better than {exact(best)}"
        if self._windows:
            tighter = max(alpha, value) if player == "max" else min(beta, value)
            if player == "max" and tighter > alpha:
                text += f", so alpha is {exact(tighter)}"
            if player == "min" and tighter < beta:
                text += f", so beta is {exact(tighter)}"
            alpha, beta = (tighter, beta) if player == "max" else (alpha, tighter)
        cut = self._windows and alpha >= beta
        left = sum(other.node.pruned for other in self._children[spot.number])
        if cut and left:
            branches = "branch is" if left == 1 else "branches are"
            text += f". alpha {exact(alpha)} >= beta {exact(beta)}: {left} {branches} left out"
        return Step(spot.number, alpha, beta, best, text, cut and left > 0)

    def _window_text(self, alpha: float, beta: float) -> str:
        known = window(_known(alpha), _known(beta))
        return f",{known[0][0][1:]}" if known else ""


def _unmarked(runs: list[Run]) -> list[Run]:
    return [("  ", role) if role == "mark" else (text, role) for text, role in runs]


def _bounded(child: NodeEntry) -> str:
    value = child.node.value
    assert value is not None
    return exact(value) if child.node.bound == "exact" else f"{BOUNDS[child.node.bound]} {exact(value)}"


def _known(limit: float) -> float | None:
    return limit if math.isfinite(limit) else None
