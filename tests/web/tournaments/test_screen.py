"""The projector view."""

import re

from playwright.sync_api import Page, expect

from kibitz_protocol.tournaments import messages
from tests.web.conftest import Visitors
from tests.web.tournaments import scenes
from tests.web.tournaments.opening import Codes, opened
from tests.web.tournaments.samples import CODE, game, live
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


def test_an_arena_shows_its_live_games(looking: Visitors, codes: Codes) -> None:
    """It has no rounds, so that games that are over make room for those that are played."""
    script = scenes.arena(codes)
    page = opened(looking, script, f"{EVENT}?screen=1")
    script.happen(messages.GameChanged(kind="begun", game=live(7, 1, 2, codes["live"])))
    script.happen(messages.GameChanged(kind="begun", game=live(8, 3, 4, codes["chess"])))
    games = page.locator(".screen-side tr")
    expect(games).to_have_count(2)
    expect(games.first).to_contain_text(re.compile(r"7\s*Ada\s*live\s*Ben"))
    script.happen(messages.GameChanged(kind="counted", game=game(7, 1, 2)))
    expect(games).to_have_count(1)
    assert "rounds" not in script.kinds()


def test_long_standings_take_turns_on_a_projector(module_page: Page) -> None:
    """Each part is shown for some seconds, and short ones stay."""
    turned = """async (list, now) => {
      const {turned} = await import("/assets/tournaments/screen.js");
      return turned(list, 4, now);
    }"""
    found = [module_page.evaluate(f"([list, now]) => ({turned})(list, now)", [[*range(6)], now]) for now in (0, 12, 24)]
    assert found == [[0, 1, 2, 3], [4, 5], [0, 1, 2, 3]]
