"""Standings of an event: rows, cards, explanations, and challenges from them."""

import re

from playwright.sync_api import Page, expect

from kibitz_protocol.tournaments import messages, views
from tests.web.conftest import DESKTOP, Visitors
from tests.web.driver import wait_until
from tests.web.tournaments import scenes
from tests.web.tournaments.opening import Codes, opened
from tests.web.tournaments.samples import entrant, row, shown
from tests.web.tournaments.script import Script


def expect_order(page: Page, *numbers: str) -> None:
    """Wait until the rows of the entrants of these numbers are there in this order."""
    rows = "[...document.querySelectorAll('[data-key]')].map((row) => row.dataset.key)"
    wait_until(page, f"(wanted) => {rows}.join() === wanted", ",".join(numbers))


def test_standings_move(looking: Visitors) -> None:
    """Rows have the order of the last message, and slide there unless the reader wants no motion."""
    script = Script(shown(rows=[row(1, 1, 2), row(2, 2, 1), row(3, 3, 0)]))
    page = opened(looking, script)
    expect_order(page, "1", "2", "3")
    moving = "document.getAnimations().filter(({effect}) => effect.target.dataset.key).length"
    script.send(messages.Standings(tournament="t1", seq=41, rows=[row(3, 1, 3)], ranks=[3, 1, 2]))
    expect(page.locator("[data-key]").first).to_contain_text("Cleo")
    expect_order(page, "3", "1", "2")
    assert page.evaluate(moving) == 0
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate("document.timeline.currentTime")
    script.send(messages.Standings(tournament="t1", seq=42, rows=[row(2, 1, 5)], ranks=[2, 3, 1]))
    wait_until(page, f"() => {moving} === 3")
    expect_order(page, "2", "3", "1")


def test_the_own_row_is_pinned(looking: Visitors) -> None:
    """It stays in view above long standings, and says what happens next."""
    rows = [row(number, number, 60 - number) for number in range(1, 51)]
    own = views.OwnRow(row=rows[40], why="The next round begins when board 3 has ended.")
    page = opened(looking, Script(shown(rows=rows, own=own)))
    pinned = page.get_by_role("region", name="You are number 41")
    expect(pinned).to_contain_text("The next round begins when board 3 has ended.")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(pinned).to_be_in_viewport()
    expect(page.locator("tr.own")).to_contain_text("Eve")


def test_standings_have_pages(looking: Visitors) -> None:
    """The page of the own row is first; others are asked for."""
    script = Script(shown(page=2, pages=3, entrants=130))
    page = opened(looking, script)
    assert "page" not in script.last("show")
    script.view = shown(page=3, pages=3, entrants=130)
    page.get_by_role("button", name="Next page").click()
    expect(page.get_by_text("Page 3 of 3")).to_be_visible()
    assert script.last("show")["page"] == 3
    expect(page.get_by_role("button", name="Next page")).to_be_disabled()


def test_a_place_is_explained(looking: Visitors, codes: Codes) -> None:
    """The sentences of the server, in a dialog."""
    page = opened(looking, scenes.swiss(codes))
    page.get_by_role("button", name="Why is Ada at this place?").click()
    expect(page.get_by_role("dialog")).to_contain_text("BH-C1 24.5: cut 3.")


def test_names_are_text(looking: Visitors) -> None:
    """A name with marks of HTML is shown as it is, and links to the page of its player."""
    bad = "<b>x</b>&\"'"
    script = Script(shown(name=bad, rows=[row(1, 1, 1, entrant=entrant(1, bad))]))
    page = opened(looking, script)
    expect(page.get_by_role("heading", level=1)).to_have_text(bad)
    expect(page.locator("[data-key='1'] a")).to_have_text(bad)
    # No name has become an element.
    expect(page.locator("main b", has_text=re.compile(r"^x$"))).to_have_count(0)


def test_challenges_of_a_ladder(looking: Visitors, codes: Codes) -> None:
    """A player challenges those above, but not twice, and answers challenges from below."""
    script = scenes.ladder(codes)
    page = opened(looking, script)
    names = page.locator("[data-key] button", has_text="Challenge")
    expect(names).to_have_count(3)
    for place, name in enumerate(("Ada", "Cleo", "Dan")):
        expect(names.nth(place)).to_have_attribute("aria-label", f"Challenge {name}")
    page.get_by_role("button", name="Challenge Ada").click()
    expect(page.locator(".toast").first).to_contain_text("Ada is challenged.")
    assert script.last("challenge")["entrant"] == "Ada"
    open_ones = page.get_by_role("region", name="Challenges")
    expect(open_ones).to_contain_text("Finn challenges you")
    open_ones.get_by_role("button", name="Accept").click()
    open_ones.get_by_role("button", name="Withdraw").click()
    script.wait_for(page, "answer", 2)
    answers = [(do["challenge"], do["accept"]) for do in script.asked if do["kind"] == "answer"]
    assert answers == [(1, True), (2, False)]


def test_a_phone_has_cards(looking: Visitors, codes: Codes) -> None:
    """Standings are a list of cards, and nothing is wider than the window."""
    page = opened(looking, scenes.swiss(codes), phone=True)
    expect(page.locator(".standing-cards li")).to_have_count(12)
    expect(page.get_by_role("table")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.set_viewport_size(DESKTOP)
    expect(page.locator("table.standings tbody tr")).to_have_count(12)
