"""The sentences of a search, step by step, for the example of the textbook."""

from kibitz_client.tui.search_tree.nodes import label, node_entries
from kibitz_client.tui.search_tree.steps import SearchSteps
from tests.client.tui.search_trees import label_text, leaf_tree


def test_step_by_step() -> None:
    """Each step has its own window; the second branch is cut as soon as its first leaf is known."""
    explained = leaf_tree()
    search = SearchSteps(node_entries(explained), explained.steps)
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
    explained = leaf_tree()
    entries = node_entries(explained)
    search = SearchSteps(entries, explained.steps)
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


def test_minimax_says_nothing_of_alpha_and_beta() -> None:
    """Minimax has the same sentences without a window, and no cut."""
    explained = leaf_tree("[[3, 12], [2, 4]]", "min", "minimax")
    assert [step.text for step in SearchSteps(node_entries(explained), explained.steps).steps][4:7] == [
        "2: a leaf of 12",
        "back at 1 (max) from 2 with 12: the best so far",
        "back at root (min) from 1 with 12: the best so far",
    ]


def test_an_older_server_sends_no_steps() -> None:
    """The only step shows the whole tree, as it is without steps."""
    entries = node_entries(leaf_tree())
    search = SearchSteps(entries, [])
    assert [step.text for step in search.steps] == ["root: max is to move"]
    assert all(search.done(entry, 0) for entry in entries)
    assert [search.label(entry, 0) for entry in entries] == [label(entry) for entry in entries]
