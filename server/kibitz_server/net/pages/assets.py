"""Files of the web page: read once at the start, prepared, named by their content, and compressed.

A browser keeps an asset for a year, because a changed file has another address. The modules import each other by their
plain names, which an import map leads to the addresses.
"""

import gzip
import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from kibitz_server.net.pages.joining import ROOT
from kibitz_server.net.pages.prepared import Prepared, kept
from kibitz_server.net.pages.views import BROTLI, BUNDLED

KINDS = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
"""Media types by the end of a file name. Other files are not served."""
LENGTH = 12
"""Characters of the hash in an address."""
HASHED = re.compile(r"\.[0-9A-Z]{8}\.\w+")
"""The end of a name with a hash, which the bundler of releases gives. Such a file needs no other address."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A file of the page. `address` contains its hash. `encoded` has it compressed by coding, the best one first."""

    name: str
    address: str
    kind: str
    data: bytes
    encoded: dict[str, bytes]
    tag: str


class Assets:
    """All files of the page.

    `import_map` is the text of the import map that its modules need, and `views` has the module of each view by the
    first part of its address.
    """

    def __init__(self, page: Prepared, brotli: Mapping[str, bytes] | None = None) -> None:
        """Name and compress the files. `brotli` has those of a release by name, compressed by Brotli."""
        brotli = brotli or {}
        self._by_name = {name: _asset(name, text.encode(), brotli.get(name)) for name, text in page.texts.items()}
        self._by_address = {asset.address: asset for asset in self._by_name.values()}
        self.views, self._first = page.views, page.first
        imports = {name: self.address(file) for name, file in page.imports.items()}
        self.import_map = json.dumps({"imports": imports}, separators=(",", ":"))

    @classmethod
    def read(cls, folder: Path) -> "Assets":
        """Read the files of a folder that browsers may get: sources, which are prepared here, or what a release has.

        Raises:
            OSError: A file cannot be read.
        """
        found = {
            path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
            for path in folder.rglob("*")
            if path.suffix in KINDS and path.is_file()
        }
        bundled = folder / BUNDLED
        if bundled.is_file():
            brotli = {name: file.read_bytes() for name in found if (file := folder / (name + BROTLI)).is_file()}
            return cls(Prepared(found, **json.loads(bundled.read_text(encoding="utf-8"))), brotli)
        return cls(kept(found))

    def __iter__(self) -> Iterator[Asset]:
        """Yield the files that browsers load."""
        return iter(self._by_name.values())

    def at(self, path: str) -> tuple[Asset, bool] | None:
        """Return the asset at a path, and whether the path contains its hash; None if there is none."""
        if (asset := self._by_address.get(path)) is not None:
            return asset, True
        asset = self._by_name.get(path.removeprefix(ROOT)) if path.startswith(ROOT) else None
        return None if asset is None else (asset, False)

    def address(self, name: str) -> str:
        """Return the address of a file; its plain one if the file is missing."""
        asset = self._by_name.get(name)
        return ROOT + name if asset is None else asset.address

    def text(self, name: str) -> str:
        """Return the text of a file, or an empty one if it is missing."""
        asset = self._by_name.get(name)
        return "" if asset is None else asset.data.decode()

    def first(self, view: str) -> list[str]:
        """Return the addresses of the files that browsers load at first for the module of a view."""
        return [self.address(name) for name in self._first[view]]


def _asset(name: str, data: bytes, brotli: bytes | None) -> Asset:
    digest = hashlib.sha256(data).hexdigest()[:LENGTH]
    path = PurePosixPath(name)
    address = ROOT + (name if HASHED.search(name) else f"{path.with_suffix('')}.{digest}{path.suffix}")
    encoded = ({"br": brotli} if brotli else {}) | {"gzip": gzip.compress(data, 9, mtime=0)}
    return Asset(name, address, KINDS[path.suffix], data, encoded, f'"{digest}"')
