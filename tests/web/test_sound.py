"""Sounds, and what the page says of matches that wait for a move of the player."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visitors
from tests.web.driver import create, square, take_seat
from tests.web.modules import run_module

SPY = """
  window.tones = [];
  const Tone = window.OscillatorNode;
  window.OscillatorNode = class extends Tone {
    constructor(context, options) {
      super(context, options);
      window.tones.push(options.frequency);
    }
  };
"""
"""Notes the tones that the page makes, for a machine without a loudspeaker."""
HIDING = """
  Object.defineProperty(document, "hidden", {get: () => window.put_away ?? false});
  window.notices = [];
  window.Notification = class {
    static permission = "granted";
    static requestPermission = async () => "granted";
    constructor(title, {body}) {
      window.notices.push([title, body]);
      window.notice = this;
    }
    close() {}
  };
"""
"""A page that can be put away, and notes the notices of the system."""


def listen(page: Page) -> None:
    """Note the tones of a page."""
    page.add_init_script(SPY)


def tones(page: Page) -> list[int]:
    """Return the tones since the last call."""
    found: list[int] = page.evaluate("() => window.tones.splice(0)")
    return found


def cell(page: Page, name: str, *, last: bool = False) -> None:
    """Play a cell, or wait until it is the last move."""
    if last:
        square(page, name).and_(page.locator("[aria-label*='last move']")).wait_for()
    else:
        square(page, name).click()


@pytest.mark.nightly
def test_there_are_no_sounds_at_first(visitors: Visitors) -> None:
    """Sounds are off until the visitor turns them on."""
    page = visitors.open("/new?game=tictactoe&opponent=together", before=listen)
    page.get_by_role("button", name="Create the match").click()
    for name in ("a1", "b1"):
        cell(page, name)
        cell(page, name, last=True)
    assert tones(page) == []


def test_moves_and_ends_have_their_sounds(visitors: Visitors) -> None:
    """The button in the header plays a sample; then each side's moves and the end sound, and off is off."""
    page = visitors.open("/new?game=tictactoe&opponent=together", before=listen)
    page.get_by_role("button", name="Sounds").click()
    expect(page.get_by_role("button", name="Sounds")).to_have_attribute("aria-pressed", "true")
    page.wait_for_function("() => window.tones.length")
    assert tones(page) == [659, 880]
    page.get_by_role("button", name="Create the match").click()
    page.locator("kibitz-board").wait_for()
    heard = []
    for name in ("a1", "b1", "a2", "b2"):
        tones(page)
        cell(page, name)
        page.wait_for_function("() => window.tones.length")
        heard.append(tones(page))
    assert heard[0] == heard[2] != heard[1] == heard[3]
    cell(page, "a3")
    page.locator(".result").wait_for()
    page.wait_for_function("() => window.tones.includes(494)")
    page.reload()
    page.locator(".result").wait_for()
    page.goto(page.url.rpartition("/")[0] + "/settings")
    page.get_by_label("Sounds", exact=True).and_(page.locator("input")).uncheck()
    expect(page.get_by_label("Volume")).to_be_disabled()
    assert tones(page) == []


def test_messages_and_their_sounds(module_page: Page) -> None:
    """A capture, a check, ends, offers and chat differ, as do dice, cards and chips; what changes nothing is silent."""
    grid = {"shape": "grid", "symbols": {"-": "empty", "x": "black man", "o": "white man"}, "every_empty_cell": False}
    two, one = ({"rows": [row], "last": [0]} for row in ("xo-", "-x-"))

    def happening(kind: str, **fact: object) -> list[object]:
        event = {"t": "event", "event": {"kind": kind, **fact}}
        return [{"state": {"board": grid, "position": one, "you": 0}, "before": two, "message": event}]

    won, lost = ({"winner": winner} for winner in (0, 1))
    table = {"board": {"shape": "table"}, "position": one, "you": 0}
    checked = {"board": grid, "position": {**one, "attacked": [1]}, "you": 0}

    def of(state: object, kind: str, **fact: object) -> list[object]:
        return [{"state": state, "before": None, "message": {"t": "event", "event": {"kind": kind, **fact}}}]

    found = run_module(
        module_page,
        "app/sound.js",
        "soundOf",
        [
            of(checked, "moved", move={"seat": 1, "move": "b2"}),
            of(table, "moved", move={"seat": 1, "move": "raise 6"}),
            of(table, "moved", move={"seat": 1, "move": "fold"}),
            of(table, "chance_decided", chance={"text": "Ah"}),
            of({**table, "you": None}, "finished", result={"winner": 0}),
            happening("moved", move={"seat": 1}),
            [{**happening("moved", move={"seat": 1})[0], "before": None}],  # type: ignore[dict-item]  # a JSON object
            [{**happening("moved", move={"seat": 0})[0], "before": None}],  # type: ignore[dict-item]  # a JSON object
            happening("finished", result=won),
            happening("finished", result=lost),
            happening("finished", result={"winner": None}),
            happening("started"),
            happening("chance_decided", chance={"text": "31"}),
            happening("offered", seat=1),
            happening("offered", seat=0),
            [{"state": {}, "before": None, "message": {"t": "said"}}],
            [{"state": {}, "before": None, "message": {"t": "thinking"}}],
        ],
    )
    assert found[:5] == ["check", "chip", "other", "card", "end"]
    assert found[5:] == [
        "capture",
        "other",
        "own",
        "won",
        "lost",
        "drawn",
        "start",
        "dice",
        "offer",
        None,
        "chat",
        None,
    ]


@pytest.mark.long
def test_a_match_that_waits_is_announced_in_every_view(visitors: Visitors) -> None:
    """The title counts it, a notice leads to it, and while the page is hidden the system shows one."""

    def hidden(page: Page) -> None:
        listen(page)
        page.add_init_script(HIDING)

    host = visitors.open("/new?game=tictactoe", before=hidden)
    code = create(host)
    guest = visitors.open(f"/{code}")
    take_seat(guest, host)
    cell(host, "a1")
    cell(guest, "a1", last=True)
    host.get_by_role("link", name="Settings").or_(host.locator("a[href='/settings']")).first.click()
    host.get_by_label("Notify me when it is my move").check()
    host.get_by_label("Sounds", exact=True).and_(host.locator("input")).check()
    expect(host).to_have_title("Settings - Kibitz")
    icon = host.locator("link[rel=icon]")
    plain = icon.get_attribute("href")
    cell(guest, "b1")
    expect(host).to_have_title("(1) Settings - Kibitz")
    assert icon.get_attribute("href") != plain
    toast = host.locator(".toast", has_text="Your move in Tic-tac-toe")
    toast.wait_for()
    assert host.evaluate("() => window.notices") == []
    toast.get_by_role("button", name="Open").click()
    cell(host, "a2")
    cell(host, "a2", last=True)
    expect(host).not_to_have_title(re.compile(r"^\(1\)"))
    host.evaluate("() => void (window.put_away = true)")
    cell(guest, "b2")
    host.wait_for_function("() => window.notices.length")
    ((title, body),) = host.evaluate("() => window.notices")
    assert title == "Your move"
    assert "Tic-tac-toe" in body
    host.evaluate("() => window.notice.onclick()")
    assert host.url.endswith(f"/{code}")
