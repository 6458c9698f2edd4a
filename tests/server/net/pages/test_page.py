"""The web page: which requests it answers, and with which headers."""

import base64
import gzip
import hashlib
import json
import re
from pathlib import Path

import pytest
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

import kibitz_client
from kibitz_server.net.pages.assets import Assets
from kibitz_server.net.pages.compact import compact_module
from kibitz_server.net.pages.page import WebPage
from kibitz_server.net.pages.page import _picture as picture_of

FOLDER = Path(kibitz_client.__file__).parent / "web"
HOME = "https://games.example.org"


@pytest.fixture(scope="module")
def page() -> WebPage:
    """Return the page of the client, on a server with one match."""
    return WebPage(FOLDER, lambda code: code == "7KQ2XF")


def get(page: WebPage, path: str, **headers: str) -> Response | None:
    """Return the response to a browser."""
    names = {"accept": "Accept", "encoding": "Accept-Encoding", "tag": "If-None-Match", "host": "Host"}
    given = {"accept": "text/html,*/*", **headers}
    return page.respond(Request(path, Headers({names[name]: value for name, value in given.items()})), home=HOME)


def document(page: WebPage, path: str) -> tuple[Response, str]:
    """Return the response and the text of the page at a path."""
    response = get(page, path)
    assert response is not None
    assert response.body is not None
    return response, bytes(response.body).decode()


@pytest.mark.parametrize(
    "path",
    [
        *(
            "/",
            "/new",
            "/tv?x=1",
            "/7KQ2XF",
            "/7kq2xf",
            "/settings",
            "/help",
            "/learn",
            "/archive",
            "/ratings",
            "/account",
        ),
        *("/admin", "/players/mia", "/players/m%C3%BCller", "/replay/7KQ2XF", "/replay/ZZZZZZ?ply=3", "/embed/7KQ2XF"),
    ],
)
def test_addresses_of_the_page(page: WebPage, path: str) -> None:
    """Each address gets the same document."""
    response, text = document(page, path)
    assert response.status_code == 200
    assert '<div id="app">' in text


@pytest.mark.parametrize(
    "path", ["/nothing", "/ZZZZZZ", "/players/", "/a/b/c", "/replay/", "/embed/x", "/replay/%2e%2e"]
)
def test_other_addresses_are_not_found(page: WebPage, path: str) -> None:
    """The page says so, so that a visitor has a way out."""
    response, text = document(page, path)
    assert response.status_code == 404
    assert '<div id="app">' in text


def test_programs_get_no_page(page: WebPage) -> None:
    """Without text/html, the texts for terminals stay."""
    assert get(page, "/", accept="*/*") is None
    assert get(page, "/7KQ2XF", accept="") is None


def test_the_policy_allows_only_the_import_map(page: WebPage) -> None:
    """The hash of the policy is that of the inline import map, and no other script is inline."""
    response, text = document(page, "/")
    policy = response.headers["Content-Security-Policy"]
    (content,) = re.findall(r'<script type="importmap">(.*?)</script>', text)
    digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
    assert f"script-src 'self' 'sha256-{digest}'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "style=" not in text
    assert "require-trusted-types-for 'script'; trusted-types lit-html" in policy


def test_headers_protect_every_response(page: WebPage) -> None:
    """No response may be read by other sites, guessed to be of another kind, or run scripts of its own."""
    _, text = document(page, "/")
    assets = re.findall(r'(?:href|src)="(/assets/[^"]+)"', text)
    for path in ["/", "/nothing", "/7KQ2XF/qr.svg", "/robots.txt", "/favicon.ico", "/assets/icon.svg", *assets]:
        response = get(page, path, host="x")
        assert response is not None
        names = {name.lower() for name in response.headers}
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert response.headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert not any(name.startswith("access-control") for name in names)
        if "svg" in response.headers.get("Content-Type", ""):
            assert response.headers["Content-Security-Policy"].startswith("default-src 'none'")
    response, _ = document(page, "/")
    assert response.headers["Referrer-Policy"] == "no-referrer"
    assert "microphone=()" in response.headers["Permissions-Policy"]


