"""Windows of all sizes: on a phone in landscape, on a laptop and on a projector, what is needed is in sight."""

from typing import Any

from playwright.sync_api import Page, ViewportSize, expect

from tests.web.conftest import Visitors
from tests.web.driver import create, wait_running

LANDSCAPE = [(844, 390), (740, 360), (667, 375)]
WIDE = [(1280, 720), (1440, 900), (1920, 1080)]
# What is not wholly in the window, or lies below something else, by name; and the place of the board.
_MISSING = """([wanted, board]) => {
  const missing = [];
  const place = (element) => element.getBoundingClientRect();
  const within = ({left, top, right, bottom}) =>
    left > -1 && top > -1 && right < innerWidth + 1 && bottom < innerHeight + 1;
  for (const element of document.querySelectorAll(wanted)) {
    const box = place(element);
    if (!element.checkVisibility({visibilityProperty: true}) || !box.width) continue;
    const above = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    const name = `${element.getAttribute("class")} ${(element.title || element.textContent).trim()}`.slice(0, 60);
    if (!within(box)) missing.push(`outside: ${name}`);
    else if (above && !element.contains(above) && !above.contains(element)) missing.push(`covered: ${name}`);
  }
  const {x, y, width, height} = place(document.querySelector(board));
  const shown = document.querySelectorAll(wanted).length;
  return {missing, x, y, width, height, shown, scrolls: document.documentElement.scrollWidth > innerWidth};
}"""
_STILL = """async (wanted) => {
  for (let before = "", same = 0; same < 5;) {
    await new Promise(requestAnimationFrame);
    const places = [...document.querySelectorAll(wanted)].map((element) => element.getBoundingClientRect());
    const now = JSON.stringify(places);
    same = now === before ? same + 1 : 0;
    before = now;
  }
}"""
CONTROLS = (
    "kibitz-board, .player, .player .clock, .turn-line, .match-head, .match-head .back, .actions .button, "
    ".tab, .scrub .button, .replay-play .button, .embed-foot .button, .controls .banner .button"
)
LESSON = "kibitz-tree, .step-buttons .button, .step-slider, .say, .zooms .button, .node.here"


def measure(page: Page, wanted: str, board: str = "kibitz-board") -> dict[str, Any]:
    """Return what the window lacks once nothing moves any more, and where the board is."""
    page.evaluate(_STILL, wanted)
    found: dict[str, Any] = page.evaluate(_MISSING, [wanted, board])
    return found


def resize(page: Page, size: tuple[int, int]) -> None:
    """Give the window another size, as a phone does that is turned."""
    page.set_viewport_size(ViewportSize(width=size[0], height=size[1]))


def test_a_phone_in_landscape_shows_everything_beside_the_board(
    looking: Visitors, exhibition: tuple[str, dict[str, str]]
) -> None:
    """The whole board, names, clocks and each button, for boards of every shape, without scrolling."""
    _, codes = exhibition
    paths = [f"/{codes[name]}" for name in ("chess", "hex", "go", "sown", "dice", "cards")]
    paths += [f"/replay/{codes['over']}", f"/embed/{codes['chess']}"]
    page = looking.open("/help", phone=True)
    resize(page, LANDSCAPE[0])
    origin = page.url.removesuffix("/help")
    for path in paths:
        page.goto(origin + path)
        page.locator("kibitz-board svg").first.wait_for()
        page.locator(".player").last.wait_for()
        for size in LANDSCAPE:
            resize(page, size)
            found = measure(page, CONTROLS)
            assert found["missing"] == [], (path, size)
            assert not found["scrolls"], (path, size)
            # Boards that are not wider than high use the height.
            assert found["height"] > size[1] - 20, (path, size)
    page.goto(f"{origin}/learn")
    page.locator(".node.here").wait_for()
    for size in LANDSCAPE:
        resize(page, size)
        assert measure(page, LESSON, "kibitz-tree")["missing"] == [], size


