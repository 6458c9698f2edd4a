"""The view of an event around its tables: what its reader may do, notices, and ways out."""

import re

from playwright.sync_api import expect

from kibitz_protocol.tournaments import messages, views
from tests.web.conftest import Visitors
from tests.web.tournaments import samples, scenes
from tests.web.tournaments.opening import Codes, big, opened
from tests.web.tournaments.samples import CODE, live, row, shown
from tests.web.tournaments.script import Script


def test_the_big_button(looking: Visitors, codes: Codes) -> None:
    """It offers to join, to be ready, and to go to the own game; each is one action."""
    script = Script(shown())
    page = opened(looking, script)
    expect(big(page)).to_have_text("Join")
    script.view = shown(own=views.OwnRow(row=row(1, 1, 2, state="resting")))
    big(page).click()
    expect(page.locator(".toast")).to_have_text(re.compile("You take part"))
    expect(big(page)).to_have_text("Ready")
    expect(page.get_by_role("button", name="Rest")).to_have_count(0)
    script.view = shown(own=views.OwnRow(row=row(1, 1, 2)))
    big(page).click()
    expect(big(page)).to_have_count(0)
    shows = script.count("show")
    page.get_by_role("button", name="Rest").click()
    # The page asks for a snapshot after each action; one that came after the event would hide it.
    script.wait_for(page, "show", shows + 1)
    script.happen(messages.GameChanged(kind="begun", game=live(9, 1, 2, codes["live"])))
    expect(big(page)).to_contain_text("To your game")
    script.view = shown(own=views.OwnRow(row=row(1, 1, 2, state="left")))
    page.get_by_role("button", name="Leave").click()
    page.get_by_role("dialog").get_by_role("button", name="Leave").click()
    expect(big(page)).to_have_text("Return")
    assert [kind for kind in script.kinds() if kind != "games"] == ["enter", "ready", "rest", "leave"]


def test_a_finished_event_offers_nothing(looking: Visitors, codes: Codes) -> None:
    """Nobody can join, rest or leave."""
    page = opened(looking, scenes.all_against_all(codes))
    expect(big(page)).to_have_count(0)
    expect(page.locator(".event-buttons")).not_to_contain_text("Leave")
    expect(page.locator(".event-head")).to_contain_text(re.compile(r"ended \d+ minutes ago"))


def test_tabs_have_keys_and_addresses(looking: Visitors, codes: Codes) -> None:
    """Arrows and digits change the tab, the address names it, and a cell of the crosstable opens its games."""
    script = scenes.all_against_all(codes)
    page = opened(looking, script)
    page.get_by_role("tab", name="Standings").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Crosstable")).to_be_focused()
    expect(page).to_have_url(re.compile(r"\?tab=crosstable$"))
    cell = page.get_by_role("link", name="Games of Ada against Ben: 1 1")
    cell.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("tab", name="Games")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_text("Only games of Ada against Ben")).to_be_visible()
    assert {name: script.last("games").get(name) for name in ("entrant", "opponent", "round")} == {
        **{"entrant": "Ada", "opponent": "Ben"},
        "round": None,
    }
    page.keyboard.press("1")
    expect(page.get_by_role("tab", name="Standings")).to_have_attribute("aria-selected", "true")
    page.go_back()
    expect(page.get_by_role("tab", name="Crosstable")).to_have_attribute("aria-selected", "true")


def test_a_countdown_runs(looking: Visitors) -> None:
    """It counts down to the next round, and ends when the round is paired."""
    script = Script(shown(next_at=samples.NOW + 86_400))
    page = opened(looking, script)
    timer = page.get_by_role("timer")
    expect(timer).to_have_text(re.compile(r"^\d+:\d\d:\d\d$"))
    first = timer.inner_text()
    expect(timer).not_to_have_text(first)
    script.happen(messages.RoundPaired(round=4, pairs=[]))
    expect(timer).to_have_count(0)
    expect(page.locator(".event-head")).to_contain_text("round 4 of 5")


def test_a_pause_says_why(looking: Visitors) -> None:
    """Since when the event waits, and for what; it ends with the pause."""
    script = Script(shown())
    page = opened(looking, script)
    script.happen(messages.Happened(kind="paused", reason="no legal pairing"), "paused")
    expect(page.get_by_text(re.compile("Paused since .*: no legal pairing"))).to_be_visible()
    script.happen(messages.Happened(kind="resumed"))
    expect(page.get_by_text("Paused since")).to_have_count(0)


def test_the_page_asks_again_after_a_gap(looking: Visitors) -> None:
    """An event that was lost, and a start that renumbers the entrants, bring a new snapshot."""
    script = Script(shown(name="Before"))
    page = opened(looking, script)
    script.view = shown(name="After")
    script.seq += 1
    script.happen(messages.RoundEnded(round=3))
    expect(page.get_by_role("heading", level=1)).to_have_text("After")
    script.view = shown(name="Started")
    script.happen(messages.Happened(kind="started"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Started")


def test_an_unknown_event_has_a_way_out(looking: Visitors) -> None:
    """The page says that there is none, and leads to the list."""
    page = opened(looking, Script())
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no such event")
    expect(page.get_by_role("link", name="To the events")).to_be_visible()


def test_a_private_event_asks_for_its_key(looking: Visitors) -> None:
    """The typed key is used from then on."""
    script = Script()
    script.view = shown()
    script.answers["show"] = lambda do: None if do.get("key") == "secret" else {"code": "wrong_key", "message": "no"}
    page = opened(looking, script)
    expect(page.get_by_text("it is in the link that the organiser shares")).to_be_visible()
    page.locator("[name=key]").fill("secret")
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Friday Swiss")


def test_a_refused_action_says_why(looking: Visitors) -> None:
    """The sentence of the server, and nothing else changes."""
    refusal = {"code": "tournament_full", "message": "the tournament has as many entrants as it may have"}
    page = opened(looking, Script(shown(), enter=refusal))
    big(page).click()
    expect(page.locator(".toast.bad")).to_contain_text("as many entrants as it may have")
    expect(big(page)).to_have_text("Join")


def test_events_are_german(looking: Visitors, codes: Codes) -> None:
    """Their texts come with them, in the language of the reader."""
    page = opened(looking, scenes.swiss(codes), locale="de-DE")
    expect(page.get_by_role("tab", name="Kreuztabelle")).to_be_visible()
    expect(page.locator(".event-head")).to_contain_text("Runde 3 von 5")


def test_an_event_is_saved_as_a_file(looking: Visitors) -> None:
    """The dialog that shares it has the five forms. A file comes in parts, and the code is its name."""
    parts = [("{", 1), ("}", None)]
    script = Script(
        shown(),
        export=lambda do: views.TournamentFile(
            tournament="t1", name="tournament.json", content=parts[do["since"]][0], next=parts[do["since"]][1]
        ),
    )
    page = opened(looking, script)
    page.get_by_role("button", name="Share").click()
    dialog = page.get_by_role("dialog")
    for form in ("JSON", "PGN", "TRF", "CSV", "HTML"):
        expect(dialog.get_by_role("button", name=form)).to_be_visible()
    with page.expect_download() as download:
        dialog.get_by_role("button", name="JSON").click()
    assert download.value.suggested_filename == f"{CODE}.json"
    assert download.value.path().read_text() == "{}"
    script.answers["export"] = {
        "code": "bad_format",
        "message": "only a Swiss has such a file",
        "hint": "take json or csv",
    }
    dialog.get_by_role("button", name="TRF").click()
    expect(page.locator(".toast.bad")).to_contain_text("only a Swiss has such a file")
    assert script.last("export")["form"] == "trf"
