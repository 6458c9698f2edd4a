"""Reloads, frozen networks and restarts in mid-move: none is lost, none is doubled, and the page says so."""

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, WebSocketRoute, expect

from tests.web.conftest import Visitors
from tests.web.driver import BOARD, cell, create, recorded_moves, square, take_seat, wait_ply, wait_running, wait_until
from tests.web.outages import Network, Server

STATUS = "footer.status, .status"
REPORTED = re.compile(r"WebSocket|ERR_|status of 503|Refused to apply style")
"""What Chromium itself reports while a server is away."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Run a server that tests may kill, if they start it again."""
    running = Server(tmp_path_factory.mktemp("server"))
    running.start()
    yield running
    running.stop()


@pytest.fixture
def network(server: Server) -> Iterator[Network]:
    """Lead to the server through a network that tests may freeze."""
    between = Network(server.port)
    yield between
    between.close()


def guests(browser: Browser, site: str) -> Iterator[Visitors]:
    """Open pages whose only errors are those that Chromium reports of the network."""
    opened = Visitors(browser, site)
    yield opened
    opened.close()
    assert [fault for fault in opened.faults if not REPORTED.search(fault)] == []


@pytest.fixture
def near(browser: Browser, server: Server) -> Iterator[Visitors]:
    """Open pages straight from the server."""
    yield from guests(browser, server.site)


@pytest.fixture
def far(browser: Browser, network: Network) -> Iterator[Visitors]:
    """Open pages through the network."""
    yield from guests(browser, network.site)


def pair(host_of: Visitors, guest_of: Visitors) -> tuple[Page, Page, str]:
    """Return a match of tic-tac-toe: both pages and its code."""
    host = host_of.open("/new?game=tictactoe")
    code = create(host)
    guest = guest_of.open(f"/{code}")
    take_seat(guest, host)
    return host, guest, code


def pending(page: Page) -> None:
    """Wait until the page shows a move that is on its way."""
    wait_until(page, f"() => document.querySelector({BOARD!r}).view.pending.length === 1")


def settled(pages: tuple[Page, ...], site: str, code: str, moves: list[str]) -> None:
    """Wait until all pages show the last move and none on its way, and compare the server's record."""
    for page in pages:
        wait_ply(page, len(moves))
        wait_until(page, f"() => document.querySelector({BOARD!r}).view.pending.length === 0")
        expect(square(page, moves[-1])).to_have_attribute("aria-label", re.compile("last move"))
    assert recorded_moves(site, code) == moves


@pytest.mark.long
def test_a_reload_before_the_answer(server: Server, network: Network, near: Visitors, far: Visitors) -> None:
    """The server has the move, and the page that comes back shows it once."""
    host, guest, code = pair(far, near)
    network.freeze(up=False)
    square(host, "b2").click()
    pending(host)
    wait_ply(guest, 1)
    network.lose()
    network.thaw()
    host.reload()
    settled((host, guest), server.site, code, ["b2"])


@pytest.mark.long
def test_a_reload_before_the_move_arrives(server: Server, network: Network, near: Visitors, far: Visitors) -> None:
    """The move is gone with the page, which shows so, and can be made again."""
    host, guest, code = pair(far, near)
    network.freeze()
    square(host, "b2").click()
    pending(host)
    host.goto("about:blank")
    network.lose()
    network.thaw()
    host.goto(f"{network.site}/{code}")
    wait_running(host)
    wait_ply(host, 0)
    assert recorded_moves(server.site, code) == []
    square(host, "b2").click()
    settled((host, guest), server.site, code, ["b2"])


@pytest.mark.nightly
@pytest.mark.parametrize("late", [True, False], ids=["arrives late", "is lost"])
def test_a_frozen_minute(server: Server, network: Network, near: Visitors, far: Visitors, late: bool) -> None:
    """The page notices, says so, and sends the move again; the server plays it once although it may arrive twice."""
    host = far.open("/new?game=tictactoe", before=lambda page: page.clock.install())
    code = create(host)
    guest = near.open(f"/{code}")
    take_seat(guest, host)
    network.freeze()
    square(host, "b2").click()
    pending(host)
    host.clock.run_for(60_000)
    expect(host.locator(STATUS).first).to_contain_text(re.compile(r"Offline.*\d+ second"))
    if not late:
        network.lose()
    network.thaw()
    host.clock.run_for(10_000)
    settled((host, guest), server.site, code, ["b2"])
    expect(host.locator(STATUS).first).to_contain_text("nothing lost")
    square(guest, "a1").click()
    settled((host, guest), server.site, code, ["b2", "a1"])


