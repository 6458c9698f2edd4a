"""Files of the web page: read once at the start, prepared, named by their content, and compressed.

A browser keeps an asset for a year, because a changed file has another address. The modules import each other by their
plain names, which an import map leads to the addresses.
"""

import gzip
import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from kibitz_server.net.pages.joining import resolved
from kibitz_server.net.pages.prepared import LIBRARIES, Prepared, kept, prepare

ROOT = "/assets/"
KINDS = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
"""Media types by the end of a file name. Other files are not served."""
IMPORT = re.compile(r"""^\s*(?:import|export)\b(?!\s*\()[^"';]*?["']([^"']+)["']""", re.MULTILINE)
LENGTH = 12
"""Characters of the hash in an address."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A file of the page. `address` contains its hash."""

    name: str
    address: str
    kind: str
    data: bytes
    compressed: bytes
    tag: str


class Assets:
    """All files of the page."""

    def __init__(self, files: Mapping[str, str], prepare: Callable[[Mapping[str, str]], Prepared] = prepare) -> None:
        """Prepare files, given by their names below the folder of the page."""
        texts, self._home = prepare(files)
        self._by_name = {name: _asset(name, text.encode()) for name, text in texts.items()}
        self._by_address = {asset.address: asset for asset in self._by_name.values()}
        self.import_map = json.dumps({"imports": dict(self._imports())}, separators=(",", ":"))

    @classmethod
    def read(cls, folder: Path, joined: Mapping[str, Iterable[str]]) -> "Assets":
        """Read the files of a folder that browsers may get.

        Args:
            folder: The folder.
            joined: Names of further files, with the files that each consists of: one request then loads all of them.

        Raises:
            OSError: A file cannot be read.
        """
        found = {
            path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
            for path in folder.rglob("*")
            if path.suffix in KINDS and path.is_file()
        }
        return cls(found | {name: "".join(found[part] for part in parts) for name, parts in joined.items()}, kept)

    def __iter__(self) -> Iterator[Asset]:
        """Yield the files that browsers load."""
        return (asset for name, asset in self._by_name.items() if name not in self._home)

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

    def needed_by(self, *names: str) -> list[str]:
        """Return the files of some modules, and of those that they import directly or through others."""
        found: dict[str, None] = {}
        waiting = list(names)
        while waiting:
            name = waiting.pop(0)
            asset = self._by_name.get(name)
            if asset is None or name in found:
                continue
            found[name] = None
            targets = [resolved(name, target) for target in IMPORT.findall(asset.data.decode())]
            waiting += [target if target.endswith(".js") else f"{LIBRARIES}/{target}.js" for target in targets]
        return list(dict.fromkeys(self._home.get(name, name) for name in found))

    def _imports(self) -> Iterator[tuple[str, str]]:
        for name, asset in self._by_name.items():
            path = PurePosixPath(name)
            if path.suffix in (".js", ".css"):
                yield ROOT + name, self.address(self._home.get(name, name))
            if path.parent.name == LIBRARIES and path.suffix == ".js":
                yield path.stem, asset.address


def _asset(name: str, data: bytes) -> Asset:
    digest = hashlib.sha256(data).hexdigest()[:LENGTH]
    path = PurePosixPath(name)
    address = f"{ROOT}{path.with_suffix('')}.{digest}{path.suffix}"
    compressed = gzip.compress(data, 9, mtime=0)
    return Asset(name, address, KINDS[path.suffix], data, compressed, f'"{digest}"')
