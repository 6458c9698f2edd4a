"""Every state of an event: accessible in all themes, and no text cut."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page

from tests.web.checks import cut_texts, use_axe, violations
from tests.web.conftest import Visitors
from tests.web.tournaments.opening import Codes
from tests.web.tournaments.scenes import SCENES, Scene
from tests.web.views import prefer, settle


def scenes_of(
    looking: Visitors, codes: Codes, before: Callable[[Page], object], *, phone: bool
) -> Iterator[tuple[Scene, Page]]:
    """Open each scene in turn, complete."""
    for scene in SCENES:
        page = looking.open(scene.path, phone=phone, before=before_both(before, scene.script(codes)))
        settle(page)
        scene.prepare(page)
        yield scene, page
        page.context.close()


def before_both(*parts: Callable[[Page], object]) -> Callable[[Page], object]:
    """Return what prepares a page in several ways."""
    return lambda page: [part(page) for part in parts]


@pytest.mark.long
@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_axe_finds_no_violation(looking: Visitors, codes: Codes, phone: bool) -> None:
    """All rules hold in each state, and those of contrast in every theme, at one size or the other."""
    found = []
    for scene, page in scenes_of(looking, codes, use_axe, phone=phone):
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), scene.name
        found += violations(page, scene.name, phone=phone)
    assert not found, "\n".join(found)


@pytest.mark.nightly
@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_long_texts_are_not_cut(looking: Visitors, codes: Codes, phone: bool) -> None:
    """The pseudo-language, whose texts are half as long again, fits; and so does each state at 400 % zoom."""
    found = []
    for scene, page in scenes_of(looking, codes, lambda page: prefer(page, language="xx"), phone=phone):
        found += cut_texts(page, scene.name, phone=phone)
    assert not found, "\n".join(found)
