"""Visits of guests: a first one, one with a token that the server no longer knows, and addresses without a page."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visitors

TOKEN = "kibitz.token"


def forget(page: Page) -> None:
    """Give the browser a token that looks right, and that no server has made."""
    page.add_init_script(
        f"if (!sessionStorage.seen) {{ sessionStorage.seen = 1; localStorage.setItem('{TOKEN}', 'kbz_{'x' * 43}'); }}"
    )


@pytest.mark.long
def test_a_forgotten_guest_becomes_a_new_one(visitors: Visitors) -> None:
    """The page drops the token and comes back as another guest, who can play, without an error on the page."""
    page = visitors.open("/new?game=tictactoe&opponent=together", before=forget)
    page.get_by_role("button", name="Create the match").click()
    page.locator("[role=gridcell][aria-label^='b2,']").click()
    expect(page.locator("[role=gridcell][aria-label^='b2,']")).to_have_attribute("aria-label", "b2, cross, last move")
    expect(page.locator(".toast.bad")).to_have_count(0)
    token = page.evaluate(f"localStorage.getItem('{TOKEN}')")
    assert token.startswith("kbz_")
    assert token != f"kbz_{'x' * 43}"


@pytest.mark.parametrize("path", ["/no/such/page", pytest.param("/nothing", marks=pytest.mark.long)])
def test_an_unknown_address_has_a_way_out(visitors: Visitors, site: str, path: str) -> None:
    """The status is 404, and the page leads to the lobby."""
    answers: list[int] = []
    page = visitors.open(path, before=lambda page: page.on("response", lambda one: answers.append(one.status)))
    expect(page.locator("main h1")).to_be_visible()
    assert answers[0] == 404
    visitors.faults[:] = [fault for fault in visitors.faults if "404" not in fault]
    page.locator("main a[href='/']").first.click()
    expect(page).to_have_url(f"{site}/")
