"""Arrows and circles on boards, expected lines as arrows, captured pieces, and chains of moves chosen ahead."""

from typing import Any

from playwright.sync_api import Page, expect

from tests.web import driver
from tests.web.conftest import Visitors
from tests.web.modules import run_module
from tests.web.node import Node
from tests.web.shapes import CHESS, INTERNATIONAL, at

INITIAL = ["rnbqkbnr", "pppppppp", *["--------"] * 4, "PPPPPPPP", "RNBQKBNR"]
ARROW = {"from": 52, "to": 36, "colour": "green"}


def test_a_shape_is_added_taken_away_and_recoloured(node: Node) -> None:
    """The same arrow twice is none; one of another colour takes its place."""
    red = {**ARROW, "colour": "red"}
    cases: list[list[Any]] = [[[], ARROW], [[ARROW], ARROW], [[ARROW], red]]
    assert run_module(node, "board/annotations/shapes.js", "toggled", cases) == [[ARROW], [], [red]]


def test_shapes_belong_to_a_ply(node: Node) -> None:
    """They are kept for each ply of each match, and cleared at one."""
    run = """({Shapes}, arrow) => {
      const shapes = new Shapes();
      shapes.toggle("m", 3, arrow);
      return [shapes.at("m", 3).length, shapes.at("m", 4).length, shapes.clear("m", 3), shapes.clear("m", 3)];
    }"""
    assert run_module(node, "board/annotations/shapes.js", run, [[ARROW]]) == [[1, 0, True, False]]


def test_an_expected_line_is_arrows_of_its_first_moves(node: Node) -> None:
    """The first one is a legal move with its path; the others are read by the names of their cells."""
    position = at(INITIAL, legal=["e2e4"], paths=[[52, 36]])
    cases = [[CHESS, position, ["e2e4", "e7e5", "g1f3", "b8c6"]], [CHESS, position, ["e2e4", "pass"]]]
    assert run_module(node, "board/annotations/lines.js", "arrowsOf", cases) == [
        [[52, 36], [12, 28], [62, 45]],
        [[52, 36]],
    ]


def captured(node: Node, board: dict[str, Any], rows: list[str], begins: int = 0) -> list[Any]:
    """Return what both sides have captured."""
    cases = [[board, at(rows), seat, begins] for seat in (0, 1)]
    return run_module(node, "panels/match/extras/captured.js", "capturedBy", cases)


def test_captured_pieces_and_the_balance(node: Node) -> None:
    """Chessmen are those that are missing, a pawn that became a piece is one of them; men of draughts are counted."""
    nothing = {"men": [], "discs": 0, "ahead": 0}
    assert captured(node, CHESS, INITIAL) == [nothing, nothing]
    rows = ["rnb-kbnr", "ppppppp-", *["--------"] * 4, "PPPPPPPP", "R-BQKBNR"]
    assert captured(node, CHESS, rows) == [
        {"men": ["Q", "P"], "discs": 0, "ahead": 7},
        {"men": ["N"], "discs": 0, "ahead": 0},
    ]
    promoted = [INITIAL[0], "ppppppp-", *["--------"] * 4, "PPPPPPPP", "qNBQKBNR"]
    assert captured(node, CHESS, promoted)[0] == nothing
    men = ["".join("w" if n == 1 else "-" for n in range(10)), *["-" * 10] * 9]
    assert captured(node, INTERNATIONAL, men, begins=20) == [
        {"men": [], "discs": 20, "ahead": 1},
        {"men": [], "discs": 19, "ahead": 0},
    ]


def test_moves_chosen_ahead_follow_each_other(node: Node) -> None:
    """A piece goes on from where an earlier one of them has led it, and each end has its number."""
    position = at(INITIAL, to_move=1, legal=["e7e5"], paths=[[12, 28]])
    (after,) = run_module(node, "match/premoves.js", "positionAhead", [[CHESS, position, 0, ["e2e4", "e4e5"]]])
    assert (after["rows"][3], after["rows"][6]) == ("----P---", "PPPP-PPP")
    cases = [[CHESS, ["e2e4", "e4e5"]], [CHESS, ["e2e4"]]]
    assert run_module(node, "match/premoves.js", "numbersAhead", cases) == [[[28, "2"], [36, "1"]], None]


