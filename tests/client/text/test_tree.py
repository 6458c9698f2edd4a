"""Search trees as lines."""

from kibitz_client.text.style import Style
from kibitz_client.text.tree import score_text, tree_heading, tree_lines
from kibitz_protocol.commands.explain import Explained
from tests.client.samples import TREE


def test_the_tree_is_indented() -> None:
    """Each node has value, window and reason; a pruned one is marked by a character."""
    assert tree_heading(TREE) == "leaf values: alpha-beta, 6 nodes searched, 1 branch left out; minimax searches 7"
    assert list(tree_lines(TREE, Style())) == [
        "max = 3  max takes the highest: 1",
        "  1  min = 3  min takes the lowest: 1",
        "    1  = 3",
        "    2  = 12.5  beta 3",
        "  2  min <= 2  alpha 3  cut off by 1: max is sure of 3 elsewhere and will not come here",
        "    1  = 2  alpha 3",
        "    x 2  left out: after 1 min has enough here (alpha 3, beta 2)",
    ]


def test_colour_only_repeats_what_a_character_says() -> None:
    """A pruned node is also faint."""
    painted = list(tree_lines(TREE, Style(colour=True)))
    assert [line.startswith("\x1b[2m") for line in painted] == [False] * 6 + [True]


def test_the_sample_is_what_a_server_says() -> None:
    """The sample survives encoding and decoding."""
    assert Explained.model_validate_json(TREE.model_dump_json()) == TREE


def test_branches_after_a_cut_are_one_line() -> None:
    """Several branches are counted; one alone is named by its move."""
    root = TREE.root
    cut = root.children[1]
    left = cut.children[1]
    many = cut.model_copy(update={"children": [cut.children[0], *[left] * 17]})
    wide = TREE.model_copy(update={"root": root.model_copy(update={"children": [root.children[0], many]})})
    assert tree_lines(wide, Style())[-1] == "    x 17 more  left out: after 1 min has enough here (alpha 3, beta 2)"


def test_a_long_tree_ends_with_what_is_missing() -> None:
    """The plies that fit are shown whole, and the lines below them are counted."""
    assert tree_lines(TREE, Style(), most=4)[-1] == "4 lines more below; for all, --json, or a smaller --depth"
    assert len(tree_lines(TREE, Style(), most=4)) == 4
    assert tree_lines(TREE, Style(), most=2)[2:] == ["5 lines more below; for all, --json, or a smaller --depth"]


def test_values_of_a_game_are_scores() -> None:
    """Evaluations are in the units of hints, and results count the plies."""
    assert [score_text(value) for value in (93, -150, 0.2, -0.2, 29_997, -29_996)] == [
        *("+0.93", "-1.50", "+0.00", "+0.00", "W3", "L4")
    ]
