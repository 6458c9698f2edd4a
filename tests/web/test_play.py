"""Matches in a browser: against an engine, against another visitor, and watched."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import Visitors
from tests.web.driver import create, insist, take_seat

TARGET = "[role=gridcell][aria-label*='can be played']"
TURN = ".turn-line"


def play_engine(page: Page, game: str, level: int = 1) -> None:
    """Start a match against the engine from the lobby."""
    page.get_by_role("button", name="Play an engine").click()
    page.locator("dialog select[name=game]").select_option(game)
    page.locator(f"dialog input[name=level][value='{level}']").check(force=True)
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator("kibitz-board").wait_for()


def test_a_match_against_an_engine_to_its_end(visitors: Visitors) -> None:
    """A new visitor plays Connect Four by clicks until there is a result."""
    page = visitors.open()
    play_engine(page, "connect4")
    for ply in range(0, 42, 2):
        # The line of the turn changes with an answer of the server; the number of moves tells whether it came.
        page.locator(f"main:has(.scrub:has-text('{ply}/{ply}')):has({TARGET}), .result").first.wait_for()
        if page.locator(".result").count():
            break
        page.locator(TARGET).first.click()
    expect(page.locator(".result")).to_be_visible()
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()


def test_two_visitors_play_from_a_link(visitors: Visitors) -> None:
    """One creates a match, the other takes the seat by the link, and each sees the moves of the other."""
    host = visitors.open("/new?game=tictactoe")
    guest = visitors.open(f"/{create(host)}", phone=True)
    take_seat(guest, host)
    pages = [host, guest]
    for ply, cell in enumerate(("a1", "b1", "a2", "b2", "a3")):
        page = pages[ply % 2]
        page.locator(TURN, has_text="Your turn").wait_for()
        page.locator(f"[role=gridcell][aria-label^='{cell},']").click()
        for each in pages:
            expect(each.locator(f"[role=gridcell][aria-label^='{cell},']")).to_have_attribute(
                "aria-label", f"{cell}, {('cross', 'nought')[ply % 2]}{', winning line' if ply == 4 else ''}, last move"
            )
    expect(host.locator(".result")).to_contain_text("You won")
    expect(guest.locator(".result")).to_contain_text("You lost")


def test_the_lobby_says_whose_turn_it_is(visitors: Visitors, site: str) -> None:
    """A match is under "Your move" for the player to move, above all else, and under "Your matches" for the other."""
    host = visitors.open("/new?game=tictactoe")
    guest = visitors.open(f"/{create(host)}")
    take_seat(guest, host)
    for page, title in ((host, "Your move"), (guest, "Your matches")):
        page.goto(site)
        expect(page.get_by_role("region", name=title, exact=True).get_by_role("link")).to_contain_text("Tic-tac-toe")
    expect(host.locator(".lobby .stack > *").first).to_contain_text("Your move")


@pytest.mark.long
def test_the_keyboard_alone_plays(visitors: Visitors) -> None:
    """Arrows move over the board, Enter plays, and the move is said."""
    page = visitors.open("/new?game=tictactoe&opponent=together")
    page.get_by_role("button", name="Create the match").click()
    page.locator("[role=gridcell][tabindex='0']").focus()
    for key in ("ArrowLeft", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("[role=gridcell][aria-label^='a3,']")).to_have_attribute("aria-label", "a3, cross, last move")
    expect(page.locator("[aria-live=polite]")).to_contain_text("plays a3")


@pytest.mark.long
def test_a_refused_move_is_explained(visitors: Visitors) -> None:
    """The sentence of the server is shown, and the match goes on."""
    page = visitors.open("/new?game=tictactoe&opponent=together")
    page.get_by_role("button", name="Create the match").click()
    page.get_by_label("Type a move").fill("z9")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".typed + .answer")).to_contain_text("is not a move here")
    expect(page.locator(".answer")).not_to_contain_text("`legal`")
    expect(page.get_by_label("Type a move")).to_have_value("z9")
    page.get_by_label("Type a move").fill("b2")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("[role=gridcell][aria-label^='b2,']")).to_have_attribute("aria-label", "b2, cross, last move")


def test_a_reload_keeps_the_seat(visitors: Visitors) -> None:
    """The token of the guest is in the browser, so the same player returns."""
    page = visitors.open("/new?game=tictactoe&opponent=together")
    page.get_by_role("button", name="Create the match").click()
    page.locator("[role=gridcell][aria-label^='b2,']").click()
    expect(page.locator("[role=gridcell][aria-label^='b2,']")).to_have_attribute("aria-label", "b2, cross, last move")
    page.reload()
    page.locator("[role=gridcell][aria-label^='a1,']").click()
    expect(page.locator("[role=gridcell][aria-label^='a1,']")).to_have_attribute("aria-label", "a1, nought, last move")


@pytest.mark.long
def test_a_private_match_opens_with_its_key(visitors: Visitors) -> None:
    """The key leaves the address at once; without it a form asks for it."""
    page = visitors.open("/new?game=tictactoe")
    page.get_by_text("More settings").click()
    page.locator("select[name=visibility]").select_option("private")
    page.get_by_role("button", name="Create the match").click()
    link = page.locator(".invite input").input_value()
    assert "#key=" in link
    assert "#" not in page.url
    path, _, key = link.partition("#key=")
    other = visitors.open(path[path.rindex("/") :])
    other.get_by_label("Key").fill(key)
    other.get_by_role("button", name="Open", exact=True).click()
    expect(other.get_by_role("button", name="Take the seat")).to_be_visible()


def test_two_tabs_show_the_same_searches(visitors: Visitors, site: str) -> None:
    """A second tab shows the search of the first and can end it, and either tab may close before an opponent comes."""

    def seek(page: Page, game: str) -> None:
        page.get_by_role("button", name="Play anyone").click()
        # Any game comes with the terms of another player.
        expect(page.locator("dialog select[name=clock]")).to_have_count(0)
        page.locator("dialog select[name=game]").select_option(game)
        page.locator("dialog select[name=clock]").select_option("")
        page.get_by_role("button", name="Find an opponent", exact=True).click()

    def searches(page: Page) -> Locator:
        return page.locator("[role=status]", has_text="Looking for an opponent").locator("b")

    first = visitors.open()
    seek(first, "hex")
    expect(searches(first)).to_have_text(["Hex"])
    second = first.context.new_page()
    second.goto(site)
    expect(searches(second)).to_have_text(["Hex"])
    seek(second, "kalah")
    expect(searches(first)).to_have_text(["Hex", "Kalah"])
    second.get_by_role("button", name="Stop looking").first.click()
    for page in (first, second):
        expect(searches(page)).to_have_text(["Kalah"])
    second.close()
    seek(visitors.open(), "kalah")
    first.locator("kibitz-board").wait_for()


@pytest.mark.long
def test_the_chat_of_a_match_does_not_follow_tv(visitors: Visitors, site: str) -> None:
    """When TV goes on with another match, neither what was said nor what was being typed is shown there."""
    matches = []
    for _ in range(2):
        host = visitors.open("/new?game=tictactoe")
        guest = visitors.open(f"/{create(host)}")
        take_seat(guest, host)
        host.locator("[role=gridcell][aria-label^='b2,']").click()
        guest.locator("[role=gridcell][aria-label^='b2, cross']").wait_for()
        guest.locator("[role=gridcell][aria-label^='a1,']").click()
        matches.append(host)
        if len(matches) == 1:
            viewer = visitors.open("/tv")
            viewer.locator(".in-match kibitz-board").wait_for()
    fan = viewer.context.new_page()
    fan.goto(f"{site}/tv")
    for page, text in ((fan, "what a move"), (viewer, "half a sentence")):
        page.get_by_role("tab", name="Chat").click()
        page.locator(".chat-form input").fill(text)
    fan.locator(".chat-form button").click()
    expect(viewer.locator(".chat-log")).to_contain_text("what a move")
    fan.get_by_role("tab", name="Moves").click()
    host = matches[0]
    host.get_by_role("tab", name="Chat").click()
    host.locator(".chat-form input").fill("thank you")
    host.locator(".chat-form button").click()
    expect(fan.locator(".tab .number")).to_have_text("1")
    first = viewer.title()
    insist(matches[0].get_by_role("button", name="Resign"))
    expect(viewer).not_to_have_title(first, timeout=30_000)
    expect(viewer.locator(".chat-log")).not_to_contain_text("what a move")
    expect(viewer.locator(".chat-form input")).to_have_value("")
    expect(fan.locator(".tab .number")).to_have_count(0)
