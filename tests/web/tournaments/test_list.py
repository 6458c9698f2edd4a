"""The list of events, and the ways to one."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from kibitz_protocol.tournaments import views
from tests.web.conftest import Visitors
from tests.web.driver import wait_until
from tests.web.tournaments import samples, scenes
from tests.web.tournaments.opening import Codes
from tests.web.tournaments.samples import shown
from tests.web.tournaments.scenes import EVENT
from tests.web.tournaments.script import Script
from tests.web.views import settle


def test_events_are_listed_by_state(looking: Visitors, codes: Codes) -> None:
    """The bar leads to running, announced and finished events, each with its facts, and each row to its event."""
    script = scenes.listing(codes)
    page = looking.open("/", before=script)
    page.get_by_role("banner").get_by_role("link", name="Events").click()
    running = page.get_by_role("region", name="Running")
    expect(running.get_by_role("link")).to_have_count(2)
    expect(running).to_contain_text("Swiss system · Chess · 5+3 · round 3 of 5 · first: Cleo")
    expect(running).to_contain_text("you take part")
    expect(running).to_contain_text(re.compile(r"ends in \d+ minutes"))
    expect(page.get_by_role("region", name="Announced")).to_contain_text("8 of 64 entrants")
    expect(page.get_by_role("region", name="Finished")).to_contain_text("ended 3 days ago")
    page.get_by_role("main").get_by_role("link", name="Mine").click()
    wait_until(page, "() => location.search === '?mine'")
    assert script.last("list")["mine"] is True
    script.view = shown()
    page.get_by_role("link", name="Friday Swiss").click()
    expect(page).to_have_url(re.compile(f"{EVENT}$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Friday Swiss")


def test_further_pages_are_asked_for(looking: Visitors) -> None:
    """A long list goes on below, and every event is there once."""

    def page_of(do: dict[str, Any]) -> views.TournamentRows:
        rows = [samples.listed(f"Event {do['page']}", do["state"], f"T-{do['page']:06}")]
        return views.TournamentRows(tournaments=rows, page=do["page"], pages=3)

    page = looking.open("/events", before=Script(list=page_of))
    finished = page.get_by_role("region", name="Finished")
    for count in (1, 2, 3):
        expect(finished.get_by_role("link")).to_have_count(count)
        if count < 3:
            finished.get_by_role("button", name="More events").click()
    expect(finished.get_by_role("button")).to_have_count(0)


@pytest.mark.parametrize("typed", ["T-7KQ2XF", "t7kq2xf", "https://games.example.org/t/T-7KQ2XF?tab=games"])
def test_a_code_opens_the_event(looking: Visitors, typed: str) -> None:
    """The field for codes takes that of an event, in any spelling, and its link."""
    page = looking.open("/", before=Script(shown()))
    page.locator("#join-code").fill(typed)
    page.locator("#join-code").press("Enter")
    expect(page).to_have_url(re.compile(f"{EVENT}$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Friday Swiss")


def test_the_lobby_loads_nothing_of_events(looking: Visitors, codes: Codes) -> None:
    """Views, texts and styles of events are loaded when the first of them opens."""
    loaded = """async () => {
      const names = performance.getEntriesByType("resource").map(({name}) => name);
      const files = names.filter((name) => /[.](js|css)$/.test(name));
      const texts = await Promise.all(files.map(async (name) => (await fetch(name)).text()));
      const marks = ["kibitz-slide", "events.none.running", ".event-row"];
      return marks.filter((mark) => texts.some((text) => text.includes(mark)));
    }"""
    page = looking.open("/", before=scenes.listing(codes))
    settle(page)
    assert page.evaluate(loaded) == []
    page.get_by_role("banner").get_by_role("link", name="Events").click()
    page.get_by_role("link", name="Friday Swiss").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.evaluate(loaded) == ["kibitz-slide", "events.none.running", ".event-row"]
