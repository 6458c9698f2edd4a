"""The page as the wheel of a release has it, bundled by esbuild."""

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Response

from tests.deploy.wheels import unpacked_wheel
from tests.web.conftest import STATUS, Visitors, exhibiting, visiting
from tests.web.driver import create, planned, play_by_mouse, wait_ply
from tests.web.test_budget import PRELOADED, Traffic
from tests.web.views import VIEWS, settle, show

pytestmark = pytest.mark.long
MOST_LATE = 3
"""Modules that a view loads after its first drawing."""


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, dict[str, str]]]:
    """Run a server of the packages of the wheel. Yield its address and the codes of matches by their names."""
    packages = unpacked_wheel(tmp_path_factory.mktemp("wheel"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(packages), prepend=os.pathsep)
        with exhibiting() as found:
            yield found


@pytest.fixture
def visitors(browser: Browser, release: tuple[str, dict[str, str]]) -> Iterator[Visitors]:
    """Open pages of the release, and fail the test if one of them reports an error."""
    yield from visiting(browser, release[0], expected=(STATUS,))


@pytest.mark.parametrize("language", ["en", "de"])
def test_each_view_opens(visitors: Visitors, release: tuple[str, dict[str, str]], language: str) -> None:
    """No view reports an error or asks for a file that is not there."""
    site, codes = release
    files: dict[str, int] = {}

    def answered(answer: Response) -> None:
        if "/assets/" in answer.url:
            files[answer.url] = answer.status

    page = visitors.open("/healthz", locale=language, before=lambda page: page.on("response", answered))
    for view in VIEWS.values():
        if language == "en":
            show(page, site, view, codes)
        else:
            page.goto(site + view.path.format(**codes))
            settle(page)
    assert any("/chunks/" in url for url in files)
    assert {url: status for url, status in files.items() if status >= 400} == {}


def test_a_match_is_played(visitors: Visitors) -> None:
    """Moves by mouse reach the server and come back to the board."""
    page = visitors.open("/new?game=tictactoe&opponent=together")
    create(page)
    _, steps = planned("tictactoe", {})
    for number, step in enumerate(steps, 1):
        play_by_mouse(page, step)
        wait_ply(page, number, step.after)


@pytest.mark.parametrize(("name", "most_bytes", "most_requests"), [("lobby", 53_000, 15), ("match", 80_000, 24)])
def test_a_first_visit_is_small(
    visitors: Visitors, release: tuple[str, dict[str, str]], name: str, most_bytes: int, most_requests: int
) -> None:
    """The document names the modules of the first view; few are found only when it has been shown."""
    traffic = Traffic()
    page = visitors.open(VIEWS[name].path.format(**release[1]), before=traffic.follow)
    page.locator("main h1").first.wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    assert 10 < len(traffic.addresses) <= most_requests, sorted(traffic.addresses.values())
    assert 20_000 < sum(traffic.received.values()) <= most_bytes
    assert traffic.modules
    late = set(traffic.modules) - set(page.evaluate(PRELOADED))
    assert len(late) <= MOST_LATE, late
