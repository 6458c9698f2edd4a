"""What a browser fetches to install the page: the icons of its manifest, and the service worker."""

import json
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

import kibitz_client
from kibitz_server.net.pages.installed.icons import SIZES
from kibitz_server.net.pages.page import WebPage

FOLDER = Path(kibitz_client.__file__).parent / "web"
ICONS = json.loads((FOLDER / "manifest.webmanifest").read_text())["icons"]
GROUND, CLEAR = (33, 29, 22, 255), (0, 0, 0, 0)


@pytest.fixture(scope="module")
def page() -> WebPage:
    """Return the page of the client."""
    return WebPage(FOLDER, lambda _code: False)


def got(page: WebPage, path: str) -> Response:
    """Return the response to a browser that asks for a file."""
    response = page.respond(Request(path, Headers()))
    assert response is not None
    return response


@pytest.mark.parametrize("path", sorted(path for path in SIZES if SIZES[path][1] < 512))
def test_an_icon_is_the_drawing_on_its_ground(page: WebPage, path: str) -> None:
    """The eye is in the middle. A maskable icon fills the square, as systems cut it; another one is a circle."""
    drawing, size = SIZES[path]
    icon = Image.open(BytesIO(bytes(got(page, path).body or b"")))
    assert (icon.format, icon.mode, icon.size) == ("PNG", "RGBA", (size, size))
    corner = GROUND if "maskable" in drawing else CLEAR
    assert {icon.getpixel((x, y)) for x in (0, size - 1) for y in (0, size - 1)} == {corner}
    middle = size // 2
    assert icon.getpixel((middle, middle)) == (216, 52, 43, 255)
    assert icon.getpixel((size // 4, middle)) == (247, 245, 239, 255)
    assert icon.getpixel((middle, size // 8)) == GROUND


def test_the_manifest_names_what_the_server_has(page: WebPage) -> None:
    """Each icon has the size and the kind that the manifest says."""
    for icon in ICONS:
        response = got(page, icon["src"])
        assert (response.status_code, response.headers["Content-Type"]) == (200, icon["type"])
        if icon["src"] in SIZES:
            assert icon["sizes"] == "{0}x{0}".format(SIZES[icon["src"]][1])


def test_the_service_worker_belongs_to_the_whole_page(page: WebPage) -> None:
    """Its address is in no folder, so that it may answer for every address, and a browser asks for it each time."""
    response = got(page, "/sw.js")
    assert response.headers["Content-Type"].startswith("text/javascript")
    assert response.headers["Cache-Control"] == "no-cache"
    assert b"notificationclick" in (response.body or b"")
