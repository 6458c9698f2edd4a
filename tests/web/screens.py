"""Pictures of the page, from a server with fixed players and moves: `python -m tests.web.screens`.

It takes those that the documents show, and those with which `test_screens.py` compares the page. With `--all FOLDER` it
takes every view and state at both sizes and in both themes, and writes them there. Desktop pictures have half the size
of the screen, so that all of them stay small.
"""

import argparse
import contextlib
import io
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, WebSocketRoute, expect, sync_playwright

from tests.programs import CHROMIUM
from tests.web.conftest import DESKTOP, PHONE, arguments
from tests.web.driver import create, wait_ply, wait_running
from tests.web.exhibits import ME, OPEN, Exhibits, Player
from tests.web.outages import Network, Server
from tests.web.tournaments.scenes import SCENES
from tests.web.views import TABLE, View, settle, show

SIZES = {"desktop": DESKTOP, "phone": PHONE}
THEMES = ("light", "dark")
QUALITY = 72
FAR = 40
"""Difference of a colour channel, of 255, from which a part of a picture looks different."""


@dataclass(frozen=True)
class Album:
    """A folder with pictures: each has the name of a view or state, a size and a theme."""

    folder: Path
    pictures: tuple[tuple[str, str, str], ...]

    def keep(self, name: str, size: str, theme: str, picture: bytes) -> None:
        """Write a picture that belongs here, unless the file looks the same."""
        path = self.folder / file_name(name, size, theme)
        if (name, size, theme) not in self.pictures:
            return
        if not path.exists() or difference(path.read_bytes(), picture, 48, 32) > 0:
            path.write_bytes(picture)
            print(path)

    def clear(self) -> None:
        """Remove the pictures that do not belong here."""
        known = {file_name(*each) for each in self.pictures}
        for path in self.folder.glob("*.jpg"):
            if path.name not in known:
                path.unlink()


STABLE = ("new match", "match", "over", "learn", "help", "not found")
"""The views that look the same each time."""
COMPARED = Album(
    Path(__file__).parent / "pictures",
    tuple((name, size, theme) for name in STABLE for size in SIZES for theme in THEMES),
)
SHOWN = Album(
    Path(__file__).parents[2] / "docs" / "web",
    (
        ("lobby", "desktop", "light"),
        ("lobby", "phone", "dark"),
        ("match", "desktop", "light"),
        ("chess", "desktop", "light"),
        ("go", "desktop", "dark"),
        ("backgammon", "phone", "light"),
        ("your cards", "phone", "dark"),
        ("live", "desktop", "dark"),
        ("searched tree", "desktop", "light"),
        ("searched tree", "phone", "dark"),
        ("archive", "desktop", "light"),
        ("event", "desktop", "light"),
        ("event", "phone", "dark"),
        ("event, statistics", "desktop", "dark"),
        ("event, projector", "desktop", "light"),
        ("new event, entrants", "phone", "light"),
        ("share", "phone", "light"),
    ),
)
STATES = ("loading", "refused", "behind", "opened elsewhere", "offline", "resumed", "restarting")
FRESH = ("lobby, empty", "live")
# What differs between two runs: times, round trips, codes, and the names of guests.
STEADY = """.status .number, .connection, .clock, .countdown b, .code, .big-code, .qr, .copy input, .who-am-i,
.moves small,
[data-volatile], .archive-row time { visibility: hidden !important }
*, ::before, ::after { animation: none !important; transition: none !important; caret-color: transparent !important }"""


