"""What holds for every view: rules of accessibility in all themes, and texts that fit."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page, ViewportSize

from tests.programs import NPM
from tests.web.conftest import DESKTOP
from tests.web.driver import wait_until

AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
THEMES = ("light", "dark", "contrast", "safe", "")
# A colour that still changes is not one of the theme.
_USE_THEME = """(theme) => {
  const still = new CSSStyleSheet();
  still.replaceSync("*, ::before, ::after { transition: none !important; animation: none !important }");
  document.adoptedStyleSheets = [still];
  document.documentElement.dataset.theme = theme;
}"""
_CLIPPED = (Path(__file__).parent / "clipped.js").read_text()
_ZOOMED: ViewportSize = {"width": 360, "height": 225}
"""What a window of 1440 by 900 pixels shows at 400 % zoom."""


def use_axe(page: Page) -> None:
    """Have each document of a page load axe."""
    NPM.required()
    assert AXE.exists(), "axe-core is not installed; try: make lint-web"
    page.add_init_script(path=AXE)


def violations(page: Page, name: str, *, phone: bool) -> list[str]:
    """Return what breaks a rule of axe in a view, and which texts have too little contrast in a theme.

    Contrast does not depend on the size of the window: each theme has one of the two sizes.
    """
    found = [f"{name}: {line}" for line in _run_axe(page)]
    for theme in THEMES[phone::2]:
        page.evaluate(_USE_THEME, theme)
        found += [f"{name}, theme {theme or 'usual'}: {line}" for line in _run_axe(page, "color-contrast")]
    return found


def cut_texts(page: Page, name: str, *, phone: bool) -> list[str]:
    """Return the texts of a view that are cut. A view of a desktop must also fit at 400 % zoom."""
    found = [f"{name}: {line}" for line in page.evaluate(_CLIPPED)]
    if not phone:
        page.set_viewport_size(_ZOOMED)
        # The rules for narrow windows apply some time after the window has its new size.
        wait_until(page, "() => innerWidth === 360 && document.documentElement.scrollWidth <= innerWidth")
        page.set_viewport_size(DESKTOP)
    return found


def _run_axe(page: Page, *rules: str) -> list[str]:
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
