"""What the share dialog makes of a match: addresses, pictures, an animation, and files that the commands read."""

import io
import json
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from kibitz_client.cli.main import app
from tests.commands import run
from tests.web.conftest import Visitors
from tests.web.driver import settle, wait_running, wait_turn

SVG = "{http://www.w3.org/2000/svg}"
RED, YELLOW = (0xD8, 0x34, 0x2B), (0xF6, 0xC5, 0x2C)
"""The discs of Connect Four in the usual theme."""


def play_together(page: Page, moves: str) -> str:
    """Play both sides of Connect Four, and return the code of the match."""
    page.get_by_role("button", name="Create the match").click()
    for ply, column in enumerate(moves):
        page.get_by_label("Type a move").fill(column)
        page.get_by_role("button", name="Play", exact=True).click()
        expect(page.locator("kibitz-board [role=grid]")).to_have_attribute("aria-label", f"Connect Four, ply {ply + 1}")
    return page.url.rpartition("/")[2]


def open_dialog(page: Page) -> None:
    """Open the share dialog of the match on the screen."""
    page.get_by_role("button", name="Share").click()
    page.locator("dialog .share").wait_for()


def download(page: Page, name: str) -> bytes:
    """Press the button of a file, and return what the browser saves."""
    with page.expect_download() as found:
        page.locator("dialog").get_by_role("button", name=name).click()
    return Path(found.value.path()).read_bytes()


def near(image: Image.Image, colour: tuple[int, int, int]) -> int:
    """Count the pixels of about that colour, which light makes a little brighter or darker."""
    counts: Any = image.convert("RGB").getcolors(image.width * image.height)
    return sum(count for count, pixel in counts if sum(abs(a - b) for a, b in zip(pixel, colour, strict=True)) < 60)


def test_the_record_is_that_of_the_command(visitors: Visitors, site: str, tmp_path: Path) -> None:
    """`kibitz export` writes the same messages, `kibitz replay` shows the file, and `verify` agrees with it."""
    page = visitors.open("/new?game=connect4&opponent=together")
    code = play_together(page, "1212121")
    open_dialog(page)
    file = tmp_path / "match.jsonl"
    file.write_bytes(download(page, "Record"))
    server = site.replace("http", "ws")
    exported = run(app, "export", code, "--server", server, env={})
    records = [[json.loads(line) for line in text.splitlines()] for text in (exported.stdout, file.read_text())]
    # Each of the two sees its own seats.
    for record in records:
        record[1] |= {"you": None, "yours": []}
    assert records[0] == records[1]
    verified = subprocess.run(
        [sys.executable, "-m", "kibitz_server", "verify", str(file)], capture_output=True, text=True, check=False
    )
    assert "agrees: 7 moves" in verified.stdout
    assert "wins" in run(app, "replay", str(file), "--plain", env={}).stdout
    text = run(app, "export", code, "--pgn", "--comments", "--server", server, env={}).stdout
    assert download(page, "PGN").decode() == text


@pytest.mark.long
def test_a_match_of_go_is_saved_as_sgf(visitors: Visitors, site: str) -> None:
    """It is saved in place of PGN, byte for byte as `kibitz export` writes it."""
    page = visitors.open("/new?game=go&opponent=together")
    page.get_by_role("button", name="Create the match").click()
    for ply, move in enumerate(("C3", "D4", "pass", "pass")):
        page.get_by_label("Type a move").fill(move)
        page.get_by_role("button", name="Play", exact=True).click()
        expect(page.locator("kibitz-board [role=grid]")).to_have_attribute("aria-label", f"Go, ply {ply + 1}")
    settle(page, "Count")
    code = page.url.rpartition("/")[2]
    # The first record starts a helper process of the server, for which commands wait longer than for a download here.
    command = ("export", code, "--sgf", "--comments", "--server", site.replace("http", "ws"))
    exported = run(app, *command, env={}).stdout
    open_dialog(page)
    expect(page.locator("dialog").get_by_role("button", name="PGN")).to_have_count(0)
    assert download(page, "SGF").decode() == exported
    assert ";B[cg]" in exported
    assert "RE[W+7.5]" in exported


@pytest.mark.long
def test_pictures_look_like_the_board(visitors: Visitors) -> None:
    """The SVG needs no stylesheet and has the shapes of the page in their colours; the PNG is drawn from it."""
    page = visitors.open("/new?game=connect4&opponent=together")
    play_together(page, "1212121")
    seen = page.evaluate(
        """() => [...document.querySelectorAll("kibitz-board :is(rect, circle, path, text)")]
          .map((node) => [node, getComputedStyle(node)])
          .filter(([, {display, fill}]) => display !== "none" && /^rgb/.test(fill) && fill !== "rgba(0, 0, 0, 0)")
          .map(([node, {fill}]) => [node.tagName, ...fill.match(/\\d+/g).slice(0, 3).map(Number)])"""
    )
    open_dialog(page)
    root = ElementTree.fromstring(download(page, "SVG"))
    shapes = [node for node in root.iter() if node.tag.removeprefix(SVG) in ("rect", "circle", "path", "text")]
    drawn = [
        (node.tag.removeprefix(SVG), *bytes.fromhex(fill[1:]))
        for node in shapes
        if (fill := node.get("fill", "")).startswith("#")
    ]
    # The file has the ground below the board besides, and the pieces in the order of their cells.
    assert Counter(drawn[1:]) == Counter(map(tuple, seen))
    assert len(drawn) > 15
    paints = {node.get("id") for node in root.iter() if "Gradient" in node.tag}
    fills = {node.get("fill", "") for node in shapes}
    assert {f"url(#{name})" for name in paints} == {fill for fill in fills if fill.startswith("url")} != set()
    names = {name for node in root.iter() for name in dict(node.items())}
    assert not names & {"class", "style", "tabindex", "data-cell", "aria-label"}
    assert root.findtext(f"{SVG}title") == "Connect Four, ply 7"
    picture = Image.open(io.BytesIO(download(page, "PNG")))
    assert picture.width == 1200
    assert near(picture, RED) > 20_000
    assert near(picture, YELLOW) > 15_000


