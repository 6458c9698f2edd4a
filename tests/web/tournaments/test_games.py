"""Games of events: the ways there and back."""

import re

from playwright.sync_api import expect

from kibitz_protocol.to_client import Paired
from kibitz_protocol.values.matches import PlaceView
from tests.web.conftest import Visitors
from tests.web.driver import BOARD
from tests.web.tournaments.opening import Codes
from tests.web.tournaments.samples import CODE, shown
from tests.web.tournaments.scenes import EVENT
from tests.web.tournaments.script import Script


def test_a_paired_game_opens(looking: Visitors, codes: Codes) -> None:
    """From any view the page leads to a game of an event, and says whose it is. No dialog covers it."""
    script = Script()
    page = looking.open("/", before=script)
    page.get_by_role("button", name="Play an engine").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    place = PlaceView(tournament="t1", code=CODE, round=3, pair=1, game=7, name="Friday Swiss")
    script.place = place
    script.send(Paired(match="m1", code=codes["live"], seat=0, opponent="Ben", tournament=place))
    expect(page.locator(".toast")).to_contain_text("Your game in Friday Swiss begins.")
    expect(page).to_have_url(re.compile(f"/{codes['live']}$"))
    page.locator(BOARD).wait_for()
    expect(page.get_by_role("dialog")).to_have_count(0)
    back = page.locator(".match-head").get_by_role("link", name="Friday Swiss, round 3")
    expect(back).to_have_attribute("href", EVENT)


def test_a_match_leads_back_to_its_event(looking: Visitors, codes: Codes) -> None:
    """After the end there is no rematch, but the way back to the event."""
    script = Script(shown())
    script.place = PlaceView(tournament="t1", code=CODE, round=0, pair=1, game=7)
    page = looking.open(f"/{codes['over']}", before=script)
    page.get_by_role("link", name=f"Back to {CODE}").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Friday Swiss")


def test_other_matches_have_no_event(looking: Visitors, codes: Codes) -> None:
    """A match by itself has neither the link nor the way back."""
    page = looking.open(f"/{codes['over']}", before=Script())
    page.locator(".result").wait_for()
    expect(page.get_by_role("link", name=re.compile("^Back to T-"))).to_have_count(0)
    expect(page.locator(".match-head a[href^='/t/']")).to_have_count(0)
