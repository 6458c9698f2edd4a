"""Every view: once for errors, and at both sizes for axe in all themes, with the longest texts, and at 400 % zoom."""

import pytest

from tests.web.checks import cut_texts, use_axe, violations
from tests.web.conftest import Visitors
from tests.web.views import VIEWS, prefer, settle, show


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
    site, codes = exhibition
    page = looking.open("/healthz", phone=phone, before=use_axe)
    found = []
    for view in [*VIEWS.values()][(phone + turn) % 2 :: 2]:
        show(page, site, view, codes)
        found += violations(page, view.name, phone=phone)
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
        found += cut_texts(page, view.name, phone=phone)
    assert not found, "\n".join(found)
