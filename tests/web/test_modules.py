"""Tests of the helper that runs modules of the page."""

import pytest
from playwright.sync_api import Error, Page

from tests.web.modules import run_module

pytestmark = pytest.mark.browser


def test_an_export_is_called_for_each_list_of_arguments(module_page: Page) -> None:
    """The results come in the order of the arguments."""
    assert run_module(module_page, "match/clock.js", "clockText", [[1_000], [61_000]]) == ["00:01.0", "01:01"]


def test_results_are_json(module_page: Page) -> None:
    """Sets and maps are sorted lists, and what is undefined is null."""
    function = "() => [new Set([10, 9]), new Map([[5, {a: undefined}]])]"
    assert run_module(module_page, "match/clock.js", function, [[]]) == [[[9, 10], [[5, {"a": None}]]]]


def test_a_missing_module_is_an_error(module_page: Page) -> None:
    """A test of a module that was moved fails."""
    with pytest.raises(Error, match="module"):
        run_module(module_page, "match/nowhere.js", "anything", [[]])
