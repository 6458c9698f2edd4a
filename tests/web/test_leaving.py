"""Views that are left before the server has answered: the answer changes neither the address nor what is said."""

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.web.conftest import Visitors

LEAD = """(path) => {
  const link = document.createElement("a");
  link.href = path;
  document.body.append(link);
  link.click();
}"""
SAID = """() => {
  window.said = [];
  const regions = document.querySelectorAll("[aria-live=polite]");
  const note = () => regions.forEach((each) => window.said.push(each.textContent));
  new MutationObserver(note).observe(document.body, {subtree: true, childList: true, characterData: true});
}"""


class Line:
    """The line of a page to its server, which can hold back what the server answers."""

    def __init__(self, page: Page) -> None:
        self._sockets: list[WebSocketRoute] = []
        self._held: list[str | bytes] | None = None
        page.route_web_socket("**/*", self._connected)

    def _connected(self, socket: WebSocketRoute) -> None:
        self._sockets.append(socket)
        socket.connect_to_server().on_message(self._answer)

    def _answer(self, message: str | bytes) -> None:
        if self._held is None:
            self._sockets[-1].send(message)
        else:
            self._held.append(message)

    def hold(self) -> None:
        """Hold back all messages from now on."""
        self._held = []

    def release(self) -> None:
        """Let the messages pass in their order."""
        held, self._held = self._held or [], None
        for message in held:
            self._sockets[-1].send(message)


def test_a_late_answer_changes_nothing_elsewhere(visitors: Visitors) -> None:
    """The visitor goes to the ratings before a puzzle, a tree or a study has come."""
    lines: list[Line] = []
    page = visitors.open("/studies", before=lambda page: lines.append(Line(page)))
    (line,) = lines
    page.get_by_role("button", name="New study").click()
    page.locator("dialog .primary").click()
    page.wait_for_url("**/study/*")
    study = page.url
    expect(page.locator(".study-moves")).to_be_visible()
    page.evaluate(SAID)
    for left in ("/puzzles/tictactoe", "/learn", study):
        page.evaluate(LEAD, "/help")
        expect(page).to_have_title("Help - Kibitz")
        line.hold()
        page.evaluate(LEAD, left)
        expect(page.locator("main .skeleton").first).to_be_visible()
        page.evaluate(LEAD, "/players")
        expect(page.locator("main h1")).to_have_text("Ratings")
        page.evaluate("window.said.length = 0")
        line.release()
        # The answers to this view come after those to the view before.
        expect(page.locator("main .skeleton")).to_have_count(0)
        assert page.url.endswith("/players"), left
        assert page.evaluate("window.said.filter(Boolean)") == [], left
