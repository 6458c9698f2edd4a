"""Addresses of the page and their parts."""

import pytest

from tests.web.modules import run_module
from tests.web.node import Node

PARTS = '({routeOf}, path) => routeOf(new URL(path, "http://x/")).parts'


@pytest.mark.parametrize(
    ("path", "parts"),
    [("/players/b%C3%A4r/", ["players", "bär"]), ("/players/100%", ["players", "100%"]), ("/%E0%A4%A", ["%E0%A4%A"])],
)
def test_a_part_that_is_no_text_stays(node: Node, path: str, parts: list[str]) -> None:
    """A link that was cut off opens the page too."""
    assert run_module(node, "app/router.js", PARTS, [[path]]) == [parts]
