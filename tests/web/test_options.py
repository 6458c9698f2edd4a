"""Options of games in the page's forms: halves, and defaults that depend on another option."""

import json
import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from kibitz_client.network.servers.local_server import LocalServer
from kibitz_client.text.options import default_text
from tests.client.go import HANDICAP, KOMI
from tests.games import claim
from tests.web.conftest import Visitors, visiting
from tests.web.driver import code_of
from tests.web.modules import as_json, run_module
from tests.web.node import Node


def test_defaults_are_those_of_the_app(node: Node) -> None:
    """Page and app know the same default beside what is typed for the others."""
    cases = [(option, [KOMI, HANDICAP], typed) for option in (KOMI, HANDICAP) for typed in ("", "0", "2", "-", "00")]
    cases.append((KOMI, [KOMI], "2"))
    run = "({defaultOf}, option, options, typed) => String(defaultOf(option, options, () => typed))"
    expected = [default_text(option, options, {"handicap": typed}) for option, options, typed in cases]
    assert run_module(node, "app/forms/options.js", run, [as_json(list(case)) for case in cases]) == expected


FOLLOW = """({follow}, options, steps) => {
  const form = document.createElement("form");
  for (const {name, default: usual} of options) {
    const field = document.createElement("input");
    field.name = `o.${name}`;
    field.defaultValue = String(usual);
    form.append(field);
  }
  form.addEventListener("input", follow(options, "o."));
  return steps.map(([name, value]) => {
    const field = form.elements.namedItem(`o.${name}`);
    field.value = value;
    field.dispatchEvent(new Event("input", {bubbles: true}));
    return form.elements.namedItem("o.komi").value;
  });
}"""


@pytest.mark.parametrize(
    ("steps", "komi"),
    [
        ([("handicap", "2"), ("handicap", "3"), ("handicap", "0"), ("handicap", "")], ["0.5", "0.5", "7.5", "7.5"]),
        ([("komi", "6.5"), ("handicap", "2"), ("handicap", "0")], ["6.5", "6.5", "6.5"]),
        ([("handicap", "2"), ("komi", "7.5"), ("handicap", "3")], ["0.5", "7.5", "7.5"]),
        ([("komi", "6.5"), ("komi", "7.5"), ("handicap", "2")], ["6.5", "7.5", "0.5"]),
    ],
)
def test_a_field_follows_while_it_has_its_default(
    module_page: Page, steps: list[tuple[str, str]], komi: list[str]
) -> None:
    """A komi that was typed stays."""
    (found,) = run_module(module_page, "app/forms/options.js", FOLLOW, [as_json([[KOMI, HANDICAP], steps])])
    assert found == komi


