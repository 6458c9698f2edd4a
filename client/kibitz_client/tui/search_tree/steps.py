"""The steps of a search as sentences: entering a node, returning a value, cutting off the rest. Pure.

The server sends the steps. An older one sends none; then the only step shows the whole tree.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from kibitz_client.text.tree import BOUNDS, CHANCE, share_text
from kibitz_client.tui.search_tree.nodes import NodeEntry, Run, label, limit_text, move_of, opening, window
from kibitz_protocol.commands.explain import SearchStep


@dataclass(frozen=True, slots=True)
class Step:
    """The search is at node number `at` with this window. `best` is its value so far; `cut` ends the node."""

    at: int
    alpha: float | None
    beta: float | None
    best: float | None
    text: str
    cut: bool = False


class SearchSteps:
    """The steps of a search, and the label of each node after any step."""

    def __init__(self, entries: list[NodeEntry], sent: Sequence[SearchStep]) -> None:
        self._entries = entries
        self._entered: dict[int, int] = {}
        self._done: dict[int, int] = {}
        self.steps: list[Step] = []
        for now, step in enumerate(sent or [SearchStep(to=0)]):
            self.steps.append(self._read(step))
            self._entered.setdefault(step.to, now)
            self._done[step.to] = now
        for entry in entries:
            if entry.number not in self._entered:
                # A pruned node is known as soon as its parent is done.
                assert entry.parent is not None
                self._entered[entry.number] = self._done[entry.number] = self._done[entry.parent.number]

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
        best = "?" if step.best is None else f"{entry.text(step.best)} so far"
        return [*_unmarked(opening(entry)), (best, "value"), *window(entry, step.alpha, step.beta)]

    def _read(self, sent: SearchStep) -> Step:
        """Return a step with what it leaves as it was at its node."""
        entry = self._entries[sent.to]
        node = entry.node
        if sent.child is None:
            return Step(sent.to, node.alpha, node.beta, None, _enter(entry))
        before = self.steps[self._done[sent.to]]
        alpha, beta, best = (
            old if new is None else new
            for new, old in ((sent.alpha, before.alpha), (sent.beta, before.beta), (sent.best, before.best))
        )
        child = self._entries[sent.child]
        text = f"back at {move_of(entry)} ({node.player}) from {move_of(child)} with {_bounded(child)}: "
        if node.player == CHANCE:
            text += f"{share_text(child.node, node)} of the outcomes, mean so far {limit_text(entry, best)}"
        else:
            text += f"no better than {limit_text(entry, best)}" if sent.best is None else "the best so far"
        text += "" if sent.alpha is None else f", so alpha is {entry.text(sent.alpha)}"
        text += "" if sent.beta is None else f", so beta is {entry.text(sent.beta)}"
        if sent.cut:
            left = sum(other.pruned for other in node.children)
            why = (
                "" if node.player == CHANCE else f"alpha {limit_text(entry, alpha)} >= beta {limit_text(entry, beta)}: "
            )
            text += f". {why}{left} {'branch is' if left == 1 else 'branches are'} left out"
        return Step(sent.to, alpha, beta, best, text, sent.cut)


def _enter(entry: NodeEntry) -> str:
    """Return what happens on entering a node."""
    node = entry.node
    if not node.children:
        why = "" if node.why == "leaf" else f", {node.why}"
        return f"{move_of(entry)}: a leaf of {limit_text(entry, node.value)}{why}"
    turn = "chance decides" if node.player == CHANCE else f"{node.player} is to move"
    known = window(entry, node.alpha, node.beta)
    return f"{move_of(entry)}: {turn}" + (f",{known[0][0][1:]}" if known else "")


def _unmarked(runs: list[Run]) -> list[Run]:
    return [("  ", role) if role == "mark" else (text, role) for text, role in runs]


def _bounded(child: NodeEntry) -> str:
    sign = "" if child.node.bound == "exact" else f"{BOUNDS[child.node.bound]} "
    return sign + limit_text(child, child.node.value)
