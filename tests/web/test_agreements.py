"""What two players agree on: takebacks, draws, pauses and rematches; and resigning, hints and chat."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visitors
from tests.web.driver import (
    BOARD,
    RESULT,
    create,
    insist,
    position,
    square,
    take_seat,
    wait_ply,
    wait_running,
    wait_until,
)


def two(visitors: Visitors, **fields: str) -> tuple[Page, Page]:
    """Return a match of tic-tac-toe after its first two moves: the host's page and the guest's."""
    host = visitors.open("/new?game=tictactoe")
    code = create(host, **fields)
    guest = visitors.open(f"/{code}")
    take_seat(guest, host)
    for ply, (page, name) in enumerate(((host, "b2"), (guest, "a1")), 1):
        square(page, name).click()
        for each in (host, guest):
            wait_ply(each, ply)
    return host, guest


def offer(page: Page, name: str) -> None:
    """Press the button of an offer in the toolbar."""
    button = page.get_by_role("toolbar").get_by_role("button", name=name)
    if name in ("Draw", "Resign"):
        insist(button)
    else:
        button.click()


def answer(page: Page, name: str) -> None:
    """Answer the offer of the opponent."""
    page.get_by_role("button", name=name, exact=True).click()


@pytest.mark.long
def test_a_takeback(visitors: Visitors) -> None:
    """Refused, the match goes on; accepted, both pages show the position before the move."""
    host, guest = two(visitors)
    offer(guest, "Undo")
    answer(host, "Decline")
    expect(host.get_by_role("button", name="Decline", exact=True)).to_have_count(0)
    square(host, "c3").click()
    wait_ply(guest, 3)
    offer(host, "Undo")
    expect(host.get_by_role("button", name="Withdraw")).to_be_visible()
    answer(guest, "Accept")
    for page in (host, guest):
        wait_ply(page, 2)
        expect(square(page, "c3")).to_have_attribute("aria-label", "c3, empty")


@pytest.mark.nightly
def test_an_offer_is_withdrawn(visitors: Visitors) -> None:
    """The opponent cannot answer it any more."""
    host, guest = two(visitors)
    offer(host, "Draw")
    expect(guest.get_by_role("button", name="Accept", exact=True)).to_be_visible()
    answer(host, "Withdraw")
    expect(guest.get_by_role("button", name="Accept", exact=True)).to_have_count(0)


def test_a_draw_and_a_rematch(visitors: Visitors) -> None:
    """Both agree on a draw and on another match, which both pages open, with the sides exchanged."""
    host, guest = two(visitors)
    before = host.url
    offer(host, "Draw")
    answer(guest, "Accept")
    for page in (host, guest):
        expect(page.locator(RESULT)).to_contain_text("Draw")
    host.get_by_role("button", name="Rematch").click()
    answer(guest, "Accept the rematch")
    for page in (host, guest):
        wait_until(page, "(before) => location.href !== before", before)
        wait_running(page)
        wait_ply(page, 0)
    assert host.url == guest.url
    square(guest, "b2").click()
    wait_ply(host, 1)


def test_a_resignation_is_confirmed(visitors: Visitors) -> None:
    """A slip does not lose the match."""
    host, guest = two(visitors)
    button = host.get_by_role("toolbar").get_by_role("button", name="Resign")
    button.click()
    # Without a second click within some seconds, it is the same button as before.
    expect(button).to_have_text("Resign now")
    expect(button).to_have_text("Resign")
    insist(button)
    expect(host.locator(RESULT)).to_contain_text("You lost")
    expect(guest.locator(RESULT)).to_contain_text("You won")


@pytest.mark.nightly
def test_a_pause(visitors: Visitors) -> None:
    """The clocks are stopped, no move is possible, and both players agree to resume."""
    host, guest = two(visitors, clock="5+3")
    offer(guest, "Pause")
    answer(host, "Accept")
    for page in (host, guest):
        expect(page.locator(".in-match")).to_contain_text("The match is paused")
        wait_until(page, f"() => !document.querySelector({BOARD!r}).view.interactive")
        expect(page.locator(".clock.running")).to_have_count(0)
    offer(host, "Resume")
    answer(guest, "Accept")
    wait_running(host)
    square(host, "c3").click()
    wait_ply(guest, 3)


@pytest.mark.nightly
def test_a_hint(visitors: Visitors) -> None:
    """The engine names a move and marks it on the board, in a match that is not rated."""
    page = visitors.open("/new?game=tictactoe&opponent=together")
    create(page)
    wait_running(page)
    page.get_by_role("toolbar").get_by_role("button", name="Hint").click()
    expect(page.locator(".controls .answer")).to_contain_text("The engine would play")
    expect(page.locator(f"{BOARD} .hint-mark")).to_have_count(1)
    assert position(page)["ply"] == 0


@pytest.mark.long
def test_players_chat(visitors: Visitors) -> None:
    """A line arrives at the other player as it was typed, marks of HTML included."""
    host, guest = two(visitors)
    for page in (host, guest):
        page.get_by_role("tab", name="Chat").click()
    text = "<b>good</b> luck & fun"
    field = host.locator(".chat-form input")
    field.fill(text)
    field.press("Enter")
    for page in (host, guest):
        expect(page.get_by_role("log")).to_contain_text(text)