@pytest.fixture(scope="module")
def claims(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a server that has the game of the tests, and yield the address of its page."""
    folder = tmp_path_factory.mktemp("games")
    shutil.copy(Path(claim.__file__), folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KIBITZ_GAMES", str(folder))
        server = LocalServer("--seed", "1", "--engine-pace", "0", "--no-exhibitions")
    try:
        yield server.address().replace("ws://", "http://")
    finally:
        server.stop()


@pytest.fixture
def players(browser: Browser, claims: str) -> Iterator[Visitors]:
    """Open pages, and fail the test if one of them reports an error."""
    yield from visiting(browser, claims)


class Form:
    """The form for a match of the game, and the messages that its page receives."""

    def __init__(self, players: Visitors, **typed: str) -> None:
        self.received: list[Any] = []
        self.page = players.open("/new?game=claim&opponent=together", before=self._listen)
        self.page.locator("form details summary").first.click()
        self.komi = self.page.locator("[name=option-komi]")
        for name, text in typed.items():
            self.page.locator(f"[name=option-{name}]").fill(text)

    def create(self) -> None:
        """Create the match."""
        self.page.get_by_role("button", name="Create the match").click()

    def _listen(self, page: Page) -> None:
        def receive(frame: str | bytes) -> None:
            self.received.append(json.loads(frame))

        page.on("websocket", lambda socket: socket.on("framereceived", receive))


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("typed", "shown", "options"),
    [
        ({}, "1.5", {"komi": 1.5, "handicap": 0}),
        ({"komi": "6.5"}, "6.5", {"komi": 6.5, "handicap": 0}),
        ({"komi": "6,5"}, "6,5", {"komi": 6.5, "handicap": 0}),
        ({"handicap": "2"}, "0.5", {"komi": 0.5, "handicap": 2}),
        ({"handicap": "2", "komi": "1.5"}, "1.5", {"komi": 1.5, "handicap": 2}),
        ({"komi": "7", "handicap": "2"}, "7", {"komi": 7, "handicap": 2}),
    ],
)
def test_a_match_has_the_komi_that_the_form_shows(
    players: Visitors, typed: dict[str, str], shown: str, options: dict[str, float]
) -> None:
    """The form sends what it shows, also where that is the default without the other option."""
    form = Form(players, **typed)
    expect(form.komi).to_have_value(shown)
    form.create()
    code_of(form.page)
    snapshot = next(message for message in form.received if message["t"] == "snapshot")
    assert snapshot["options"] == {"size": 5, **options}


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"handicap": "1"}, "option handicap is 0 or 2 to 9, not 1"),
        ({"size": "6", "handicap": "2"}, "option handicap is 0 with size=6, not 2"),
        ({"komi": "6.25"}, "option komi is 0 to 20 in steps of 0.5, not 6.25"),
        ({"komi": "much"}, "option komi is 0 to 20 in steps of 0.5, not 'much'"),
    ],
)
def test_options_that_do_not_fit_are_refused(players: Visitors, typed: dict[str, str], sentence: str) -> None:
    """The form stays open, and the page shows what fits."""
    form = Form(players, **typed)
    form.create()
    expect(form.page.get_by_text(sentence)).to_be_visible()
    expect(form.komi).to_be_visible()


@pytest.mark.long
def test_players_choose_a_side(players: Visitors) -> None:
    """Where an option decides which seat begins, the form has the names of the sides in place of the first move."""
    page = players.open("/new?game=claim&opponent=level")
    expect(page.locator("fieldset", has=page.locator("[name=first]"))).to_contain_text("Black")
    page.locator("label.game", has=page.locator("[value=tictactoe]")).click()
    expect(page.locator("fieldset", has=page.locator("[name=first]"))).not_to_contain_text("Black")


@pytest.mark.long
def test_each_game_has_its_own_fields(players: Visitors) -> None:
    """What was typed for one game is not a value of another, and the first game has its defaults again."""
    form = Form(players, size="7", handicap="2")
    page = form.page
    page.locator("label.game", has=page.locator("[value=hex]")).click()
    expect(page.locator("[name=option-size]")).to_have_value("11")
    page.locator("label.game", has=page.locator("[value=claim]")).click()
    expect(page.locator("[name=option-size]")).to_have_value("5")
    expect(form.komi).to_have_value("1.5")


@pytest.mark.long
def test_a_tree_has_the_komi_that_its_form_shows(players: Visitors) -> None:
    """The form of a lesson sends a komi that is not the default beside the handicap, and shows that default later."""
    page = players.open("/learn?game=claim&o.size=3&o.handicap=2&depth=1")
    kind, komi = page.get_by_role("button", name="Game position"), page.locator("[name='o.komi']")
    for shown, typed, sent in (("0.5", "1.5", "1.5"), ("1.5", "0.5", None), ("0.5", "3", "3")):
        kind.click()
        expect(komi).to_have_value(shown)
        komi.fill(typed)
        page.locator("form.subject-form .primary").click()
        page.wait_for_url(partial(has_komi, sent))
        assert "o.handicap=2" in page.url


def has_komi(sent: str | None, url: str) -> bool:
    """Return whether an address has a komi, or has none."""
    return parse_qs(urlsplit(url).query).get("o.komi") == ([sent] if sent else None)


@pytest.mark.browser
def test_a_name_of_a_game_brings_its_options(visitors: Visitors) -> None:
    """An address and the search find a game by its other names, whose options the form shows and sends."""
    page = visitors.open("/new?game=Chess%20960")
    array = page.locator("[name=option-array]")
    expect(page.locator("label.game:has(:checked)")).to_have_text("Chess960")
    expect(array).to_have_value("any")
    search = page.get_by_role("searchbox")
    search.fill("no limit hold")
    expect(page.locator("label.game")).to_have_count(1)
    search.fill("no-limit hold'em")
    expect(page.locator("[name=option-limit]")).not_to_be_checked()
    search.fill("checkers")
    expect(page.locator("input[name=game]:checked")).to_have_value("draughts")
    search.fill("")
    expect(page.locator("input[name=game]:checked")).to_have_value("draughts")
    search.fill("fischer random")
    search.press("Enter")
    expect(array).to_have_value("any")
    page.get_by_role("button", name="Create the match").click()
    code_of(page)
    page.get_by_role("tab", name="Info").click()
    expect(page.locator("main")).to_contain_text("array")


@pytest.mark.browser
def test_options_are_chosen_in_german_too(visitors: Visitors) -> None:
    """Games whose texts the page translates have their options in the forms of matches, events and lessons."""
    page = visitors.open("/learn?game=go", locale="de-DE")
    page.get_by_role("button", name="Stellung eines Spiels").click()
    expect(page.locator("[name='o.size']")).to_have_value("9")
    page.goto(page.url.split("/learn")[0] + "/new?game=go&opponent=together")
    page.locator(".presets label", has_text="13×13").click()
    expect(page.locator("[name=option-size]")).to_have_value("13")
    expect(page.locator(".field:has([name=option-size]) small")).to_have_text(
        "Linien waagerecht und senkrecht (2 bis 19)"
    )
    page.get_by_role("button", name="Partie erstellen").click()
    code_of(page)
    expect(page.locator(".in-match kibitz-board [data-cell]")).to_have_count(13 * 13)