def test_an_own_match_in_landscape(visitors: Visitors) -> None:
    """A player has all buttons in sight, and a phone that is turned upright has its tabs at the bottom again."""
    page = visitors.open("/new?game=connect4&opponent=together", phone=True)
    create(page, "connect4")
    wait_running(page)
    for size in LANDSCAPE:
        resize(page, size)
        page.locator(".in-match .tabs").wait_for()
        page.wait_for_function("getComputedStyle(document.querySelector('.in-match .table')).display === 'contents'")
        found = measure(page, CONTROLS)
        assert found["missing"] == []
        heights = page.locator(".actions .button").evaluate_all("(all) => all.map((each) => each.offsetHeight)")
        assert len(heights) >= 5
        assert min(heights) >= 44
    resize(page, (390, 844))
    assert measure(page, "kibitz-board, .player, .actions .button, .tab")["missing"] == []
    assert page.locator(".in-match .tabs").evaluate("(tabs) => getComputedStyle(tabs).position") == "fixed"


def test_a_low_phone_has_the_buttons_of_poker_in_sight(visitors: Visitors) -> None:
    """Bets are above the bar at the bottom, also below the line of the goal; the code stays in the head."""
    page = visitors.open("/", phone=True)
    resize(page, (360, 640))
    assert measure(page, ".bottom-bar a", "main")["missing"] == []
    expect(page.locator(".bottom-bar a[href='/puzzles']")).to_be_visible()
    page.goto(f"{page.url}new?game=leduc&opponent=level")
    create(page, "leduc")
    page.locator(".bets .button").first.wait_for()
    page.locator(".goal").wait_for()
    found = measure(page, ".bets .button, .match-head .code, .goal, .goal .button, .player, .in-match .tab")
    assert found["missing"] == []
    assert not found["scrolls"]


def test_wide_windows_are_used(looking: Visitors, exhibition: tuple[str, dict[str, str]]) -> None:
    """Boards have the height or the width, nothing covers a control, and the steps of a lesson are in sight."""
    _, codes = exhibition
    page = looking.open("/help")
    origin = page.url.removesuffix("/help")
    for name in ("chess", "sown", "cards", "hex"):
        page.goto(f"{origin}/{codes[name]}")
        page.locator("kibitz-board svg").first.wait_for()
        page.locator(".player").last.wait_for()
        for size in WIDE:
            resize(page, size)
            found = measure(page, CONTROLS)
            assert found["missing"] == [], (name, size)
            room = size[1] - 200
            least = {"sown": 0.6, "hex": 0.7}.get(name, 0.96)
            assert found["height"] >= least * room, (name, size, found["height"])
    page.goto(f"{origin}/learn?step=9")
    page.locator(".node.here").wait_for()
    for size in WIDE:
        resize(page, size)
        found = measure(page, LESSON, "kibitz-tree")
        assert found["missing"] == [], size
        assert found["width"] >= 0.66 * size[0]
        letters = page.locator(".node:not(.unseen) .window, .node .value").evaluate_all(
            """(all) => all.filter((each) => each.textContent).map((each) =>
              parseFloat(getComputedStyle(each).fontSize) * each.getScreenCTM().a)"""
        )
        assert min(letters) >= 14, size
    # A class sees the tree alone, and the key brings everything back.
    page.keyboard.press("p")
    page.locator(".learn.presented").wait_for()
    resize(page, (1920, 1080))
    found = measure(page, LESSON, "kibitz-tree")
    assert found["missing"] == []
    assert found["width"] > 1850
    page.keyboard.press("p")
    page.locator(".learn:not(.presented) .learn-head").wait_for()


def test_a_lesson_tells_no_result_before_it_is_reached(looking: Visitors) -> None:
    """Before the last step neither the counts nor the cuts can be seen, and what was not visited can be read."""
    page = looking.open("/learn")
    page.locator(".node.here").wait_for()
    text = page.locator(".learn").inner_text()
    assert "85 %" not in text
    assert "11" not in page.locator("figcaption").inner_text()
    # Leaves that will be cut look like the others.
    looks = page.locator(".node.leaf").evaluate_all(
        """(all) => all.map((each) => {
          const {fill, opacity} = getComputedStyle(each.querySelector(".value"));
          return `${each.getAttribute("class")} ${fill} ${opacity} ${getComputedStyle(each).opacity}`;
        })"""
    )
    assert len(set(looks)) == 1
    page.get_by_role("button", name="Last step").click()
    page.get_by_text("85 %").wait_for()
