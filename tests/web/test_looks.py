"""What the reader chooses about boards: pieces, grounds, sounds; names of sides; and how units are taken by touch."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Visitors
from tests.web.driver import BOARD, create, point_of, position, square, wait_ply, wait_turn
from tests.web.modules import run_module
from tests.web.node import Node
from tests.web.shapes import CHESS, DOTS, HEX, INTERNATIONAL, TICTACTOE, grid

GO = grid("AB", "21", {"-": "empty"}, ground="lines")


def test_boards_have_the_look_of_their_family(node: Node) -> None:
    """Chess, draughts and boards of stones have looks of their own, others none."""
    boards = [CHESS, INTERNATIONAL, GO, HEX, DOTS, TICTACTOE, {"shape": "pits"}]
    found = run_module(node, "board/shapes/index.js", "familyOf", [[board] for board in boards])
    assert found == ["chess", "draughts", "go", None, None, None, None]


def test_sides_are_named_by_their_colours(node: Node) -> None:
    """Letters of seats become the colours of their pieces; names that the page does not know stay."""
    games: list[tuple[str, tuple[str, str]]] = [
        ("connect4", ("X", "O")),
        ("gomoku", ("X", "O")),
        ("dots", ("A", "B")),
        ("hex", ("Red", "Blue")),
        ("tictactoe", ("X", "O")),
        ("own", ("Sun", "Moon")),
    ]
    inputs = [[{"name": name, "seats": seats}, seat] for name, seats in games for seat in (0, 1)]
    found = run_module(node, "match/names.js", "sideName", inputs)
    assert found == ["Red", "Yellow", "Black", "White", "Red", "Blue", "Red", "Blue", "X", "O", "Sun", "Moon"]


def test_a_match_of_chess960_has_the_number_of_its_first_row(node: Node) -> None:
    """The title of a match is that of its game, but for other first rows of chess."""
    asked: list[tuple[str, dict[str, Any]]] = [
        ("chess", {"array": 417}),
        ("chess", {"array": 518}),
        ("chess", {}),
        ("go", {"array": 417}),
    ]
    inputs = [[{"game": {"name": name, "title": name.title()}, "options": options}] for name, options in asked]
    found = run_module(node, "match/names.js", "matchTitle", inputs)
    assert found == ["Chess960 · 417", "Chess", "Chess", "Go"]


def test_heaps_are_as_wide_as_their_objects_need(node: Node) -> None:
    """Heaps of a few objects use the height of the window, and large ones its width."""
    boards = [[{"shape": "heaps", "cell_labels": list("1234"), "unit": "object", "most": most}] for most in (7, 16, 40)]
    few, many, lines = run_module(node, "board/shapes/index.js", "roomOf", boards)
    assert (few, many, lines) == ("--wide: 1.14", "--wide: 2.20", "--wide: 1.00")


def test_pieces_and_grounds_are_chosen_by_game(visitors: Visitors) -> None:
    """A choice shows at once, and in matches of that family alone, also after a reload."""
    page = visitors.open("/settings")
    chess, go = (page.locator(".look").filter(has_text=name) for name in ("Chess", "Go and Gomoku"))
    man = chess.locator(".man-body").first
    usual = man.get_attribute("d") or ""
    chess.get_by_role("button", name="Plain outlines").click()
    expect(chess.get_by_role("button", name="Plain outlines")).to_have_attribute("aria-pressed", "true")
    expect(chess.locator("kibitz-board")).to_have_attribute("data-pieces", "plain")
    expect(man).not_to_have_attribute("d", usual)
    plain = man.get_attribute("d") or ""
    go.get_by_role("button", name="Slate", exact=True).click()
    expect(go.locator("kibitz-board")).to_have_attribute("data-board", "slate")
    expect(page.locator("kibitz-board[data-board]")).to_have_count(1)
    page.reload()
    expect(chess.locator("kibitz-board")).to_have_attribute("data-pieces", "plain")
    expect(go.locator("kibitz-board")).to_have_attribute("data-board", "slate")
    expect(man).to_have_attribute("d", plain)


def test_sounds_are_asked_for_once(visitors: Visitors) -> None:
    """After a move of each side the page asks below the board; an answer is kept."""
    page = visitors.open("/new?game=tictactoe&opponent=together")
    create(page)
    question = page.get_by_role("group", name="Hear the moves?")
    square(page, "a1").click()
    wait_ply(page, 1)
    expect(question).to_have_count(0)
    square(page, "b1").click()
    question.get_by_role("button", name="No", exact=True).click()
    expect(question).to_have_count(0)
    page.reload()
    wait_ply(page, 2)
    square(page, "c1").click()
    wait_ply(page, 3)
    expect(question).to_have_count(0)
    expect(page.get_by_role("button", name="Sounds")).to_have_attribute("aria-pressed", "false")


def test_a_tap_marks_what_a_second_one_takes(visitors: Visitors) -> None:
    """A finger first sees how many it takes, and may mean another number; a mouse sees it before its click."""
    page = visitors.open("/new?game=nim&opponent=together", phone=True)
    create(page)
    state = wait_turn(page, 0)
    heap = max(range(len(state["counts"])), key=lambda cell: state["counts"][cell])
    most = state["counts"][heap]
    for amount in (2, 3):
        page.touchscreen.tap(*point_of(page, heap, amount))
        expect(page.locator(f"{BOARD} .unit.marked")).to_have_count(amount)
    assert position(page)["ply"] == 0
    page.touchscreen.tap(*point_of(page, heap, 3))
    wait_ply(page, 1)
    counts: Any = position(page)["counts"]
    assert counts[heap] == most - 3
    expect(page.locator(f"{BOARD} .marked")).to_have_count(0)
    other = next(cell for cell, count in enumerate(counts) if count > 1)
    page.mouse.move(*point_of(page, other, 2))
    expect(page.locator(f"{BOARD} .unit.marked")).to_have_count(2)
    page.mouse.down()
    page.mouse.up()
    wait_ply(page, 2)


@pytest.mark.long
def test_a_first_match_of_dots_has_many_boxes(visitors: Visitors) -> None:
    """The form proposes 5x5 boxes, and the smaller default of the game can be typed."""
    page = visitors.open("/new?game=dots&opponent=together")
    create(page)
    expect(page.locator(f"{BOARD} .cell[aria-label]").first).to_be_attached()
    assert len(position(page)["rows"]) == 11
