"""Notices: where they lie, how many lines they take, and what they say nothing about."""

from collections.abc import Mapping, Sequence

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.web.conftest import Visitors
from tests.web.driver import BOARD, create, square, take_seat, wait_until

SIZES: list[ViewportSize] = [
    {"width": 360, "height": 640},
    {"width": 390, "height": 844},
    {"width": 844, "height": 390},
    {"width": 820, "height": 1180},
    {"width": 1280, "height": 720},
    {"width": 1920, "height": 1080},
]
SHORT = {"text": "Your move in Tic-tac-toe: guest-lemur-31 v Level 3", "action": {"label": "Open"}}
LONG = {"text": "The server says something that needs many words. " * 4, "hint": "A hint. " * 8, "kind": "bad"}
ADD = """async (toasts) => {
  const {Notices} = await import("/assets/panels/notices/notices.js");
  const loaded = new Promise((resolve) => {
    const sheet = Object.assign(document.createElement("link"), {rel: "stylesheet", onload: resolve});
    sheet.href = "/assets/styles/notices.css";
    document.head.append(sheet);
  });
  window.notices ??= new Notices({style: () => loaded}, 600_000);
  for (const toast of toasts) await window.notices.add(toast);
}"""
COVERED = """() => {
  const [toast] = document.querySelectorAll(".toast");
  const box = toast.getBoundingClientRect();
  const seen = (element) => element.checkVisibility({visibilityProperty: true}) && !toast.contains(element);
  const meets = ({left, right, top, bottom}) =>
    box.left < right - 1 && left < box.right - 1 && box.top < bottom - 1 && top < box.bottom - 1;
  return [...document.querySelectorAll("button, input, select, summary, a[href], .clock, .turn-line, kibitz-board")]
    .filter((element) => seen(element) && meets(element.getBoundingClientRect()))
    .map((element) => element.outerHTML.slice(0, 120));
}"""
INSIDE = """() => {
  const {left, right, top, bottom} = document.querySelector(".toast").getBoundingClientRect();
  return left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
}"""


def check_places(page: Page, toasts: Sequence[Mapping[str, object]]) -> None:
    """Show notices at each size, and assert that they cover no control and lie in the window."""
    for size in SIZES:
        page.set_viewport_size(size)
        page.evaluate(ADD, toasts)
        expect(page.locator(".toast")).to_have_count(1)
        # The place follows a new layout within a fraction of a second.
        wait_until(page, f"() => !({COVERED})().length && ({INSIDE})()")


@pytest.mark.timeout(120)
def test_a_notice_covers_no_control(visitors: Visitors, site: str) -> None:
    """It has a place of its own in a match and other views, and is one line with the number of the others."""
    page = visitors.open("/new?game=tictactoe&opponent=together")
    code = create(page, clock="5+3")
    page.locator(BOARD).wait_for()
    check_places(page, [SHORT])
    check_places(page, [LONG])
    for name in ("a1", "b1", "a2", "b2", "a3"):
        square(page, name).click()
    for view, ready in ((f"/replay/{code}", BOARD), ("/", ".plays"), ("/new?game=chess", ".games")):
        page.goto(site + view)
        page.locator(ready).first.wait_for()
        check_places(page, [SHORT, LONG, SHORT])
    expect(page.locator(".toast > b")).to_have_text("+17")
    page.locator(".toast").get_by_role("button", name="Close").click()
    expect(page.locator(".toast > b")).to_have_text("+16")


def test_the_match_on_the_screen_is_not_announced(visitors: Visitors, site: str) -> None:
    """Neither in its own tab nor in another tab of the same browser, which announces a match that none shows."""
    host = visitors.open("/new?game=tictactoe")
    code = create(host)
    other = host.context.new_page()
    other.goto(f"{site}/new?game=gomoku")
    unseen = create(other, "gomoku")
    other.goto(f"{site}/settings")
    for page in (host, other):
        page.evaluate("""() => {
          window.told = [];
          new MutationObserver(() => window.told.push(document.querySelector(".toast")?.textContent ?? ""))
            .observe(document.body, {childList: true, subtree: true});
        }""")
    guest = visitors.open(f"/{code}")
    take_seat(guest, host)
    square(host, "b2").click()
    square(guest, "a1").click()
    expect(other).to_have_title("(1) Settings - Kibitz")
    guest.goto(f"{site}/{unseen}")
    guest.get_by_role("button", name="Take the seat").click()
    for page in (host, other):
        wait_until(page, "() => window.told.some((text) => text.includes('Your move in Gomoku'))")
        assert not page.evaluate("window.told.some((text) => text.includes('Tic-tac-toe'))")
