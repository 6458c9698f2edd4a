"""Game whose moves people write in another way than players type them: Tic-tac-toe, with `Xb2` for `b2` of X."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kibitz_server import games
from kibitz_server.games import registry

NAME = "signed"
SOURCE = '''"""Tic-tac-toe with signed moves."""

from kibitz_server.games.mnk import rules as BASE
from kibitz_server.games.game import Declaration

GAME = Declaration("signed", "Signed tic-tac-toe", "Three in a row.", "a move is a square: b2", notation="uci")


def said(s, move):
    return GAME.seats[s.turn] + move_text(s, move)
'''


@contextmanager
def said_game(folder: Path) -> Iterator[None]:
    """Add the game for the time of the block. `folder` must be empty or absent."""
    folder.mkdir(exist_ok=True)
    (folder / f"{NAME}.py").write_text(SOURCE)
    games.__path__.append(str(folder))
    registry._loaded.cache_clear()
    try:
        yield
    finally:
        games.__path__.remove(str(folder))
        registry._loaded.cache_clear()
        registry._bound.cache_clear()
        sys.modules.pop(f"kibitz_server.games.{NAME}", None)
        vars(games).pop(NAME, None)
