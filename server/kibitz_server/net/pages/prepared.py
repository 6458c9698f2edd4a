"""Files of the page as browsers get them: compact, and joined to bundles. They are kept between starts of servers.

To make them takes 0.7 s of a core, more than the rest of the start.
"""

import contextlib
import hashlib
import json
import os
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from platformdirs import user_cache_path
from rcssmin import cssmin

from kibitz_server.net.pages.bundles import bundled
from kibitz_server.net.pages.compact import compact_module

LIBRARIES = "vendor"
"""The folder of libraries, which modules import by their bare names."""
MOST_KEPT = 3
"""Number of versions that are kept, for several installations on a machine."""


class Prepared(NamedTuple):
    """Texts of all files and bundles by name, and the bundle of each module that is in one."""

    texts: dict[str, str]
    home: dict[str, str]


def prepare(files: Mapping[str, str]) -> Prepared:
    """Return the files as browsers get them. Libraries stay as published."""
    texts = {name: _served(name, text) for name, text in sorted(files.items())}
    modules = {name: text for name, text in files.items() if _is_module(name)}
    bundles, home = bundled(modules, {name: texts[name] for name in modules})
    return Prepared(texts | bundles, home)


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
        texts, home = json.loads(file.read_text(encoding="utf-8"))
        return Prepared(dict(texts), dict(home))
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
    path = PurePosixPath(name)
    return path.suffix == ".js" and path.parent.name != LIBRARIES


def _served(name: str, text: str) -> str:
    """Return what browsers get of a file."""
    if name.endswith(".css"):
        return str(cssmin(text))
    return compact_module(text) if _is_module(name) else text
