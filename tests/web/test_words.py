"""The texts of the page: languages, and times as readers say them."""

import ast
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from kibitz_server import games
from kibitz_server.core.values.endings import ADJUDICATED
from kibitz_server.games.backgammon.rules import ENDINGS
from tests.web.conftest import Visitors
from tests.web.modules import run_module


def test_times_are_said_in_the_language_of_the_reader(module_page: Page) -> None:
    """The largest unit that fits, in the past and in the future."""
    now = 1_795_197_684
    seconds = [0, -1, -59, -60, -3 * 60 - 20, -7200, -86_400, -8 * 86_400, -400 * 86_400, 3 * 3600]
    ago = "(module, at, now) => module.ago(at, now)"
    found = run_module(module_page, "words/index.js", ago, [[now + each, now] for each in seconds])
    assert found[:5] == ["now", "1 second ago", "59 seconds ago", "1 minute ago", "3 minutes ago"]
    assert found[5:] == ["2 hours ago", "yesterday", "last week", "last year", "in 3 hours"]
    german = """async (module, at, now) => {
      await module.setLanguage("de");
      const text = module.ago(at, now);
      await module.setLanguage("en");
      return text;
    }"""
    assert run_module(module_page, "words/index.js", german, [[now - 200, now]]) == ["vor 3 Minuten"]


@pytest.mark.long
def test_a_language_without_a_text_has_the_english_one(visitors: Visitors) -> None:
    """A text that was not yet translated is shown in English, and not as its key."""

    def half(page: Page) -> None:
        texts = 'export default {"nav.settings": "Einstellungen"};'
        page.route("**/words/de.*js", lambda route: route.fulfill(body=texts, content_type="text/javascript"))

    page = visitors.open("/settings", before=half)
    page.locator("form.card select, .card select").first.select_option("de")
    expect(page.get_by_role("heading", level=1)).to_have_text("Einstellungen")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_role("link", name="Archive").first).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Einstellungen")
    page.locator(".card select").first.select_option("en")
    expect(page.get_by_role("heading", level=1)).to_have_text("Settings")


def test_a_german_browser_gets_the_german_page(visitors: Visitors) -> None:
    """The language of the browser decides until its reader chooses another one, which a reload keeps."""
    page = visitors.open("/settings", locale="de-DE")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_role("heading", level=1)).to_have_text("Einstellungen")
    page.locator(".card select").first.select_option("en")
    expect(page.get_by_role("heading", level=1)).to_have_text("Settings")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Settings")


THE_SAME = {"showdown", "gammon", "backgammon"}
"""Reasons that German has from English."""


def reasons() -> list[str]:
    """Return the reasons for which matches end: those that the rules of games return, and those of all games."""
    found = {*ENDINGS, "time", "resignation", "agreement", "abandonment", "no-show", "engine failure", "50-move rule"}
    found |= {str(kind) for kind in ADJUDICATED}
    for file in Path(games.__file__).parent.rglob("*.py"):
        functions = [node for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.FunctionDef)]
        for function in filter(lambda function: function.name == "ending", functions):
            returned = [
                node for node in ast.walk(function) if isinstance(node, ast.Return) and function.name == "ending"
            ]
            values = [node.value for each in returned for node in ast.walk(each) if isinstance(node, ast.Constant)]
            found |= {value for value in values if isinstance(value, str)}
    return sorted(text for text in found if text and text[0].isalnum())


def test_reasons_have_german_texts(module_page: Page) -> None:
    """Each reason for which a match ends is in German on a German page, also a win that was only a draw."""
    known = reasons()
    assert {"checkmate", "line", "chain", "50-move rule", "single game"} <= set(known)
    said = """async ({reasonText}, reasons) => {
      const words = await import("/assets/words/index.js");
      await words.setLanguage("de");
      const texts = reasons.map(reasonText);
      await words.setLanguage("en");
      return [...texts, reasonText("checkmate")];
    }"""
    *texts, english = run_module(module_page, "app/format.js", said, [[[*known, "time, but the opponent cannot win"]]])[
        0
    ]
    assert english == "checkmate"
    assert texts.pop() == "Zeit, aber die Gegenseite kann nicht gewinnen"
    assert {reason for reason, text in zip(known, texts, strict=True) if reason == text} == THE_SAME
    assert "50-Züge-Regel" in texts


@pytest.mark.nightly
def test_lessons_bring_their_texts(visitors: Visitors) -> None:
    """They are loaded with the lessons, in the language of the reader, also if that is chosen later."""
    page = visitors.open("/learn", locale="de-DE")
    expect(page.get_by_role("heading", level=1)).to_have_text("Suchbäume")
    page.evaluate("""async () => (await import("/assets/words/index.js")).setLanguage("en")""")
    page.get_by_role("button", name="Leaf values").or_(page.get_by_role("button", name="Blattwerte")).first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Search trees")
    page.evaluate("""async () => (await import("/assets/words/index.js")).setLanguage("de")""")
    page.keyboard.press("Home")
    expect(page.get_by_role("heading", level=1)).to_have_text("Suchbäume")


@pytest.mark.nightly
def test_accounts_bring_their_texts(visitors: Visitors) -> None:
    """They are loaded with the views of accounts, in the language of the reader."""
    page = visitors.open("/account", locale="de-DE")
    expect(page.get_by_role("heading", name="Konto erstellen")).to_be_visible()
    page = visitors.open("/account")
    expect(page.get_by_role("heading", name="Create an account")).to_be_visible()
