"""The web page: one document for all of its addresses, with the rules that a browser enforces for it."""

import base64
import gzip
import hashlib
import html
import http
import io
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path

import segno
from websockets.datastructures import Headers
from websockets.http11 import Response

from kibitz_protocol.match_codes import IN_ADDRESS, TOURNAMENT_IN_ADDRESS, of_address
from kibitz_server.net.edge import HttpRequest
from kibitz_server.net.pages.assets import KINDS, Asset, Assets
from kibitz_server.net.pages.compact import compact_module
from kibitz_server.net.pages.installed import icons
from kibitz_server.net.pages.previews import Preview
from kibitz_server.net.pages.views import MAIN, MATCH_VIEW, TOURNAMENT_VIEW, view_of

INDEX = "index.html"
ICON = "icon.svg"
WORKER, WORKER_ADDRESS = "worker.mjs", "/sw.js"
"""The service worker, which belongs to the whole page and so has an address without a folder or a hash."""
CODE = re.compile(rf"/(?:replay/|embed/)?({IN_ADDRESS})")
TOURNAMENT = re.compile(rf"/(?:t/)?({TOURNAMENT_IN_ADDRESS})")
PATHS = frozenset(
    (
        *("/", "/new", "/tv", "/learn", "/archive", "/boards", "/ratings", "/account", "/settings", "/admin", "/help"),
        *("/events", "/events/new", "/alerts", "/alerts/confirm", "/alerts/stop", "/poster"),
    )
)
PLACE = re.compile(r"<!--(\w+)-->")
TAG = re.compile(r'"[^"]*"')
REFUSED = re.compile(r"\s*q=0(?:\.0*)?\s*")
"""The weight of a content coding that a browser does not take."""
ROBOTS = b"""User-agent: *
Disallow: /account
Disallow: /admin
Disallow: /archive
Disallow: /players/
Disallow: /ratings
"""
WELL_KNOWN = {"/robots.txt": ROBOTS, "/favicon.ico": b""}
"""What browsers and search engines ask for by themselves. The icon of the page is in its document."""
QR = re.compile(rf"/(?:({IN_ADDRESS})|t/({TOURNAMENT_IN_ADDRESS}))/qr\.svg")
LESSON_QR = re.compile(rf"/(lesson|class)/({IN_ADDRESS})/qr\.svg")
LOOPBACK = re.compile(r"(?:localhost|127\.[0-9.]+|\[::1\])(?::[0-9]+)?")
PLAYER = re.compile(r"/players/[^/?#]{1,200}")
LESSONS = re.compile(rf"/lessons(?:/new)?|/(?:lesson/({IN_ADDRESS})(?:/results)?|class/({IN_ADDRESS}))")
PUZZLES = re.compile(r"/puzzles(?:/[a-z0-9_-]{1,32}){0,2}")
STUDIES = re.compile(r"/studies|/study/[0-9A-Za-z%-]{1,64}")
YEAR_S = 31_536_000
INDEXED = frozenset(("/", "/help", "/learn"))
"""Pages for search engines. The others show players and matches, or depend on the reader."""
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""For pictures that a browser opens by themselves: such a document could have scripts."""
PERMISSIONS = "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
KEPT_DOCUMENTS, KEPT_LARGE = 256, 32
"""Documents and pictures that are kept ready, so that a repeated request costs little; and those with tables."""
NO_SCRIPT = (
    "<main>Kibitz needs JavaScript to show its boards. Without it you can play from a terminal: see the address /CODE"
    " of a match.</main>"
)
WITH_TABLES = '<main class="tables">{}<p class="muted">With JavaScript this page shows each game as it ends.</p></main>'


class WebPage:
    """Answers the requests of browsers.

    Args:
        folder: The files of the page.
        known: Returns whether a match of that code exists.
        preview: Returns what the preview of a link to a match says; None if it may say nothing.
        known_tournament: Returns whether a tournament of that code exists.
        public: The address of the page for links; None for the one that a browser opened.
    """

    def __init__(
        self,
        folder: Path,
        known: Callable[[str], bool],
        preview: Callable[[str], Preview | None] = lambda _code: None,
        public: str | None = None,
        known_tournament: Callable[[str], bool] = lambda _code: True,
    ) -> None:
        self._assets = Assets.read(folder)
        self._document = (folder / INDEX).read_text()
        self._icon = "data:image/svg+xml;base64," + base64.b64encode(self._assets.text(ICON).encode()).decode()
        worker = folder / WORKER
        self._worker = compact_module(worker.read_text("utf-8")).encode() if worker.is_file() else b""
        self._known = known
        self._known_tournament = known_tournament
        self._home = f' data-home="{html.escape(public)}"' if public else ""
        self._preview = preview
        self._ready = lru_cache(KEPT_DOCUMENTS)(self._prepared)
        self._ready_large = lru_cache(KEPT_LARGE)(self._prepared)
        self._frames = lru_cache(KEPT_DOCUMENTS)(self._frame)
        digest = hashlib.sha256(self._assets.import_map.encode()).digest()
        self._policy = (
            f"default-src 'none'; script-src 'self' 'sha256-{base64.b64encode(digest).decode()}'; style-src 'self'; "
            "img-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
            "frame-ancestors {frames}; require-trusted-types-for 'script'; trusted-types lit-html kibitz"
        )

    def respond(self, request: HttpRequest, *, tls: bool = False, home: str | None = None) -> Response | None:
        """Return the response to the request of a browser; None for addresses that are not of the page.

        Args:
            request: The request.
            tls: Whether the browser came over TLS.
            home: The address of the page for links, as `https://games.example.org`; None if it is not known.
        """
        path, _, query = request.path.partition("?")
        if path == "/qr.svg":
            return self._qr_code(None, None, home)
        if (code := QR.fullmatch(path)) is not None:
            return self._qr_code(code[1], code[2], home)
        if (lesson := LESSON_QR.fullmatch(path)) is not None:
            return self._qr_code_of(f"{lesson[1]}/{of_address(lesson[2])}", home)
        if (text := WELL_KNOWN.get(path)) is not None:
            kind = {"Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=86400"}
            return response(http.HTTPStatus.OK if text else http.HTTPStatus.NO_CONTENT, text, kind)
        if path == WORKER_ADDRESS:
            # A browser looks for a new one at each visit. Nothing of the page is in it, so it is never an old page.
            return response(
                http.HTTPStatus.OK, self._worker, {"Content-Type": KINDS[".js"], "Cache-Control": "no-cache"}
            )
        if (icon := icons.SIZES.get(path)) is not None:
            drawn = icons.picture(self._assets.text(icon[0]), icon[1])
            headers = {"Content-Type": "image/png", "Cache-Control": "public, max-age=86400"}
            return response(http.HTTPStatus.OK, drawn, headers)
        if (found := self._assets.at(path)) is not None:
            return _file(request, *found)
        if "text/html" not in _values(request, "Accept"):
            return None
        return self._page(path, query, request, tls=tls)

    def _qr_code(self, match: str | None, tournament: str | None, home: str | None) -> Response | None:
        """Return a picture of the link to a match, a tournament or the server, which contains no key."""
        code = of_address(match or tournament or "")
        known = self._known if match else self._known_tournament
        if home is None or not (code == "" or known(code)):
            return None
        return self._qr_code_of(f"t/{code}" if tournament else code, home)

    def _qr_code_of(self, path: str, home: str | None) -> Response | None:
        """Return a picture of the link to a path of this server."""
        if home is None:
            return None
        picture = _picture(f"{home}/{path}")
        headers = {
            "Content-Type": KINDS[".svg"],
            "Cache-Control": "no-cache",
            "Content-Security-Policy": PICTURE_POLICY,
        }
        return response(http.HTTPStatus.OK, picture, headers)

    def _page(self, path: str, query: str, request: HttpRequest, *, tls: bool) -> Response:
        match = CODE.fullmatch(path)
        code = of_address(match[1]) if match else None
        # A finished match may be in the database alone, so its replay is asked for by the page itself.
        stored = code is not None and path.startswith(("/replay/", "/embed/"))
        tournament = TOURNAMENT.fullmatch(path)
        event = of_address(tournament[1]) if tournament else None
        held = (code is not None and self._known(code)) or (event is not None and self._known_tournament(event))
        served = any(form.fullmatch(path) for form in (PLAYER, PUZZLES, LESSONS, STUDIES))
        found = path in PATHS or served or stored or held
        # Only the page of a match may stand in a frame of another page.
        embedded = code is not None and (path.startswith("/embed/") or "embed=1" in query.split("&"))
        shown = code or event
        preview = (self._preview(shown) if shown else None) or Preview()
        other = MATCH_VIEW if code else TOURNAMENT_VIEW if tournament else MAIN
        view = view_of(path, self._assets.views) or other
        ready = self._ready_large if preview.content else self._ready
        body, compressed, tag = ready(preview, view, embedded)
        headers = {
            "Cache-Control": "no-cache",
            "ETag": tag,
            "Vary": "Accept, Accept-Encoding",
            "Content-Security-Policy": self._policy.format(frames="*" if embedded else "'none'"),
            "Permissions-Policy": PERMISSIONS,
            "Referrer-Policy": "no-referrer",
        }
        if tls or LOOPBACK.fullmatch(_values(request, "Host")):
            # Over plain HTTP from elsewhere, browsers ignore this header with an error in their console.
            headers["Cross-Origin-Opener-Policy"] = "same-origin"
        if path not in INDEXED:
            headers["X-Robots-Tag"] = "noindex"
        if found and has_tag(request, tag):
            return response(http.HTTPStatus.NOT_MODIFIED, b"", headers)
        headers["Content-Type"] = "text/html; charset=utf-8"
        if takes(request, "gzip"):
            headers["Content-Encoding"] = "gzip"
            body = compressed
        return response(http.HTTPStatus.OK if found else http.HTTPStatus.NOT_FOUND, body, headers)

    def _prepared(self, preview: Preview, view: str, embedded: bool) -> tuple[bytes, bytes, str]:
        """Return a document, the same compressed, and its tag."""
        title, description = html.escape(preview.title), html.escape(preview.description)
        parts = {
            "title": title,
            "meta": f'<meta name="description" content="{description}"><meta property="og:title" content="{title}">'
            f'<meta property="og:description" content="{description}"><meta property="og:site_name" content="Kibitz">',
            "tables": WITH_TABLES.format(preview.content) if preview.content else NO_SCRIPT,
        }
        body = _filled(self._frames(view, embedded), parts).encode()
        return body, gzip.compress(body, 6, mtime=0), tag_of(body, preview.version)

    def _frame(self, view: str, embedded: bool) -> str:
        """Return a document without its preview. It loads what a view needs without a round trip for each import."""
        first = self._assets.first(view)
        modules = [address for address in first if address.endswith(".js")]
        styles = [address for address in first if address.endswith(".css")]
        parts = {
            "importmap": f'<script type="importmap">{self._assets.import_map}</script>',
            "preload": "".join(f'<link rel="modulepreload" href="{address}">' for address in modules),
            "styles": "".join(f'<link rel="stylesheet" href="{address}">' for address in styles),
            "main": f'<script type="module" src="{modules[0]}"></script>',
            "icon": self._icon,
            "manifest": self._assets.address("manifest.webmanifest"),
            "embed": " data-embed" if embedded else "",
            "home": self._home,
        }
        return _filled(self._document, parts)


def _filled(document: str, parts: Mapping[str, str]) -> str:
    """Return a document with some of its places filled. The others are left for later."""
    return PLACE.sub(lambda found: parts.get(found[1], found[0]), document)


@lru_cache(KEPT_DOCUMENTS)
def _picture(link: str) -> bytes:
    """Return the QR code of a link as SVG."""
    picture = io.BytesIO()
    # To compare all eight masks would take three times as long.
    segno.make(link, micro=False, mask=3).save(picture, kind="svg", border=1, scale=4)
    return picture.getvalue()


def _file(request: HttpRequest, asset: Asset, hashed: bool) -> Response:
    """Return a file, with the smallest headers for an address with its hash: no browser ever asks for that again."""
    headers = {"Cache-Control": f"max-age={YEAR_S}, immutable"}
    if not hashed:
        headers = {"Cache-Control": "no-cache", "ETag": asset.tag}
    headers["Vary"] = "Accept-Encoding"
    if not hashed and has_tag(request, asset.tag):
        return response(http.HTTPStatus.NOT_MODIFIED, b"", headers)
    headers["Content-Type"] = asset.kind
    if asset.kind == KINDS[".svg"]:
        headers["Content-Security-Policy"] = PICTURE_POLICY
    coding = next((each for each in asset.encoded if takes(request, each)), None)
    if coding is None:
        return response(http.HTTPStatus.OK, asset.data, headers)
    headers["Content-Encoding"] = coding
    return response(http.HTTPStatus.OK, asset.encoded[coding], headers)


def _values(request: HttpRequest, name: str) -> str:
    """Return the values of a header that may occur several times."""
    return ", ".join(request.headers.get_all(name))


def takes(request: HttpRequest, coding: str) -> bool:
    """Return whether the browser reads what is compressed by a content coding, such as `gzip`."""
    accepted = (each.partition(";") for each in _values(request, "Accept-Encoding").split(","))
    return any(name.strip() == coding and not REFUSED.fullmatch(weight) for name, _, weight in accepted)


def tag_of(body: bytes, version: str = "") -> str:
    """Return the tag of a body, which begins with the version of what it shows, if that has one."""
    return f'"{version}{"-" * bool(version)}{hashlib.sha256(body).hexdigest()[:12]}"'


def has_tag(request: HttpRequest, tag: str) -> bool:
    """Return whether the browser has what a tag names. A proxy that compresses marks the tag as a weak one."""
    return tag in TAG.findall(_values(request, "If-None-Match"))


def response(status: http.HTTPStatus, body: bytes, headers: dict[str, str]) -> Response:
    """Return a complete response of the page."""
    base = {
        "Content-Length": str(len(body)),
        "X-Content-Type-Options": "nosniff",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Connection": "close",
    }
    return Response(status.value, status.phrase, Headers({**headers, **base}), body)
