"""The mark of the connection: it tells of a lost network within three seconds, and of its return within three."""

import re
from typing import Any

from playwright.sync_api import Browser, Page, expect

from kibitz_protocol.codec import MAX_BYTES
from tests.web.conftest import visiting
from tests.web.driver import create, square, wait_running
from tests.web.node import Node

# A link with a clock, timers and a server that a test moves by hand. It advances the time to each moment of a script,
# and does there what stands beside it.
_PLAY = """async (script) => {
  const {Link} = await import("/assets/network/link.js");
  let now = 0, next = 1, echoes = true, seen = true;
  const timers = new Map(), sockets = [], held = [];
  const add = (every) => (run, ms) => (timers.set(next, {at: now + ms, run, ms, every}), next++);
  const drop = (id) => timers.delete(id);
  const open = () => {
    const socket = {readyState: 1, sent: [], closed: false, close: () => (socket.closed = true)};
    const say = (message) => socket.closed || socket.onmessage({data: JSON.stringify(message)});
    socket.send = (text) => {
      const message = JSON.parse(text);
      socket.sent.push(message.t);
      const {t, id} = message;
      const answer = t === "hello" ? {t: "welcome", you: {id: "p1"}} : {t: "accepted", id, result: null};
      if (echoes) say(answer); else held.push(() => say(answer));
    };
    sockets.push(socket);
    socket.arrives = echoes;
    return socket;
  };
  const link = new Link({
    url: "ws://x/", tokens: {get: () => null, set() {}, drop() {}}, socket: open, now: () => now, seen: () => seen,
    timers: {setInterval: add(true), setTimeout: add(false), clearInterval: drop, clearTimeout: drop},
  });
  const changes = [];
  let state = "";
  link.onstatus((status) => status.state !== state && changes.push([now, (state = status.state)]));
  const greet = () => {
    const socket = sockets.at(-1);
    if (socket.arrives) socket.onopen();
    socket.arrives = false;
  };
  const deeds = {
    lose: () => (echoes = false), drop: () => (echoes = true),
    find: () => ((echoes = true), held.splice(0).forEach((say) => say())),
    wake: () => (link.wake(), greet()), hide: () => (seen = false), end: () => {},
  };
  link.start();
  greet();
  for (const [moment, deed] of script) {
    for (;;) {
      const [id, due] = [...timers].sort(([, a], [, b]) => a.at - b.at)[0] ?? [];
      if (!due || due.at > moment) break;
      now = due.at;
      due.every ? (due.at += due.ms) : timers.delete(id);
      due.run();
      greet();
      await null;
    }
    now = moment;
    deeds[deed]();
    await null;
  }
  link.stop();
  return {changes, sockets: sockets.length, pings: sockets.map(({sent}) => sent.filter((t) => t === "ping").length)};
}"""


def play(node: Node, *script: tuple[int, str]) -> Any:
    """Return what the link did."""
    return node.evaluate(_PLAY, script)


