"""Files of the page as browsers get them: compact, and joined to bundles. They are kept between starts of servers.

To make them takes 0.7 s of a core, more than the rest of the start.
"""

import contextlib
import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from platformdirs import user_cache_path
from rcssmin import cssmin

from kibitz_server.net.pages.bundles import bundled
from kibitz_server.net.pages.compact import compact_module
from kibitz_server.net.pages.joining import IMPORT, ROOT, resolved
from kibitz_server.net.pages.views import first_files, views_of

LIBRARIES = "vendor"
"""The folder of libraries, which modules import by their bare names."""
PART = re.compile(r"""^@import "([\w-]+\.css)";\n""", re.MULTILINE)
"""A stylesheet that becomes a part of another one in the same folder."""
MOST_KEPT = 3
"""Number of versions that are kept, for several installations on a machine."""


class Prepared(NamedTuple):
    """The files of the page.

    `texts` are the files by name. `imports` has the file of each name by which modules import others. `views` has the
    module of each view by the first part of its address, and `first` the files that such a view loads at first, the
    one of the main module before the others.
    """

    texts: dict[str, str]
    imports: dict[str, str]
    views: dict[str, str]
    first: dict[str, list[str]]


def prepare(files: Mapping[str, str]) -> Prepared:
    """Return the files as browsers get them. Libraries stay as published."""
    parts = {_beside(name, part) for name, text in files.items() for part in PART.findall(text)}
    compact = {name: _served(name, files) for name in sorted(files) if name not in parts}
    modules = {name: text for name, text in files.items() if _is_module(name)}
    bundles, home = bundled(modules, {name: compact[name] for name in modules})
    texts = {name: text for name, text in compact.items() if name not in home} | bundles
    imports = {ROOT + name: home.get(name, name) for name in compact if name.endswith((".js", ".css"))}
    imports |= {PurePosixPath(name).stem: name for name in compact if _is_library(name)}
    needs = {name: [*_imported(name, text, imports)] for name, text in texts.items() if name.endswith(".js")}
    return Prepared(texts, imports, views_of(files), first_files(files, home, needs))


def kept(files: Mapping[str, str], folder: Path | None = None) -> Prepared:
    """Return the files as browsers get them, as an earlier process kept them, if one did.

    Args:
        files: Texts of the files by name.
        folder: Where they are kept; by default the cache folder of the user.
    """
    return _kept(tuple(sorted(files.items())), folder or user_cache_path("kibitz") / "page")


# Tests start hundreds of servers in one process.
@lru_cache(maxsize=2)
def _kept(files: tuple[tuple[str, str], ...], folder: Path) -> Prepared:
    sources = [path.read_text(encoding="utf-8") for path in sorted(Path(__file__).parent.glob("*.py"))]
    file = folder / f"{hashlib.sha256(repr((sources, files)).encode()).hexdigest()}.json"
    with contextlib.suppress(OSError, ValueError, TypeError):
        return Prepared(*map(dict, json.loads(file.read_text(encoding="utf-8"))))
    made = prepare(dict(files))
    # Without a folder that can be written, each start makes them. A user without a home has a relative one.
    with contextlib.suppress(OSError):
        if not folder.is_absolute():
            return made
        folder.mkdir(parents=True, exist_ok=True)
        draft = folder / f"{os.getpid()}.draft"
        draft.write_text(json.dumps(made), encoding="utf-8")
        draft.replace(file)
        for path in sorted(folder.glob("*.json"), key=lambda path: path.stat().st_mtime)[:-MOST_KEPT]:
            path.unlink(missing_ok=True)
    return made


def _is_module(name: str) -> bool:
    """Return whether a file is a module of ours."""
    return name.endswith(".js") and not _is_library(name)


def _is_library(name: str) -> bool:
    path = PurePosixPath(name)
    return path.suffix == ".js" and path.parent.name == LIBRARIES


def _beside(name: str, other: str) -> str:
    return PurePosixPath(name).with_name(other).as_posix()


def _served(name: str, files: Mapping[str, str]) -> str:
    """Return what browsers get of a file."""
    text = files[name]
    if name.endswith(".css"):
        return str(cssmin(PART.sub(lambda found: files[_beside(name, found[1])], text)))
    return compact_module(text) if _is_module(name) else text


def _imported(name: str, text: str, imports: Mapping[str, str]) -> Iterator[str]:
    """Yield the files that a file imports when it is loaded."""
    for found in IMPORT.finditer(text):
        target = resolved(name, found["target"])
        yield imports.get(target) or imports.get(ROOT + target, target)
