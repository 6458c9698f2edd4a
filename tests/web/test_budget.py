"""What a first visit loads, as Chromium receives it over the network."""

import re
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Visitors

MOST_BYTES, MOST_REQUESTS = 68_000, 22
ON_DEMAND = re.compile(r"/(?:puzzles|panels/lobby)/")
PRELOADED = "[...document.querySelectorAll('link[rel=modulepreload]')].map((link) => link.href)"
LIVE = ["cards", "checks", "checks", "checks", "hexes", "lines", "pits", "points", "squares"]
"""How the boards of the exhibition's live matches look."""


@dataclass
class Traffic:
    """Requests of a page with the bytes that were received for each, headers included."""

    addresses: dict[str, str] = field(default_factory=dict)
    received: dict[str, int] = field(default_factory=dict)
    kept: set[str] = field(default_factory=set)

    @property
    def modules(self) -> list[str]:
        """The addresses of modules."""
        return [address for address in self.addresses.values() if address.endswith(".js")]

    def follow(self, page: Page) -> None:
        """Note all requests of a page from now on."""
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.requestWillBeSent", self._sent)
        session.on("Network.requestServedFromCache", lambda event: self.kept.add(event["requestId"]))
        session.on("Network.loadingFinished", self._finished)

    def _sent(self, event: dict[str, Any]) -> None:
        if event["request"]["url"].startswith("http"):
            self.addresses.setdefault(event["requestId"], event["request"]["url"])

    def _finished(self, event: dict[str, Any]) -> None:
        if event["requestId"] in self.addresses and event["requestId"] not in self.kept:
            self.received[event["requestId"]] = int(event["encodedDataLength"])


def early(modules: list[str]) -> set[str]:
    """Return the modules without those that the lobby loads after its first view."""
    return {address for address in modules if not ON_DEMAND.search(address)}


def test_a_first_visit_is_small(visitors: Visitors) -> None:
    """The lobby opens with at most 22 requests and 68 kB."""
    traffic = Traffic()
    page = visitors.open(before=traffic.follow)
    page.locator("main h1").first.wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    assert 10 < len(traffic.addresses) <= MOST_REQUESTS, sorted(traffic.addresses.values())
    assert 20_000 < sum(traffic.received.values()) <= MOST_BYTES, sum(traffic.received.values())


@pytest.mark.nightly
def test_a_second_visit_loads_the_document_alone(visitors: Visitors, site: str) -> None:
    """Files with a hash in their address stay in the browser's cache, and the document is confirmed by its tag."""
    page = visitors.open("/")
    page.locator("main h1").first.wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    traffic = Traffic()
    traffic.follow(page)
    page.goto(site + "/help")
    page.locator("main h1").first.wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    page.goto(site + "/")
    page.locator("main h1").first.wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    assert sum(traffic.received.values()) < 10_000, traffic.received


@pytest.mark.long
def test_a_view_is_preloaded_by_the_document(visitors: Visitors) -> None:
    """No module of the first view is found only when another has arrived, but those that are loaded on demand."""
    traffic = Traffic()
    page = visitors.open(before=traffic.follow)
    page.locator("main h1").first.wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    named = page.evaluate(PRELOADED)
    modules = traffic.modules
    assert modules
    assert early(modules) <= set(named)


@pytest.mark.long
def test_a_first_visit_with_live_boards_is_small(looking: Visitors) -> None:
    """Small boards in the lobby stay within the budget and need no module of their own, whatever their games are."""
    traffic = Traffic()
    page = looking.open(before=traffic.follow)
    previews = page.locator(".tiles kibitz-preview")
    expect(previews).to_have_count(len(LIVE))
    for preview in previews.all():
        preview.scroll_into_view_if_needed()
        expect(preview.locator("svg > *").first).to_be_attached()
    page.wait_for_load_state("networkidle")
    shown = page.locator(".tiles kibitz-preview svg").evaluate_all(
        "(boards) => boards.map((board) => board.classList[1])"
    )
    assert sorted(shown) == LIVE
    expect(page.locator(".mini-man-body").first).to_be_attached()
    assert len(traffic.addresses) <= MOST_REQUESTS, sorted(traffic.addresses.values())
    assert sum(traffic.received.values()) <= MOST_BYTES, traffic.received
    assert early(traffic.modules) <= set(page.evaluate(PRELOADED))
