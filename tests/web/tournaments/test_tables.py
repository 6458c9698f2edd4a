"""The other tables of an event, and the boards beside them."""

import re

from playwright.sync_api import expect

from kibitz_protocol.tournaments import messages, views
from tests.web.conftest import Visitors
from tests.web.driver import wait_until
from tests.web.tournaments import scenes
from tests.web.tournaments.opening import Codes, opened
from tests.web.tournaments.samples import live, statistics
from tests.web.tournaments.scenes import EVENT


def test_games_are_listed_live_ones_first(looking: Visitors, codes: Codes) -> None:
    """Each leads to its board, or to its replay; results that the organiser set and void games say so."""
    page = opened(looking, scenes.swiss(codes), f"{EVENT}?tab=games")
    rows = page.get_by_role("region", name="Games").get_by_role("link")
    expect(rows).to_have_count(12)
    expect(rows.first).to_have_attribute("href", f"/{codes['live']}")
    expect(rows.nth(4)).to_have_attribute("href", "/replay/GAME01")
    expect(rows.nth(6)).to_contain_text("void")
    expect(rows.nth(7)).to_contain_text("Dan ½ : ½ Eve")
    expect(rows.nth(7)).to_contain_text("agreement · set by Ada")


def test_rounds_have_boards(looking: Visitors, codes: Codes) -> None:
    """The pairings of a round with board numbers, a bye, and results that come while it is open."""
    script = scenes.swiss(codes)
    page = opened(looking, script, f"{EVENT}?tab=rounds")
    pairings = page.locator(".pairings li")
    expect(pairings).to_have_count(6)
    expect(pairings.nth(1)).to_contain_text(re.compile(r"2\s*Finn\s*live\s*Ben"))
    expect(pairings.nth(5)).to_contain_text(re.compile(r"Kim\s*bye"))
    ended = live(12, 6, 2, codes["chess"]).model_copy(
        update={"phase": "finished", "points": [0, 1], "result": "--+", "round": 3}
    )
    script.happen(messages.GameChanged(kind="counted", game=ended))
    expect(pairings.nth(1)).to_contain_text("- : +")
    page.get_by_role("link", name="Round before").click()
    wait_until(page, "() => location.search.includes('round=2')")
    expect(page.get_by_role("heading", name="Round 2")).to_be_visible()
    assert script.last("rounds")["round"] == 2


def test_a_knockout_has_a_bracket(looking: Visitors, codes: Codes) -> None:
    """Columns of rounds with winners, live games, and places for the rounds to come."""
    page = opened(looking, scenes.knockout(codes), f"{EVENT}?tab=rounds")
    columns = page.locator(".bracket section")
    expect(columns).to_have_count(3)
    expect(columns.nth(0).locator(".won")).to_have_text([re.compile(name) for name in ("Ada", "Ben", "Cleo", "Dan")])
    expect(columns.nth(1).get_by_role("link", name="live")).to_have_attribute("href", f"/{codes['live']}")
    expect(columns.nth(2)).not_to_contain_text("live")


def test_statistics_are_shown(looking: Visitors, codes: Codes) -> None:
    """Counts of pairs, the interval of the Elo, the test between its bounds with graphs, losses and warnings."""
    script = scenes.duel(codes)
    page = opened(looking, script, f"{EVENT}?tab=statistics")
    panel = page.get_by_role("tabpanel")
    expect(panel).to_contain_text("+56 (+28 to +84)")
    expect(panel).to_contain_text("2.11 between -2.94 and 2.94, after 60 pairs")
    expect(panel.locator(".pair-counts b")).to_have_text(["34", "54", "63", "64", "75"])
    expect(panel.get_by_role("img", name="LLR over game pairs: now 2.11, bounds -2.94 and 2.94")).to_be_visible()
    expect(panel.get_by_role("img", name="Elo over game pairs")).to_be_visible()
    expect(panel.get_by_role("region", name="Losses")).to_contain_text(re.compile(r"Old\s*3\s*1\s*0"))
    expect(page.get_by_text("31 of 200 games repeat earlier games")).to_have_count(1)
    script.happen(messages.SprtDecided(verdict="passed", llr=2.95, pairs=63))
    expect(panel.locator(".verdict-passed")).to_have_text("passed")


def test_figures_that_are_not_known_say_so(looking: Visitors, codes: Codes) -> None:
    """No number stands for what nothing is known of, and a graph needs values."""
    unknown = views.PairStatistics(first=1, second=2, pairs=[0, 0, 4, 0, 0], games=[4, 0, 4])
    script = scenes.duel(codes)
    assert script.view is not None
    script.view = script.view.model_copy(update={"sprt": None})
    script.answers["statistics"] = statistics(pairs=[unknown], sprt=None, first_score=None, losses=[], speeds=[])
    page = opened(looking, script, f"{EVENT}?tab=statistics")
    panel = page.get_by_role("tabpanel")
    for name in (
        "Elo, with its 95 % interval",
        "Normalised Elo",
        "Likelihood of superiority",
        "Score of the first player",
    ):
        expect(panel.locator("dl > div", has_text=name).first).to_contain_text("not known yet")
    expect(panel.locator("svg[role=img]")).to_have_count(0)
    assert not re.search(r"NaN|Infinity|∞|null|undefined", panel.inner_text())


def test_the_top_board_is_large(looking: Visitors, codes: Codes) -> None:
    """The game of the first board with its clocks, the others small; another one follows when it has ended."""
    script = scenes.swiss(codes)
    page = opened(looking, script)
    boards = page.get_by_role("region", name="Live boards")
    expect(boards.locator(".watched")).to_have_attribute("href", f"/{codes['live']}")
    expect(boards.locator(".tile")).to_have_count(3)
    expect(boards.locator(".tile").first).to_contain_text(re.compile(r"Finn\s*Ben\s*Board 2"))
    expect(boards.locator(".small-board svg").first).to_be_visible()
    ended = live(11, 3, 1, codes["live"]).model_copy(update={"phase": "finished", "points": [1, 0], "result": "1-0"})
    script.happen(messages.GameChanged(kind="counted", game=ended))
    expect(boards.locator(".tile")).to_have_count(3)
    expect(boards.locator(".watched")).to_have_attribute("href", f"/{codes['chess']}")
    expect(boards.locator(".tile")).to_have_count(2)
