"""Judgement of answers to exercises about search trees. Pure; the page judges the same way in `learn/exercises`."""

from collections.abc import Sequence
from functools import cache, lru_cache
from math import inf

from kibitz_protocol.commands.teaching.lessons import MAX_ANSWER
from kibitz_protocol.values.fields import exact
from kibitz_server.engine.trees import leaves
from kibitz_server.engine.trees.tree import Nested, TreeNode, TreeTooLarge, explain

MOST_NODES = 200
MOST_TRIED = 60
"""Nodes of a tree of which all orders are tried."""
MOST_ORDERED = 6
"""Most branches of a root whose orders are all tried."""
NONE = "-"
"""Answer that says that no branch is cut."""


class BadExercise(ValueError):
    """An exercise or an answer that does not fit; the message is for users."""


def read_tree(text: str) -> Sequence[Nested]:
    """Return the tree of an exercise.

    Raises:
        BadExercise: The text is not a tree, or too large.
    """
    try:
        tree = leaves.read(text)
        size = sum(1 for _ in explain(tree, "minimax", most_nodes=MOST_NODES).walk())
    except (leaves.BadLeaves, TreeTooLarge) as error:
        raise BadExercise(str(error)) from None
    if not isinstance(tree, list) or size < 3:
        raise BadExercise("the tree needs at least two values")
    return tree


def check(kind: str, text: str, first: str, at: str) -> None:
    """Check an exercise.

    Raises:
        BadExercise: The tree is not valid, or has not the node whose value is asked for.
    """
    tree = read_tree(text)
    if kind == "value":
        _value(tree, first, at)
    if kind == "cut" and len(_cuts(tree, first)) > MAX_ANSWER:
        raise BadExercise(f"alpha-beta cuts more than {MAX_ANSWER} branches of the tree, which is the most to name")
    if kind == "order" and not 2 <= len(tree) <= MOST_ORDERED:
        raise BadExercise(f"the root must have 2 to {MOST_ORDERED} branches to order")
    if kind == "order" and sum(1 for _ in explain(tree, "minimax").walk()) > MOST_TRIED:
        raise BadExercise(f"a tree whose branches are ordered has {MOST_TRIED} nodes at most")


def judge(kind: str, text: str, first: str, at: str, answer: list[str]) -> bool:
    """Return whether an answer to an exercise is right.

    Args:
        kind: value, cut or order.
        text: The leaf values.
        first: The player to move at the root: max or min.
        at: The node whose value is asked for, counted from 1: `2.1`.
        answer: The value; the branches that are cut, counted from 1; or the branches of the root in order, from 1.

    Raises:
        BadExercise: The answer does not fit the exercise.
    """
    tree = read_tree(text)
    if kind == "value":
        return _number(answer[0]) == _value(tree, first, at)
    if kind == "cut":
        return _cuts_named(tree, first, {name for name in answer if name != NONE})
    return _ordered_best(tree, text, first, answer)


def solution(kind: str, text: str, first: str, at: str) -> list[str]:
    """Return the right answer to an exercise."""
    tree = read_tree(text)
    if kind == "value":
        return [exact(_value(tree, first, at))]
    if kind == "cut":
        return sorted(_cuts(tree, first)) or [NONE]
    return [str(place + 1) for place in _best_order(text, first)[1]]


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise BadExercise(f"{text[:20]} is not a number") from None


def _value(tree: Nested, first: str, at: str) -> float:
    node = explain(tree, "minimax", first=first)
    for branch in filter(None, at.split(".")):
        if not 1 <= int(branch) <= len(node.children):
            raise BadExercise(f"the tree has no node {at}")
        node = node.children[int(branch) - 1]
    return float(node.value or 0)


def _cuts(tree: Nested, first: str) -> set[str]:
    """Return the branches that alpha-beta leaves out, each without those below it."""
    found: set[str] = set()

    def walk(node: TreeNode, name: str) -> None:
        for number, child in enumerate(node.children, 1):
            named = f"{name}.{number}" if name else str(number)
            if child.pruned:
                found.add(named)
            else:
                walk(child, named)

    walk(explain(tree, "textbook", first=first), "")
    return found


def _cuts_named(tree: Nested, first: str, answer: set[str]) -> bool:
    """Return whether an answer names all cut branches, and otherwise only branches below them."""
    cut = _cuts(tree, first)
    return cut <= answer and all(any(f"{name}.".startswith(f"{above}.") for above in cut) for name in answer)


def _ordered_best(tree: Sequence[Nested], text: str, first: str, answer: list[str]) -> bool:
    if sorted(answer) != sorted(str(number + 1) for number in range(len(tree))):
        raise BadExercise("the answer must have each branch of the root once")
    count, _ = _best_order(text, first)
    return _visited([tree[int(branch) - 1] for branch in answer], first) == count


@lru_cache(256)
def _best_order(text: str, first: str) -> tuple[int, tuple[int, ...]]:
    """Return how many nodes alpha-beta visits in the best order of the root's branches, and that order."""
    tree = read_tree(text)
    values = [child.value or 0 for child in explain(tree, "minimax", first=first).children]
    maximising = first == "max"

    @cache
    def best(left: tuple[int, ...], bound: float) -> tuple[int, tuple[int, ...]]:
        """Return the nodes of the branches that are left, and their best order, given the value of those before."""
        if not left:
            return 0, ()
        found = []
        for branch in left:
            window = (bound, inf) if maximising else (-inf, bound)
            count = _visited(tree[branch], "min" if maximising else "max", window)
            after = max(bound, values[branch]) if maximising else min(bound, values[branch])
            later, order = best(tuple(other for other in left if other != branch), after)
            found.append((count + later, (branch, *order)))
        return min(found)

    # What a branch costs depends on the best value before it, and not on the order of those before.
    count, order = best(tuple(range(len(tree))), -inf if maximising else inf)
    return 1 + count, order


def _visited(tree: Nested, first: str, window: tuple[float, float] = (-inf, inf)) -> int:
    """Return how many nodes alpha-beta visits within a window, the root and inner ones too."""
    visits = 0

    def search(node: Nested, maximising: bool, alpha: float, beta: float) -> float:
        nonlocal visits
        visits += 1
        if not isinstance(node, Sequence):
            return float(node)
        best = -inf if maximising else inf
        for child in node:
            value = search(child, not maximising, alpha, beta)
            best = max(best, value) if maximising else min(best, value)
            if maximising:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best

    search(tree, first == "max", *window)
    return visits
