"""Pictures of every view and state of the page, for docs/web.md: `python -m tests.web.screens`.

A server with fixed players and moves shows them at two sizes and in two themes. Desktop pictures have half the size of
the screen, so that all of them stay small. `test_screens.py` takes some of them again and compares.
"""

import contextlib
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, WebSocketRoute, expect, sync_playwright

from tests.web.conftest import DESKTOP, PHONE, arguments, program
from tests.web.driver import create, wait_ply, wait_running
from tests.web.exhibits import ME, OPEN, Exhibits, Player
from tests.web.outages import Network, Server
from tests.web.views import TABLE, View, settle, show

DOCS = Path(__file__).parents[2] / "docs"
FOLDER = DOCS / "web"
SIZES = {"desktop": DESKTOP, "phone": PHONE}
THEMES = ("light", "dark")
QUALITY = 72
# What differs between two runs: times, round trips, codes, and the names of guests.
STEADY = """.status .number, .connection, .clock, .code, .big-code, .qr, .copy input, .who-am-i, .moves small,
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
            viewport=SIZES[self.size],  # type: ignore[arg-type]  # a dictionary for its own type of sizes
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
            expect(page.locator(".toast")).to_contain_text("is not a move here")
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
        expect(page.locator(".status")).to_contain_text("restarts")
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


def main() -> int:
    """Take all pictures, and write the page that shows them."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.jpg"):
        old.unlink()
    names: dict[str, None] = {}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program(), args=arguments())
        server = Server(Path(folder))
        server.start()
        for size in SIZES:
            for theme in THEMES:
                camera = Camera(browser, size, theme)
                with contextlib.closing(Exhibits(server.site)) as exhibits:
                    shots = [*take_views(camera, server.site, exhibits.codes)]
                for name, picture in [*shots, *take_states(camera, server), *take_fresh(camera)]:
                    names[name] = None
                    (FOLDER / file_name(name, size, theme)).write_bytes(picture)
        server.stop()
        browser.close()
    (DOCS / "web.md").write_text(document([*names]))
    total = sum(path.stat().st_size for path in FOLDER.glob("*.jpg"))
    print(f"{len(list(FOLDER.glob('*.jpg')))} pictures, {total / 1e6:.1f} MB")
    return 0


def file_name(name: str, size: str, theme: str) -> str:
    """Return the name of the file of a picture."""
    return f"{name.replace(', ', '-').replace(' ', '-')}-{size}-{theme}.jpg"


INTRODUCTION = """# The web page

Every Kibitz server has a page: open `http://HOST:8765/` in a browser. It needs no account, no installation and no other
server.

- **Play** an engine of ten levels, anyone who looks for an opponent, or a friend, who gets a link or a QR code. Click,
  drag, tap, type, or use the keys alone; a screen reader hears each square and each move.
- **Roll dice** that neither player nor the server can choose: your browser adds a random text to the secret of the
  server, and after the end the info panel checks that this secret was fixed before the first move.
- **Play cards** that your opponent does not see: Kuhn poker, Leduc poker and hold'em. A bet of any size is one number
  field, and after the end every card is shown, folded ones too.
- **Watch** any live match, or several at once at `/boards`, with what the engines search: depth, score, expected line,
  and the chances over the match.
- **Learn** how minimax and alpha-beta find their move, step by step, at `/learn`. The address holds the step, so that a
  teacher can send it.
- **Look back** at finished matches in the archive: replay them, let the server analyse them, go mistake by mistake,
  and play on from any position.
- **Share** a match as a link, QR code, picture, animation, record, PGN or SGF, or frame it in a page of your own:
  `<iframe src="http://HOST:8765/embed/CODE">`.
- **It is light:** compressed, the lobby loads less than 60 kB on a first visit, in German 65 kB, and all views and
  boards together less than 175 kB.
- **Make it yours:** five themes, four boards, sounds, English and German, and an account with sessions and bots.

The pictures are taken by `make page-pictures`, which needs Chromium.
"""


def document(names: list[str]) -> str:
    """Return the text of docs/web.md."""
    rows = []
    for name in names:
        cells = []
        for size in SIZES:
            for theme in THEMES:
                file = file_name(name, size, theme)
                if (FOLDER / file).exists():
                    width = 400 if size == "desktop" else 130
                    cells.append(f'<img src="web/{file}" width="{width}" alt="{name}, {size}, {theme}">')
        rows.append(f"## {name.capitalize()}\n\n{' '.join(cells)}\n")
    return "\n".join([INTRODUCTION, *rows])


if __name__ == "__main__":
    sys.exit(main())