@pytest.mark.long
def test_the_server_is_killed(server: Server, near: Visitors) -> None:
    """Moves made just before, and while the server is away, are each played once after its restart."""
    host, guest, code = pair(near, near)
    square(host, "b2").click()
    server.kill()
    for page in (host, guest):
        expect(page.locator(STATUS).first).to_contain_text(re.compile(r"Offline.*\d+ second"))
    server.start()
    settled((host, guest), server.site, code, ["b2"])
    server.kill()
    expect(guest.locator(STATUS).first).to_contain_text("Offline")
    square(guest, "a1").click()
    pending(guest)
    server.start()
    for page in (host, guest):
        expect(page.locator(STATUS).first).to_contain_text("nothing lost")
    settled((host, guest), server.site, code, ["b2", "a1"])


def test_the_server_restarts(server: Server, near: Visitors) -> None:
    """A server that ends in order says that it restarts, and the pages come back by themselves."""
    host, guest, code = pair(near, near)
    square(host, "b2").click()
    settled((host, guest), server.site, code, ["b2"])
    server.drain()
    for page in (host, guest):
        expect(page.locator(STATUS).first).to_contain_text("The server is restarting")
    square(guest, "c3").click()
    pending(guest)
    server.start()
    for page in (host, guest):
        expect(page.locator(STATUS).first).to_contain_text("nothing lost")
    settled((host, guest), server.site, code, ["b2", "c3"])


@pytest.mark.long
def test_a_page_that_was_opened_elsewhere(server: Server, near: Visitors) -> None:
    """A connection that the server ended for another one stays closed until the visitor continues here."""
    routes: list[WebSocketRoute] = []

    def lead(route: WebSocketRoute) -> None:
        routes.append(route)
        route.connect_to_server()

    page = near.open("/new?game=tictactoe&opponent=together", before=lambda page: page.route_web_socket("**", lead))
    code = create(page)
    wait_running(page)
    routes[-1].close(code=4409, reason="opened elsewhere")
    expect(page.locator(STATUS).first).to_contain_text("Opened elsewhere")
    page.get_by_role("button", name="Continue here").click()
    expect(page.locator(STATUS).first).to_contain_text("online")
    square(page, "b2").click()
    settled((page,), server.site, code, ["b2"])


@pytest.mark.long
def test_a_server_that_is_starting(near: Visitors) -> None:
    """The page says how far the server has started, stays connected, and goes on when it is welcome."""
    routes: list[tuple[WebSocketRoute, str]] = []

    def lead(route: WebSocketRoute) -> None:
        def pass_on(message: str | bytes) -> None:
            if not routes and json.loads(message)["t"] == "welcome":
                routes.append((route, str(message)))
                message = json.dumps({"t": "starting", "loaded": 120, "matches": 516})
            route.send(message)

        route.connect_to_server().on_message(pass_on)

    page = near.open("/new?game=tictactoe", before=lambda page: page.route_web_socket("**", lead))
    expect(page.locator(STATUS).first).to_contain_text("The server is starting: 120 of 516 matches are loaded.")
    (route, welcome), *_ = routes
    route.send(welcome)
    expect(page.locator(STATUS).first).to_contain_text("online")
    create(page)


def test_modules_that_are_missing(server: Server, near: Visitors) -> None:
    """The server is gone before the lens has come: a tap on a small cell plays at once. Later the lens is there."""
    away = [True]

    def lose(route: Route) -> None:
        if away and re.search(r"/(?:lens|pen|notices)[.\w]*$", route.request.url):
            route.abort()
        else:
            route.continue_()

    page = near.open("/new?game=gomoku&opponent=together", phone=True, before=lambda page: page.route("**/*", lose))
    code = create(page, "gomoku", {"size": 19})
    wait_running(page)
    server.kill()
    expect(page.locator(STATUS).first).to_contain_text("Offline")
    cell(page, 98).tap()
    pending(page)
    server.start()
    wait_ply(page, 1)
    wait_until(page, f"() => document.querySelector({BOARD!r}).view.pending.length === 0")
    away.clear()
    cell(page, 240).tap()
    expect(page.locator(f"{BOARD} .lens")).to_be_visible()
    assert len(recorded_moves(server.site, code)) == 1
