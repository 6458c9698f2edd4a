"""Loading of the data files that come with games: each is compressed with xz, in the folder of this module."""

import lzma
from pathlib import Path

from kibitz_server.games.data import FILES
from kibitz_server.games.game import Game

FOLDER = Path(__file__).parent


def path_of(name: str) -> Path:
    """Return the file with the bytes of a name in `games.data.FILES`."""
    return FOLDER / f"{name}.xz"


def attach_data(game: Game) -> None:
    """Read the files that the searches of a game use, unless this process has them. A missing file is left out."""
    for name in game.names.get("DATA", ()):
        if not FILES.attached(name) and path_of(name).is_file():
            FILES.attach(name, lzma.decompress(path_of(name).read_bytes()))


def write(name: str, content: bytes) -> int:
    """Compress bytes into the file of a name. Return the size of the file."""
    compressed = lzma.compress(content, preset=9 | lzma.PRESET_EXTREME)
    path_of(name).write_bytes(compressed)
    return len(compressed)
