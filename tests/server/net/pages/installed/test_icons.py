"""What a browser fetches to install the page: the icons of its manifest, and the service worker."""

import json
import struct
import zlib
from pathlib import Path

import pytest
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


def pixels(png: bytes) -> list[list[tuple[int, ...]]]:
    """Return the rows of a PNG with four channels and rows without a filter. Each part must have its checksum."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    at, parts = 8, {}
    while at < len(png):
        length, kind = struct.unpack("!I4s", png[at : at + 8])
        parts[kind] = png[at + 8 : at + 8 + length]
        assert png[at + 8 + length : at + 12 + length] == struct.pack("!I", zlib.crc32(kind + parts[kind]))
        at += 12 + length
    width, height, depth, colours, *_ = struct.unpack("!IIBBBBB", parts[b"IHDR"])
    assert (depth, colours) == (8, 6)
    raw, step = zlib.decompress(parts[b"IDAT"]), 1 + 4 * width
    assert len(raw) == step * height
    rows = [raw[row * step : (row + 1) * step] for row in range(height)]
    assert {row[0] for row in rows} == {0}
    return [[tuple(row[at : at + 4]) for at in range(1, step, 4)] for row in rows]


@pytest.mark.parametrize("path", sorted(path for path in SIZES if SIZES[path][1] < 512))
def test_an_icon_is_the_drawing_on_its_ground(page: WebPage, path: str) -> None:
    """The eye is in the middle. A maskable icon fills the square, as systems cut it; another one is a circle."""
    drawing, size = SIZES[path]
    rows = pixels(bytes(got(page, path).body or b""))
    assert (len(rows), {len(row) for row in rows}) == (size, {size})
    corner = GROUND if "maskable" in drawing else CLEAR
    assert {rows[y][x] for y in (0, -1) for x in (0, -1)} == {corner}
    middle = rows[size // 2]
    assert middle[size // 2] == (216, 52, 43, 255)
    assert middle[size // 4] == (247, 245, 239, 255)
    assert rows[size // 8][size // 2] == GROUND


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
