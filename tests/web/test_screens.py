"""Pictures of the page, taken again and compared with those of docs/web.

Fonts differ between machines, so both pictures are shrunk to a grid of mean colours. The comparison finds a missing
board, a wrong theme, and parts that lie elsewhere. It finds no wrong letter and no line of a few pixels.
"""

import base64
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.web.exhibits import Exhibits
from tests.web.screens import DOCS, FOLDER, INTRODUCTION, Camera, file_name, take_views
from tests.web.views import TABLE, View, show

COLUMNS, ROWS = 24, 16
FAR = 40
"""Difference of a colour channel, of 255, from which a cell of the grid is another one."""
ALLOWED = 0.1
"""Share of cells that may differ."""
STABLE = ("new match", "match", "over", "learn", "help", "not found")
GRID = """async ([picture, columns, rows]) => {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], {type: "image/jpeg"}));
  const canvas = new OffscreenCanvas(columns, rows);
  const drawing = canvas.getContext("2d");
  drawing.imageSmoothingQuality = "high";
  drawing.drawImage(image, 0, 0, columns, rows);
  return [...drawing.getImageData(0, 0, columns, rows).data];
}"""


@pytest.fixture(scope="module")
def exhibits(site: str) -> Iterator[Exhibits]:
    """Play the matches that the pictures show."""
    played = Exhibits(site)
    yield played
    played.close()


@pytest.fixture(scope="module")
def blank(browser: Browser) -> Iterator[Page]:
    """Open an empty page, whose canvas shrinks pictures."""
    page = browser.new_page()
    yield page
    page.close()


def difference(page: Page, one: bytes, other: bytes) -> float:
    """Return the share of cells in which two pictures differ."""
    grids = [page.evaluate(GRID, [base64.b64encode(each).decode(), COLUMNS, ROWS]) for each in (one, other)]
    cells = COLUMNS * ROWS
    far = [any(abs(grids[0][4 * cell + i] - grids[1][4 * cell + i]) > FAR for i in range(3)) for cell in range(cells)]
    return sum(far) / cells


def test_the_text_is_up_to_date() -> None:
    """docs/web.md has the text that `make page-pictures` writes above the pictures."""
    assert (DOCS / "web.md").read_text().startswith(INTRODUCTION)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_views_look_as_in_the_documents(
    browser: Browser, blank: Page, site: str, exhibits: Exhibits, size: str, theme: str
) -> None:
    """A change of the look is wanted, and then the pictures are taken again, or it is a fault."""
    views = tuple(view for view in TABLE if view.name in STABLE)
    differing = {
        name: difference(blank, picture, (FOLDER / file_name(name, size, theme)).read_bytes())
        for name, picture in take_views(Camera(browser, size, theme), site, exhibits.codes, views)
    }
    assert {name: share for name, share in differing.items() if share > ALLOWED} == {}


def test_the_comparison_sees_what_is_wrong(browser: Browser, blank: Page, site: str, exhibits: Exhibits) -> None:
    """Another theme and a missing board are far beyond what may differ."""
    light, dark = (FOLDER / file_name("over", "desktop", theme) for theme in ("light", "dark"))
    assert difference(blank, light.read_bytes(), light.read_bytes()) == 0
    assert difference(blank, light.read_bytes(), dark.read_bytes()) > 3 * ALLOWED
    camera = Camera(browser, "desktop", "light")
    with camera.page() as page:
        show(page, site, View("over", "/{over}"), exhibits.codes)
        page.add_style_tag(content="kibitz-board { visibility: hidden }")
        assert difference(blank, light.read_bytes(), camera.take(page)) > 1.5 * ALLOWED