def test_what_is_too_long_is_not_sent(node: Node) -> None:
    """The server ends a connection for it, and the page would send it again and again."""
    ask = """async (length) => {
      const {Link} = await import("/assets/network/link.js");
      const sent = [];
      const socket = {readyState: 1, send: (text) => sent.push(text.length), close() {}};
      const timers = {setInterval() {}, setTimeout() {}, clearInterval() {}, clearTimeout() {}};
      const tokens = {get: () => null, set() {}, drop() {}};
      const link = new Link({url: "", tokens, socket: () => socket, now: () => 0, seen: () => true, timers});
      link.start();
      socket.onopen();
      socket.onmessage({data: JSON.stringify({t: "welcome", you: {id: "p1"}})});
      const before = sent.length;
      const answer = link.command({t: "x", text: "ü".repeat(length)}).catch((error) => error.code);
      const refused = await Promise.race([answer, new Promise((done) => setTimeout(() => done(null)))]);
      return [refused, sent.length - before];
    }"""
    assert node.evaluate(ask, MAX_BYTES // 2 - 100) == [None, 1]
    assert node.evaluate(ask, MAX_BYTES // 2) == ["bad_message", 0]


def test_silence_is_told_within_three_seconds(node: Node) -> None:
    """Whenever the network is lost, the state says so at most three seconds later, and an echo takes that back."""
    for lost in range(10_000, 11_000, 50):
        found = play(node, (lost, "lose"), (lost + 5000, "find"), (lost + 5000, "end"))
        (_, online), (told, silent), (back, again) = found["changes"]
        assert (online, silent, again) == ("online", "silent", "online")
        assert told - lost <= 3000
        assert back == lost + 5000
        assert found["sockets"] == 1


def test_a_page_that_is_seen_asks_each_second_and_a_hidden_one_seldom(node: Node) -> None:
    """A hidden page costs the server a tenth of the questions."""
    assert 30 <= play(node, (60_000, "end"))["pings"][0] <= 60
    assert play(node, (0, "hide"), (60_000, "end"))["pings"][0] <= 7


def test_a_silent_connection_is_given_up_after_ten_seconds(node: Node) -> None:
    """The page connects again by itself, and keeps trying."""
    found = play(node, (5000, "lose"), (40_000, "end"))
    states = [state for _, state in found["changes"]]
    assert states[:3] == ["online", "silent", "offline"]
    assert found["changes"][2][0] <= 18_000
    assert found["sockets"] >= 2


def test_a_network_that_comes_back_is_used_at_once(node: Node) -> None:
    """The page does not wait for what the old connection has lost."""
    found = play(node, (5000, "lose"), (9000, "drop"), (9000, "wake"), (9200, "end"))
    states = [state for _, state in found["changes"]]
    assert states == ["online", "silent", "offline", "online"]
    assert found["changes"][-1][0] <= 9200


def _since(page: Page, selector: str) -> float:
    """Return how many seconds pass until something is there."""
    found = page.evaluate(
        """async (selector) => {
  const began = performance.now();
  const missing = () => !document.querySelector(selector) && performance.now() < began + 30000;
  while (missing()) await new Promise(requestAnimationFrame);
  return (performance.now() - began) / 1000;
}""",
        selector,
    )
    return float(found)


def test_a_lost_network_in_a_match(browser: Browser, site: str) -> None:
    """The mark beside the name and a word about the move come within three seconds, and go as soon."""
    for visitors in visiting(browser, site, expected=("WebSocket", "Failed to load", "net::")):
        page = visitors.open("/new?game=tictactoe&opponent=together")
        create(page)
        wait_running(page)
        expect(page.locator(".top .connection.online")).to_be_visible()
        # What the board loads under a pointer is there before the network is lost.
        square(page, "a1").hover()
        page.wait_for_load_state("networkidle")
        page.context.set_offline(True)
        square(page, "b2").click()
        assert _since(page, ".top button.connection") <= 3
        expect(page.locator(".turn-line")).to_contain_text("Waiting for the network")
        expect(page.locator(".status")).to_contain_text(re.compile("No answer|Offline"))
        page.context.set_offline(False)
        assert _since(page, ".top .connection.online") <= 3
        expect(page.locator(".turn-line")).not_to_contain_text("network")
        expect(square(page, "b2")).to_have_attribute("aria-label", re.compile("last move"))


def test_a_view_that_could_not_be_loaded_comes_with_the_network(browser: Browser, site: str) -> None:
    """Its reader need not load the page again."""
    for visitors in visiting(
        browser, site, expected=("WebSocket", "Failed to load", "TypeError: Failed to fetch", "net::")
    ):
        page = visitors.open("/")
        expect(page.locator(".top .connection.online")).to_be_visible()
        page.context.set_offline(True)
        page.get_by_role("link", name="Archive").first.click()
        expect(page.get_by_role("button", name="Reload")).to_be_visible()
        page.context.set_offline(False)
        expect(page.get_by_role("heading", level=1)).to_have_text("Archive")