def drag(page: Page, start: int, end: int, button: Any) -> None:
    """Press a button on a cell, and let it go on another one."""
    page.mouse.move(*driver.point_of(page, start))
    page.mouse.down(button=button)
    page.mouse.move(*driver.point_of(page, end), steps=3)
    page.mouse.up(button=button)


def test_boards_that_are_gone_are_forgotten(module_page: Page) -> None:
    """Neither the pointer nor the pen of a board keeps it when it has left the page."""
    left = module_page.evaluate(
        """async ([board, position]) => {
          await import("/assets/board/board.js");
          const show = async () => {
            const element = document.createElement("kibitz-board");
            document.querySelector("main").append(element);
            element.view = {board, position, label: "", match: "m"};
            await element.takePen();
            window.pens = (window.pens ?? 0) + Number(element.pen !== null);
            element.remove();
            return new WeakRef(element);
          };
          window.gone = [await show(), await show()];
          return window.pens;
        }""",
        [CHESS, at(INITIAL)],
    )
    assert left == 2
    session = module_page.context.new_cdp_session(module_page)
    session.send("HeapProfiler.enable")
    session.send("HeapProfiler.collectGarbage")
    assert module_page.evaluate("window.gone.filter((each) => each.deref()).length") == 0


def test_arrows_are_drawn_and_kept_for_their_ply(visitors: Visitors) -> None:
    """The right button and a key draw; a click clears the ply; premoves of one piece go on from where it will be."""
    host = visitors.open("/new?game=chess&opponent=open")
    code = driver.create(host)
    guest = visitors.open(f"/{code}")
    driver.take_seat(guest, host)
    board = host.locator("kibitz-board")
    host.mouse.move(*driver.point_of(host, 52))
    driver.wait_until(host, "() => document.querySelector('.in-match kibitz-board').pen")
    drag(host, 52, 36, "right")
    drag(host, 27, 27, "right")
    expect(board.locator(".drawn-arrow.green")).to_have_count(1)
    expect(board.locator(".drawn-circle.green")).to_have_count(1)
    drag(host, 52, 36, "left")
    driver.wait_ply(host, 1)
    expect(board.locator(".drawn-arrow")).to_have_count(0)
    # It is Black's turn: White chooses two moves of one knight.
    drag(host, 62, 45, "left")
    drag(host, 45, 30, "left")
    expect(board.locator(".ply")).to_have_text(["2", "1"])
    board.locator("[data-cell='36']").focus()
    host.keyboard.press("x")
    expect(board.locator(".drawn-circle")).to_have_count(1)
    guest.locator(".typed input").fill("e5")
    guest.locator(".typed input").press("Enter")
    driver.wait_ply(host, 3)
    expect(board.locator(".drawn-circle")).to_have_count(0)
    host.keyboard.press("Escape")
    host.get_by_role("button", name="Back", exact=True).click()
    host.get_by_role("button", name="Back", exact=True).click()
    expect(board.locator(".drawn-circle")).to_have_count(1)


def test_a_finger_draws_while_the_switch_is_on(visitors: Visitors) -> None:
    """A tap draws a circle and a stroke an arrow, and neither moves a piece; switched off, a finger plays again."""
    page = visitors.open("/new?game=chess&opponent=together", phone=True)
    driver.create(page)
    driver.wait_running(page)
    switch = page.get_by_role("button", name="Arrows")
    box = switch.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    switch.tap()
    expect(switch).to_have_attribute("aria-pressed", "true")
    driver.wait_until(page, "() => document.querySelector('.in-match kibitz-board').pen")
    page.touchscreen.tap(*driver.point_of(page, 52))
    session = page.context.new_cdp_session(page)
    for kind, cells in (("touchStart", [52]), ("touchMove", [44]), ("touchMove", [36]), ("touchEnd", [])):
        points = [dict(zip("xy", driver.point_of(page, cell), strict=True)) for cell in cells]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    board = page.locator("kibitz-board")
    expect(board.locator(".drawn-circle")).to_have_count(1)
    expect(board.locator(".drawn-arrow")).to_have_count(1)
    switch.tap()
    driver.square(page, "e2").tap()
    driver.square(page, "e4").tap()
    driver.wait_ply(page, 1)
