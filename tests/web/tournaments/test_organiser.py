"""The menu of the organiser."""

from playwright.sync_api import expect

from tests.web.conftest import Visitors
from tests.web.tournaments import scenes
from tests.web.tournaments.opening import Codes, opened


def test_the_organiser_has_a_menu(looking: Visitors, codes: Codes) -> None:
    """It pauses, approves, adds, pairs and sets results; other readers have none."""
    script = scenes.swiss(codes)
    page = opened(looking, script)
    page.get_by_role("button", name="Organise").click()
    menu = page.get_by_role("dialog")
    menu.get_by_role("button", name="Pause").click()
    menu.get_by_role("button", name="Approve Zoe").click()
    menu.get_by_text("Add an entrant").click()
    menu.get_by_label("or an engine").fill("Strong=level:9")
    menu.get_by_role("button", name="Add", exact=True).click()
    menu.get_by_text("Pair by hand").click()
    menu.get_by_label("Moves first").fill("Ada")
    menu.get_by_label("Second; empty for a bye").fill("Ben")
    menu.get_by_role("button", name="Pair", exact=True).click()
    menu.get_by_text("Set a result").click()
    menu.get_by_label("Game").fill("3")
    menu.get_by_label("Result").select_option("forfeit-first")
    menu.get_by_label("Reason").last.fill("did not come")
    menu.get_by_role("button", name="Set", exact=True).click()
    script.wait_for(page, "result")
    expect(page.locator(".toast", has_text="Done.").first).to_be_visible()
    done = {do["kind"]: do for do in script.asked}
    assert done["approve"]["entrant"] == "Zoe"
    assert done["add"]["engine"] == {"engine": {"algorithm": "level", "level": 9}, "name": "Strong"}
    assert [done["pair"][name] for name in ("round", "first", "second")] == [4, "Ada", "Ben"]
    assert [done["result"][name] for name in ("game", "result", "reason")] == [3, "forfeit-first", "did not come"]
    assert "pause" in done
    other = opened(looking, scenes.arena(codes))
    expect(other.get_by_role("button", name="Organise")).to_have_count(0)