@pytest.mark.parametrize(
    ("host", "tls", "sent"),
    [
        ("localhost:8765", False, True),
        ("[::1]", False, True),
        ("192.168.1.5:8765", False, False),
        ("x.org", True, True),
    ],
)
def test_windows_are_separated_where_browsers_can(page: WebPage, host: str, tls: bool, sent: bool) -> None:
    """Elsewhere a browser would report the header as an error of the page."""
    response = page.respond(Request("/", Headers({"Accept": "text/html", "Host": host})), tls=tls)
    assert response is not None
    assert (response.headers.get("Cross-Origin-Opener-Policy") == "same-origin") is sent


def test_search_engines_find_the_page_but_no_people(page: WebPage) -> None:
    """Matches and players may have previews, and are not indexed."""
    response = get(page, "/robots.txt")
    assert response is not None
    assert b"Disallow: /players/" in (response.body or b"")
    assert "X-Robots-Tag" not in document(page, "/")[0].headers
    for path in ("/7KQ2XF", "/players/mia", "/replay/7KQ2XF", "/nothing"):
        assert document(page, path)[0].headers["X-Robots-Tag"] == "noindex"


def test_there_is_no_icon_at_the_usual_place(page: WebPage) -> None:
    """A browser that asks for it gets an answer that is not an error."""
    response = get(page, "/favicon.ico", accept="image/*")
    assert response is not None
    assert response.status_code == 204


def test_a_tag_is_known_in_a_list_and_weak(page: WebPage) -> None:
    """Proxies that compress mark it as weak. A repeated header is not an error."""
    response, text = document(page, "/")
    tag = response.headers["ETag"]
    for given in (tag, f"W/{tag}", f'"other", W/{tag}'):
        again = get(page, "/", tag=given)
        assert again is not None
        assert again.status_code == 304
        assert again.headers["Content-Security-Policy"] == response.headers["Content-Security-Policy"]
    (address,) = re.findall(r'<script type="module" src="([^"]+)"', text)
    doubled = Headers([("Accept", "a"), ("Accept", "b"), ("Accept-Encoding", "gzip;q=0"), ("Accept-Encoding", "br")])
    plain = page.respond(Request(address, doubled))
    assert plain is not None
    assert "Content-Encoding" not in plain.headers


def test_only_the_embedded_page_may_be_framed(page: WebPage) -> None:
    """Other pages may frame a match to watch, and nothing else."""
    for path in ("/embed/7KQ2XF", "/7KQ2XF?embed=1", "/7KQ2XF?ply=3&embed=1"):
        response, text = document(page, path)
        assert "frame-ancestors *" in response.headers["Content-Security-Policy"]
        assert " data-embed" in text
    for path in ("/7KQ2XF", "/7KQ2XF?embed=0", "/7KQ2XF?xembed=1", "/settings?embed=1", "/?embed=1", "/embed/"):
        response, text = document(page, path)
        assert "frame-ancestors 'none'" in response.headers["Content-Security-Policy"]
        assert " data-embed" not in text


def test_assets_are_compressed_and_kept(page: WebPage) -> None:
    """A browser keeps an address with a hash for a year."""
    _, text = document(page, "/")
    (address,) = re.findall(r'<script type="module" src="([^"]+)"', text)
    response = get(page, address, encoding="gzip, br")
    assert response is not None
    assert response.body is not None
    assert response.headers["Content-Encoding"] == "gzip"
    assert "immutable" in response.headers["Cache-Control"]
    assert gzip.decompress(bytes(response.body)).decode() == compact_module((FOLDER / "main.js").read_text())
    plain = get(page, "/assets/main.js")
    assert plain is not None
    again = get(page, "/assets/main.js", tag=plain.headers["ETag"])
    assert again is not None
    assert again.status_code == 304


def test_the_qr_code_is_for_known_matches(page: WebPage) -> None:
    """It has the address of the page and the code. Without a known address there is none."""
    response = get(page, "/7kq2xf/qr.svg", host="evil.example", accept="image/*")
    assert response is not None
    assert response.headers["Content-Type"] == "image/svg+xml"
    assert response.body == picture_of(f"{HOME}/7KQ2XF")
    assert get(page, "/ZZZZZZ/qr.svg", host="x", accept="image/*") is None
    assert page.respond(Request("/7KQ2XF/qr.svg", Headers({"Host": "evil.example"}))) is None


