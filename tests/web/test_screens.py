"""Pictures of the page, taken again and compared with those in `pictures`.

Fonts differ between machines, so both pictures are shrunk to a grid of mean colours. The comparison finds a missing
board, a wrong theme, and parts in other places. It finds no wrong letter and no line of a few pixels.
"""

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser

from tests.web.exhibits import Exhibits
from tests.web.screens import COMPARED, SHOWN, STABLE, Album, Camera, difference, file_name, take_views
from tests.web.sources import ROOT
from tests.web.views import TABLE, View, show

COLUMNS, ROWS = 24, 16
ALLOWED = 0.1
"""Share of cells that may differ."""


@pytest.fixture(scope="module")
def exhibits(site: str) -> Iterator[Exhibits]:
    """Play the matches that the pictures show."""
    played = Exhibits(site)
    yield played
    played.close()


def compared(name: str, size: str, theme: str) -> bytes:
    """Return the picture that a view is compared with."""
    return (COMPARED.folder / file_name(name, size, theme)).read_bytes()


@pytest.mark.parametrize("album", [COMPARED, SHOWN], ids=["compared", "shown"])
def test_a_folder_has_its_pictures_alone(album: Album) -> None:
    """`make generated ARGS=page-pictures` writes them, and no others."""
    assert {path.name for path in album.folder.iterdir()} == {file_name(*each) for each in album.pictures}


def test_every_picture_of_the_documents_is_shown() -> None:
    """A document shows pictures that exist, and no picture is kept for none."""
    pages = [*(ROOT / "docs").glob("*.md"), ROOT / "README.md"]
    shown = set().union(*(re.findall(r"\bweb/([\w-]+\.jpg)", page.read_text()) for page in pages))
    assert shown == {file_name(*each) for each in SHOWN.pictures}


def test_a_picture_that_looks_the_same_is_not_written_again(tmp_path: Path) -> None:
    """Compressed in another way it does, and in another theme it does not."""
    look = ("over", "desktop", "light")
    album = Album(tmp_path, (look,))
    file, light, dark = tmp_path / file_name(*look), compared(*look), compared("over", "desktop", "dark")
    album.keep(*look, light)
    again = io.BytesIO()
    Image.open(io.BytesIO(light)).save(again, "jpeg", quality=60)
    album.keep(*look, again.getvalue())
    assert file.read_bytes() == light
    album.keep(*look, dark)
    album.keep("over", "phone", "light", light)
    assert file.read_bytes() == dark
    assert [*tmp_path.iterdir()] == [file]


@pytest.mark.long
@pytest.mark.parametrize(
    ("size", "theme"),
    [
        ("desktop", "light"),
        ("phone", "dark"),
        *(pytest.param(*others, marks=pytest.mark.nightly) for others in (("desktop", "dark"), ("phone", "light"))),
    ],
)
def test_views_look_as_in_the_pictures(browser: Browser, site: str, exhibits: Exhibits, size: str, theme: str) -> None:
    """A change of the look is wanted, and then the pictures are taken again, or it is a fault."""
    views = tuple(view for view in TABLE if view.name in STABLE)
    differing = {
        name: difference(picture, compared(name, size, theme), COLUMNS, ROWS)
        for name, picture in take_views(Camera(browser, size, theme), site, exhibits.codes, views)
    }
    assert {name: share for name, share in differing.items() if share > ALLOWED} == {}


@pytest.mark.long
def test_the_comparison_sees_what_is_wrong(browser: Browser, site: str, exhibits: Exhibits) -> None:
    """Another theme and a missing board are far beyond what may differ."""
    light, dark = (compared("over", "desktop", theme) for theme in ("light", "dark"))
    assert difference(light, light, COLUMNS, ROWS) == 0
    assert difference(light, dark, COLUMNS, ROWS) > 3 * ALLOWED
    camera = Camera(browser, "desktop", "light")
    with camera.page() as page:
        show(page, site, View("over", "/{over}"), exhibits.codes)
        page.add_style_tag(content="kibitz-board { visibility: hidden }")
        assert difference(light, camera.take(page), COLUMNS, ROWS) > 1.5 * ALLOWED
