"""Go on the page: stones on lines, forbidden points, passes, territory and scores."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visitors
from tests.web.driver import BOARD, RESULT, create, insist, planned, play_by_mouse, position, wait_ply, wait_running
from tests.web.modules import run_module
from tests.web.node import Node

GRID: dict[str, Any] = {
    "shape": "grid",
    "column_labels": ["A", "B", "C"],
    "row_labels": ["3", "2", "1"],
    "cell_labels": [],
    "symbols": {"-": "empty", "B": "black stone", "W": "white stone"},
    "owners": {"B": 0, "W": 1},
    "ground": "lines",
    "stars": [],
    "block": 0,
    "top": None,
    "every_empty_cell": False,
}
COUNTED = {"rows": ["-B-", "BBW", "-W-"], "shades": "B-------W", "last": [1], "lines": [], "blocks": "", "counts": []}


def test_an_empty_cell_says_whose_territory_it_is(node: Node) -> None:
    """Stones and points of both sides say no more than what they are."""
    ask = """(module, board, position) => [0, 1, 2, 8].map((cell) => module.describeCell(board,
      {position, marks: new Set(), picked: [], premoves: [], attacked: -1, seat: 0}, cell))"""
    (found,) = run_module(node, "board/describe.js", ask, [[GRID, COUNTED]])
    assert found == ["A3, empty, black area", "B3, black stone, last move", "C3, empty", "C1, empty, white area"]


def test_a_small_board_has_lines_stones_and_territory(module_page: Page) -> None:
    """The lines end at the outer points, and everything is a few paths."""
    ask = """({drawMini}, board, position) => [...drawMini({board, position, key: ""}).querySelectorAll("path")]
      .map((path) => [path.getAttribute("class"), path.getAttribute("d")])"""
    (found,) = run_module(module_page, "board/mini.js", ask, [[GRID, COUNTED]])
    paths = dict(found)
    wanted = ("line", "last-ground", "shadow", "body black", "body white", "shine", "shade black", "shade white")
    assert list(paths) == [f"mini-{name}" for name in wanted]
    assert paths["mini-line"].count("v120") == paths["mini-line"].count("h120") == 3


@pytest.mark.parametrize(("typed", "legal"), [("b2", "B2"), ("B2", "B2"), ("PASS", "pass"), ("c3", None)])
def test_a_move_ahead_may_be_in_small_letters(node: Node, typed: str, legal: str | None) -> None:
    """It becomes the legal move in its turn."""
    state = {**COUNTED, "legal": ["B2", "pass"], "paths": [[4], []]}
    assert run_module(node, "match/premoves.js", "inItsTurn", [[GRID, state, typed]]) == [legal]


def test_results_have_scores_and_plain_reasons(node: Node) -> None:
    """The own points come first, those of the winner otherwise. A reason without words of its own stays as it is."""
    seats = [{"kind": "human", "name": name, "account": False} for name in ("Ada", "Ben")]
    counted: dict[str, object] = {"winner": 1, "reason": "area", "points": [36, 45.5], "ratings": None}
    inputs: list[list[object]] = [
        [counted, seats, 0],
        [counted, seats, 1],
        [counted, seats, None],
        [{**counted, "winner": None, "points": [40, 40], "reason": "length"}, seats],
        [{**counted, "points": None, "reason": "time"}, seats],
        [{**counted, "points": [-92, 92], "reason": "fold"}, seats, 0, {"shape": "table"}],
        [{**counted, "points": [-1, 1], "reason": "fold"}, seats],
    ]
    assert run_module(node, "app/format.js", "resultText", inputs) == [
        "You lost 36 : 45.5: both sides passed",
        "You won 45.5 : 36: both sides passed",
        "Ben wins 45.5 : 36: both sides passed",
        "Draw 40 : 40: the match has reached its maximum length",
        "Ben wins: time",
        "You lost 92 chips: fold",
        "Ben wins 1 point: fold",
    ]


@pytest.mark.long
def test_a_forbidden_point_is_explained(visitors: Visitors) -> None:
    """A click on an empty point is sent, and the server says what is wrong; there are no marks on points."""
    page = visitors.open("/new?game=go&opponent=together")
    create(page, "go", {"size": 4}, position="-B--/B-B-/-B--/---- W 0-0")
    wait_running(page)
    page.locator(f'{BOARD} [data-cell="5"]').click()
    expect(page.locator(".answer")).to_contain_text("no liberties")
    expect(page.locator(f"{BOARD} .target-mark")).to_have_count(0)
    assert position(page)["ply"] == 0


def test_two_passes_end_a_match(visitors: Visitors) -> None:
    """The page says what a second pass does, shows territory after the first, and the score at the end."""
    page = visitors.open("/new?game=go&opponent=together")
    create(page, "go", {"size": 5, "komi": "0.5"}, position="-B-W-/-B-W-/-B-W-/-B-W-/-B-W- B 2-1")
    wait_running(page)
    expect(page.locator(".match-head h1")).to_contain_text("komi 0.5")
    expect(page.locator(".player").first).to_contain_text("10.5 · 1 captured")
    expect(page.locator(f"{BOARD} .shade")).to_have_count(0)
    warned = page.locator(".controls", has_text="Another pass ends the match")
    for ply, warnings in ((1, 1), (2, 0)):
        insist(page.locator(".controls").get_by_role("button", name="pass", exact=True))
        wait_ply(page, ply)
        expect(warned).to_have_count(warnings)
        expect(page.locator(f"{BOARD} .shade")).to_have_count(2)
    page.get_by_role("button", name="Count", exact=True).click()
    expect(page.locator(RESULT)).to_contain_text("10.5 : 10: both sides passed")


@pytest.mark.long
def test_captured_stones_have_a_word_in_german(visitors: Visitors) -> None:
    """The names of the sides come from the server; what is counted beside them is the page's."""
    page = visitors.open("/new?game=go&opponent=together")
    code = create(page, "go", {"size": 5, "komi": "0.5"}, position="-B-W-/-B-W-/-B-W-/-B-W-/-B-W- B 2-1")
    spectator = visitors.open(f"/{code}", locale="de")
    expect(spectator.locator(".player").first).to_contain_text("Weiß 10,5 · 1 gefangen")


@pytest.mark.long
def test_a_large_board_is_played_with_the_mouse(visitors: Visitors) -> None:
    """All 361 points of a board can be hit, also on a phone."""
    _, steps = planned("go", {"size": 19}, plies=4)
    page = visitors.open("/new?game=go&opponent=together")
    create(page, "go", {"size": 19})
    wait_running(page)
    for ply, step in enumerate(steps, 1):
        play_by_mouse(page, step)
        wait_ply(page, ply, step.after)
    expect(page.locator(f"{BOARD} .last-dot")).to_have_count(1)
