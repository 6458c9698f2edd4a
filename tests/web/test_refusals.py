"""What a visitor is refused: the page shows the sentence of the server, and its hint with a way out."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visitors
from tests.web.driver import create, insist, square, take_seat, wait_ply


def submit(page: Page, options: dict[str, str] | None = None, /, **fields: str) -> None:
    """Fill the form of a new match with what the server refuses."""
    page.locator("form details summary").first.click()
    for name, value in (options or {}).items():
        page.locator(f"[name=option-{name}]").fill(value)
    for name, value in fields.items():
        page.locator(f"form.form [name={name}]").fill(value)
    page.get_by_role("button", name="Create the match").click()


TABLE: dict[str, tuple[str, Callable[[Page], None], str, str | None]] = {
    "an option out of range": ("/new?game=gomoku", lambda page: submit(page, {"size": "99"}), "size is 5 to 19", None),
    "a position of no game": ("/new?game=nim", lambda page: submit(page, position="nonsense"), "cannot start", ""),
    "an opening that is not legal": ("/new?game=tictactoe", lambda page: submit(page, moves="b2 b2"), "b2", ""),
    "an unknown player": (
        "/new?game=tictactoe&opponent=invite",
        lambda page: submit(page, name="nobody-at-all"),
        "nobody-at-all",
        "",
    ),
    "an unknown engine": (
        "/new?game=tictactoe&opponent=duel",
        lambda page: submit(page, **{"engine-1": "oracle:depth=3"}),
        "no engine is called 'oracle'",
        None,
    ),
}
"""By subject: the address, what the visitor does, and parts of the sentence and of the hint, if it has one."""
USUAL = "an option out of range"


@pytest.mark.parametrize(
    "subject", [each if each == USUAL else pytest.param(each, marks=pytest.mark.long) for each in TABLE]
)
def test_a_refusal_is_shown(visitors: Visitors, subject: str) -> None:
    """The visitor stays where it was, and can try again."""
    path, act, sentence, hint = TABLE[subject]
    page = visitors.open(path)
    act(page)
    toast = page.locator(".toast.bad")
    expect(toast.locator("span").first).to_contain_text(sentence)
    if hint is not None:
        expect(toast.locator("small")).to_contain_text(hint)
    toast.get_by_role("button", name="Close").click()
    expect(toast).to_have_count(0)


@pytest.mark.long
def test_offers_that_are_refused(visitors: Visitors) -> None:
    """A takeback without an own move, and an offer that was declined a moment ago."""
    host = visitors.open("/new?game=tictactoe")
    guest = visitors.open(f"/{create(host)}")
    take_seat(guest, host)
    square(host, "b2").click()
    wait_ply(guest, 1)
    toolbar = guest.get_by_role("toolbar")
    toolbar.get_by_role("button", name="Undo").click()
    expect(guest.locator(".actions + .answer")).to_contain_text("no move to take back")
    insist(toolbar.get_by_role("button", name="Draw"))
    host.get_by_role("button", name="Decline", exact=True).click()
    expect(guest.get_by_role("button", name="Withdraw")).to_have_count(0)
    insist(toolbar.get_by_role("button", name="Draw"))
    again = guest.locator(".actions + .answer", has_text="offered that already")
    expect(again.locator("small")).to_contain_text("after your next move")


@pytest.mark.long
def test_a_code_that_no_match_has(visitors: Visitors) -> None:
    """The page says so, with a way to the lobby."""
    page = visitors.open("/")
    page.locator("#join-code").fill("ZZZZZZ")
    page.locator("#join-code").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("no such match")
    page.get_by_role("main").get_by_role("link", name="To the lobby").click()
    expect(page.get_by_role("heading", name="Live")).to_be_visible()


@pytest.mark.nightly
def test_a_text_that_is_no_code(visitors: Visitors) -> None:
    """Nothing is asked of the server."""
    page = visitors.open("/")
    page.locator("#join-code").fill("hm?")
    page.locator("#join-code").press("Enter")
    expect(page.locator(".toast.bad")).to_contain_text("not a code")


@pytest.mark.nightly
def test_an_address_that_the_page_does_not_have(visitors: Visitors) -> None:
    """The server answers 404, and the page shows a way out."""
    page = visitors.open("/")
    response = page.goto(page.url + "nothing/here")
    assert response is not None
    assert response.status == 404
    visitors.faults.clear()  # Chromium reports the status as an error.
    expect(page.get_by_role("main").get_by_role("link", name="To the lobby")).to_be_visible()


@pytest.mark.long
def test_a_wrong_key(visitors: Visitors) -> None:
    """The form stays for another try."""
    host = visitors.open("/new?game=tictactoe")
    code = create(host, visibility="private")
    page = visitors.open(f"/{code}")
    for _ in range(2):
        page.get_by_label("Key").fill("not-the-key")
        page.get_by_role("button", name="Open", exact=True).click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("private")


@pytest.mark.nightly
def test_a_match_without_spectators(visitors: Visitors) -> None:
    """A visitor with the link may take the free seat; once it is taken, the page says why it shows nothing."""
    host = visitors.open("/new?game=tictactoe")
    code = create(host, watchable="off")
    guest = visitors.open(f"/{code}")
    late = visitors.open(f"/{code}")
    for page in (guest, late):
        expect(page.get_by_role("main")).to_contain_text("spectators are not allowed")
    take_seat(guest, host)
    square(host, "b2").click()
    wait_ply(guest, 1)
    late.get_by_role("button", name="Take the seat").click()
    expect(late.locator(".toast.bad")).to_contain_text("seat")
    expect(late.get_by_role("main").get_by_role("link", name="To the lobby")).to_be_visible()
