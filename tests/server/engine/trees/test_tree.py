"""Explained trees: the textbook's example, and the same search as the real one."""

import json

import pytest

from kibitz_server.engine.algorithms import UnfitAlgorithm
from kibitz_server.engine.compiler.specialise import SpecialisedSearch
from kibitz_server.engine.trees.tree import GameTree, ListTree, TreeNode, TreeTooLarge, check_fit, deepest, explain
from kibitz_server.engine.trees.unpruned import unpruned
from kibitz_server.games.game import Game
from kibitz_server.games.registry import load
from tests.server.engine.helpers import PLAIN, random_positions, searched, small_games

BOOK = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
"""The example of Russell and Norvig (Artificial Intelligence: A Modern Approach): value 3, two leaves left out."""


def test_the_example_of_the_textbook() -> None:
    """Alpha-beta finds 3 and prunes the two leaves after the 2 in the middle."""
    root = explain(BOOK)
    assert root.value == 3
    pruned = [node for node in root.walk() if node.pruned]
    assert [(node.move, node.value, node.node) for node in pruned] == [("2", None, None), ("3", None, None)]
    middle = root.children[1]
    assert (middle.player, middle.alpha, middle.beta, middle.value, middle.bound) == ("min", 3, None, 2, "at most")
    assert middle.why == "cut off by 1: max is sure of 3 elsewhere and will not come here"


def test_the_last_branch_cuts_nothing_off() -> None:
    """A node that is bad enough only at its last branch left nothing out, and does not say so."""
    last = explain(BOOK).children[2]
    assert (last.value, last.bound, [node.pruned for node in last.children]) == (2, "at most", [False] * 3)
    assert last.why == "min takes the lowest: 3; max is sure of 3 elsewhere and will not come here"


def test_minimax_leaves_nothing_out() -> None:
    """Minimax has the same value, visits all nodes and has no windows."""
    root = explain(BOOK, "minimax")
    assert root.value == 3
    assert sum(1 for _ in root.walk()) == 13
    assert all(node.alpha is None and node.beta is None and not node.pruned for node in root.walk())


def test_leaves_may_be_larger_than_any_score() -> None:
    """Leaves of a list may exceed the scale of scores."""
    root = explain([[100_000], [200_000, 300_000]])
    assert (root.value, sum(node.pruned for node in root.walk())) == (200_000, 0)


def test_min_may_move_first() -> None:
    """The player at the root of lists can be chosen."""
    assert explain([[1, 2], [3, 4]], first="min").value == 2


def test_it_is_plain_data() -> None:
    """The tree can be written as JSON."""
    data = json.loads(json.dumps(explain(BOOK).as_data()))
    assert data["children"][1]["children"][2]["pruned"] is True


@pytest.mark.parametrize("algorithm", ["minimax", "textbook"])
@pytest.mark.parametrize("game", small_games(), ids=lambda game: game.name)
def test_it_is_the_search_itself(game: Game, algorithm: str) -> None:
    """On positions it visits as many nodes as the real search, and finds the same value."""
    search = SpecialisedSearch(algorithm, game, PLAIN, {"TABLE_BITS": 4})
    for position in random_positions(game, 4, seed=8):
        root = explain(position, algorithm, depth=2)
        value, control, _ = searched(search, position, 2)
        assert root.value == value
        assert sum(not node.pruned for node in root.walk()) == control.nodes
        assert [node.node for node in root.walk() if not node.pruned] == list(range(control.nodes))


def test_windows_close_in() -> None:
    """The window of a child is never wider than that of its parent."""

    def check(node: TreeNode) -> None:
        for child in node.children:
            assert (child.alpha if child.alpha is not None else -99) >= (node.alpha if node.alpha is not None else -99)
            assert (child.beta if child.beta is not None else 99) <= (node.beta if node.beta is not None else 99)
            check(child)

    check(explain([[[5, 6], [7, 4, 5]], [[3]], [[6], [6, 9]], [[7]], [[5], [9, 8]]]))


