"""The first page begins a match in one tap, and the form of a new match offers what suits a game."""

from playwright.sync_api import expect

from tests.web import driver
from tests.web.conftest import Visitors
from tests.web.modules import run_module
from tests.web.node import Node

OPTIONS = {"name": "mnk", "options": [{"name": name} for name in ("columns", "rows", "connect", "exact")]}


def test_games_are_grouped_and_a_variant_has_a_tile(node: Node) -> None:
    """Chess960 is a tile of chess, a game without a group comes last, and those that were played lately come first."""
    games = [{"name": name, "title": name.title()} for name in ("kuhn", "chess", "shiny")]
    (found,) = run_module(node, "app/forms/game_groups.js", "grouped", [[games]])
    assert [(group, [game["title"] for game in listed]) for group, listed in found] == [
        ("chess", ["Chess", "Chess960"]),
        ("small", ["Kuhn"]),
        ("other", ["Shiny"]),
    ]
    (found,) = run_module(node, "app/forms/game_groups.js", "grouped", [[games, ["shiny", "chess960", "gone"]]])
    assert [(group, [game["title"] for game in listed]) for group, listed in found] == [
        ("recent", ["Shiny", "Chess960"]),
        ("chess", ["Chess"]),
        ("small", ["Kuhn"]),
    ]


def test_a_game_has_few_forms_and_clocks(node: Node) -> None:
    """Four clocks are offered; m,n,k begins with seven by seven and four in a row; given options find their form."""
    games = ["chess", "go", "holdem", "nim", "backgammon", "unknown"]
    clocks = run_module(node, "app/forms/presets.js", "clocksFor", [[game] for game in games])
    assert {len(each) for each in clocks} == {4}
    (forms,) = run_module(node, "app/forms/presets.js", "presetsOf", [[OPTIONS]])
    assert forms[0]["options"] == {"columns": 7, "rows": 7, "connect": 4}
    cases = [[forms, {"columns": 9, "rows": 9, "connect": 5}], [forms, {"columns": 4, "rows": 4, "connect": 3}]]
    assert run_module(node, "app/forms/presets.js", "presetWith", cases) == [1, -1]


def test_two_taps_begin_one_match(node: Node) -> None:
    """A double click, or taps while the server is away, ask once; after the answer the next tap asks again."""
    run = """async ({create}) => {
      const answers = [];
      const link = {command: () => new Promise((resolve) => answers.push(() => resolve({code: "ABCDEF"})))};
      const app = {link, prefs: {values: {last: null, recent: []}, set() {}}, go() {}, refused(error) { throw error; }};
      const taps = [create(app, {game: "go"}), create(app, {game: "go"})];
      answers[0]();
      await Promise.all(taps);
      const first = answers.length;
      void create(app, {game: "go"});
      answers.at(-1)();
      return [first, answers.length];
    }"""
    assert run_module(node, "app/forms/begin.js", run, [[]]) == [[1, 2]]


def test_one_tap_begins_a_match_and_the_next_visit_repeats_it(visitors: Visitors) -> None:
    """A new visitor plays Connect Four; after a match of m,n,k the same button offers that."""
    page = visitors.open()
    expect(page.locator(".hero h1")).to_contain_text("without an account")
    expect(page.locator(".showcase svg")).to_be_visible()
    expect(page.locator(".showcase .plate")).to_have_css("fill", "rgb(37, 99, 184)")
    expect(page.locator(".play.now")).to_contain_text("Connect Four, level 3")
    page.locator(".play.now").click()
    driver.wait_running(page)
    expect(page.locator(".goal")).to_contain_text("4 in a row")
    page.goto(page.url.rsplit("/", 1)[0] + "/new?game=mnk&opponent=level")
    expect(page.locator(".presets input:checked")).to_have_value("0")
    driver.create(page, "mnk")
    assert len(driver.position(page)["rows"]) == 7
    page.get_by_role("link", name="To the lobby").click()
    expect(page.locator(".play.now")).to_contain_text("m,n,k, level 3")
    page.locator(".game-strip a").first.click()
    lately = page.locator(".game-group").first
    expect(lately).to_contain_text("Played lately")
    expect(lately.locator("label span")).to_have_text(["m,n,k", "Connect Four"])
    # Guests play for no rating, and the field of another clock appears when it is wanted.
    expect(page.locator("[name=rated]")).to_have_count(0)
    expect(page.locator(".clock-text")).to_be_hidden()
    page.locator("[name=clock][value=other]").check(force=True)
    expect(page.locator(".clock-text")).to_be_visible()
