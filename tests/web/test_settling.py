"""Two players of Go settle on the page which stones are dead: by mouse, keys and a finger."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visitors
from tests.web.driver import BOARD, RESULT, cell, create, insist, position, settle, take_seat, wait_ply

START = "-----/-BBB-/-BWB-/-B-BW/--BBB B"
C3, E2 = 12, 19


def passed(visitors: Visitors, *, phone: bool = False) -> tuple[Page, Page]:
    """Return the host's page and the guest's after both have passed."""
    host = visitors.open("/new?game=go")
    code = create(host, "go", {"size": 5, "komi": 0.5}, position=START)
    guest = visitors.open(f"/{code}", phone=phone)
    take_seat(guest, host)
    for ply, page in enumerate((host, guest), 1):
        insist(page.locator(".controls").get_by_role("button", name="pass", exact=True))
        for each in (host, guest):
            wait_ply(each, ply)
    return host, guest


def test_two_players_agree(visitors: Visitors) -> None:
    """One marks chains by mouse and keys; the other sees the marks and the score, and agrees."""
    host, guest = passed(visitors)
    expect(guest.locator(".settling")).to_contain_text("settle within")
    cell(host, C3).click()
    cell(host, E2).focus()
    host.keyboard.press("Enter")
    expect(host.locator(f"{BOARD} .dead-mark")).to_have_count(2)
    expect(cell(host, E2)).to_have_attribute("aria-label", "E2, white stone, dead")
    expect(guest.locator(f"{BOARD} .dead-mark")).to_have_count(0)
    settle(host, "Propose")
    expect(guest.locator(f"{BOARD} .dead-mark")).to_have_count(2)
    expect(guest.locator(".settling")).to_contain_text(
        "Black proposes: Dead: C3, E2 (2 stones). Score: Black 25, White 0.5."
    )
    settle(guest, "Agree")
    for page in (host, guest):
        expect(page.locator(RESULT)).to_contain_text("25 : 0.5" if page is host else "0.5 : 25")
        assert position(page)["rows"][2] == "-B-B-"


@pytest.mark.long
def test_a_player_plays_on(visitors: Visitors) -> None:
    """The passes are taken back, and the first player is to move. The second one taps on a phone."""
    host, guest = passed(visitors, phone=True)
    cell(guest, C3).tap()
    expect(guest.locator(f"{BOARD} .dead-mark")).to_have_count(1)
    settle(guest, "Propose")
    settle(host, "Play on")
    for page in (host, guest):
        wait_ply(page, 0)
        expect(page.locator(".settling")).to_have_count(0)
        expect(page.locator(f"{BOARD} .dead-mark")).to_have_count(0)
    insist(host.locator(".controls").get_by_role("button", name="pass", exact=True))
    wait_ply(guest, 1)
