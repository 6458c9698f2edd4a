"""Puzzles on the page: the puzzle of the day leads there, the verdict is at the board, and one is solved by keys."""

from playwright.sync_api import expect

from tests.web.conftest import Visitors


def test_puzzles_are_solved(visitors: Visitors) -> None:
    """From the first page to the puzzle of the day; hint, solution and source; then moves until one is right."""
    page = visitors.open("/")
    page.locator(".daily").click()
    expect(page.locator(".puzzle .match-head")).to_contain_text("Puzzle of the day")
    told = page.locator(".told")
    expect(told).to_contain_text("find the only good move")
    expect(page.locator(".puzzle .source")).to_have_count(0)
    page.keyboard.press("h")
    expect(told).to_contain_text("not rated now")
    page.get_by_role("button", name="Solution").click()
    expect(told).to_contain_text("Solution:")
    expect(page.locator(".puzzle .source")).to_contain_text("From a game of")
    page.locator(".choices select").first.select_option("tictactoe")
    expect(page.locator(".puzzle h1")).to_contain_text("Tic-tac-toe")
    expect(told).to_contain_text("find the only good move")
    first = page.url
    options = page.locator("#legal-moves option")
    expect(options.first).to_be_attached()
    for move in options.evaluate_all("options => options.map((each) => each.value)"):
        page.locator("#typed-move").fill(move)
        page.keyboard.press("Enter")
        right, wrong = page.locator(".told.goOn, .told.solved, .told.found"), page.locator(".told.wrong")
        expect(right.or_(wrong.filter(has_text=f"{move} is not the move"))).to_be_visible()
        if right.count():
            break
    expect(page.locator(".told.wrong")).to_have_count(0)
    expect(page.locator(".last a").first).to_be_visible()
    page.locator("main").focus()
    page.keyboard.press("n")
    expect(page).not_to_have_url(first)
    expect(page.locator(".puzzle h1")).to_contain_text("Tic-tac-toe")
    # The page says that no puzzle fits a wish, which can be changed.
    page.locator(".choices select").last.select_option("advantage")
    expect(page.locator("h1")).to_have_text("There is no such puzzle yet")
    page.locator(".choices select").last.select_option("")
    expect(page.locator(".puzzle h1")).to_contain_text("Tic-tac-toe")
    page.close()
