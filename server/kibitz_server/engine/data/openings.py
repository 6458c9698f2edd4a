"""Solved openings: the result of a position, and a move that keeps it, from a table that comes with a game.

The file has the numbers of the positions in rising order, as differences in bytes of seven bits each, and then one byte
for each: the result, and the move in the position that the number stands for. A game with such a table has
`catalogued`, the number of a position and whether it stands for the mirror image, and `mirrored_move`.
"""

import lzma
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from kibitz_server.engine.data import files
from kibitz_server.games.game import LegalMove, Position
from kibitz_server.games.registry import load

NO_MOVE = 63
Entries = Mapping[int, tuple[int, int]]
"""Result (1, 0 or -1) and move by the number of a position. The move is NO_MOVE where all moves are as good."""


class KnownOpening(NamedTuple):
    """Known result for the side to move: 1, 0 or -1, and a move that keeps it. In a lost position there is none."""

    value: int
    move: LegalMove | None


def opening(position: Position) -> KnownOpening | None:
    """Return the solved result of a position that is not over, or None."""
    game = position.game
    if "catalogued" not in game.names or game.options != load(game.name).options:
        return None
    number, mirrored = game.rules.catalogued(position.state)
    found = table(game.name).get(number)
    if found is None:
        return None
    value, code = found
    code = game.rules.mirrored_move(code) if mirrored and code != NO_MOVE else code
    return KnownOpening(value, next((move for move in position.legal if move.code == code), None))


@lru_cache(maxsize=8)
def table(name: str) -> Entries:
    """Return the table of a game, read at the first call; it is empty if there is no file."""
    path = files.path_of(f"{name}-openings")
    return unpacked(lzma.decompress(path.read_bytes())) if path.is_file() else {}


def packed(entries: Entries) -> bytes:
    """Return the content of a file."""
    content, last = bytearray(len(entries).to_bytes(4, "little")), -1
    for number in sorted(entries):
        step, last = number - last - 1, number
        while step >= 128:
            content.append(step & 127 | 128)
            step >>= 7
        content.append(step)
    return bytes(content) + bytes((entries[number][0] + 1) << 6 | entries[number][1] for number in sorted(entries))


def unpacked(content: bytes) -> Entries:
    """Return the entries of a file."""
    count = int.from_bytes(content[:4], "little")
    values = content[len(content) - count :]
    return {
        number: ((byte >> 6) - 1, byte & NO_MOVE)
        for number, byte in zip(_numbers(content[4 : len(content) - count]), values, strict=True)
    }


def _numbers(steps: bytes) -> Iterator[int]:
    number, step, shift = -1, 0, 0
    for byte in steps:
        step |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            number += step + 1
            yield number
            step = shift = 0
