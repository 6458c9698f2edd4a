"""Fingerprints of games: two machines with the same one find the same moves in the same number of nodes."""

import hashlib
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from kibitz_server import engine, games
from kibitz_server.games.registry import declarations, source

LEFT_OUT = "__pycache__"
"""Folder of files that a machine makes of others: compiled modules and searches, and their list."""
IMPORT = re.compile(
    rb"^[ \t]*(?:from|import)[ \t]+(?:kibitz_server\.games\.|\.)(?P<one>\w+)"
    rb"|^[ \t]*from[ \t]+(?:kibitz_server\.games|\.)[ \t]+import[ \t]+(?P<many>\([^)]*\)|[^(\n]+)",
    re.MULTILINE,
)
"""Import of a module beside the games. The parser of Python takes a hundred times as long."""


def fingerprints() -> dict[str, str]:
    """Return the fingerprint of each game by its name."""
    return {declaration.name: fingerprint(declaration.name) for declaration in declarations()}


@cache
def fingerprint(game: str) -> str:
    """Return a hash of the rules of a game, and of the engine.

    Raises:
        UnknownGame: No game has this name.
    """
    return hashlib.blake2s(_shared() + digest(places_of(game)), digest_size=8).hexdigest()


def places_of(game: str) -> list[Path]:
    """Return the files and folders that belong to a game: its own, and those of the games and modules that it imports.

    Raises:
        UnknownGame: No game has this name.
    """
    shared = set(shared_places())
    found = [source(game)]
    for place in found:  # grows meanwhile
        for _, content in _files(place):
            used = (_place(name) for name in _imported(content))
            found += [each for each in dict.fromkeys(used) if each and each not in shared and each not in found]
    return found


def shared_places() -> list[Path]:
    """Return what all games use: the engine, and the modules that are not games."""
    own = Path(games.__path__[0])
    return [Path(engine.__path__[0]), *sorted(set(own.iterdir()) - _of_games())]


def digest(places: Iterable[Path]) -> bytes:
    """Return a hash of files, and of all files in folders, with their names. Folders of them do not count."""
    found = hashlib.blake2s()
    for place in places:
        for path, content in _files(place):
            found.update(f"{place.name}/{path}\0{len(content)}\0".encode())
            found.update(content)
    return found.digest()


@cache
def _shared() -> bytes:
    return digest(shared_places())


def _of_games() -> set[Path]:
    return {source(declaration.name) for declaration in declarations()}


def _imported(content: bytes) -> Iterator[str]:
    """Yield the names after `kibitz_server.games` in the imports of a file, and perhaps some others."""
    for found in IMPORT.finditer(content):
        names = found["one"] or found["many"]
        yield from (name.decode() for name in re.findall(rb"\w+", names))


def _place(name: str) -> Path | None:
    """Return the file or folder of a module beside the games; None if there is none."""
    for folder in games.__path__:
        for place in (Path(folder, name), Path(folder, f"{name}.py")):
            if place.is_file() or (place / "__init__.py").is_file():
                return place
    return None


def _files(place: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a folder by their paths in it, or a file by its name."""
    if place.is_file():
        yield place.name, place.read_bytes()
        return
    for file in sorted(place.rglob("*")):
        if file.is_file() and LEFT_OUT not in file.parts:
            yield file.relative_to(place).as_posix(), file.read_bytes()
