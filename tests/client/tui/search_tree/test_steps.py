"""The steps of a search, for the example of the textbook."""

import json

import pytest

from kibitz_client.tui.search_tree.nodes import label, node_entries
from kibitz_client.tui.search_tree.steps import SearchSteps
from tests.client.tui.search_trees import TEXTBOOK, label_text, leaf_tree

KNUTH = "[[[5, 6], [7, 4, 5]], [[3]], [[6], [6, 9]], [[7]], [[5]], [[9, 8], [6]]]"
"""A tree of three plies with cuts at MIN and at MAX nodes."""


def minimax(tree: object, *, maximising: bool) -> float:
    """Return the minimax value, as a reference."""
    if not isinstance(tree, list):
        assert isinstance(tree, int | float)
        return tree
    return (max if maximising else min)(minimax(below, maximising=not maximising) for below in tree)


def test_step_by_step() -> None:
    """Each step has its own window; the second branch is cut as soon as its first leaf is known."""
    search = SearchSteps(node_entries(leaf_tree()), windows=True)
    assert [step.text for step in search.steps[:5]] == [
        "root: max is to move",
        "1: min is to move",
        "1: a leaf of 3",
        "back at 1 (min) from 1 with 3: the best so far, so beta is 3",
        "2: a leaf of 12",
    ]
    cut = next(step for step in search.steps if step.cut)
    assert cut.text == (
        "back at 2 (min) from 1 with 2: the best so far, so beta is 2. alpha 3 >= beta 2: 2 branches are left out"
    )
    assert (cut.alpha, cut.beta, cut.best) == (3, 2, 2)
    assert [step.cut for step in search.steps].count(True) == 1
    assert search.steps[-1].text == "back at root (max) from 3 with <= 2: no better than 3"


def test_labels_at_a_step() -> None:
    """At a step, later nodes are unknown, open nodes show their value so far, and finished nodes are complete."""
    entries = node_entries(leaf_tree())
    search = SearchSteps(entries, windows=True)
    at = next(number for number, step in enumerate(search.steps) if step.text == "2: a leaf of 12")
    assert [label_text(search.label(entry, at)) for entry in entries[:7]] == [
        "  root  max ?",
        "  1  min 3 so far  beta 3",
        "  1  = 3",
        "  2  = 12  beta 3",
        "  3  ?",
        "  2  ?",
        "  1  ?",
    ]
    assert (search.seen(entries[4], at), search.done(entries[1], at), search.done(entries[3], at)) == (
        False,
        False,
        True,
    )
    last = len(search.steps) - 1
    assert [label_text(search.label(entry, last)) for entry in entries] == [
        label_text(label(entry)) for entry in entries
    ]


@pytest.mark.parametrize("first", ["max", "min"])
@pytest.mark.parametrize("algorithm", ["textbook", "minimax"])
@pytest.mark.parametrize("tree", [TEXTBOOK, KNUTH])
def test_the_steps_are_those_of_the_search(tree: str, algorithm: str, first: str) -> None:
    """The steps enter each node once, in order, with the server's window; the last step has the value."""
    explained = leaf_tree(tree, first, algorithm)
    entries = node_entries(explained)
    search = SearchSteps(entries, windows=algorithm == "textbook")
    visits = [
        step for number, step in enumerate(search.steps) if not any(s.at == step.at for s in search.steps[:number])
    ]
    assert [step.at for step in visits] == [entry.number for entry in entries if not entry.node.pruned]
    for step in visits:
        node = entries[step.at].node
        assert step.alpha == (float("-inf") if node.alpha is None else node.alpha)
        assert step.beta == (float("inf") if node.beta is None else node.beta)
    value = minimax(json.loads(tree), maximising=first == "max")
    assert search.steps[-1].best == explained.root.value == value
    assert sum(step.cut for step in search.steps) == sum(entry.cuts for entry in entries)
