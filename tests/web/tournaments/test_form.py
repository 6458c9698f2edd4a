"""The form of a new event."""

import re

from playwright.sync_api import expect

from kibitz_protocol.tournaments import views
from kibitz_protocol.tournaments.commands import CreateTournament
from tests.web.conftest import Visitors
from tests.web.tournaments import samples
from tests.web.tournaments.samples import CODE, shown
from tests.web.tournaments.scenes import EVENT
from tests.web.tournaments.script import Script


def test_the_form_states_the_plan(looking: Visitors) -> None:
    """Three steps create an event of engines, and each change shows in the plan."""
    script = Script(shown("round-robin"))
    page = looking.open("/events/new", before=script)
    plan = page.locator(".plan-text")
    expect(plan).to_contain_text("up to 64 entrants, Swiss system, 7 rounds")
    page.get_by_label("Name of the event").fill("Engines of May")
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("heading", level=2)).to_be_focused()
    expect(page.get_by_label("How often all meet")).to_have_count(0)
    page.get_by_text("All against all", exact=True).click()
    page.get_by_label("Engines", exact=True).check()
    page.get_by_role("checkbox", name="People").uncheck()
    page.get_by_role("textbox", name="Engines").fill("\n".join(f"level:{level}" for level in range(1, 9)))
    page.get_by_label("How often all meet").fill("2")
    page.get_by_label("Games of engines at the same time").fill("3")
    expect(plan).to_have_text("8 engines, all against all twice, 112 games, about 11 min on 3 slots")
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_label("With enough entrants")).to_have_count(0)
    expect(page.get_by_label("Now")).to_be_checked()
    page.get_by_role("button", name="Create the event").click()
    expect(page).to_have_url(re.compile(f"{EVENT}$"))
    sent = script.last("create")
    read = CreateTournament.model_validate(sent)
    assert (read.name, read.start_now, len(read.engines)) == ("Engines of May", True, 8)
    assert (read.terms.format, read.terms.cycles, read.terms.concurrency) == ("round-robin", 2, 3)
    assert (read.terms.kinds, read.terms.rounds, read.terms.most_entrants) == (["engine"], None, None)


def test_fields_have_no_value_of_another_format(looking: Visitors) -> None:
    """What is typed for one format is not in the field of another one, and the plan has the usual value there."""
    page = looking.open("/events/new", before=Script())
    page.get_by_role("button", name="Next").click()
    page.locator("[name=rounds]").fill("3")
    page.locator("[name=bye]").check()
    plan = page.locator(".plan-text")
    expect(plan).to_contain_text("3 rounds")
    page.get_by_text("Arena", exact=True).click()
    expect(plan).to_have_text("up to 64 entrants, arena, 60 min")
    expect(page.locator("[name=minutes]")).to_have_value("60")
    expect(page.locator("[name=berserk]")).not_to_be_checked()


def test_the_form_says_what_is_missing(looking: Visitors) -> None:
    """It stays at the step with the fault, and what the server refuses is shown too."""
    refusal = {"code": "bad_format", "message": "a knockout has no such clock", "hint": "choose another one"}
    script = Script(create=refusal)
    page = looking.open("/events/new", before=script)
    alert = page.get_by_role("alert")
    page.get_by_label("Name of the event").fill(" ")
    page.get_by_role("button", name="Next").click()
    expect(alert).to_have_text("Give the event a name.")
    page.get_by_label("Name of the event").fill("Cup")
    page.locator("[name=clock-text]").fill("5 apples")
    page.get_by_role("button", name="When").click()
    expect(alert).to_be_visible()
    expect(page.locator(".plan-step:not([hidden]) [name=clock-text]")).to_be_visible()
    page.locator("[name=clock-text]").fill("")
    page.get_by_role("button", name="Next").click()
    page.get_by_role("checkbox", name="People").uncheck()
    page.get_by_role("button", name="Next").click()
    expect(alert).to_have_text("Say which kinds of players may enter.")
    page.get_by_label("Engines", exact=True).check()
    page.get_by_role("textbox", name="Engines").fill("level:3\nlevel:soon")
    page.get_by_role("button", name="Next").click()
    expect(alert).to_contain_text("This is not an engine: level:soon.")
    page.get_by_role("textbox", name="Engines").fill("level:3")
    page.get_by_role("button", name="Next").click()
    expect(alert).to_have_text("Without people or bots, name at least two engines.")
    page.get_by_role("textbox", name="Engines").fill("level:3\nlevel:4")
    page.get_by_role("button", name="Next").click()
    expect(page.get_by_role("heading", name="When")).to_be_visible()
    page.get_by_label("At a time").check(force=True)
    page.get_by_label("Day and time").fill("2020-01-01T10:00")
    page.get_by_role("button", name="Create the event").click()
    expect(alert).to_have_text("Choose a time in the future.")
    assert "create" not in script.kinds()
    page.get_by_label("Now").check(force=True)
    page.get_by_role("button", name="Create the event").click()
    expect(alert).to_have_text("a knockout has no such clock; choose another one")


def test_a_private_event_is_created_with_its_key(looking: Visitors) -> None:
    """The key comes with the answer, is used for every action, and is not kept in the address."""
    done = views.TournamentDone(tournament="t1", code=CODE, seq=1, key="secret-key")
    script = Script(shown(terms=samples.terms(private=True)), create=done)
    page = looking.open("/events/new", before=script)
    for _ in range(2):
        page.get_by_role("button", name="Next").click()
    expect(page.get_by_label("When I say so")).to_be_checked()
    page.get_by_label("Private: only with a key").check()
    page.get_by_role("button", name="Create the event").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Friday Swiss")
    assert script.last("create")["terms"]["private"] is True
    assert script.last("create")["start_now"] is False
    assert {do["key"] for do in script.asked if do["kind"] in {"show", "games"}} == {"secret-key"}
    expect(page).to_have_url(re.compile(f"{EVENT}$"))
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("dialog").locator("input")).to_have_value(re.compile(f"{EVENT}#key=secret-key$"))
    expect(page.locator(".qr")).to_have_count(0)
