"""Open an event whose server is a script."""

from typing import Any

from playwright.sync_api import Locator, Page

from tests.web.conftest import Visitors
from tests.web.tournaments.scenes import EVENT
from tests.web.tournaments.script import Script

Codes = dict[str, str]
"""Codes of the matches of the exhibition, by their names."""


def opened(looking: Visitors, script: Script, path: str = EVENT, **options: Any) -> Page:
    """Open an event."""
    page = looking.open(path, before=script, **options)
    page.locator("main h1").first.wait_for()
    return page


def big(page: Page) -> Locator:
    """Return the big button."""
    return page.locator(".button.big")
