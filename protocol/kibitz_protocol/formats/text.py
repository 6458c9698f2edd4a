"""Text of a file with games: how long it may be, one of its games, and where a mistake in it is."""

from collections.abc import Iterable
from itertools import islice
from typing import BinaryIO, TypeVar

from kibitz_protocol.validation.legible import legible

Found = TypeVar("Found")
MAX_TEXT = 16 << 20
"""Longest file, in bytes and in characters."""
QUOTED = 40
"""Characters of a line that a sentence quotes."""


class BadGame(ValueError):
    """Text that has no game in its format, or a game that cannot be read; the message is for users."""


def read_bytes(stream: BinaryIO) -> bytes:
    """Return the bytes of a file.

    Raises:
        BadGame: The file is too long.
    """
    data = stream.read(MAX_TEXT + 1)
    if len(data) > MAX_TEXT:
        raise BadGame(f"it has more than {MAX_TEXT >> 20} million bytes")
    return data


def check_length(text: str) -> None:
    """Check that a text is not too long.

    Raises:
        BadGame: It is.
    """
    if len(text) > MAX_TEXT:
        raise BadGame(f"it has more than {MAX_TEXT >> 20} million characters")


def game_of(games: Iterable[Found], number: int) -> Found:
    """Return a game of a file by its number, from 1.

    Raises:
        BadGame: There is no such game.
    """
    found = next(islice(games, number - 1, None), None)
    if found is None:
        raise BadGame(f"it has no game {number}" if number > 1 else "there is no game in it")
    return found


def line_at(text: str, at: int) -> int:
    """Return the number of the line of an index, from 1."""
    return text.count("\n", 0, at) + 1


def quoted_at(text: str, at: int) -> str:
    """Return what a line has from an index on, for a sentence."""
    return legible(text[at : at + QUOTED].splitlines()[0])