@dataclass(frozen=True)
class Camera:
    """Opens pages of one size and theme, and takes their pictures."""

    browser: Browser
    size: str
    theme: str

    @contextlib.contextmanager
    def page(self, before: Callable[[Page], object] = lambda _page: None) -> Iterator[Page]:
        """Open an empty page, and close it in the end."""
        context = self.browser.new_context(
            viewport=SIZES[self.size],
            device_scale_factor=0.5 if self.size == "desktop" else 1,
            has_touch=self.size == "phone",
            color_scheme=self.theme,  # type: ignore[arg-type]  # one of two
            reduced_motion="reduce",
            locale="en",
            bypass_csp=True,
        )
        page = context.new_page()
        page.set_default_timeout(30_000)
        before(page)
        yield page
        context.close()

    def take(self, page: Page) -> bytes:
        """Return a picture of what the window shows."""
        page.add_style_tag(content=STEADY)
        page.evaluate("document.activeElement?.blur?.()")
        return page.screenshot(type="jpeg", quality=QUALITY)


def take_views(
    camera: Camera, site: str, codes: dict[str, str], views: tuple[View, ...] = TABLE
) -> Iterator[tuple[str, bytes]]:
    """Take a picture of each view, each as a new visitor."""
    for view in views:
        with camera.page() as page:
            show(page, site, view, codes)
            yield view.name, camera.take(page)


def take_scenes(camera: Camera, site: str, codes: dict[str, str], names: set[str]) -> Iterator[tuple[str, bytes]]:
    """Take pictures of events, which a script shows the page."""
    for scene in SCENES:
        if scene.name in names:
            with camera.page(scene.script(codes)) as page:
                page.goto(site + scene.path)
                settle(page)
                scene.prepare(page)
                settle(page)
                yield scene.name, camera.take(page)


def take_states(camera: Camera, server: Server) -> Iterator[tuple[str, bytes]]:
    """Take a picture of each state that a view can be in. The server is killed and started again meanwhile."""
    with camera.page(lambda page: page.route_web_socket("**", lambda _route: None)) as page:
        page.goto(f"{server.site}/tv")
        page.locator(".skeleton").first.wait_for()
        yield "loading", camera.take(page)
    with camera.page() as page:
        page.goto(f"{server.site}/new?game=tictactoe&opponent=together")
        create(page)
        wait_running(page)
        # A phone shows no field for typed moves.
        if camera.size == "desktop":
            page.locator("#typed-move").fill("z9")
            page.locator("#typed-move").press("Enter")
            expect(page.locator(".answer")).to_contain_text("is not a move here")
            yield "refused", camera.take(page)
    with behind(server.site) as code, camera.page() as page:
        page.goto(f"{server.site}/{code}")
        settle(page)
        yield "behind", camera.take(page)
    routes: list[WebSocketRoute] = []

    def lead(route: WebSocketRoute) -> None:
        routes.append(route)
        route.connect_to_server()

    with camera.page(lambda page: page.route_web_socket("**", lead)) as page:
        page.goto(f"{server.site}/")
        settle(page)
        routes[-1].close(code=4409, reason="opened elsewhere")
        expect(page.locator(".status")).to_contain_text("Opened elsewhere")
        yield "opened elsewhere", camera.take(page)
    with camera.page() as page:
        page.goto(f"{server.site}/new?game=tictactoe&opponent=together")
        create(page)
        wait_running(page)
        server.kill()
        expect(page.locator(".status")).to_contain_text("Offline")
        yield "offline", camera.take(page)
        server.start()
        expect(page.locator(".status")).to_contain_text("resumed")
        yield "resumed", camera.take(page)
        server.drain()
        expect(page.locator(".status")).to_contain_text("is restarting")
        yield "restarting", camera.take(page)
        server.start()


