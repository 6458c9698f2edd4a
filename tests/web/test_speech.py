"""The live regions of the page: each move and each offer is spoken."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visitors
from tests.web.driver import create, insist, take_seat
from tests.web.modules import run_module

# Timers run when the test wants, so that nothing waits for seconds.
SPOKEN = """(module, texts) => {
  const usual = window.setTimeout;
  let due = null;
  window.setTimeout = (run) => ((due = run), 1);
  try {
    const {regions, speak} = module.liveRegions();
    for (const text of texts) speak(text);
    const spoken = [regions[0].textContent];
    while (due) {
      const run = due;
      due = null;
      run();
      if (due) spoken.push(regions[0].textContent);
    }
    return spoken;
  } finally {
    window.setTimeout = usual;
  }
}"""


def test_every_move_within_a_second_is_spoken(module_page: Page) -> None:
    """The first is spoken at once, and the others together a second later; of very many, the last twelve."""
    few, many = [f"move {number}" for number in range(9)], [f"move {number}" for number in range(40)]
    spoken = run_module(module_page, "app/speech.js", SPOKEN, [[few], [many]])
    assert spoken == [["move 0", " ".join(few[1:])], ["move 0", " ".join(many[-12:])]]


@pytest.mark.long
def test_an_offer_is_spoken(visitors: Visitors) -> None:
    """The polite region of the opponent says it, and the focus stays."""
    host = visitors.open("/new?game=reversi")
    code = create(host, "reversi")
    guest = visitors.open(f"/{code}")
    take_seat(guest, host)
    insist(host.get_by_role("button", name="Draw", exact=True))
    expect(guest.locator("[aria-live=polite]").first).to_contain_text("draw")
    assert guest.evaluate("document.activeElement.closest('.actions')") is None
