"""Matches in a frame: a page of another origin frames them, and only the addresses that are meant for it."""

import http.server
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FrameLocator, Page, expect

from tests.web.conftest import Visitors

CELL = "[role=gridcell][aria-label^='{},']"
GRID = "kibitz-board [role=grid]"


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def framed(browser: Browser, site: str, tmp_path: Path) -> Iterator[Callable[..., Page]]:
    """Return what opens a page of another origin, which frames an address of the site."""

    def handler(*args: object) -> _Quiet:
        return _Quiet(*args, directory=str(tmp_path))  # type: ignore[arg-type]  # socketserver gives what it wants

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    context = browser.new_context(viewport={"width": 700, "height": 700}, locale="en", reduced_motion="reduce")

    def open_page(path: str, width: int = 480, height: int = 600) -> Page:
        # A name of its own: within a second, the browser would take the page before from its cache.
        around = tmp_path / f"{len(list(tmp_path.iterdir()))}.html"
        around.write_text(
            f'<!doctype html><link rel="icon" href="data:,">'
            f'<iframe src="{site}{path}" width="{width}" height="{height}" title="A match"></iframe>'
        )
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.goto(f"http://127.0.0.1:{server.server_address[1]}/{around.name}")
        return page

    yield open_page
    context.close()
    server.shutdown()
    thread.join()
    server.server_close()


def create(page: Page) -> str:
    """Create a match whose sides are both played on the page, and return its code."""
    page.get_by_role("button", name="Create the match").click()
    page.locator("kibitz-board").wait_for()
    return page.url.rpartition("/")[2]


def play(page: Page, *cells: str) -> None:
    """Play moves, and wait for each."""
    for cell in cells:
        page.locator(CELL.format(cell)).click()
        page.locator(f"[role=gridcell][aria-label^='{cell},'][aria-label*='last move']").wait_for()


def inside(page: Page) -> FrameLocator:
    """Return the content of the frame."""
    return page.frame_locator("iframe")


@pytest.mark.parametrize("address", ["/embed/{}", pytest.param("/{}?embed=1", marks=pytest.mark.long)])
def test_moves_arrive_in_a_frame_of_another_origin(
    visitors: Visitors, framed: Callable[..., Page], address: str
) -> None:
    """Spectators of the page around the frame see the match live."""
    host = visitors.open("/new?game=tictactoe&opponent=together")
    code = create(host)
    around = framed(address.format(code))
    frame = inside(around)
    expect(frame.locator(GRID)).to_have_attribute("aria-label", "Tic-tac-toe, ply 0")
    play(host, "b2", "a1")
    expect(frame.locator(CELL.format("b2"))).to_have_attribute("aria-label", "b2, cross")
    expect(frame.locator(CELL.format("a1"))).to_have_attribute("aria-label", "a1, nought, last move")
    # A spectator cannot move, and what belongs to the full page is not there.
    expect(frame.locator("[aria-label*='can be played'], header.top, .typed, .actions")).to_have_count(0)


@pytest.mark.long
def test_a_frame_replays_from_a_ply(visitors: Visitors, framed: Callable[..., Page]) -> None:
    """It begins at the ply of its address, and its buttons go on from there."""
    host = visitors.open("/new?game=tictactoe&opponent=together")
    code = create(host)
    play(host, "a1", "b1", "a2", "b2", "a3")
    frame = inside(framed(f"/embed/{code}?ply=2"))
    grid = frame.locator(GRID)
    expect(grid).to_have_attribute("aria-label", "Tic-tac-toe, ply 2")
    expect(frame.locator(CELL.format("a2"))).to_have_attribute("aria-label", "a2, empty")
    frame.get_by_role("button", name="Forward").click()
    expect(grid).to_have_attribute("aria-label", "Tic-tac-toe, ply 3")
    expect(frame.locator(CELL.format("a2"))).to_have_attribute("aria-label", "a2, cross, last move")


@pytest.mark.long
def test_the_full_page_refuses_frames(visitors: Visitors, framed: Callable[..., Page]) -> None:
    """A page of another origin could else lead a player to click what it hides."""
    code = create(visitors.open("/new?game=tictactoe&opponent=together"))
    for path in (f"/{code}", "/", "/settings?embed=1"):
        around = framed(path)
        # A refused frame is reported after the load of the page around it.
        around.frames[1].wait_for_url("chrome-error:**", wait_until="commit")
        around.close()
    framed(f"/embed/{code}").frames[1].wait_for_url(f"**/embed/{code}", wait_until="commit")


@pytest.mark.nightly
def test_a_frame_keeps_no_identity(visitors: Visitors, framed: Callable[..., Page]) -> None:
    """It writes nothing into the browser, and looks as the page around it wants."""
    code = create(visitors.open("/new?game=tictactoe&opponent=together"))
    around = framed(f"/embed/{code}?theme=dark&board=slate")
    inside(around).locator("kibitz-board").wait_for()
    kept = "() => [localStorage.length, sessionStorage.length, document.cookie]"
    assert around.frames[1].evaluate(kept) == [0, 0, ""]
    look = "() => ({...document.documentElement.dataset})"
    found = around.frames[1].evaluate(look)
    assert (found["theme"], found["board"]) == ("dark", "slate")


@pytest.mark.nightly
def test_its_link_opens_the_full_page(visitors: Visitors, framed: Callable[..., Page]) -> None:
    """The match opens at the same ply in a page of its own, which cannot reach the page around the frame."""
    host = visitors.open("/new?game=tictactoe&opponent=together")
    code = create(host)
    play(host, "a1", "b1")
    around = framed(f"/embed/{code}?ply=1")
    link = inside(around).get_by_role("link", name="Open in Kibitz")
    with around.context.expect_page() as opened:
        link.click()
    page = opened.value
    expect(page.locator(GRID)).to_have_attribute("aria-label", "Tic-tac-toe, ply 1")
    assert page.url.endswith(f"/{code}?ply=1")
    assert page.evaluate("() => window.opener === null")


@pytest.mark.nightly
@pytest.mark.parametrize(("width", "height"), [(300, 420), (480, 600), (640, 480)])
def test_a_match_fits_its_frame(visitors: Visitors, framed: Callable[..., Page], width: int, height: int) -> None:
    """Board, players and buttons are seen without scrolling."""
    host = visitors.open("/new?game=tictactoe&opponent=together")
    code = create(host)
    play(host, "a1", "b1", "a2", "b2", "a3")
    around = framed(f"/embed/{code}", width, height)
    inside(around).locator(".result").wait_for()
    across, down = around.frames[1].evaluate(
        "() => ['Width', 'Height'].map((side) => document.documentElement[`scroll${side}`] - window[`inner${side}`])"
    )
    assert (across, down) == (0, 0)
    assert around.frames[1].evaluate("() => document.querySelector('kibitz-board').offsetWidth") > 150
