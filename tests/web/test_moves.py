"""The list of moves: it follows the match and what is looked at, and leaves the reader alone in between."""

from playwright.sync_api import Page, expect

from tests.web.conftest import DESKTOP, Visitors
from tests.web.driver import planned, wait_until
from tests.web.played import Player

INSIDE = """(number) => {
  const moves = [...document.querySelectorAll(".move")];
  const shown = document.querySelector(".move.shown");
  const panel = document.querySelector(".tab-panel")?.getBoundingClientRect();
  const box = shown?.getBoundingClientRect();
  return moves.indexOf(shown) === number - 1 && box.top >= panel.top - 1 && box.bottom <= panel.bottom + 1;
}"""


def in_sight(page: Page, number: int) -> None:
    """Wait until the list shows the move of a number, and marks no other one."""
    wait_until(page, INSIDE, number)
    expect(page.locator(".move[aria-current]")).to_have_count(1)


def test_the_list_follows(visitors: Visitors, site: str) -> None:
    """In a running match, at an address with a ply, after a reload, in a replay, and on a phone."""
    _, steps = planned("reversi", {}, plies=50)
    with Player(site) as player:
        entered = player.ask(t="create", game="reversi", seats=[{"kind": "me"}, {"kind": "me"}])

        def play(first: int, end: int) -> None:
            for ply in range(first, end):
                player.ask(t="move", match=entered["match"], ply=ply, move=steps[ply].move.text)

        play(0, 45)
        page = visitors.open(f"/{entered['code']}")
        in_sight(page, 45)
        # Only a match with a clock shows how long each move took.
        expect(page.locator(".move small")).to_have_count(0)
        play(45, 48)
        in_sight(page, 48)
        # What the reader looks for stays, until the next step.
        page.locator(".tab-panel").evaluate("(panel) => { panel.scrollTop = 0; }")
        page.get_by_role("tab", name="Info").click()
        page.get_by_role("tab", name="Moves").click()
        in_sight(page, 48)
        page.get_by_role("button", name="Back", exact=True).click()
        in_sight(page, 47)
        page.keyboard.press("Home")
        page.keyboard.press("ArrowRight")
        in_sight(page, 1)
        page.goto(f"{site}/{entered['code']}?ply=30")
        in_sight(page, 30)
        page.goto(f"{site}/{entered['code']}?ply=999")
        in_sight(page, 48)
        expect(page.get_by_role("button", name="Back to the match")).to_have_count(0)
        page.goto(f"{site}/{entered['code']}?ply=30")
        in_sight(page, 30)
        page.set_viewport_size({"width": 390, "height": 844})
        page.reload()
        in_sight(page, 30)
        page.set_viewport_size(DESKTOP)
        page.goto(f"{site}/replay/{entered['code']}?ply=40")
        in_sight(page, 40)
