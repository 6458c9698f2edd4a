"""Every view: once for errors, and at both sizes for axe in all themes, with the longest texts, and at 400 % zoom."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.web.conftest import DESKTOP, Visitors
from tests.web.driver import wait_until
from tests.web.views import VIEWS, prefer, settle, show

AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
THEMES = ("light", "dark", "contrast", "safe", "")
# A colour that still changes is not one of the theme.
USE_THEME = """(theme) => {
  const still = new CSSStyleSheet();
  still.replaceSync("*, ::before, ::after { transition: none !important; animation: none !important }");
  document.adoptedStyleSheets = [still];
  document.documentElement.dataset.theme = theme;
}"""
CLIPPED = Path(__file__).parent / "clipped.js"
ZOOMED: ViewportSize = {"width": 360, "height": 225}
"""What a window of 1440 by 900 pixels shows at 400 % zoom."""


def violations(page: Page, *rules: str) -> list[str]:
    """Return what axe finds, for each rule with the first elements that break it."""
    options: dict[str, Any] = {"resultTypes": ["violations"], "elementRef": False}
    if rules:
        options["runOnly"] = {"type": "rule", "values": rules}
    found = page.evaluate("(options) => axe.run(document, options)", options)["violations"]
    return [
        f"{rule['id']}: {node['html'][:160]} {node['any'][0]['message'] if node['any'] else ''}"
        for rule in found
        for node in rule["nodes"][:3]
    ]


@pytest.mark.parametrize("phone", [False, pytest.param(True, marks=pytest.mark.long)], ids=["desktop", "phone"])
def test_each_view_opens(looking: Visitors, exhibition: tuple[str, dict[str, str]], phone: bool) -> None:
    """No view reports an error or is wider than the window; every other one is opened on a phone."""
    site, codes = exhibition
    page = looking.open("/healthz", phone=phone)
    for view in [*VIEWS.values()][phone::2]:
        show(page, site, view, codes)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), view.name


@pytest.mark.long
@pytest.mark.parametrize("turn", [0, pytest.param(1, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_axe_finds_no_violation(
    looking: Visitors, exhibition: tuple[str, dict[str, str]], phone: bool, turn: int
) -> None:
    """All rules hold in each view, and those of contrast in every theme, at one size or the other.

    In the first turn, every other view is looked at on a phone.
    """
    if not AXE.exists():
        pytest.skip("axe-core is not installed; try: make lint-web")
    site, codes = exhibition
    page = looking.open("/healthz", phone=phone, before=lambda page: page.add_init_script(path=AXE))
    found = []
    for view in [*VIEWS.values()][(phone + turn) % 2 :: 2]:
        show(page, site, view, codes)
        found += [f"{view.name}: {line}" for line in violations(page)]
        # Contrast does not depend on the size of the window: each theme has one of the two.
        for theme in THEMES[phone::2]:
            page.evaluate(USE_THEME, theme)
            found += [f"{view.name}, theme {theme or 'usual'}: {line}" for line in violations(page, "color-contrast")]
    assert not found, "\n".join(found)


@pytest.mark.long
@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_long_texts_are_not_cut(looking: Visitors, exhibition: tuple[str, dict[str, str]], phone: bool) -> None:
    """The pseudo-language, whose texts are half as long again, fits; and so does each view at 400 % zoom."""
    site, codes = exhibition
    page = looking.open("/healthz", phone=phone, before=lambda page: prefer(page, language="xx"))
    found = []
    for view in VIEWS.values():
        page.goto(site + view.path.format(**codes))
        settle(page)
        if not view.path.startswith("/embed"):  # A page in a frame keeps no preferences.
            assert "[" in page.locator("body").inner_text(), f"{view.name}: the pseudo-language is not used"
        found += [f"{view.name}: {line}" for line in page.evaluate(CLIPPED.read_text())]
        if not phone:
            page.set_viewport_size(ZOOMED)
            # The rules for narrow windows apply some time after the window has its new size.
            wait_until(page, "() => innerWidth === 360 && document.documentElement.scrollWidth <= innerWidth")
            page.set_viewport_size(DESKTOP)
    assert not found, "\n".join(found)
