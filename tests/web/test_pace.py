"""Two engines that are watched at a pace, answers of engines to offers, and help between people, in a browser."""

from playwright.sync_api import expect

from tests.web.conftest import Visitors
from tests.web.driver import take_seat


def test_the_host_sets_the_pace_of_two_engines(visitors: Visitors) -> None:
    """A bar and keys make them slower, pause them, and play one move; a spectator sees the pace without buttons."""
    page = visitors.open("/new?game=tictactoe&opponent=duel")
    for place in (1, 2):
        page.locator(f"[name=engine-{place}]").fill("level:1")
    expect(page.locator("[name=pace]")).to_have_value("1")
    page.locator("[name=pace]").select_option("10")
    page.get_by_role("button", name="Create the match").click()
    bar, scrub = page.locator(".pace"), page.locator(".scrub")
    expect(bar).to_contain_text("10 s a move")
    page.keyboard.press("p")
    expect(bar).to_contain_text("paused")
    page.keyboard.press(".")
    expect(scrub).to_contain_text("1/1")
    expect(bar).to_contain_text("paused · 10 s a move")
    watcher = visitors.open(page.url.removeprefix(page.url.rsplit("/", 1)[0]), phone=True)
    expect(watcher.locator(".pace")).to_contain_text("paused · 10 s a move")
    expect(watcher.locator(".pace button")).to_have_count(0)
    bar.get_by_role("button", name="Faster").click()
    expect(watcher.locator(".pace")).to_contain_text("5 s a move")
    for _ in range(7):
        page.keyboard.press("+")
    expect(watcher.locator(".pace")).to_contain_text("full speed")
    bar.get_by_role("button", name="Resume").click()
    expect(watcher.locator(".pace")).to_have_count(0)  # there is nothing to say of engines at full speed
    expect(watcher.locator(".scrub")).not_to_contain_text("1/1")


def test_an_engine_declines_in_words(visitors: Visitors) -> None:
    """The answer stands below the board, with when the offer may be made again, until the match goes on."""
    page = visitors.open("/new?game=reversi&opponent=level")
    page.get_by_role("button", name="Create the match").click()
    page.get_by_role("button", name="Draw", exact=True).click()
    page.locator(".actions .sure").click()
    answer = page.locator(".controls .answer")
    expect(answer).to_contain_text("declines a draw. You may offer it again after your next move.")
    page.locator("[role=gridcell][aria-label*='can be played']").first.click()
    expect(answer).to_have_count(0)


def test_people_see_whether_engines_may_help(visitors: Visitors) -> None:
    """Between people there is neither hint nor tree, unless both agree: the guest before taking the seat."""
    for helped in (False, True):
        host = visitors.open("/new?game=tictactoe")
        if helped:
            host.locator("details.card summary").click()
            host.get_by_label("Both may ask the engine").check()
        host.get_by_role("button", name="Create the match").click()
        host.locator(".big-code").wait_for()
        guest = visitors.open(f"/{host.locator('.big-code').inner_text()}")
        if helped:
            expect(guest.get_by_role("button", name="Take the seat, with engine help")).to_be_visible()
            guest.get_by_role("button", name="Take the seat, with engine help").click()
            host.locator(".turn-line", has_text="Your turn").wait_for()
        else:
            take_seat(guest, host)
        for page in (host, guest):
            expect(page.get_by_role("button", name="Hint")).to_have_count(int(helped))
            expect(page.locator(".match-head")).to_contain_text("Engine help allowed" if helped else "Tic-tac-toe")
