"""The texts of the nodes of a search tree."""

from kibitz_client.tui.search_tree.nodes import details, label, node_entries
from kibitz_protocol.commands.explain import Explain, OfGame
from tests.client.tui.search_trees import label_text, leaf_tree, tree_of


def test_the_example_of_the_textbook() -> None:
    """The value is 3 by the first branch. The second branch is cut after its 2; in the third the 2 comes last."""
    entries = node_entries(leaf_tree())
    assert [label_text(label(entry)) for entry in entries] == [
        "* root  max = 3",
        "* 1  min = 3",
        "* 1  = 3",
        "  2  = 12  beta 3",
        "  3  = 8  beta 3",
        "  2  min <= 2  alpha 3  cut after 1",
        "  1  = 2  alpha 3",
        "x 2  left out: alpha 3 >= beta 2",
        "x 3  left out: alpha 3 >= beta 2",
        "  3  min <= 2  alpha 3",
        "  1  = 14  alpha 3",
        "  2  = 5  alpha 3 beta 14",
        "  3  = 2  alpha 3 beta 5",
    ]
    assert [entry.node.move for entry in entries if entry.cuts] == ["2"]


def test_a_node_in_full() -> None:
    """The details of a node say where it is, its window, and why it has its value."""
    entries = node_entries(leaf_tree())
    assert details(entries[5], 11) == [
        "node 6 of 11, ply 1",
        "path  2",
        "min to move",
        "value <= 2",
        "searched with alpha 3, beta none",
        "cut off by 1: max is sure of 3 elsewhere and will not come here",
    ]
    assert details(entries[7], 11)[3] == "not searched: alpha 3 >= beta 2"
    assert details(entries[0], 11)[1:] == [
        "path  none: the root",
        "max to move",
        "value = 3",
        "max takes the highest: 1",
        "on the principal variation",
    ]


def test_the_principal_line_of_a_game() -> None:
    """The principal variation goes from the root to a leaf, and all its nodes have the same value."""
    explained = tree_of(Explain(id="1", of=OfGame(game="tictactoe", moves=["b2", "a1"]), depth=3))
    line_of = [entry for entry in node_entries(explained) if entry.principal]
    assert [len(entry.path) for entry in line_of] == [0, 1, 2, 3]
    assert {entry.node.value for entry in line_of} == {explained.root.value}
    assert explained.board is not None
    assert all(entry.node.shown is not None for entry in node_entries(explained))
