"""The views of the page and their states: one table for tests of accessibility and layout, and for the pictures.

A new view is one line of `VIEWS`. A view whose name the router does not have is left out.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page, expect

from tests.web.driver import wait_until
from tests.web.sources import WEB

PREFERENCES = "kibitz.preferences"


def _nothing(_page: Page) -> None: ...


def _tab(name: str) -> Callable[[Page], None]:
    return lambda page: page.get_by_role("tab", name=name).click()


def _more(page: Page) -> None:
    page.locator("form details summary").first.click()


def _without_limit(page: Page) -> None:
    _more(page)
    page.locator("[name=option-limit]").uncheck()
    page.get_by_role("button", name="Create the match").click()
    expect(page.locator(".in-match .bets button").first).to_be_visible()


def _dialog(name: str) -> Callable[[Page], None]:
    def open_it(page: Page) -> None:
        page.get_by_role("button", name=name).first.click()
        expect(page.get_by_role("dialog")).to_be_visible()

    return open_it


def _new_study(page: Page) -> None:
    page.get_by_role("button", name="New study").click()
    page.locator("dialog .primary").click()
    expect(page.locator(".in-match kibitz-board .cells")).to_be_visible()


@dataclass(frozen=True)
class View:
    """A view in one state. In its path, `{name}` stands for the code of a match of `Exhibits`."""

    name: str
    path: str
    prepare: Callable[[Page], None] = _nothing
    missing: bool = False

    @property
    def known(self) -> bool:
        """Whether the page has the view: the router knows the first part of its address."""
        first = self.path.split("?")[0].split("/")[1]
        router = (WEB / "app" / "router.js").read_text()
        listed = re.search(rf"^  {first}[:,]", router, re.MULTILINE)
        return first == "" or self.missing or "{" in first or listed is not None


TABLE = (
    View("lobby", "/"),
    View("play an engine", "/", _dialog("Play an engine")),
    View("play anyone", "/", _dialog("Play anyone")),
    View("new match", "/new"),
    View("new match, more", "/new?game=gomoku&opponent=duel", _more),
    View("boards", "/boards"),
    View("match", "/{live}"),
    View("draughts", "/{checked}"),
    View("chess", "/{chess}"),
    View("hex", "/{hex}"),
    View("go", "/{go}"),
    View("international draughts", "/{international}"),
    View("kalah", "/{sown}"),
    View("backgammon", "/{dice}"),
    View("fair dice", "/{dice}", _tab("Info")),
    View("cards", "/{cards}"),
    View("your cards", "/new?game=holdem&opponent=level", _without_limit),
    View("match, engine", "/{engines}", _tab("Engine")),
    View("match, chat", "/{live}", _tab("Chat")),
    View("match, info", "/{live}", _tab("Info")),
    View("share", "/{live}", _dialog("Share")),
    View("over", "/{over}"),
    View("waiting", "/{waiting}"),
    View("private", "/{private}"),
    View("no such match", "/ZZZZZZ", missing=True),
    View("not found", "/nothing/here", missing=True),
    View("learn", "/learn"),
    View("searched tree", "/learn?step=21"),
    View("archive", "/archive"),
    View("ratings", "/ratings"),
    View("replay", "/replay/{over}"),
    View("player", "/players/Ada"),
    View("account", "/account"),
    View("admin", "/admin"),
    View("settings", "/settings"),
    View("help", "/help"),
    View("embed", "/embed/{live}"),
    View("puzzle", "/puzzles/chess"),
    View("exercise", "/learn?exercise=value-1"),
    View("alerts", "/alerts"),
    View("events", "/events"),
    View("studies", "/studies"),
    View("new study", "/studies", _new_study),
    View("lessons", "/lessons"),
    View("new lesson", "/lessons/new"),
)
VIEWS = {view.name: view for view in TABLE if view.known}


def prefer(page: Page, **values: str | bool) -> None:
    """Have the browser of a page keep preferences before it loads anything."""
    stored = json.dumps(json.dumps(values))
    # Some documents have no storage, and a test may change what is kept.
    keep = f"localStorage.getItem({PREFERENCES!r}) || localStorage.setItem({PREFERENCES!r}, {stored})"
    page.add_init_script(f"try {{ {keep} }} catch {{}}")


def settle(page: Page) -> None:
    """Wait until a view is complete: with its text, without placeholders, with its fonts and pictures."""
    wait_until(
        page,
        """() => document.querySelector("main")?.textContent.trim()
          && !document.querySelector(".skeleton, [aria-busy=true]")
          && document.fonts.status === "loaded" && ![...document.images].some((image) => !image.complete)""",
    )


def show(page: Page, site: str, view: View, codes: dict[str, str]) -> None:
    """Lead a page to a view, and wait until it is complete."""
    page.goto(site + view.path.format(**codes))
    settle(page)
    view.prepare(page)
    settle(page)
