"""Fingerprints of games: two machines with the same one find the same moves in the same number of nodes."""

import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from kibitz_server import engine, games
from kibitz_server.games.registry import declarations, source

LEFT_OUT = {".pyc", ".nbi", ".nbc"}
"""Endings of files that a machine makes of others."""


def fingerprints() -> dict[str, str]:
    """Return the fingerprint of each game by its name."""
    return {declaration.name: fingerprint(declaration.name) for declaration in declarations()}


@cache
def fingerprint(game: str) -> str:
    """Return a hash of the rules of a game, and of the engine.

    Raises:
        UnknownGame: No game has this name.
    """
    found = hashlib.blake2s(_shared(), digest_size=8)
    for path, content in _files(source(game)):
        found.update(f"{path}\0{len(content)}\0".encode())
        found.update(content)
    return found.hexdigest()


@cache
def _shared() -> bytes:
    """Return a hash of everything that all games use: the engine, and the modules that are not games."""
    own = Path(games.__path__[0])
    of_games = {source(declaration.name) for declaration in declarations()}
    found = hashlib.blake2s()
    for place in (Path(engine.__path__[0]), *sorted(set(own.iterdir()) - of_games)):
        for path, content in _files(place):
            found.update(f"{place.name}/{path}\0{len(content)}\0".encode())
            found.update(content)
    return found.digest()


def _files(place: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a folder by their paths in it, or a file by its name."""
    if place.is_file():
        yield place.name, place.read_bytes()
        return
    for file in sorted(place.rglob("*")):
        if file.is_file() and file.suffix not in LEFT_OUT:
            yield file.relative_to(place).as_posix(), file.read_bytes()
