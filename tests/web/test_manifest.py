"""The page as an app that a browser can install."""

from tests.web.conftest import Visitors


def test_the_page_can_be_installed(visitors: Visitors) -> None:
    """Chromium finds no error in the manifest, and an icon that it may cut to any shape."""
    page = visitors.open()
    page.locator("main h1").first.wait_for(state="attached")
    session = page.context.new_cdp_session(page)
    found = session.send("Page.getAppManifest")
    assert found["errors"] == []
    assert '"purpose": "maskable"' in found["data"]
    for icon in found["manifest"]["icons"]:
        assert page.request.get(icon["url"]).headers["content-type"] == icon["type"]
    errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # The contexts of tests are like private windows, in which nothing is installed.
    assert {error["errorId"] for error in errors} <= {"in-incognito"}
