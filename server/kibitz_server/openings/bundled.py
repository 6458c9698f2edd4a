"""Openings that come with Kibitz: at least 200 for each game that has so many, for its default options."""

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from kibitz_protocol.formats.openings import OpeningsFile, read_openings
from kibitz_server.games.game import Game
from kibitz_server.openings.read import why_none

FOLDER = Path(__file__).parent / "bundles"


class NoBundledOpenings(ValueError):
    """Game, or options of a game, without bundled openings; the message is for users, `hint` says what to do."""

    def __init__(self, reason: str, hint: str) -> None:
        super().__init__(reason)
        self.hint = hint


class Bundled(NamedTuple):
    """Bundled openings of a game, and the SHA-256 of their file."""

    file: OpeningsFile
    sha256: str


def bundled(game: Game) -> Bundled:
    """Return the openings that come with a game. A test plays them, so that this need not.

    Raises:
        NoBundledOpenings: There are none for this game or these options.
    """
    if reason := why_none(game):
        raise NoBundledOpenings(reason, "give the event a seed, which fixes them for each pair")
    found = _bundled(game.name)
    build = f"kibitz-server openings build {game.name} --out FILE"
    if found is None:
        raise NoBundledOpenings(f"{game.name} has no bundled openings", f"build some: {build}")
    if {name: str(value).lower() for name, value in game.options.items()} != dict(found.file.options):
        reason = f"the bundled openings of {game.name} are for its default options"
        raise NoBundledOpenings(reason, f"build some for others: {build} --option NAME=VALUE")
    return found


@lru_cache(maxsize=32)
def _bundled(name: str) -> Bundled | None:
    path = FOLDER / f"{name}.openings"
    if not path.is_file():
        return None
    content = path.read_bytes()
    return Bundled(read_openings(content.decode()), hashlib.sha256(content).hexdigest())