@pytest.mark.parametrize("tree", [[], [1, []], "x", [1, "x"], [True]])
def test_data_that_is_not_a_tree(tree: object) -> None:
    """Data other than numbers and non-empty lists is refused with a reason."""
    with pytest.raises(ValueError, match="a tree is a number or a list"):
        explain(tree)  # type: ignore[arg-type]


@pytest.mark.parametrize("leaf", [float("nan"), float("inf"), 10**400])
def test_a_leaf_that_cannot_be_compared(leaf: float) -> None:
    """A leaf is a finite number."""
    with pytest.raises(ValueError, match="a leaf must be between"):
        explain([[1, leaf], [2]])


def test_too_large_a_tree() -> None:
    """A tree that is too large to display is refused."""
    with pytest.raises(TreeTooLarge, match="the tree has more than 20000 nodes"):
        explain(load("connect4").start(), "minimax", depth=7)


def test_the_caller_can_stop_it() -> None:
    """`stop` is called before each node, and the refusal gives the number of nodes made."""
    answers = iter([False, False, True])
    with pytest.raises(TreeTooLarge, match="takes too long: 2 nodes"):
        explain(BOOK, stop=lambda: next(answers))


def test_the_count_without_pruning() -> None:
    """The textbook's tree has 13 nodes, of which alpha-beta visits 11."""
    assert unpruned(BOOK, 0) == 13


@pytest.mark.parametrize("game", small_games(), ids=lambda game: game.name)
def test_nothing_is_left_out_of_the_count(game: Game) -> None:
    """The count equals the number of minimax nodes, at every depth."""
    for depth in range(4):
        for position in random_positions(game, 3, seed=depth):
            assert unpruned(position, depth) == sum(1 for _ in explain(position, "minimax", depth).walk())


def test_counting_has_a_limit() -> None:
    """A count of a tree that is too large gives None."""
    start = load("connect4").start()
    assert unpruned(start, 5) == 1 + 7 + 7**2 + 7**3 + 7**4 + 7**5
    assert unpruned(start, 12) is None
    assert unpruned(start, 5, stop=lambda: True) is None


def test_a_game_that_hides_something_has_no_tree() -> None:
    with pytest.raises(
        UnfitAlgorithm, match=r"^a search tree needs a game without hidden information, which kuhn is not$"
    ):
        check_fit(load("kuhn"))
    check_fit(load("backgammon"))


@pytest.mark.parametrize(
    ("game", "depth"), [("chess", 2), ("go", 1), ("gomoku", 1), ("tictactoe", 4), ("backgammon", 2)]
)
def test_the_greatest_depth_that_fits(game: str, depth: int) -> None:
    """The tree of the depth that is found fits, and that of the next depth does not."""
    position = load(game).start()
    found, root, steps = deepest(position)
    assert (found, len(list(root.walk())) <= 2_000, bool(steps)) == (depth, True, True)
    assert root == explain(position, depth=depth)
    with pytest.raises(TreeTooLarge):
        explain(position, depth=depth + 1, most_nodes=2_000)


def test_a_whole_game_is_not_searched_deeper() -> None:
    """The depth is that at which the last line ends."""
    found, root, _ = deepest(load("nim", {"heaps": "1,2"}).start(), "minimax")
    assert found == 3
    assert all("depth reached" not in node.why for node in root.walk())


def test_no_depth_fits_in_no_time() -> None:
    """A search that is stopped at its root is refused."""
    with pytest.raises(TreeTooLarge, match="takes too long"):
        deepest(load("nim").start(), stop=lambda: True)
    assert deepest(load("chess").start(), below=1)[0] == 0


@pytest.mark.parametrize(
    ("value", "text"), [(74, "+0.74"), (-0.2, "+0.00"), (29_997, "W3"), (-29_999, "L1"), (300, "+3.00")]
)
def test_values_of_games_are_scores(value: float, text: str) -> None:
    """Sentences have the values of a game as hints show them, and leaf values as they were given."""
    assert GameTree(load("nim").start(), 1, 0).text(value) == text
    assert ListTree(0).text(74) == "74"
