"""Events on the page at a real server: engines play one to its end, and two people play a round."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visitors
from tests.web.driver import BOARD, square, wait_ply, wait_running, wait_until
from tests.web.test_people import register

CODE = re.compile(r"/t/(T-[0-9A-Z-]+)$")


def begin(page: Page, name: str, style: str) -> None:
    """Fill in the first step of the form, and choose a format in the second."""
    page.get_by_label("Name of the event").fill(name)
    page.locator("select[name=game]").select_option("tictactoe")
    page.locator("[name=clock][value='']").check(force=True)
    page.get_by_role("button", name="Next").click()
    page.get_by_text(style, exact=True).click()


def code_of(page: Page) -> str:
    """Return the code of the event that is open."""
    page.wait_for_url(CODE)
    found = CODE.search(page.url)
    assert found is not None
    return found[1]


@pytest.mark.long
def test_engines_play_an_event(visitors: Visitors) -> None:
    """The form creates it, its games end, and every table shows them."""
    page = visitors.open("/events/new")
    begin(page, "Engines of May", "All against all")
    page.get_by_label("Engines", exact=True).check()
    page.get_by_role("checkbox", name="People").uncheck()
    page.get_by_role("textbox", name="Engines").fill("level:1\nlevel:4\nStrong=alphabeta:depth=4")
    page.locator("[name=openings]").uncheck()
    page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Create the event").click()
    code = code_of(page)
    expect(page.locator(".event-head")).to_contain_text("3 of 3 games · ended")
    expect(page.locator(".standings tbody tr")).to_have_count(3)
    # The standings come in a message of their own. A half is written as a sign.
    points = """() => [...document.querySelectorAll(".standings .points b")].reduce(
      (sum, {textContent: text}) => sum + text.includes("½") / 2 + Number(text.replace("½", "")), 0) === 3"""
    wait_until(page, points)
    page.get_by_role("tab", name="Crosstable").click()
    cells = page.locator(".crosstable td a")
    expect(cells).to_have_count(6)
    cells.first.click()
    expect(page.get_by_role("region", name="Games").get_by_role("link")).to_have_count(1)
    page.get_by_role("tab", name="Statistics").click()
    expect(page.get_by_role("tabpanel")).to_contain_text("not known yet")
    page.get_by_role("tab", name="Rounds").click()
    expect(page.locator(".pairings li").first).to_contain_text(re.compile("1-0|0-1|½-½|bye"))
    page.goto(f"{page.url.partition('/t/')[0]}/events")
    expect(page.get_by_role("region", name="Finished")).to_contain_text("Engines of May")
    page.get_by_role("link", name="Engines of May").first.click()
    assert code_of(page) == code


@pytest.mark.long
def test_people_play_a_round(visitors: Visitors) -> None:
    """The organiser and a visitor with a phone join, are led to their game, and come back to the standings."""
    host = visitors.open("/account")
    register(host, "Organiser")
    host.get_by_role("banner").get_by_role("link", name="Events").click()
    host.get_by_role("link", name="New event").click()
    begin(host, "Friday", "All against all")
    host.get_by_role("button", name="Next").click()
    host.get_by_role("button", name="Create the event").click()
    code = code_of(host)
    host.locator(".button.big").click()
    expect(host.locator(".own-row")).to_contain_text("Organiser")
    phone = visitors.open("/", phone=True)
    phone.locator(".phone-join input").fill(code.lower())
    phone.locator(".phone-join button").click()
    phone.locator(".button.big").click()
    expect(phone.locator(".own-row")).to_be_visible()
    expect(host.locator(".standings tbody tr")).to_have_count(2)
    # From any view the page leads to the game.
    phone.get_by_role("link", name="Learn").last.click()
    expect(phone.get_by_role("heading", name="Search trees")).to_be_visible()
    host.get_by_role("button", name="Organise").click()
    host.get_by_role("dialog").get_by_role("button", name="Start now").click()
    for page in (host, phone):
        page.locator(BOARD).wait_for()
        wait_running(page)
        expect(page.locator(".match-head").get_by_role("link", name="Friday, round 1")).to_be_visible()
        # The match that has just opened is not announced as one that waits elsewhere.
        expect(page.locator(".toast", has_text="Your move in")).to_have_count(0)
    spectator = visitors.open(f"/t/{code}")
    expect(spectator.get_by_role("region", name="Live boards").locator(".watched")).to_be_visible()
    movers = (host, phone) if "Your" in host.locator(".turn-line").inner_text() else (phone, host)
    for ply, name in enumerate(("b2", "a1", "c3", "b1", "c2", "a2", "c1")):
        mover = movers[ply % 2]
        expect(mover.locator(".turn-line")).to_contain_text("Your")
        square(mover, name).click()
        for page in (host, phone):
            wait_ply(page, ply + 1)
    for page in (host, phone):
        page.get_by_role("link", name="Back to Friday").click()
        expect(page.locator(".event-head")).to_contain_text("1 of 1 games")
    expect(spectator.locator(".standings .points b")).to_have_text(["1", "0"])
