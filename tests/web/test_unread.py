"""What reaches a player on a phone whose panel shows something else: chat, and offers below the window."""

import re

from playwright.sync_api import Page, expect

from tests.web.conftest import Visitors
from tests.web.driver import create, insist, take_seat
from tests.web.modules import run_module

PUT_AWAY = 'Object.defineProperty(document, "hidden", {get: () => Boolean(window.put_away)})'
FOLLOW = """() => new MutationObserver((_, observer) => {
  const button = document.querySelector(".toast .button:not(.icon)");
  if (!button) return;
  observer.disconnect();
  button.click();
}).observe(document.body, {childList: true, subtree: true})"""
"""Press the button of the next notice as soon as it is there: a notice does not wait for a busy machine."""


def test_chat_and_offers_are_not_missed(visitors: Visitors) -> None:
    """The tab counts messages, a line opens the chat, a hidden page has them in its title, and an offer is led to."""
    host = visitors.open("/new?game=tictactoe")
    code = create(host)
    guest = visitors.open(f"/{code}", phone=True, before=lambda page: page.add_init_script(PUT_AWAY))
    take_seat(guest, host)
    host.get_by_role("tab", name="Chat").click()

    def say(text: str) -> None:
        host.locator(".chat-form input").fill(text)
        host.locator(".chat-form input").press("Enter")

    tab = guest.get_by_role("tab", name="Chat")
    say("hello?")
    expect(tab.locator("b")).to_have_text("1")
    expect(guest.locator(".toast")).to_contain_text(": hello?")
    expect(host.locator(".toast")).to_have_count(0)
    guest.evaluate("() => { window.put_away = true; document.dispatchEvent(new Event('visibilitychange')); }")
    say("are you there?")
    expect(guest).to_have_title(re.compile("are you there"))
    guest.evaluate("() => { window.put_away = false; document.dispatchEvent(new Event('visibilitychange')); }")
    expect(tab.locator("b")).to_have_text("2")
    guest.evaluate(FOLLOW)
    say("well?")
    expect(tab).to_have_attribute("aria-selected", "true")
    expect(guest.get_by_role("log")).to_contain_text("are you there?")
    expect(tab.locator("b")).to_have_count(0)
    expect(guest.locator(".chat-form")).to_be_in_viewport()
    guest.set_viewport_size({"width": 360, "height": 400})
    expect(guest.locator(".toast")).to_have_count(0)
    guest.evaluate("scrollTo(0, document.body.scrollHeight)")
    guest.evaluate(FOLLOW)
    insist(host.get_by_role("button", name="Draw", exact=True))
    expect(guest.get_by_role("button", name="Decline", exact=True)).to_be_in_viewport()


REFUSED = """async ({chatPanel}) => {
  const {render} = await import("lit-html");
  const host = document.body.appendChild(document.createElement("div"));
  const seen = [];
  const app = {link: {welcome: null}, refused: (error) => seen.push(error.message)};
  render(chatPanel(app, {said: [], hint: "", person() {}, send: () => Promise.reject(new Error("too fast"))}), host);
  const form = host.querySelector("form");
  form.elements.text.value = "hello";
  form.requestSubmit();
  await new Promise((resolve) => setTimeout(resolve));
  const kept = form.elements.text.value;
  host.remove();
  return [...seen, kept];
}"""


def test_a_refused_message_is_not_lost(module_page: Page) -> None:
    """Its text is in the field again, and the page says why it was refused."""
    assert run_module(module_page, "panels/chat.js", REFUSED, [[]]) == [["too fast", "hello"]]
