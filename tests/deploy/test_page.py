"""The page of a release, as esbuild bundles it."""

import gzip
import re
from pathlib import Path

import brotli
import pytest
from deploy.page import bundle
from websockets.datastructures import Headers
from websockets.http11 import Request

from kibitz_server.net.pages.assets import Assets
from kibitz_server.net.pages.page import WebPage
from kibitz_server.net.pages.views import MAIN, MATCH_VIEW
from tests.deploy.wheels import SOURCES, required_bundler

pytestmark = pytest.mark.io
NOW = re.compile(r"""\b(?:from|import)"(\.[^"]+)\"""")
LATER = re.compile(r"""\bimport\("(\.[^"]+)"\)""")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the bundled page."""
    folder = tmp_path_factory.mktemp("bundled") / "web"
    bundle(required_bundler(), SOURCES, folder)
    return folder


def imported(file: Path, how: re.Pattern[str]) -> set[Path]:
    """Return the files that a bundled file imports, at once or later."""
    return {(file.parent / target).resolve() for target in how.findall(file.read_text())}


def test_every_file_is_imported_by_its_name(built: Path) -> None:
    """A file names others by their addresses, so no import map has to know them."""
    files = {file.resolve() for file in built.rglob("*.js")}
    targets = {target for file in files for how in (NOW, LATER) for target in imported(file, how)}
    assert {file.name.partition(".")[0] for file in files - targets} == {"main"}
    assert targets < files


def test_a_view_is_loaded_without_a_round_trip_for_each_import(built: Path) -> None:
    """Views have the addresses and stylesheets of the sources, and their files import no others at once."""
    sources, assets = Assets.read(SOURCES), Assets.read(built)
    assert assets.views == sources.views
    for view in (MAIN, *assets.views.values()):
        files = [built / address.removeprefix("/assets/") for address in assets.first(view)]
        assert files[0].name.startswith("main.")
        modules = [file.resolve() for file in files if file.suffix == ".js"]
        assert set().union(*(imported(file, NOW) for file in modules)) <= set(modules)
        styles = [file.name.partition(".")[0] for file in files if file.suffix == ".css"]
        wanted = [Path(address).name.partition(".")[0] for address in sources.first(view) if address.endswith(".css")]
        assert styles == wanted


def test_the_licences_of_libraries_stay(built: Path) -> None:
    """The comment of lit-html is in the file that has it, and the list of libraries is in the folder."""
    texts = [file.read_text() for file in built.rglob("*.js")]
    assert sum("@license\n * Copyright 2017 Google LLC" in text for text in texts) == 1
    assert (built / "vendor" / "README.md").read_text() == (SOURCES / "vendor" / "README.md").read_text()


@pytest.mark.parametrize(
    ("accepted", "coding"), [("gzip, br", "br"), ("gzip, br;q=0", "gzip"), ("gzip, brotli", "gzip"), ("*;q=0", None)]
)
def test_files_are_compressed_by_brotli_for_browsers_that_read_it(
    built: Path, accepted: str, coding: str | None
) -> None:
    """Browsers take it over TLS and from the same machine; others get gzip, or the file itself."""
    page = WebPage(built, lambda _code: True)
    for asset in Assets.read(built):
        response = page.respond(Request(asset.address, Headers({"Accept-Encoding": accepted})))
        assert response is not None
        assert response.headers.get("Content-Encoding") == coding
        unpack = {"br": brotli.decompress, "gzip": gzip.decompress, None: bytes}[coding]
        assert unpack(bytes(response.body or b"")) == asset.data


def test_it_stays_small(built: Path) -> None:
    """By gzip, all files are below 360 kB, those of the lobby below 50 kB, and those of a match below 80 kB."""
    assets, page = Assets.read(built), WebPage(built, lambda _code: True)
    assert sum(len(asset.encoded["gzip"]) for asset in assets) <= 360_000
    for path, view, most in (("/", "views/lobby.js", 50_000), ("/7KQ2XF", MATCH_VIEW, 80_000)):
        document = page.respond(Request(path, Headers({"Accept": "text/html"})))
        assert document is not None
        found = [assets.at(address) for address in assets.first(view)]
        sizes = [len(each[0].encoded["gzip"]) for each in found if each]
        assert sum(sizes) + len(gzip.compress(bytes(document.body or b""))) <= most
