"""The steps of a search: right values by hand, and for random trees those that alpha-beta must have."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_server.engine.trees.steps import SearchStep
from kibitz_server.engine.trees.tree import Nested, TreeNode, explain
from kibitz_server.games.game import Position, bind
from tests.server.engine import dash, race
from tests.server.engine.helpers import random_positions

BOOK = [[3, 12, 8], [2, 4, 6], [14, 5, 2]]
"""The example of Russell and Norvig. Its nodes are 0, 1 (2, 3, 4), 5 (6, 7, 8) and 9 (10, 11, 12)."""
LEAVES = st.integers(-9, 9) | st.sampled_from((0.5, -2.25))
TREES = st.recursive(LEAVES, lambda below: st.lists(below, min_size=1, max_size=4), max_leaves=30)


def steps_of(
    subject: Position | Nested, algorithm: str = "textbook", depth: int = 3, first: str = "max"
) -> tuple[TreeNode, list[SearchStep]]:
    """Return the root of a searched tree, and the steps of the search."""
    steps: list[SearchStep] = []
    return explain(subject, algorithm, depth, first, steps=steps), steps


def minimax(tree: object, *, maximising: bool) -> float:
    """Return the minimax value, as a reference."""
    if not isinstance(tree, list):
        assert isinstance(tree, int | float)
        return tree
    return (max if maximising else min)(minimax(below, maximising=not maximising) for below in tree)


def test_alpha_beta_when_max_begins() -> None:
    """The first branch raises alpha to 3. The 2 in the second branch cuts it; in the third branch it comes last."""
    assert steps_of(BOOK)[1] == [
        SearchStep(0),
        SearchStep(1),
        SearchStep(2),
        SearchStep(1, 2, beta=3, best=3),
        SearchStep(3),
        SearchStep(1, 3),
        SearchStep(4),
        SearchStep(1, 4),
        SearchStep(0, 1, alpha=3, best=3),
        SearchStep(5),
        SearchStep(6),
        SearchStep(5, 6, beta=2, best=2, cut=True),
        SearchStep(0, 5),
        SearchStep(9),
        SearchStep(10),
        SearchStep(9, 10, beta=14, best=14),
        SearchStep(11),
        SearchStep(9, 11, beta=5, best=5),
        SearchStep(12),
        SearchStep(9, 12, beta=2, best=2),
        SearchStep(0, 9),
    ]


def test_alpha_beta_when_min_begins() -> None:
    """The branches have the values 12 and 6, and the 14 cuts the third one."""
    assert steps_of(BOOK, first="min")[1] == [
        SearchStep(0),
        SearchStep(1),
        SearchStep(2),
        SearchStep(1, 2, alpha=3, best=3),
        SearchStep(3),
        SearchStep(1, 3, alpha=12, best=12),
        SearchStep(4),
        SearchStep(1, 4),
        SearchStep(0, 1, beta=12, best=12),
        SearchStep(5),
        SearchStep(6),
        SearchStep(5, 6, alpha=2, best=2),
        SearchStep(7),
        SearchStep(5, 7, alpha=4, best=4),
        SearchStep(8),
        SearchStep(5, 8, alpha=6, best=6),
        SearchStep(0, 5, beta=6, best=6),
        SearchStep(9),
        SearchStep(10),
        SearchStep(9, 10, alpha=14, best=14, cut=True),
        SearchStep(0, 9),
    ]


def test_minimax_has_no_windows() -> None:
    """Minimax enters every node, and a step has at most a better value."""
    assert [step for step in steps_of(BOOK, "minimax")[1] if step.child is not None] == [
        SearchStep(1, 2, best=3),
        SearchStep(1, 3),
        SearchStep(1, 4),
        SearchStep(0, 1, best=3),
        SearchStep(5, 6, best=2),
        SearchStep(5, 7),
        SearchStep(5, 8),
        SearchStep(0, 5),
        SearchStep(9, 10, best=14),
        SearchStep(9, 11, best=5),
        SearchStep(9, 12, best=2),
        SearchStep(0, 9),
    ]


def test_a_draw_changes_the_mean() -> None:
    """Heads is worth 300, and tails, which is twice as likely, nothing."""
    coin = bind(dash, {}).start("0 0 X coin")
    assert steps_of(coin, depth=1)[1] == [
        SearchStep(0),
        SearchStep(1),
        SearchStep(0, 1, best=300),
        SearchStep(2),
        SearchStep(0, 2, best=100),
    ]


def test_a_tree_of_one_leaf() -> None:
    """The only step enters the leaf."""
    assert steps_of(7)[1] == [SearchStep(0)]


def test_the_last_child_cuts_nothing_off() -> None:
    """A step after which nothing is left is not a cut."""
    assert not any(step.cut for step in steps_of([[3], [2]])[1])


def test_data_has_no_defaults() -> None:
    """A message says only what a step changes; 0 is a value."""
    assert SearchStep(5).as_data() == {"to": 5}
    step = SearchStep(0, 6, alpha=0, best=0.0, cut=True)
    assert step.as_data() == {"to": 0, "child": 6, "alpha": 0, "best": 0.0, "cut": True}


def replayed(root: TreeNode, steps: list[SearchStep]) -> float | None:
    """Check steps against their tree, and return the value to which they bring the root."""
    nodes = list(root.walk())
    windows = {at: (node.alpha, node.beta) for at, node in enumerate(nodes)}
    best: dict[int, float | None] = {}
    entered, cuts = [], []
    for step in steps:
        if step.child is None:
            assert step == SearchStep(step.to)
            entered.append(step.to)
            continue
        assert any(child is nodes[step.child] for child in nodes[step.to].children)
        alpha, beta = windows[step.to]
        assert step.alpha is None or alpha is None or step.alpha > alpha
        assert step.beta is None or beta is None or step.beta < beta
        windows[step.to] = (alpha if step.alpha is None else step.alpha, beta if step.beta is None else step.beta)
        best[step.to] = best.get(step.to) if step.best is None else step.best
        if step.cut:
            cuts.append(step.to)
    assert entered == [at for at, node in enumerate(nodes) if not node.pruned]
    assert sorted(cuts) == [at for at, node in enumerate(nodes) if any(child.pruned for child in node.children)]
    for at, node in enumerate(nodes):
        if node.children and node.player != "chance":
            assert best[at] == node.value
            alpha, beta = windows[at]
            assert at not in cuts or (alpha is not None and beta is not None and alpha >= beta)
    return best[0] if root.children else root.value


@pytest.mark.property
@given(tree=TREES, first=st.sampled_from(["max", "min"]), algorithm=st.sampled_from(["textbook", "minimax"]))
def test_the_steps_are_those_of_the_search(tree: Nested, first: str, algorithm: str) -> None:
    """The steps enter each searched node once, in order, lead to the minimax value, and cut where nodes are pruned."""
    root, steps = steps_of(json.loads(json.dumps(tree)), algorithm, first=first)
    assert replayed(root, steps) == minimax(tree, maximising=first == "max")
    assert len(steps) == 2 * sum(not node.pruned for node in root.walk()) - 1


@pytest.mark.parametrize("algorithm", ["textbook", "minimax"])
def test_draws_have_the_steps_of_the_search(algorithm: str) -> None:
    """The same is true of games with chance, whose last mean is the value of an exact chance node."""
    cuts = 0
    for position in random_positions(bind(race, {}), 20, seed=9):
        root, steps = steps_of(position, algorithm)
        assert replayed(root, steps) == pytest.approx(root.value)
        cuts += sum(step.cut for step in steps)
    assert (cuts > 0) == (algorithm == "textbook")
