"""What is written of the nodes of a search tree, and its steps, after the example that textbooks have."""

import json

import pytest

from kibitz_client.parsing.arguments import ExplainRequest
from kibitz_client.tui.search_tree.nodes import Run, details, label, node_entries
from kibitz_client.tui.search_tree.steps import SearchSteps
from kibitz_client.tui.search_tree.subject import subject_of, typed
from kibitz_protocol.explain import Explain, Explained, OfGame
from tests.client.tui.search_trees import TEXTBOOK, tree_of

KNUTH = "[[[5, 6], [7, 4, 5]], [[3]], [[6], [6, 9]], [[7]], [[5]], [[9, 8], [6]]]"
"""A tree of three plies with cuts at MIN and at MAX nodes."""


def leaves(tree: str = TEXTBOOK, first: str = "max", algorithm: str = "textbook") -> Explained:
    """A tree of leaf values, as a server explains it."""
    of = {"kind": "leaves", "tree": tree, "first": first}
    return tree_of(Explain.model_validate({"id": "1", "of": of, "algorithm": algorithm}))


def line(runs: list[Run]) -> str:
    """The text of a label."""
    return "".join(part for part, _ in runs).rstrip()


def plain(tree: object, *, maximising: bool) -> float:
    """Minimax in four lines, to compare with."""
    if not isinstance(tree, list):
        assert isinstance(tree, int | float)
        return tree
    return (max if maximising else min)(plain(below, maximising=not maximising) for below in tree)


def test_the_example_of_the_textbook() -> None:
    """Value 3 by the first branch; the second is cut after its 2, the third is not: there the 2 comes last."""
    found = node_entries(leaves())
    assert [line(label(spot)) for spot in found] == [
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
    assert [spot.node.move for spot in found if spot.cuts] == ["2"]


def test_a_node_in_full() -> None:
    """Where it is, how the search came to it, and why it has its value."""
    found = node_entries(leaves())
    assert details(found[5], 11) == [
        "node 6 of 11, ply 1",
        "path  2",
        "min to move",
        "value <= 2",
        "searched with alpha 3, beta none",
        "cut off by 1: max is sure of 3 elsewhere and will not come here",
    ]
    assert details(found[7], 11)[3] == "not searched: alpha 3 >= beta 2"
    assert details(found[0], 11)[1:] == [
        "path  none: the root",
        "max to move",
        "value = 3",
        "max takes the highest: 1",
        "on the principal variation",
    ]


def test_step_by_step() -> None:
    """The windows are those of each moment: the second branch is cut as soon as its first leaf is known."""
    lesson = SearchSteps(node_entries(leaves()), windows=True)
    assert [step.text for step in lesson.steps[:5]] == [
        "root: max is to move",
        "1: min is to move",
        "1: a leaf of 3",
        "back at 1 (min) from 1 with 3: the best so far, so beta is 3",
        "2: a leaf of 12",
    ]
    cut = next(step for step in lesson.steps if step.cut)
    assert cut.text == (
        "back at 2 (min) from 1 with 2: the best so far, so beta is 2. alpha 3 >= beta 2: 2 branches are left out"
    )
    assert (cut.alpha, cut.beta, cut.best) == (3, 2, 2)
    assert [step.cut for step in lesson.steps].count(True) == 1
    assert lesson.steps[-1].text == "back at root (max) from 3 with <= 2: no better than 3"


def test_nothing_is_given_away() -> None:
    """At a step, a node that was not reached is unknown, one in work shows what it has, and the rest is as it is."""
    found = node_entries(leaves())
    lesson = SearchSteps(found, windows=True)
    at = next(number for number, step in enumerate(lesson.steps) if step.text == "2: a leaf of 12")
    assert [line(lesson.label(spot, at)) for spot in found[:7]] == [
        "  root  max ?",
        "  1  min 3 so far  beta 3",
        "  1  = 3",
        "  2  = 12  beta 3",
        "  3  ?",
        "  2  ?",
        "  1  ?",
    ]
    assert (lesson.seen(found[4], at), lesson.done(found[1], at), lesson.done(found[3], at)) == (False, False, True)
    last = len(lesson.steps) - 1
    assert [line(lesson.label(spot, last)) for spot in found] == [line(label(spot)) for spot in found]


@pytest.mark.parametrize("first", ["max", "min"])
@pytest.mark.parametrize("algorithm", ["textbook", "minimax"])
@pytest.mark.parametrize("tree", [TEXTBOOK, KNUTH])
def test_the_steps_are_those_of_the_search(tree: str, algorithm: str, first: str) -> None:
    """Each node is come to once, in order, with the window that the server tells; the last step has the value."""
    told = leaves(tree, first, algorithm)
    found = node_entries(told)
    lesson = SearchSteps(found, windows=algorithm == "textbook")
    visits = [
        step for number, step in enumerate(lesson.steps) if not any(s.at == step.at for s in lesson.steps[:number])
    ]
    assert [step.at for step in visits] == [spot.number for spot in found if not spot.node.pruned]
    for step in visits:
        node = found[step.at].node
        assert step.alpha == (float("-inf") if node.alpha is None else node.alpha)
        assert step.beta == (float("inf") if node.beta is None else node.beta)
    value = plain(json.loads(tree), maximising=first == "max")
    assert lesson.steps[-1].best == told.root.value == value
    assert sum(step.cut for step in lesson.steps) == sum(spot.cuts for spot in found)


def test_the_principal_line_of_a_game() -> None:
    """From the root to a leaf, every node of it worth the same."""
    told = tree_of(Explain(id="1", of=OfGame(game="tictactoe", moves=["b2", "a1"]), depth=3))
    line_of = [spot for spot in node_entries(told) if spot.principal]
    assert [len(spot.path) for spot in line_of] == [0, 1, 2, 3]
    assert {spot.node.value for spot in line_of} == {told.root.value}
    assert told.board is not None
    assert all(spot.node.shown is not None for spot in node_entries(told))


def test_what_is_typed() -> None:
    """Lists are leaf values, a known name is a game, and anything else a match, with a ply or without."""
    like = ExplainRequest(algorithm="minimax", depth=5, first="min")
    games = {"nim"}
    assert subject_of("[1]", games, like) == ExplainRequest(tree="[1]", algorithm="minimax", depth=5, first="min")
    game = ExplainRequest("nim", options=("heaps=1,2",), moves="1-1 1-2", algorithm="minimax", depth=5)
    assert subject_of("nim heaps=1,2 1-1, 1-2", games, like) == game
    assert subject_of("K7QX42", games, ExplainRequest()) == ExplainRequest(match="K7QX42")
    assert subject_of("K7QX42 12", games, ExplainRequest()) == ExplainRequest(match="K7QX42", ply=12)


@pytest.mark.parametrize("text", ["[[1], [2]]", "K7QX42", "K7QX42 3", "nim", "nim heaps=1,2 1-1 1-2"])
def test_what_is_asked_can_be_typed(text: str) -> None:
    """The prompt shows what would ask for the same."""
    assert typed(subject_of(text, {"nim"}, ExplainRequest())) == text
