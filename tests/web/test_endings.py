"""The end of a match: what decided it as marks, why it ended in words, and the next step that the page offers."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web import driver
from tests.web.conftest import Visitors
from tests.web.modules import run_module
from tests.web.node import Node
from tests.web.shapes import CHESS, DOTS, PITS, at, grid

ULTIMATE = grid([""] * 9, [""] * 9, {"-": "empty", "X": "cross", "O": "nought"}, block=3)
HEAPS = {"shape": "heaps", "cell_labels": ["1", "2"], "unit": "object", "most": 7}


def marks(node: Node, board: dict[str, Any], position: dict[str, Any], reason: str) -> Any:
    """Return the marks of what decided a game that the first side has won."""
    state = {"board": board, "position": position, "result": {"winner": 0, "reason": reason, "points": None}}
    (found,) = run_module(node, "panels/match/ending/decided.js", "decided", [[state]])
    return found


def test_what_decided_a_game_is_marked(node: Node) -> None:
    """Lines and attacks come from the server; stores, the last heap and boxes follow from how the game ended."""
    mate = at(["-"], attacks=[[39, 60], [39, 53]])
    assert marks(node, CHESS, mate, "checkmate")["arrows"] == [[39, 60], [39, 53]]
    assert marks(node, CHESS, at(["-"]), "time")["arrows"] == []
    assert marks(node, PITS, at([]), "no seeds left to sow")["rings"] == [2, 5]
    assert marks(node, PITS, at([]), "resignation")["rings"] == []
    assert marks(node, HEAPS, at([], last=[1]), "last object taken")["rings"] == [1]


def test_boards_in_a_line_have_one_line(node: Node) -> None:
    """It goes through the middles of three boards, however many lines won these."""
    lines = [[0, 1, 2], [30, 31, 32], [60, 61, 62], [9, 10, 11]]
    assert marks(node, ULTIMATE, at(["-" * 9] * 9, lines=lines), "line of boards")["lines"] == [[10, 40, 70]]


def test_boxes_are_counted_by_side(node: Node) -> None:
    """Each box has its number among those of its owner."""
    closed = ["+|+|+|+", "|A|B|B|", "+|+|+|+"]
    assert marks(node, DOTS, at(closed), "all boxes closed")["numbers"] == [
        [8, {"text": "1", "seat": 0}],
        [10, {"text": "1", "seat": 1}],
        [12, {"text": "2", "seat": 1}],
    ]


def test_discs_are_counted_where_they_are_the_points(node: Node) -> None:
    """The last count of Reversi stands on its discs; a full board of a game without points has no numbers."""
    board = grid("ab", "12", {"X": "black disc", "O": "white disc", "-": "empty"}, owners={"X": 0, "O": 1})
    state: dict[str, Any] = {"board": board, "position": at(["XX", "O-"])}
    results = [
        {"winner": 0, "reason": reason, "points": points}
        for reason, points in (("no moves left", [2, 1]), ("full board", None), ("resignation", [2, 1]))
    ]
    found = run_module(
        node, "panels/match/ending/decided.js", "decided", [[{**state, "result": each}] for each in results]
    )
    assert found[0]["numbers"] == [
        [0, {"text": "1", "seat": 0, "onPiece": True}],
        [1, {"text": "2", "seat": 0, "onPiece": True}],
        [2, {"text": "1", "seat": 1, "onPiece": True}],
    ]
    assert [each["numbers"] for each in found[1:]] == [[], []]


@pytest.mark.parametrize(
    ("reason", "options", "text"),
    [
        ("line", {"connect": 4}, "four in a row"),
        ("line", {"connect": 7}, "7 in a row"),
        ("line", {}, "three in a row"),
        ("no-show", {}, "a player made no first move"),
        ("checkmate", {}, "checkmate"),
    ],
)
def test_why_a_match_ended_is_said_in_words(node: Node, reason: str, options: dict[str, Any], text: str) -> None:
    """A line says how many are in it; what has no words of its own stays as the server says it."""
    state = {"position": at(["-"], lines=[[0, 1, 2]]), "options": options, "result": {"reason": reason}}
    assert run_module(node, "panels/match/ending/why.js", "whyText", [[state]]) == [text]


def test_the_end_is_shown_and_leads_on(visitors: Visitors) -> None:
    """The result lies on the board until a click, the line that won is drawn, and one button leads to the rematch."""
    host = visitors.open("/new?game=tictactoe&opponent=open")
    driver.create(host)
    guest = visitors.open(f"/{driver.code_of(host)}")
    driver.take_seat(guest, host)
    for ply, move in enumerate(["a1", "b1", "a2", "b2", "a3"]):
        page = (host, guest)[ply % 2]
        driver.wait_ply(page, ply)
        page.locator(".typed input").fill(move)
        page.locator(".typed input").press("Enter")
    expect(host.locator(".stamp")).to_contain_text("You won")
    expect(host.locator(".stamp")).to_contain_text("three in a row")
    expect(host.locator(".stamp-figures")).to_have_text("1–0")
    host.locator(".stamp").click()
    expect(host.locator(".stamp")).to_have_count(0)
    expect(host.locator(".decided-line path")).to_have_count(2)
    expect(host.locator(".player .points")).to_have_text(["0", "1"])
    expect(host.locator(".player.winner .points")).to_have_text("1")
    expect(guest.locator(".result")).to_contain_text("You lost: three in a row")
    guest.get_by_role("button", name="Rematch").click()
    expect(guest.locator(".waiting")).to_contain_text("A rematch is offered")
    # One button answers, and no second one offers the same.
    expect(host.locator(".next-steps .primary")).to_have_text(["Accept the rematch"])
    host.get_by_role("button", name="Accept the rematch").click()
    expect(host.locator(".goal")).to_contain_text("Get three in a row")
    host.get_by_role("button", name="Rules").click()
    expect(host.locator("dialog")).to_contain_text("Tic-tac-toe")
