"""Checks of this machine: versions, settings, terminal and files."""

import importlib.metadata
import importlib.util
import os
import platform
import shutil
import stat
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TextIO

from kibitz_client.commands.doctor.check import Check
from kibitz_client.settings import Settings
from kibitz_client.storage.files import accounts_path, guests_path, preferences_path, seats_path
from kibitz_client.text.style import wants_colour
from kibitz_protocol import OLDEST_VERSION, VERSION

LIBRARIES = ("websockets", "pydantic", "textual", "prompt_toolkit")
NEEDED_COLUMNS, NEEDED_ROWS = 80, 24
VARIABLES = ("SERVER", "NAME", "TOKEN", "KEY", "KEY_FILE", "CAFILE", "PASSWORD_FILE", "DISCOVERY", "GAMES", "PLAIN")
SECRET = ("TOKEN", "KEY")
"""The variables whose values are never shown."""


def machine_checks(settings: Settings, environ: Mapping[str, str], stdout: TextIO) -> Iterator[Check]:
    """Yield the checks that need no connection."""
    yield _versions()
    yield _server_package()
    yield _settings(settings, environ)
    yield from _terminal(environ, stdout)
    for folder in sorted({accounts_path().parent, preferences_path().parent}):
        yield _folder(folder)
    for path in (accounts_path(), guests_path(), seats_path()):
        if path.exists():
            yield _secret_file(path)


def _versions() -> Check:
    found = f"kibitz {_version('kibitz')}, Python {platform.python_version()} on {platform.system()}"
    libraries = ", ".join(f"{name} {_version(name)}" for name in LIBRARIES)
    versions = f"protocol {VERSION}" if OLDEST_VERSION == VERSION else f"protocols {OLDEST_VERSION} to {VERSION}"
    return Check("versions", "ok", f"{found}, {versions}; {libraries}")


def _version(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return "unknown"


def _server_package() -> Check:
    if importlib.util.find_spec("kibitz_server") is None or importlib.util.find_spec("numba") is None:
        hint = "to host matches or verify records here, install the extra: kibitz[server]"
        return Check("hosting", "warn", "the server is not installed", hint)
    return Check("hosting", "ok", f"the server is installed, with numba {_version('numba')}")


def _settings(settings: Settings, environ: Mapping[str, str]) -> Check:
    address = "private" if settings.private else settings.server
    source = "--server" if settings.chosen else "default"
    if settings.chosen and environ.get("KIBITZ_SERVER"):
        source = "--server or KIBITZ_SERVER"
    given = [name for name in VARIABLES if environ.get(f"KIBITZ_{name}")]
    shown = [f"KIBITZ_{name}" + ("" if name in SECRET else f"={environ[f'KIBITZ_{name}']}") for name in given]
    variables = f"variables: {', '.join(shown)}" if shown else "no variables"
    return Check("settings", "ok", f"server {address} ({source}); {variables}")


def _terminal(environ: Mapping[str, str], stdout: TextIO) -> Iterator[Check]:
    if not stdout.isatty():
        yield Check("terminal", "ok", "the output is not a terminal, so lines are printed without colours")
        return
    columns, rows = shutil.get_terminal_size()
    term = environ.get("TERM") or "no TERM"
    colours = "no colours"
    if wants_colour(environ, tty=True):
        many = environ.get("COLORTERM") in ("truecolor", "24bit")
        colours = "16 million colours" if many else "256 colours" if "256" in term else "16 colours"
    found = f"{term}, {columns}x{rows}, {colours}, {stdout.encoding}"
    if term == "dumb":
        yield Check("terminal", "warn", found, "the app needs a terminal that can move the cursor: set TERM")
    elif columns < NEEDED_COLUMNS or rows < NEEDED_ROWS:
        size = f"{NEEDED_COLUMNS}x{NEEDED_ROWS}"
        yield Check("terminal", "warn", found, f"the app is made for {size} or more: enlarge the window")
    else:
        yield Check("terminal", "ok", found)
    if "utf" not in (stdout.encoding or "").lower():
        hint = "set LANG to a UTF-8 locale such as C.UTF-8, or use kibitz --ascii"
        yield Check("characters", "warn", f"{stdout.encoding} has no line-drawing characters", hint)


def _folder(folder: Path) -> Check:
    """Try to write a file where the client keeps its own."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        hint = "make it writable for you; without it, seats and preferences are forgotten"
        return Check("folder", "fail", f"{folder} cannot be written: {error.strerror}", hint)
    return Check("folder", "ok", f"{folder} can be written")


def _secret_file(path: Path) -> Check:
    """Check that only its owner can read a file with tokens."""
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        path.read_bytes()
    except OSError as error:
        return Check("tokens", "fail", f"{path} cannot be read: {error.strerror}", "make it readable for you")
    if os.name == "posix" and mode & 0o077:
        return Check("tokens", "fail", f"other users can read {path}", f"run: chmod 600 {path}")
    return Check("tokens", "ok", f"{path} is private")
