"""A visitor without a mouse or a screen: keys from the lobby to a move, what is said, and where the focus stays."""

import itertools

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Visitors
from tests.web.driver import code_of, create, square, tab_to, take_seat, wait_ply, wait_running

_FOCUS = "document.activeElement.closest('[data-cell]')?.getAttribute('data-cell') ?? null"
_HEAR = """() => {
  const region = document.querySelector("[aria-live=polite]");
  globalThis.heard = [];
  new MutationObserver(() => heard.push([performance.now(), region.textContent])).observe(region, {childList: true});
}"""


def test_keys_lead_from_the_lobby_to_a_move(visitors: Visitors) -> None:
    """Tab, Enter and arrows alone open a match and play in it."""
    page = visitors.open("/")
    page.get_by_role("heading", name="Live").wait_for()
    tab_to(page, "main a[href='/new']")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Someone beside you").wait_for()
    tab_to(page, "main button", text="Someone beside you")
    page.keyboard.press("Enter")
    tab_to(page, "main button", text="Create the match")
    page.keyboard.press("Enter")
    code_of(page)
    wait_running(page)
    tab_to(page, "[data-cell]")
    page.keyboard.press("Enter")
    wait_ply(page, 1)


@pytest.mark.long
def test_moves_are_said_and_the_focus_stays(visitors: Visitors) -> None:
    """Moves of both sides and the result are said, at most one text a second, and the focus is where it was."""
    host = visitors.open("/new?game=tictactoe")
    guest = visitors.open(f"/{create(host)}")
    take_seat(guest, host)
    square(host, "c1").focus()
    host.evaluate(_HEAR)
    before = host.evaluate(_FOCUS)
    for ply, cell in enumerate(("a1", "b1", "a2", "b2", "a3")):
        if ply % 2:
            guest.locator("#typed-move").fill(cell)
            guest.locator("#typed-move").press("Enter")
        else:
            square(host, cell).press("Enter")
            square(host, "c1").focus()
        for each in (host, guest):
            wait_ply(each, ply + 1)
        # Several texts of one second are said together, and the oldest of very many are left out.
        expect(host.locator("[aria-live=polite]")).to_contain_text(f"plays {cell}")
    expect(host.locator("[aria-live=polite]")).to_contain_text("You won")
    heard = host.evaluate("heard")
    pauses = [later - earlier for (earlier, _), (later, _) in itertools.pairwise(heard)]
    assert all(pause > 900 for pause in pauses), pauses
    assert host.evaluate(_FOCUS) == before
