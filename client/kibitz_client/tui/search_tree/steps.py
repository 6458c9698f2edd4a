"""The steps of a search: entering a node, returning a value, cutting off the rest. Pure.

They follow from the tree: alpha-beta as in the textbook (Knuth and Moore, 1975), with the window of each step.
Minimax has the same steps without windows. The value of a chance node is the mean over its draws, each by its weight.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from kibitz_client.text.tree import BOUNDS, CHANCE, share_text, value_text
from kibitz_client.tui.search_tree.nodes import NodeEntry, Run, label, move_of, opening, window


@dataclass(frozen=True, slots=True)
class Step:
    """The search is at node number `at` with this window. `best` is its value so far; `cut` ends the node."""

    at: int
    alpha: float
    beta: float
    best: float | None
    text: str
    cut: bool = False


class SearchSteps:
    """The steps of a search, and the label of each node after any step."""

    def __init__(self, entries: list[NodeEntry], *, windows: bool) -> None:
        self._entries = entries
        self._windows = windows
        self._children: dict[int, list[NodeEntry]] = {}
        for entry in entries:
            if entry.parent is not None:
                self._children.setdefault(entry.parent.number, []).append(entry)
        self._entered: dict[int, int] = {}
        self._done: dict[int, int] = {}
        self.steps: list[Step] = []
        for step in self._visit(entries[0], -math.inf, math.inf):
            self.steps.append(step)

    def seen(self, entry: NodeEntry, now: int) -> bool:
        """Return whether the search has entered or pruned a node by step `now`."""
        return self._entered[entry.number] <= now

    def done(self, entry: NodeEntry, now: int) -> bool:
        """Return whether the search has finished a node by step `now`."""
        return self._done[entry.number] <= now

    def label(self, entry: NodeEntry, now: int) -> list[Run]:
        """Return the line of a node as of step `now`."""
        if not self.seen(entry, now):
            return [(f"  {move_of(entry)}  ", "left-out"), ("?", "left-out")]
        if self.done(entry, now):
            # The principal variation is known only after the last step.
            return label(entry) if now == len(self.steps) - 1 else _unmarked(label(entry))
        step = next(step for step in reversed(self.steps[: now + 1]) if step.at == entry.number)
        best = "?" if step.best is None else f"{value_text(step.best)} so far"
        runs = [*_unmarked(opening(entry)), (best, "value")]
        return runs + window(_known(step.alpha), _known(step.beta))

    def _visit(self, entry: NodeEntry, alpha: float, beta: float) -> Iterator[Step]:
        node = entry.node
        self._entered[entry.number] = len(self.steps)
        with_window = self._window_text(alpha, beta)
        if not node.children:
            assert node.value is not None
            self._done[entry.number] = len(self.steps)
            why = "" if node.why == "leaf" else f", {node.why}"
            text = f"{move_of(entry)}: a leaf of {value_text(node.value)}{why}"
            yield Step(entry.number, alpha, beta, node.value, text)
            return
        turn = "chance draws" if node.player == CHANCE else f"{node.player} is to move"
        yield Step(entry.number, alpha, beta, None, f"{move_of(entry)}: {turn}{with_window}")
        if node.player == CHANCE:
            yield from self._visit_draws(entry, alpha, beta)
            return
        best: float | None = None
        for child in self._children[entry.number]:
            if child.node.pruned:
                self._entered[child.number] = self._done[child.number] = len(self.steps) - 1
                continue
            yield from self._visit(child, alpha, beta)
            step = self._return(entry, child, alpha, beta, best)
            alpha, beta, best = step.alpha, step.beta, step.best
            yield step
        self._done[entry.number] = len(self.steps) - 1

    def _visit_draws(self, entry: NodeEntry, alpha: float, beta: float) -> Iterator[Step]:
        """Yield the steps below a chance node. The window of each draw is the one that the search gave it."""
        searched = [child for child in self._children[entry.number] if not child.node.pruned]
        sum_of_values = sum_of_weights = 0.0
        for child in searched:
            lower, upper = child.node.alpha, child.node.beta
            yield from self._visit(child, -math.inf if lower is None else lower, math.inf if upper is None else upper)
            assert child.node.value is not None
            sum_of_values += child.node.weight * child.node.value
            sum_of_weights += child.node.weight
            mean = sum_of_values / max(1.0, sum_of_weights)
            text = f"back at {move_of(entry)} (chance) from {move_of(child)} with {_bounded(child)}: "
            text += f"{share_text(child.node, entry.node)} of the draws, mean so far {value_text(mean)}"
            left = len(self._children[entry.number]) - len(searched)
            cut = child is searched[-1] and left > 0
            text += f". {_left_out(left)}" if cut else ""
            yield Step(entry.number, alpha, beta, mean, text, cut)
        for child in self._children[entry.number]:
            if child.node.pruned:
                self._entered[child.number] = self._done[child.number] = len(self.steps) - 1
        self._done[entry.number] = len(self.steps) - 1

    def _return(self, entry: NodeEntry, child: NodeEntry, alpha: float, beta: float, best: float | None) -> Step:
        """Return the step that brings a child's value back to its parent."""
        value, player = child.node.value, entry.node.player
        assert value is not None
        better = best is None or (value > best if player == "max" else value < best)
        best = value if better or best is None else best
        text = f"back at {move_of(entry)} ({player}) from {move_of(child)} with {_bounded(child)}: "
        text += "the best so far" if better else f"no better than {value_text(best)}"
        if self._windows:
            tighter = max(alpha, value) if player == "max" else min(beta, value)
            if player == "max" and tighter > alpha:
                text += f", so alpha is {value_text(tighter)}"
            if player == "min" and tighter < beta:
                text += f", so beta is {value_text(tighter)}"
            alpha, beta = (tighter, beta) if player == "max" else (alpha, tighter)
        cut = self._windows and alpha >= beta
        left = sum(other.node.pruned for other in self._children[entry.number])
        if cut and left:
            text += f". alpha {value_text(alpha)} >= beta {value_text(beta)}: {_left_out(left)}"
        return Step(entry.number, alpha, beta, best, text, cut and left > 0)

    def _window_text(self, alpha: float, beta: float) -> str:
        known = window(_known(alpha), _known(beta))
        return f",{known[0][0][1:]}" if known else ""


def _left_out(branches: int) -> str:
    return f"{branches} {'branch is' if branches == 1 else 'branches are'} left out"


def _unmarked(runs: list[Run]) -> list[Run]:
    return [("  ", role) if role == "mark" else (text, role) for text, role in runs]


def _bounded(child: NodeEntry) -> str:
    value = child.node.value
    assert value is not None
    return value_text(value) if child.node.bound == "exact" else f"{BOUNDS[child.node.bound]} {value_text(value)}"


def _known(limit: float) -> float | None:
    return limit if math.isfinite(limit) else None
