"""Boards of cells in one line on the page."""

from playwright.sync_api import Page

from tests.web.modules import run_module
from tests.web.node import Node
from tests.web.shapes import MOUNT, at

TRACK = {"shape": "track", "cell_labels": ["1", "2", "3"], "names": ["Red", "Blue"], "faces": {}}
POSITION = at([], counts=[2, 0, -1])


def test_a_track_in_words(node: Node) -> None:
    """A screen reader hears the cells of each side."""
    (found,) = run_module(node, "board/describe.js", "describeBoard", [[TRACK, POSITION]])
    assert found == "1 2 Reds, 3 1 Blue"


def test_runners_are_drawn_in_the_colour_of_their_side(module_page: Page) -> None:
    """Each runner is a disc in its cell."""
    runners = 'node.querySelectorAll(".body").length'
    script = f'[...board.querySelectorAll(".units")].map((node) => [node.classList[1], {runners}])'
    (found,) = run_module(module_page, "board/board.js", MOUNT % script, [[[{"board": TRACK, "position": POSITION}]]])
    assert found == [["first", 2], ["first", 0], ["second", 1]]
