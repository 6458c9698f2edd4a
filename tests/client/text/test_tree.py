"""Search trees as lines."""

from kibitz_client.text.style import Style
from kibitz_client.text.tree import tree_heading, tree_lines
from kibitz_protocol.commands.explain import Explained
from tests.client.samples import TREE


def test_the_tree_is_indented() -> None:
    """Each node has value, window and reason; a pruned one is marked by a character."""
    assert tree_heading(TREE) == "leaf values: textbook, 6 nodes searched, 1 branch left out; minimax searches 7"
    assert list(tree_lines(TREE.root, Style())) == [
        "max = 3  max takes the highest: 1",
        "  1  min = 3  min takes the lowest: 1",
        "    1  = 3  leaf",
        "    2  = 12.5  beta 3  leaf",
        "  2  min <= 2  alpha 3  cut off by 1: max is sure of 3 elsewhere and will not come here",
        "    1  = 2  alpha 3  leaf",
        "    x 2  left out: after 1 min has enough here (alpha 3, beta 2)",
    ]


def test_colour_only_repeats_what_a_character_says() -> None:
    """A pruned node is also faint."""
    painted = list(tree_lines(TREE.root, Style(colour=True)))
    assert [line.startswith("\x1b[2m") for line in painted] == [False] * 6 + [True]


def test_the_sample_is_what_a_server_says() -> None:
    """The sample survives encoding and decoding."""
    assert Explained.model_validate_json(TREE.model_dump_json()) == TREE
