"""Chance nodes of a search tree: the chance events with their weights, in the lines, the facts and the steps."""

from kibitz_client.text.style import Style
from kibitz_client.text.tree import tree_lines, value_text
from kibitz_client.tui.search_tree.nodes import details, label, node_entries
from kibitz_client.tui.search_tree.steps import SearchSteps
from kibitz_protocol.commands.explain import Explained, SearchStep
from tests.client.samples import node
from tests.client.tui.search_trees import label_text

TREE = Explained(
    algorithm="textbook",
    title="dash",
    searched=6,
    pruned=1,
    unpruned=7,
    root=node(
        0,
        None,
        "max",
        1.5,
        "max takes the highest: dash",
        node(1, "walk", "min", 1, "leaf"),
        node(
            2,
            "dash",
            "chance",
            1.5,
            "the mean of the chance events",
            node(3, "heads", "min", 4.0, "leaf", weight=1, alpha=1, beta=9),
            node(4, "tails", "min", 1 / 4, "leaf", weight=2),
            alpha=1,
        ),
        node(
            5,
            "jump",
            "chance",
            1,
            "cut off",
            node(6, "heads", "min", 0, "leaf", weight=1),
            node(None, "tails", "min", None, "left out: no result of it can reach 1.5", weight=2, pruned=True),
            alpha=1.5,
            bound="at most",
        ),
    ),
    steps=[
        SearchStep(to=0),
        SearchStep(to=1),
        SearchStep(to=0, child=1, alpha=1, best=1),
        SearchStep(to=2),
        SearchStep(to=3),
        SearchStep(to=2, child=3, best=4),
        SearchStep(to=4),
        SearchStep(to=2, child=4, best=1.5),
        SearchStep(to=0, child=2, alpha=1.5, best=1.5),
        SearchStep(to=5),
        SearchStep(to=6),
        SearchStep(to=5, child=6, best=0, cut=True),
        SearchStep(to=0, child=5),
    ],
)
"""A node at which max may walk, dash or jump. The last two toss a coin, of which tails is twice as likely."""


def test_the_lines_have_the_weights() -> None:
    """The chance of a chance event stands after it."""
    assert list(tree_lines(TREE, Style()))[2:] == [
        "  dash  chance = 1.5  alpha 1  the mean of the chance events",
        "    heads  1/3  = 4  alpha 1  beta 9",
        "    tails  2/3  = 0.25",
        "  jump  chance <= 1  alpha 1.5  cut off",
        "    heads  1/3  = 0",
        "    x tails  2/3  left out: no result of it can reach 1.5",
    ]


def test_labels_and_facts() -> None:
    """No search chooses an outcome, so the expected line ends before it; one is left out for a reason of its own."""
    entries = node_entries(TREE)
    assert [label_text(label(entry)) for entry in entries] == [
        "* root  max = 1.5",
        "  walk  = 1",
        "* dash  chance = 1.5  alpha 1",
        "  heads  1/3  = 4  alpha 1 beta 9",
        "  tails  2/3  = 0.25",
        "  jump  chance <= 1  alpha 1.5  cut after heads",
        "  heads  1/3  = 0",
        "x tails  left out: no result of it can reach 1.5",
    ]
    assert details(entries[2], 7)[2:4] == ["chance decides", "value = 1.5"]
    assert details(entries[4], 7)[2] == "chosen with weight 2 of 3"
    assert details(entries[7], 7)[2:] == [
        "chosen with weight 2 of 3",
        "min to move",
        "left out: no result of it can reach 1.5",
    ]


def test_steps() -> None:
    """The mean of a chance node grows outcome by outcome; the outcomes have the windows of the search."""
    steps = SearchSteps(node_entries(TREE), TREE.steps).steps
    assert [step.text for step in steps[3:]] == [
        "dash: chance decides, alpha 1",
        "heads: a leaf of 4",
        "back at dash (chance) from heads with 4: 1/3 of the outcomes, mean so far 4",
        "tails: a leaf of 0.25",
        "back at dash (chance) from tails with 0.25: 2/3 of the outcomes, mean so far 1.5",
        "back at root (max) from dash with 1.5: the best so far, so alpha is 1.5",
        "jump: chance decides, alpha 1.5",
        "heads: a leaf of 0",
        "back at jump (chance) from heads with 0: 1/3 of the outcomes, mean so far 0. 1 branch is left out",
        "back at root (max) from jump with <= 1: no better than 1.5",
    ]
    assert [(step.alpha, step.beta) for step in steps[4:6]] == [(1, 9), (1, None)]
    assert [step.cut for step in steps].count(True) == 1


def test_means_have_two_decimals() -> None:
    """Other values are written without loss."""
    assert [value_text(value) for value in (3, -1.5, 0.1234, 10 / 3, -10 / 3, 1e6 / 3, 3e-17)] == [
        "3",
        "-1.5",
        "0.1234",
        "3.33",
        "-3.33",
        "333333.33",
        "0",
    ]
