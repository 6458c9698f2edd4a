"""The projector view."""

import re

from playwright.sync_api import Page, expect

from tests.web.conftest import Visitors
from tests.web.tournaments import scenes
from tests.web.tournaments.opening import Codes, opened
from tests.web.tournaments.samples import CODE
from tests.web.tournaments.scenes import EVENT


def test_the_projector_view_has_no_controls(looking: Visitors, codes: Codes) -> None:
    """Standings, pairings with boards, a countdown and the QR code in large type; Escape leaves it."""
    page = opened(looking, scenes.swiss(codes), f"{EVENT}?screen=1")
    expect(page.get_by_role("row", name=re.compile("2 Finn live Ben"))).to_be_visible()
    expect(page.locator(".screen-standings tr")).to_have_count(12)
    expect(page.get_by_role("timer")).to_have_text(re.compile(r"\d:\d\d"))
    expect(page.locator("img.qr")).to_have_attribute("src", f"/t/{CODE}/qr.svg")
    expect(page.get_by_text(CODE)).to_be_visible()
    seen = page.locator("button, a, input, select").filter(visible=True)
    expect(seen).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.get_by_role("tab", name="Standings")).to_be_visible()
    expect(page.get_by_role("banner")).to_be_visible()


def test_long_standings_take_turns_on_a_projector(module_page: Page) -> None:
    """Each part is shown for some seconds, and short ones stay."""
    turned = """async (list, now) => {
      const {turned} = await import("/assets/tournaments/screen.js");
      return turned(list, 4, now);
    }"""
    found = [module_page.evaluate(f"([list, now]) => ({turned})(list, now)", [[*range(6)], now]) for now in (0, 12, 24)]
    assert found == [[0, 1, 2, 3], [4, 5], [0, 1, 2, 3]]
