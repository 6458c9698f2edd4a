"""Tests of the helper that runs modules of the page."""

import pytest

from tests.web.modules import run_module
from tests.web.node import Node, NodeError


def test_an_export_is_called_for_each_list_of_arguments(node: Node) -> None:
    """The results come in the order of the arguments."""
    assert run_module(node, "match/clock.js", "clockText", [[1_000], [61_000]]) == ["00:01.0", "01:01"]


def test_results_are_json(node: Node) -> None:
    """Sets and maps are sorted lists, and what is undefined is null."""
    function = "() => [new Set([10, 9]), new Map([[5, {a: undefined}]])]"
    assert run_module(node, "match/clock.js", function, [[]]) == [[[9, 10], [[5, {"a": None}]]]]


def test_a_missing_module_is_an_error(node: Node) -> None:
    """A test of a module that was moved fails."""
    with pytest.raises(NodeError, match="module"):
        run_module(node, "match/nowhere.js", "anything", [[]])
