"""Events on the page, with a script in place of the server's tournaments."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from kibitz_protocol.to_client import Paired
from kibitz_protocol.tournaments import messages, views
from kibitz_protocol.tournaments.commands import CreateTournament
from kibitz_protocol.values.matches import PlaceView
from tests.web import event_scenes as scenes
from tests.web import events
from tests.web.conftest import DESKTOP, Visitors
from tests.web.driver import BOARD, wait_until
from tests.web.event_scenes import EVENT, SCENES
from tests.web.events import CODE, Script, entrant, live, row, shown, statistics
from tests.web.test_views import AXE, CLIPPED, THEMES, USE_THEME, ZOOMED, violations
from tests.web.views import prefer, settle

Codes = dict[str, str]
EXHIBITION = tuple[str, Codes]


@pytest.fixture
def codes(exhibition: EXHIBITION) -> Codes:
    """Return the codes of the matches of the exhibition."""
    return exhibition[1]


def order(page: Page) -> list[str]:
    """Return the numbers of the entrants in the order of their rows."""
    found: list[str] = page.locator("[data-key]").evaluate_all("(rows) => rows.map((row) => row.dataset.key)")
    return found


def opened(looking: Visitors, script: Script, path: str = EVENT, **options: Any) -> Page:
    """Open an event."""
    page = looking.open(path, before=script, **options)
    page.locator("main h1").first.wait_for()
    return page


def big(page: Page) -> Locator:
    """Return the big button."""
    return page.locator(".button.big")


# The list.


def test_events_are_listed_by_state(looking: Visitors, codes: Codes) -> None:
    """The bar leads to running, announced and finished events, each with its facts, and each row to its event."""
    script = scenes.listing(codes)
    page = looking.open("/", before=script)
    page.get_by_role("banner").get_by_role("link", name="Events").click()
    running = page.get_by_role("region", name="Running")
    expect(running.get_by_role("link")).to_have_count(2)
    expect(running).to_contain_text("Swiss system · Chess · 5+3 · round 3 of 5 · first: Cleo")
    expect(running).to_contain_text("you take part")
    expect(running).to_contain_text("ends in 2")
    expect(page.get_by_role("region", name="Announced")).to_contain_text("8 of 64 entrants")
    expect(page.get_by_role("region", name="Finished")).to_contain_text("ended 3 days ago")
    page.get_by_role("link", name="Mine").click()
    wait_until(page, "() => location.search === '?mine'")
    assert script.last("list")["mine"] is True
    script.view = shown()
    page.get_by_role("link", name="Friday Swiss").click()
    expect(page).to_have_url(re.compile(f"{EVENT}$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Friday Swiss")


def test_further_pages_are_asked_for(looking: Visitors) -> None:
    """A long list goes on below, and every event is there once."""

    def page_of(do: dict[str, Any]) -> views.TournamentRows:
        rows = [events.listed(f"Event {do['page']}", do["state"], f"T-{do['page']:06}")]
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


# The form.


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
    script = Script(shown(terms=events.terms(private=True)), create=done)
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


# An event.


def test_standings_move(looking: Visitors) -> None:
    """Rows have the order of the last message, and slide there unless the reader wants no motion."""
    script = Script(shown(rows=[row(1, 1, 2), row(2, 2, 1), row(3, 3, 0)]))
    page = opened(looking, script)
    assert order(page) == ["1", "2", "3"]
    moving = "document.getAnimations().filter(({effect}) => effect.target.dataset.key).length"
    script.send(messages.Standings(tournament="t1", seq=41, rows=[row(3, 1, 3)], ranks=[3, 1, 2]))
    expect(page.locator("[data-key]").first).to_contain_text("Cleo")
    assert order(page) == ["3", "1", "2"]
    assert page.evaluate(moving) == 0
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate("document.timeline.currentTime")
    script.send(messages.Standings(tournament="t1", seq=42, rows=[row(2, 1, 5)], ranks=[2, 3, 1]))
    wait_until(page, f"() => {moving} === 3")
    assert order(page) == ["2", "3", "1"]


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
    page.get_by_role("button", name="Rest").click()
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
    expect(page.locator(".event-head")).to_contain_text("ended 10 minutes ago")


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


def test_games_are_listed_live_ones_first(looking: Visitors, codes: Codes) -> None:
    """Each leads to its board, or to its replay; results that the organiser set and void games say so."""
    page = opened(looking, scenes.swiss(codes), f"{EVENT}?tab=games")
    rows = page.get_by_role("region", name="Games").get_by_role("link")
    expect(rows).to_have_count(12)
    assert rows.first.get_attribute("href") == f"/{codes['live']}"
    assert rows.nth(4).get_attribute("href") == "/replay/GAME01"
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
        update={"phase": "finished", "points": [0, 1], "result": "0-1", "round": 3}
    )
    script.happen(messages.GameChanged(kind="counted", game=ended))
    expect(pairings.nth(1)).to_contain_text("0-1")
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


def test_a_countdown_runs(looking: Visitors) -> None:
    """It counts down to the next round, and ends when the round is paired."""
    script = Script(shown(next_at=events.NOW + 86_400))
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
    assert page.locator("main b", has_text="x").count() == page.locator("main b >> text=/^<b>/").count()


# Ladders.


def test_challenges_of_a_ladder(looking: Visitors, codes: Codes) -> None:
    """A player challenges those above, but not twice, and answers challenges from below."""
    script = scenes.ladder(codes)
    page = opened(looking, script)
    names = page.locator("[data-key] button", has_text="Challenge")
    assert names.evaluate_all("(all) => all.map((each) => each.ariaLabel)") == [
        *(f"Challenge {name}" for name in ("Ada", "Cleo", "Dan"))
    ]
    page.get_by_role("button", name="Challenge Ada").click()
    expect(page.locator(".toast").first).to_contain_text("Ada is challenged.")
    assert script.last("challenge")["entrant"] == "Ada"
    open_ones = page.get_by_role("region", name="Challenges")
    expect(open_ones).to_contain_text("Finn challenges you")
    open_ones.get_by_role("button", name="Accept").click()
    wait_until(page, "() => true")
    open_ones.get_by_role("button", name="Withdraw").click()
    expect(page.locator("main")).to_be_visible()
    answers = [(do["challenge"], do["accept"]) for do in script.asked if do["kind"] == "answer"]
    assert answers == [(1, True), (2, False)]


# The organiser.


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
    wait_until(page, "() => document.querySelectorAll('.toast').length === 3")
    done = {do["kind"]: do for do in script.asked}
    assert done["approve"]["entrant"] == "Zoe"
    assert done["add"]["engine"] == {"engine": {"algorithm": "level", "level": 9}, "name": "Strong"}
    assert [done["pair"][name] for name in ("round", "first", "second")] == [4, "Ada", "Ben"]
    assert [done["result"][name] for name in ("game", "result", "reason")] == [3, "forfeit-first", "did not come"]
    assert "pause" in done
    other = opened(looking, scenes.arena(codes))
    expect(other.get_by_role("button", name="Organise")).to_have_count(0)


# Games.


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


# Refusals.


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


# Phones and projectors.


def test_a_phone_has_cards(looking: Visitors, codes: Codes) -> None:
    """Standings are a list of cards, and nothing is wider than the window."""
    page = opened(looking, scenes.swiss(codes), phone=True)
    expect(page.locator(".standing-cards li")).to_have_count(12)
    expect(page.get_by_role("table")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.set_viewport_size(DESKTOP)
    expect(page.locator("table.standings tbody tr")).to_have_count(12)


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


# All of them.


@pytest.mark.long
@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_axe_finds_no_violation(looking: Visitors, codes: Codes, phone: bool) -> None:
    """All rules hold in each state, and those of contrast in every theme, at one size or the other."""
    if not AXE.exists():
        pytest.skip("axe-core is not installed; try: make lint-web")
    found = []
    for scene in SCENES:
        script = scene.script(codes)

        def before(page: Page, script: Script = script) -> None:
            page.add_init_script(path=AXE)
            script(page)

        page = looking.open(scene.path, phone=phone, before=before)
        settle(page)
        scene.prepare(page)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), scene.name
        found += [f"{scene.name}: {line}" for line in violations(page)]
        for theme in THEMES[phone::2]:
            page.evaluate(USE_THEME, theme)
            found += [f"{scene.name}, theme {theme or 'usual'}: {line}" for line in violations(page, "color-contrast")]
        page.context.close()
    assert not found, "\n".join(found)


@pytest.mark.long
@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_long_texts_are_not_cut(looking: Visitors, codes: Codes, phone: bool) -> None:
    """The pseudo-language, whose texts are half as long again, fits; and so does each state at 400 % zoom."""
    found = []
    for scene in SCENES:
        script = scene.script(codes)

        def before(page: Page, script: Script = script) -> None:
            prefer(page, language="xx")
            script(page)

        page = looking.open(scene.path, phone=phone, before=before)
        settle(page)
        found += [f"{scene.name}: {line}" for line in page.evaluate(CLIPPED.read_text())]
        if not phone:
            page.set_viewport_size(ZOOMED)
            wait_until(page, "() => innerWidth === 360 && document.documentElement.scrollWidth <= innerWidth")
        page.context.close()
    assert not found, "\n".join(found)


def test_events_are_german(looking: Visitors, codes: Codes) -> None:
    """Their texts come with them, in the language of the reader."""
    page = opened(looking, scenes.swiss(codes), locale="de-DE")
    expect(page.get_by_role("tab", name="Kreuztabelle")).to_be_visible()
    expect(page.locator(".event-head")).to_contain_text("Runde 3 von 5")