@pytest.mark.parametrize("spelling", ["7KQ2-XF9H-3MTB", "7kq2xf9h3mtb", "7KQ2%20XF9H%203MTB"])
def test_long_codes_have_pages(spelling: str) -> None:
    """The page, its frame and its picture know a code in every spelling."""
    page = WebPage(FOLDER, lambda code: code == "7KQ2-XF9H-3MTB")
    for path in (f"/{spelling}", f"/embed/{spelling}", f"/{spelling}/qr.svg"):
        found = get(page, path)
        assert found is not None
        assert found.status_code == 200
    assert document(page, f"/{spelling}1")[0].status_code == 404


@pytest.mark.parametrize("spelling", ["T-7KQ2XF", "t-7kq2xf", "T7KQ2XF", "T%207KQ2XF"])
def test_tournaments_have_pages(spelling: str) -> None:
    """Their page and picture know a code in every spelling, and no match is asked for."""

    def no_match(_code: str) -> bool:
        raise AssertionError

    page = WebPage(FOLDER, no_match, known_tournament=lambda code: code == "T-7KQ2XF")
    for path in (f"/t/{spelling}", f"/{spelling}", f"/t/{spelling}?screen=1"):
        assert document(page, path)[0].status_code == 200
    response = get(page, f"/t/{spelling}/qr.svg", host="evil.example", accept="image/*")
    assert response is not None
    assert response.body == picture_of(f"{HOME}/t/T-7KQ2XF")
    assert document(page, "/t/T-ZZZZZZ")[0].status_code == 404
    assert get(page, "/t/T-ZZZZZZ/qr.svg", accept="image/*") is None


def test_no_other_page_frames_a_tournament(page: WebPage) -> None:
    """Buttons of the organiser are not to be clicked through another page."""
    response, _ = document(page, "/t/T-7KQ2XF?embed=1")
    assert "frame-ancestors 'none'" in response.headers["Content-Security-Policy"]


def test_the_page_knows_its_public_address() -> None:
    """Links that the page makes lead there, whatever address a browser opened."""
    page = WebPage(FOLDER, lambda _code: True, public="https://games.example.org/a&b")
    assert ' data-home="https://games.example.org/a&amp;b"' in document(page, "/7KQ2XF")[1]
    assert "data-home" not in document(WebPage(FOLDER, lambda _code: True), "/7KQ2XF")[1]


def test_everything_is_small() -> None:
    """All files that the page can load are below 400 kB, compressed, with all boards and the shapes of chessmen."""
    assets = Assets.read(FOLDER)
    assert sum(len(asset.encoded["gzip"]) for asset in assets) <= 400_000


@pytest.mark.parametrize(
    ("path", "view"),
    [
        *(("/", "lobby"), ("/7KQ2XF", "match"), ("/tv", "match"), ("/embed/7KQ2XF", "match"), ("/new", "new_match")),
        *(("/events", "tournaments/events"), ("/events/new", "tournaments/new_event")),
        *(("/t/T-7KQ2XF", "tournaments/tournament"), ("/T-7KQ2XF", "tournaments/tournament")),
    ],
)
def test_the_view_of_an_address_is_preloaded(page: WebPage, path: str, view: str) -> None:
    """The server reads in the router which module that is, and in the module which stylesheet it needs."""
    _, text = document(page, path)
    (imports,) = re.findall(r'<script type="importmap">(.*?)</script>', text)
    address = json.loads(imports)["imports"][f"/assets/views/{view}.js"]
    assert f'<link rel="modulepreload" href="{address}">' in text
    assert ('<link rel="stylesheet" href="/assets/styles/match.' in text) == (
        view in {"match", "tournaments/tournament"}
    )
    assert ('<link rel="stylesheet" href="/assets/styles/events.' in text) == view.startswith("tournaments/")


def test_the_document_is_compressed(page: WebPage) -> None:
    """A browser that takes gzip gets the same document in a third of the bytes."""
    _, text = document(page, "/")
    response = get(page, "/", encoding="gzip")
    assert response is not None
    assert response.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(bytes(response.body or b"")).decode() == text
    assert response.headers["Content-Length"] == str(len(response.body or b""))


def test_a_first_view_is_small(page: WebPage) -> None:
    """Everything that a first visit loads from sources is below 60 kB, compressed; a wheel has its own budget."""
    _, text = document(page, "/")
    addresses = re.findall(r'(?:href|src)="(/assets/[^"]+)"', text)
    sizes = []
    for address in dict.fromkeys(addresses):
        response = get(page, address, encoding="gzip")
        assert response is not None, address
        sizes.append(len(response.body or b""))
    assert sum(sizes) + len(gzip.compress(text.encode())) <= 60_000