def take_fresh(camera: Camera) -> Iterator[tuple[str, bytes]]:
    """Take pictures of a server without matches, and of its first one, which two engines play."""
    engine = {"kind": "engine", "engine": {"algorithm": "alphabeta", "limit": {"depth": 7, "seed": 1}}}
    with contextlib.ExitStack() as stack:
        server = Server(Path(stack.enter_context(tempfile.TemporaryDirectory())))
        server.start()
        stack.callback(server.stop)
        with camera.page() as page:
            page.goto(server.site)
            settle(page)
            yield "lobby, empty", camera.take(page)
        # The network holds the next moves while the picture is taken.
        network = stack.enter_context(contextlib.closing(Network(server.port)))
        host = Player(server.site, "Ada", stack)
        code = host.ask("create", game="connect4", seats=[engine, engine], engine_pace_s=1)["code"]
        with camera.page() as page:
            page.goto(f"{network.site}/{code}")
            page.get_by_role("tab", name="Engine").click()
            wait_ply(page, 8)
            network.freeze()
            yield "live", camera.take(page)


@contextlib.contextmanager
def behind(site: str) -> Iterator[str]:
    """Play a match that spectators see two moves late, and yield its code."""
    with contextlib.ExitStack() as stack:
        ada, ben = (Player(site, name, stack) for name in ("Ada", "Ben"))
        code = ada.ask("create", game="tictactoe", seats=[ME, OPEN], delay={"moves": 2, "seconds": 0})["code"]
        ben.ask("join", match=code)
        for ply, move in enumerate(("b2", "a1", "c3")):
            (ada, ben)[ply % 2].ask("move", match=code, ply=ply, move=move)
        yield code


def take_wanted(camera: Camera, server: Server, names: set[str]) -> Iterator[tuple[str, bytes]]:
    """Take the pictures with these names, and those that belong to the same scene."""
    views = tuple(view for view in TABLE if view.name in names)
    with contextlib.closing(Exhibits(server.site)) as exhibits:
        yield from take_views(camera, server.site, exhibits.codes, views)
        yield from take_scenes(camera, server.site, exhibits.codes, names)
    if names & {*STATES}:
        yield from take_states(camera, server)
    if names & {*FRESH}:
        yield from take_fresh(camera)


def main(words: list[str] | None = None) -> int:
    """Take the pictures of the documents and of the tests, or all."""
    parser = argparse.ArgumentParser(prog="python -m tests.web.screens", description="Take pictures of the page.")
    parser.add_argument("--all", type=Path, metavar="FOLDER", help="take every view and state, and write them there")
    folder = parser.parse_args(words).all
    albums = [COMPARED, SHOWN]
    if folder is not None:
        names = (*(view.name for view in TABLE), *(scene.name for scene in SCENES), *STATES, *FRESH)
        albums = [Album(folder, tuple((name, size, theme) for name in names for size in SIZES for theme in THEMES))]
    for album in albums:
        album.folder.mkdir(parents=True, exist_ok=True)
        album.clear()
    with tempfile.TemporaryDirectory() as files, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM.path(), args=arguments())
        server = Server(Path(files))
        server.start()
        for size in SIZES:
            for theme in THEMES:
                wanted = {name for album in albums for name, *look in album.pictures if look == [size, theme]}
                for name, picture in take_wanted(Camera(browser, size, theme), server, wanted):
                    for album in albums:
                        album.keep(name, size, theme, picture)
        server.stop()
        browser.close()
    return 0


def difference(one: bytes, other: bytes, columns: int, rows: int) -> float:
    """Return the share of cells that look different, when both pictures are shrunk to a grid of mean colours."""
    cells = zip(_grid(one, columns, rows), _grid(other, columns, rows), strict=True)
    far = [any(abs(a - b) > FAR for a, b in zip(*pair, strict=True)) for pair in cells]
    return sum(far) / len(far)


def _grid(picture: bytes, columns: int, rows: int) -> list[tuple[int, ...]]:
    image = Image.open(io.BytesIO(picture)).convert("RGB").resize((columns, rows), Image.Resampling.BOX)
    return [*zip(*[iter(image.tobytes())] * 3, strict=True)]


def file_name(name: str, size: str, theme: str) -> str:
    """Return the name of the file of a picture."""
    return f"{name.replace(', ', '-').replace(' ', '-')}-{size}-{theme}.jpg"


if __name__ == "__main__":
    sys.exit(main())
