"""Chess in the page: the piece that a pawn becomes, moves ahead of the turn, notation, and kings in check."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visitors
from tests.web.driver import BOARD, create, position, square, take_seat, wait_ply, wait_running, wait_until

PROMOTION = "5r2/4P3/8/8/p7/8/8/1K5k w - - 0 1"


def together(visitors: Visitors, *, phone: bool = False, **fields: str) -> Page:
    """Return a match in which this visitor plays both sides."""
    page = visitors.open("/new?game=chess&opponent=together", phone=phone)
    create(page, "chess", **fields)
    wait_running(page)
    return page


def two(visitors: Visitors) -> tuple[Page, Page]:
    """Return a match of two visitors, White and Black."""
    host = visitors.open("/new?game=chess")
    code = create(host, "chess")
    guest = visitors.open(f"/{code}")
    take_seat(guest, host)
    return host, guest


def carry(page: Page, start: str, end: str) -> None:
    """Carry a piece from one square to another."""
    square(page, start).hover()
    page.mouse.down()
    box = square(page, end).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
    page.mouse.up()


def test_a_pawn_becomes_a_piece(visitors: Visitors) -> None:
    """A click on the last square asks for the piece, and Escape puts the pawn back."""
    page = together(visitors, position=PROMOTION)
    option = page.get_by_role("button", name="white rook")
    square(page, "e7").click()
    square(page, "f8").click()
    expect(option).to_be_visible()
    page.keyboard.press("Escape")
    expect(option).to_have_count(0)
    assert position(page)["ply"] == 0
    carry(page, "e7", "f8")
    option.click()
    wait_ply(page, 1)
    expect(square(page, "f8")).to_have_attribute("aria-label", "f8, white rook, last move")
    expect(page.locator(".move.shown")).to_contain_text("exf8=R")


@pytest.mark.long
def test_a_pawn_becomes_a_piece_by_keys_and_by_a_finger(visitors: Visitors) -> None:
    """The first piece has the focus, so Enter takes the queen."""
    page = together(visitors, position=PROMOTION)
    square(page, "e7").focus()
    for key in ("Enter", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect(page.get_by_role("button", name="white queen")).to_be_focused()
    page.keyboard.press("Enter")
    wait_ply(page, 1)
    phone = together(visitors, phone=True, position=PROMOTION)
    square(phone, "e7").tap()
    square(phone, "e8").tap()
    phone.get_by_role("button", name="white knight").tap()
    wait_ply(phone, 1)
    expect(square(phone, "e8")).to_have_attribute("aria-label", "e8, white knight, last move")


@pytest.mark.long
def test_pieces_move_ahead_of_their_turn(visitors: Visitors) -> None:
    """A premove is picked or carried, marked on both squares, and may take back on a square of the own side."""
    host, guest = two(visitors)
    square(guest, "e7").click()
    square(guest, "e5").click()
    carry(guest, "d8", "e7")
    expect(square(guest, "e5")).to_have_attribute("aria-label", "e5, black pawn, premove")
    wait_until(guest, f"() => document.querySelector({BOARD!r}).view.premoves.length === 3")
    carry(host, "e2", "e4")
    wait_ply(guest, 2)
    carry(host, "d2", "d4")
    for page in (host, guest):
        wait_ply(page, 4)
        expect(square(page, "e7")).to_have_attribute("aria-label", "e7, black queen, last move")


@pytest.mark.nightly
def test_castling_is_a_move_of_the_king(visitors: Visitors) -> None:
    """The rook goes along, and the list of moves has the usual sign."""
    page = together(visitors, position="r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    square(page, "e1").click()
    expect(square(page, "g1")).to_have_attribute("aria-label", "g1, empty, can be played")
    square(page, "g1").click()
    wait_ply(page, 1)
    expect(square(page, "f1")).to_have_attribute("aria-label", "f1, white rook")
    expect(page.locator(".move.shown")).to_contain_text("O-O")


@pytest.mark.nightly
def test_a_king_in_check_is_marked(visitors: Visitors) -> None:
    """The square is red and its name says so, until the check is answered."""
    page = together(visitors, moves="e2e4 e7e5 d1h5 b8c6")
    carry(page, "h5", "f7")
    expect(square(page, "e8")).to_have_attribute("aria-label", "e8, black king, in check, can be played")
    expect(page.locator(f"{BOARD} .alarm").first).to_be_attached()
    carry(page, "e8", "f7")
    wait_ply(page, 2)
    expect(page.locator(f"{BOARD} .alarm")).to_have_count(0)


@pytest.mark.long
def test_the_server_may_draw_the_first_row(visitors: Visitors) -> None:
    """The form leaves the number of the arrangement to the server, and the match shows what it has drawn."""
    page = visitors.open("/new?game=chess&opponent=together")
    page.locator("input[name=game][value=chess]").wait_for(state="attached")
    page.locator("form details summary").first.click()
    field = page.locator("[name=option-array]")
    expect(field).to_have_value("518")
    box = page.locator(".field", has=field).get_by_role("checkbox", name="Random")
    box.check()
    expect(field).to_have_value("any")
    box.uncheck()
    expect(field).to_have_value("518")
    box.check()
    page.get_by_role("button", name="Create the match").click()
    wait_running(page)
    page.get_by_role("tab", name="Info").click()
    expect(page.locator(".info")).to_contain_text("First row of Chess960")
    rows = position(page)["rows"]
    assert sorted(rows[7]) == sorted("RNBQKBNR")