@pytest.mark.nightly
def test_pictures_have_checkers_and_dice(visitors: Visitors) -> None:
    """A match at one keyboard begins by itself; its picture has each checker, and the dice besides."""
    page = visitors.open("/new?game=backgammon&opponent=together")
    page.get_by_role("button", name="Create the match").click()
    wait_running(page)
    # A move with a blank is typed without it.
    move = wait_turn(page, 0)["legal"][0]
    page.get_by_label("Type a move").fill(move.replace(" ", ""))
    page.get_by_role("button", name="Play", exact=True).click()
    dice = [face[1:] for face in wait_turn(page, 1)["trays"][0]["faces"]]
    open_dialog(page)
    root = ElementTree.fromstring(download(page, "SVG"))
    circles = [float(node.get("r", "")) for node in root.iter() if node.tag == f"{SVG}circle"]
    # A checker has a shadow, a body, the light on it and a ring.
    assert sum(radius > 10 for radius in circles) == 4 * 30
    assert sum(radius < 10 for radius in circles) == sum(map(int, dice))
    film: Any = Image.open(io.BytesIO(download(page, "Animation")))
    assert film.n_frames == 2


@pytest.mark.nightly
def test_the_animation_has_a_picture_for_each_position(visitors: Visitors) -> None:
    """The discs of the moves come one after the other, and the last picture stays longer."""
    page = visitors.open("/new?game=connect4&opponent=together")
    play_together(page, "1212121")
    open_dialog(page)
    film: Any = Image.open(io.BytesIO(download(page, "Animation")))
    assert film.n_frames == 8
    found = []
    for frame in range(film.n_frames):
        film.seek(frame)
        found.append((near(film, RED), near(film, YELLOW), film.info["duration"]))
    disc, other = found[1][0] - found[0][0], found[2][1] - found[0][1]
    assert min(disc, other) > 500
    for ply, (red, yellow, delay) in enumerate(found):
        assert round((red - found[0][0]) / disc) == (ply + 1) // 2
        # The winning line has a ring around its discs.
        assert abs((yellow - found[0][1]) / other - ply // 2) < 0.5
        assert delay == (3500 if ply == 7 else 800)
    expect(page.get_by_role("button", name="Animation")).to_be_enabled()


@pytest.mark.nightly
def test_the_animation_can_be_cancelled(visitors: Visitors) -> None:
    """The dialog shows its button again, and nothing is saved."""
    page = visitors.open("/new?game=connect4&opponent=together")
    play_together(page, "12")
    saved: list[str] = []
    page.on("download", lambda file: saved.append(file.suggested_filename))
    open_dialog(page)
    # The first picture never comes, so that there is time to cancel.
    page.evaluate("() => void (HTMLImageElement.prototype.decode = () => new Promise((done) => (window.more = done)))")
    page.get_by_role("button", name="Animation").click()
    page.locator("dialog progress").wait_for()
    page.get_by_role("button", name="Cancel").click()
    page.evaluate("window.more?.()")
    page.get_by_role("button", name="Animation").wait_for()
    assert saved == []


@pytest.mark.long
def test_addresses_of_a_ply_and_of_a_private_match(visitors: Visitors) -> None:
    """A link leads to the ply that is looked at; the key of a private match is in its fragment alone."""
    page = visitors.open("/new?game=connect4&opponent=together")
    page.get_by_text("More settings").click()
    page.locator("select[name=visibility]").select_option("private")
    code = play_together(page, "123")
    page.get_by_role("button", name="Back", exact=True).click()
    open_dialog(page)
    dialog = page.locator("dialog")
    link = dialog.get_by_label("Link to ply 2").input_value()
    address, _, key = link.partition("#key=")
    assert address.endswith(f"/{code}?ply=2")
    assert key
    assert key not in page.url
    # A QR code and a frame would show the key to others, or not work without it.
    expect(dialog.locator(".qr")).to_have_count(0)
    expect(dialog.get_by_label("Embed in your own page")).to_have_count(0)
    other = visitors.open(link[link.index(f"/{code}") :])
    expect(other.locator("kibitz-board [role=grid]")).to_have_attribute("aria-label", "Connect Four, ply 2")
    assert "#" not in other.url


@pytest.mark.long
def test_what_was_copied_is_said_above_the_dialog(visitors: Visitors) -> None:
    """A notice can be read and closed while the dialog is open, and stays when the dialog closes."""
    page = visitors.open("/new?game=connect4&opponent=together")
    play_together(page, "1")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_dialog(page)
    page.get_by_role("button", name="Copy").first.click()
    toast = page.locator("dialog .toast", has_text="Copied")
    toast.wait_for()
    assert page.evaluate("() => navigator.clipboard.readText()") == page.get_by_label("Link").input_value()
    page.locator(".share-head").get_by_role("button", name="Close").click()
    expect(page.locator("body > .toasts .toast")).to_be_visible()
    page.locator(".toast").get_by_role("button", name="Close").click()
    expect(page.locator(".toast")).to_have_count(0)
