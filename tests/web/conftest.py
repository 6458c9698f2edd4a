"""Chromium, node and a server for the tests of the page. A page that reports an error fails its test."""

import contextlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright

from kibitz_client.network.servers.local_server import LocalServer
from tests.programs import CHROMIUM
from tests.web.exhibits import Exhibits
from tests.web.node import Node

# A busy machine takes long for what is soon done on another one.
expect.set_options(timeout=30_000)
STATUS = "Failed to load resource: the server responded with a status of 404"
"""What Chromium reports of an address that the page does not have."""
PHONE: ViewportSize = {"width": 360, "height": 740}
DESKTOP: ViewportSize = {"width": 1440, "height": 900}


def arguments() -> list[str]:
    """Return the options that Chromium needs here: root may not use its sandbox."""
    return ["--no-sandbox"] if os.geteuid() == 0 else []


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that use Chromium as `browser`, and those that use node as `io`."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            used = getattr(item, "fixturenames", ())
            if "browser" in used:
                item.add_marker("browser")
            elif "node" in used:
                item.add_marker("io")


@pytest.fixture(scope="session")
def node() -> Iterator[Node]:
    """Run one node for the tests of a worker."""
    running = Node()
    yield running
    running.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Run one Chromium for the tests of a worker."""
    found = CHROMIUM.required()
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=found, args=arguments())
        yield running
        running.close()


@pytest.fixture(scope="session")
def site() -> Iterator[str]:
    """Run a server, and yield the address of its page."""
    server = LocalServer(
        "--seed", "1", "--engine-pace", "0", "--no-exhibitions", "--rated-one-address", "--rated-per-pair", "9"
    )
    try:
        yield server.address().replace("ws://", "http://")
    finally:
        server.stop()


# Chromium reports a violation as an error of the console too, but not always the place of it.
_REPORT = """addEventListener("securitypolicyviolation", (event) =>
  console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`))"""


class Visitors:
    """Contexts of one browser, each of which is another player."""

    def __init__(self, browser: Browser, site: str) -> None:
        self.faults: list[str] = []
        self._browser = browser
        self._site = site
        self._contexts: list[BrowserContext] = []

    def open(
        self,
        path: str = "/",
        *,
        phone: bool = False,
        locale: str = "en",
        before: Callable[[Page], object] = lambda _page: None,
    ) -> Page:
        """Open the page as another visitor. `before` is called with the page before it loads anything."""
        size = PHONE if phone else DESKTOP
        context = self._browser.new_context(
            viewport=size,
            has_touch=phone,
            reduced_motion="reduce",
            locale=locale,
        )
        self._contexts.append(context)
        context.add_init_script(_REPORT)
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda line: self.faults.append(line.text) if line.type == "error" else None)
        page.on("request", lambda request: self._check(request.url))
        before(page)
        page.goto(self._site + path)
        return page

    def close(self) -> None:
        """Close all of them."""
        for context in self._contexts:
            context.close()

    def _check(self, url: str) -> None:
        if not url.startswith((self._site, self._site.replace("http", "ws"), "data:", "blob:")):
            self.faults.append(f"a request left the origin: {url}")


@pytest.fixture(scope="session")
def module_page(browser: Browser, site: str) -> Iterator[Page]:
    """Open a page whose modules tests run by `run_module`."""
    context = browser.new_context(locale="en")
    page = context.new_page()
    page.goto(f"{site}/help")
    yield page
    context.close()


def visiting(browser: Browser, site: str, expected: tuple[str, ...] = ()) -> Iterator[Visitors]:
    """Open pages of a server, and fail the test if one of them reports an error that begins with no expected text."""
    opened = Visitors(browser, site)
    yield opened
    opened.close()
    assert [fault for fault in opened.faults if not fault.startswith(expected)] == []


@pytest.fixture
def visitors(browser: Browser, site: str) -> Iterator[Visitors]:
    """Open pages, and fail the test if one of them reports an error."""
    yield from visiting(browser, site)


@pytest.fixture(scope="session")
def exhibition() -> Iterator[tuple[str, dict[str, str]]]:
    """Run a server with matches to look at. Yield its address and the codes of the matches by their names."""
    with exhibiting() as found:
        yield found


@contextlib.contextmanager
def exhibiting() -> Iterator[tuple[str, dict[str, str]]]:
    """Run a server with matches to look at. Yield its address and the codes of the matches by their names."""
    server = LocalServer(
        "--seed", "1", "--engine-pace", "0", "--no-exhibitions", "--rated-one-address", "--rated-per-pair", "9"
    )
    try:
        site = server.address().replace("ws://", "http://")
        exhibits = Exhibits(site)
        yield site, exhibits.codes
        exhibits.close()
    finally:
        server.stop()


@pytest.fixture
def looking(browser: Browser, exhibition: tuple[str, dict[str, str]]) -> Iterator[Visitors]:
    """Open pages of the exhibition, and fail the test if one of them reports an error."""
    yield from visiting(browser, exhibition[0], expected=(STATUS,))
